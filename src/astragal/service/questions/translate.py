"""``translate``: the meaning of a text in each program, and its spelling in others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from astragal.dialects.dialect import HERE
from astragal.dialects.reading import parse
from astragal.dialects.translating import (
    Meaning,
    Spelling,
    check_program,
    meanings,
    spellings,
)
from astragal.errors import NotationError
from astragal.limits import Limits
from astragal.outcome import Number
from astragal.render.data import fraction_data
from astragal.service import data
from astragal.service.fields import PROGRAM, VARIABLES, Field, optional
from astragal.service.fields import text as a_text
from astragal.service.problems import problem_with
from astragal.service.question import Given, Question
from astragal.service.service import Service
from astragal.talk.listening import understand


class MeaningData(TypedDict):
    programs: list[str]
    expression: str | None
    words: str | None
    mean: data.Fraction | None
    remarks: list[str]
    problem: data.Problem | None


class SpellingData(TypedDict):
    program: str
    text: str | None
    remarks: list[str]
    problem: data.Problem | None


class Answer(TypedDict):
    text: str
    meanings: list[MeaningData]
    spellings: list[SpellingData]


class Translate(Question):
    """What each program makes of a text, or one of them; and how that is typed in others."""

    name = "translate"
    example = '{"text": "8d10!>7", "source": "roll20"}'
    fields = (
        Field("text", a_text, "the text, as typed in some program", spelt=""),
        optional(
            "source",
            a_text,
            "the program whose text it is; without it, all of them",
            spelt="from",
            **PROGRAM,
        ),
        optional(
            "target",
            a_text,
            "the program to write it for; without it, all of them",
            spelt="to",
            **PROGRAM,
        ),
        VARIABLES,
    )
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        found = translated(given["text"], given["source"], given["target"], service.limits)
        return translation_answer(given["text"], *found, given["variables"], service.limits)


def translated(
    text: str, source: str | None, target: str | None, limits: Limits
) -> tuple[Sequence[Meaning], Sequence[Spelling]]:
    """The meanings of a text and, if the ``source`` is given, its spellings elsewhere.

    Raises the refusal of a single ``source`` or ``target``.
    """
    if target is not None:
        check_program(target)
    read = meanings(text, None if source is None else [source], limits=limits)
    found = sorted((_heard(each, text, limits) for each in read), key=_is_refused)
    if source is None:
        return found, ()
    (only,) = found
    if only.expression is None:
        assert only.refusal is not None
        raise only.refusal
    written = spellings(only.expression, None if target is None else [target])
    if target is not None and written[0].refusal is not None:
        raise written[0].refusal
    return found, [each for each in written if each.program != source or target is not None]


def _heard(meaning: Meaning, text: str, limits: Limits) -> Meaning:
    """Read our own notation as table talk if it does not parse: ``d20 with advantage``."""
    if meaning.expression is not None or meaning.programs != (HERE,):
        return meaning
    try:
        understood = understand(text)
    except NotationError:
        return meaning
    if understood is None or understood.kind != "roll":
        return meaning
    return Meaning((HERE,), parse(understood.text, limits=limits))


def _is_refused(meaning: Meaning) -> bool:
    return meaning.expression is None


def translation_answer(
    text: str,
    found: Sequence[Meaning],
    written: Sequence[Spelling],
    variables: Mapping[str, Number],
    limits: Limits,
) -> dict[str, Any]:
    """Meanings and spellings as data; all means together share one budget."""
    shared = limits.shared()
    return {
        "text": text,
        "meanings": [_meaning_data(each, variables, shared) for each in found],
        "spellings": [
            {
                "program": each.program,
                "text": each.text,
                "remarks": list(each.remarks),
                "problem": problem_with(each.refusal),
            }
            for each in written
        ],
    }


def _meaning_data(each: Meaning, variables: Mapping[str, Number], limits: Limits) -> dict[str, Any]:
    mean = each.mean(variables, limits)
    return {
        "programs": list(each.programs),
        "expression": None if each.expression is None else str(each.expression),
        "words": None if each.expression is None else each.expression.describe(),
        "mean": None if mean is None else fraction_data(mean),
        "remarks": list(each.remarks),
        "problem": problem_with(each.refusal),
    }
