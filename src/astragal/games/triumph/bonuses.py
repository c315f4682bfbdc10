"""Bonus dice of a check, which may explode without end."""

from __future__ import annotations

from astragal.experiment.experiment import Experiment
from astragal.games.triumph.margins import Margin, beyond
from astragal.mechanics.endless import bound_of, may_explode_for_ever
from astragal.notation.expression import Expression
from astragal.rules.requests.capped import capped


def added_dice(dice: Expression, needed: int) -> Experiment[Margin]:
    """Bonus dice; totals so high that they decide by themselves are only a bound."""
    bound = bound_of(dice, needed + 1) if may_explode_for_ever(dice) else None
    return dice if bound is None else capped(dice, most=bound, beyond=beyond(bound))
