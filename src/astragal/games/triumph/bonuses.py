"""Dice that are added to a check: they may explode without end."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.experiment.experiment import Asks
from astragal.games.triumph.explosions import weights_of
from astragal.games.triumph.margins import Margin, beyond
from astragal.mechanics.arithmetic import rounded_down
from astragal.mechanics.endless import may_explode_for_ever
from astragal.notation.expression import Expression
from astragal.probability.weights import Weights
from astragal.rules.requests.request import Request

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.laws.law import Law
    from astragal.probability.weights import Weighing

STEP = 100
"""Dice that explode are exact up to a multiple of this, and "or more" from there on."""


@lru_cache(maxsize=256)
def endless_law(dice: Expression) -> Law | None:
    """The odds of dice that may explode without end; None if these are finite."""
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
    law = endless_law(dice) if may_explode_for_ever(dice) else None
    return law is not None and not law.cut(0)[0].finite


class Bonus(Request[Margin]):
    """Dice that are added, rounded down; only a bound from where on they decide anyway."""

    dice: Expression
    needed: int = 0
    """what is enough to succeed, whatever else is rolled"""

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Margin]:
        rolled: Any = yield self.dice
        added = rounded_down(rolled)
        bound = bound_of(self.dice, self.needed + 1) if added >= STEP else None
        return added if bound is None or added < bound else beyond(bound)

    def weigh(self, memory: Memory) -> Weighing:
        law = endless_law(self.dice)
        if law is None:
            table: dict[Margin, int] = defaultdict(int)
            rolled, denominator = yield self.dice
            for number, ways in rolled.items():
                table[rounded_down(number)] += ways
            return Weights(table, denominator)
        bound = bound_of(self.dice, self.needed + 1)
        assert bound is not None
        below, above = law.floors().cut(bound)
        chances: dict[Margin, Fraction] = {beyond(bound): above.mass}
        rolled, denominator = below.table()
        for number, ways in rolled.items():
            chances[int(number)] = Fraction(ways, denominator)
        return weights_of(chances)

    def __str__(self) -> str:
        return str(self.dice)
