"""Answers as JSON-ready data: rolls, pauses, luck and odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from astragal.errors import NOWHERE, AstragalError
from astragal.experiment.experiment import Experiment
from astragal.experiment.run.pauses import Pause
from astragal.hidden import Secret
from astragal.limits import Limits
from astragal.notation.syntax.parser import parse
from astragal.probability.distribution import Distribution
from astragal.probability.luck import Luck
from astragal.render.data import fraction_data
from astragal.render.grid import Grid
from astragal.render.lengths import check_length
from astragal.rolling.roll import Roll
from astragal.rolling.signatures import Key
from astragal.service.compared import compared
from astragal.service.small import all_weigh_few_faces
from astragal.table.party import Party
from astragal.talk.answering import Answer, answers, texts_asked
from astragal.talk.understood import Understood

_ROW = 30
"""The size of a grid's cell without its fraction, in digits."""
_QUICK = {"odds": 20_000_000, "paths": 5_000, "states": 2_000}
"""Limits for extra work that must not delay an answer: a few hundredths of a second."""
_MOST_OUTCOMES = 20_000
"""The most named outcomes for which a roll's luck is computed."""


def roll_answer(
    roll: Roll,
    party: Party | None = None,
    *,
    luck: dict[str, Any] | None = None,
    secret: Secret | None = None,
) -> dict[str, Any]:
    """A roll as data: its record, its description and, for a rule, the sheets after it."""
    answer: dict[str, Any] = {"roll": roll.to_data(), **roll.words(), "luck": luck}
    reached = compared(roll)
    if reached is not None:
        answer["compared"] = reached
    if party is not None and party.sheets and "rule" in answer["roll"]:
        after = party.after(roll)
        answer["changes"] = party.changes(after)
        answer["sheets"] = [sheet.to_toml() for sheet in after.sheets]
    return answer if secret is None else answer | {"secret": secret.to_data()}


def pause_answer(pause: Pause, key: Key | None, secret: Secret | None = None) -> dict[str, Any]:
    """A paused roll: a description of the pause, and the token that resumes it."""
    answer = {"paused": pause.words(), "token": pause.to_data(key=key)}
    return answer if secret is None else answer | {"secret": secret.to_data()}


def luck_of(roll: Roll, limits: Limits) -> dict[str, Any] | None:
    """The shares of lower, equal and higher rolls, with words; None if slow to compute."""
    experiment = roll.experiment
    assert isinstance(experiment, Experiment)
    try:
        odds = experiment.odds(variables=roll.variables, limits=_quick(limits))
        if not odds.numeric and len(odds) > _MOST_OUTCOMES:
            return None
        luck = Luck.of(odds, roll.outcome)
    except AstragalError:
        return None
    return {
        "below": None if luck.below is None else fraction_data(luck.below),
        "equal": fraction_data(luck.equal),
        "above": None if luck.above is None else fraction_data(luck.above),
        "words": luck.words,
    }


def quick_answers(understood: Understood, limits: Limits) -> list[Answer]:
    """Answers to a question in words about a few plain dice; empty for anything else."""
    try:
        if not all_weigh_few_faces(map(parse, texts_asked(understood))):
            return []
        return answers(understood, lambda text: parse(text).odds(limits=limits))
    except AstragalError:
        return []


def _quick(limits: Limits) -> Limits:
    return limits.replaced(**{name: min(getattr(limits, name), n) for name, n in _QUICK.items()})


def as_read(
    answer: dict[str, Any],
    remarks: Sequence[str],
    understood: Understood | None,
    answered: Sequence[Answer] = (),
) -> dict[str, Any]:
    """The answer, with remarks on the reading and the interpretation of table talk."""
    more: dict[str, Any] = {}
    if understood is not None:
        more["read_as"] = read_as(understood, answered)
    if remarks:
        more["remarks"] = list(remarks)
    return answer | more


def read_as(understood: Understood, answered: Sequence[Answer] = ()) -> dict[str, Any]:
    """The interpretation of a phrase; ``answered`` holds the answers to its question."""
    return {
        "kind": understood.kind,
        "expression": understood.text,
        "told": understood.told,
        "title": understood.title,
        "alternatives": [
            {"words": words, "expression": text} for words, text in understood.alternatives
        ],
        "answers": [
            {
                "words": each.words,
                "expression": each.expression,
                "value": fraction_data(each.value),
                "chance": each.chance,
            }
            for each in answered
        ],
    }


# Odds


def odds_answer(odds: Distribution, limits: Limits) -> dict[str, Any]:
    """The odds of every outcome and their summary; refused if they are too long to write."""
    check_length([odds], limits)
    return odds.to_data(limits=limits)


def grid_answer(grid: Grid, limits: Limits) -> dict[str, Any]:
    """The value of every cell; refused if the fractions are too long to write."""
    bits = sum(
        each.numerator.bit_length() + each.denominator.bit_length() for each in grid.cells.values()
    )
    total = _ROW * len(grid) + bits * 3 // 10
    if total > limits.written:
        raise limits.exceeded(
            "written", total, NOWHERE, about="these are very long fractions", advice="ask for less"
        )
    return grid.to_data()
