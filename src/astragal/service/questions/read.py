"""``read``: the meaning of a text while it is being typed."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from astragal.errors import AstragalError
from astragal.notation.expression import Expression
from astragal.service import data
from astragal.service.answers import quick_answers, read_as
from astragal.service.fields import DIALECT, GAME, SHEETS, Field
from astragal.service.fields import text as a_text
from astragal.service.fixes import fixes
from astragal.service.problems import in_own_words, problem
from astragal.service.question import Given, Question
from astragal.service.rule_subject import RuleSubject
from astragal.service.service import Service
from astragal.service.small import built_in, only_with, short, soon_heard
from astragal.service.subject import Subject, context_of, read_party, subject_of


class Call(TypedDict):
    rule: str
    parameters: dict[str, Any]
    saved: str
    asks: bool


class Reading(TypedDict):
    expression: str
    words: str
    variables: list[str]
    remarks: list[str]
    choices: bool
    read_as: data.ReadAs | None
    call: NotRequired[Call]


class Answer(TypedDict):
    reading: Reading | None
    problem: data.Problem | None


class Read(Question):
    """What dice mean, or a call of the open game; or what is wrong with them, and where."""

    name = "read"
    example = '{"text": "4d6kh3 + 2"}'
    fields = (Field("text", a_text, "the text as typed so far"), DIALECT, GAME, SHEETS)
    small = only_with(text=soon_heard, dialect=short, game=built_in)
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        context = context_of(given, read_party(given), service.limits)

        def read(text: str, *, explained: bool) -> Subject:
            return subject_of(text, context, explained=explained)

        try:
            reading = self._reading(read(given["text"], explained=True), service)
        except AstragalError as error:
            told = in_own_words(error.about(given["text"]))
            better = fixes(told, given["text"], lambda text: read(text, explained=False).experiment)
            told.fixes = tuple(better)
            return {"reading": None, "problem": problem(told)}
        return {"reading": reading, "problem": None}

    @staticmethod
    def _reading(subject: Subject, service: Service) -> dict[str, Any]:
        read, understood = subject.experiment, subject.understood
        dice = read if isinstance(read, Expression) else None
        answered = [] if understood is None else quick_answers(understood, service.limits)
        return {
            "expression": read.label if dice is None else str(dice),
            "words": "" if dice is None else dice.describe(),
            "remarks": list(subject.remarks),
            "variables": [] if dice is None else sorted(dice.variables),
            "choices": read.leaves_choices,
            "read_as": None if understood is None else read_as(understood, answered),
            **({"call": subject.call_data()} if isinstance(subject, RuleSubject) else {}),
        }
