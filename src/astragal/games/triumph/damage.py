"""Damage: dice with ♻ that may be re-rolled, and dice that explode without end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.triumph.bonuses import STEP, bound_of
from astragal.games.triumph.explosions import weights_of
from astragal.games.triumph.margins import Beyond, Margin
from astragal.games.triumph.symbol_dice import Reroll
from astragal.limits import STRANGERS
from astragal.mechanics.arithmetic import rounded_down
from astragal.notation.choices.choosing import total
from astragal.notation.expression import Expression
from astragal.notation.modifiers.reroll import Reroll as RerollSymbol
from astragal.notation.rewriting import with_modifiers
from astragal.probability.weights import Weights
from astragal.rules.requests.request import Request

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.laws.law import Law
    from astragal.probability.weights import Weighing


@lru_cache(maxsize=256)
def as_rolled(dice: Expression, reroll: Reroll) -> Expression:
    """Damage dice as the game reads them: ♻ may re-roll, or always or never does."""

    def change(modifier: Any) -> Any:
        if not isinstance(modifier, RerollSymbol) or modifier.until:
            return modifier
        if reroll is Reroll.NEVER:
            return None
        may = reroll is Reroll.CHOOSE
        return modifier if modifier.may is may else modifier.replaced(may=may)

    return with_modifiers(dice, change)


@lru_cache(maxsize=256)
def exact_to(dice: Expression) -> int | None:
    """The damage from which on only a bound is told; None if there is a greatest."""
    return bound_of(as_rolled(dice, Reroll.ALWAYS))


Worth = Callable[[Margin], Fraction]


class Damage(Request[Margin]):
    """The damage of a hit: at least 0, rounded down."""

    dice: Expression
    worth: Worth | None = None
    """what it is worth, if choices are made for that"""

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Margin]:
        done: Any = yield self.dice
        dealt = max(0, rounded_down(done))
        if done < 0:
            yield note(", and under 0 counts as 0")
        bound = exact_to(self.dice) if dealt >= STEP else None
        return dealt if bound is None or dealt < bound else Beyond(bound, "more")

    def weigh(self, memory: Memory) -> Weighing:
        from astragal.experiment.solve.analysis import Analysis

        if not self.dice.leaves_choices:
            found = Analysis(self.dice, memory=memory).weighed()
        elif self.worth is None:
            found = yield self.dice
        else:
            found = Analysis(self.dice, aim=self._aim(), memory=memory).weighed()
        return self._dealt(found)

    def _aim(self) -> Any:
        """Where only more or less damage matters, the highest total; else what it is worth."""
        worth = self.worth
        assert worth is not None
        highest = self._dealt(_forced(self.dice)).table
        known = sorted(each for each in highest if isinstance(each, int))
        worths = [worth(each) for each in range(known[0], known[-1] + 1)]
        steps = {after - before for before, after in pairwise(worths)}
        if len(steps) <= 1 and all(step >= 0 for step in steps):
            return total
        return lambda done: worth(max(0, rounded_down(done)))

    def _dealt(self, found: Law | Weights) -> Weights:
        """The damage, from the odds of the dice."""
        table: dict[Margin, int] = defaultdict(int)
        if not isinstance(found, Weights) and not found.finite:
            return self._endless(found)
        rolled, denominator = found if isinstance(found, Weights) else found.table()
        for done, ways in rolled.items():
            table[max(0, rounded_down(done))] += ways
        return Weights(table, denominator)

    def _endless(self, law: Law) -> Weights:
        bound = exact_to(self.dice)
        assert bound is not None
        below, beyond = law.floors().cut(bound)
        chances: dict[Margin, Fraction] = defaultdict(Fraction)
        rolled, denominator = below.table()
        for done, ways in rolled.items():
            chances[max(0, rounded_down(done))] += Fraction(ways, denominator)
        chances[Beyond(bound, "more")] = beyond.mass
        return weights_of(chances)

    def __str__(self) -> str:
        return str(self.dice)


def appraised_damage(situation: Any, worth: Worth) -> list[tuple[Fraction, Fraction]]:
    """What each option of a re-roll of damage is worth; of equally good ones, more damage."""
    from astragal.experiment.solve.advice import valued
    from astragal.experiment.solve.aims import Aim
    from astragal.experiment.solve.memory import Memory

    def values(aim: Any) -> list[Fraction]:
        found = valued(situation[-1:], Aim(aim), Memory(STRANGERS)).values
        return list(found.values())

    aimed = values(lambda done: worth(max(0, rounded_down(done))))
    return list(zip(aimed, values(total), strict=True))


def _forced(dice: Expression) -> Any:
    from astragal.experiment.solve.analysis import Analysis

    return Analysis(as_rolled(dice, Reroll.ALWAYS)).weighed()
