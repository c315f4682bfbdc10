"""Dice that are added to a check: they may explode without end."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from astragal.experiment.experiment import Experiment
from astragal.games.triumph.margins import Margin, beyond
from astragal.mechanics.endless import may_explode_for_ever
from astragal.notation.expression import Expression
from astragal.rules.requests.capped import capped

if TYPE_CHECKING:
    from astragal.probability.laws.law import Law

STEP = 100
"""Dice that explode are exact up to a multiple of this, and "or more" from there on."""


@lru_cache(maxsize=256)
def endless_law(dice: Expression) -> Law | None:
    """The odds of dice that may explode without end; None if these are finite."""
    if not may_explode_for_ever(dice):
        return None
    from astragal.experiment.solve.analysis import Analysis
    from astragal.probability.laws.law import Law

    law = Analysis(dice).weighed()
    return law if isinstance(law, Law) and not law.finite else None


@lru_cache(maxsize=256)
def bound_of(dice: Expression, least: int = 0) -> int | None:
    """From where on only a bound is told, at least this number; None if there is a greatest."""
    from astragal.probability.listing import TAIL

    law = endless_law(dice)
    if law is None:
        return None
    bound = STEP
    while bound < least or law.at_least(bound) >= TAIL:
        bound += STEP
    return bound


def falls_for_ever(dice: Expression) -> bool:
    """Whether there is no least number that dice may come to."""
    law = endless_law(dice)
    return law is not None and not law.cut(0)[0].finite


def added_dice(dice: Expression, needed: int) -> Experiment[Margin]:
    """Dice that are added; only a bound from where on they decide, whatever else is rolled."""
    bound = bound_of(dice, needed + 1) if may_explode_for_ever(dice) else None
    return dice if bound is None else capped(dice, most=bound, beyond=beyond(bound))
