"""Dice with multipliers and divisors, and percentile dice."""

from __future__ import annotations

from typing import Annotated, Any

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.target.about import game, multiplied_by
from astragal.mechanics.arithmetic import (
    Multipliers,
    added_up,
    compounded,
    rounded_down,
    worked_out,
)
from astragal.mechanics.dice import not_numbers, two_dice
from astragal.notation.expression import Expression
from astragal.rules.introductions import Words
from astragal.rules.parameters import Bounds, OrText


def _refuse_roll(given: Any) -> str | None:
    return not_numbers(given, ("what",))


@game.rule(refuse=_refuse_roll)
def roll(
    what: Annotated[OrText[Expression], Words("{}"), "such as 3d4+3"],
    multipliers: Annotated[
        Multipliers,
        Words(multiplied_by),
        "of an abstract value they add up",
    ] = (),
    real_world: Annotated[
        bool,
        Words("in the real world"),
        "a weight or distance: multipliers multiply",
    ] = False,
    divide: Annotated[int, Bounds(1), Words("divided by {}"), "fractions round down"] = 1,
    at_least_one: Annotated[bool, Words("at least 1"), "as damage and hit points are"] = False,
) -> Asks[int]:
    """Dice, multiplied and divided; fractions round down, and damage and hit points are at least 1.

    Several multipliers on an abstract value add up, each after the first less 1: ×2 ×2 is ×3. On
    real-world values they multiply: ×8 ×3 is ×24.
    """
    times = (compounded if real_world else added_up)(multipliers)
    rolled = yield what
    yield from worked_out(rolled, times, divide, "down")
    result = rounded_down(rolled * times, divide)
    if at_least_one and result < 1:
        yield note(", but at least 1")
        return 1
    return result


@game.rule
def percentile() -> Asks[int]:
    """d%: the tens die, named beforehand, then the ones die; two zeros are 100."""
    return (yield from two_dice())
