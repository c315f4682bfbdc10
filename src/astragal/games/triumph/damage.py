"""Damage: dice with ♻ that may be re-rolled, and dice that explode without end."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, ClassVar

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.triumph.margins import Beyond, Margin, beyond
from astragal.games.triumph.symbol_dice import Reroll
from astragal.mechanics.arithmetic import rounded_down
from astragal.mechanics.endless import bound_of
from astragal.notation.expression import Expression
from astragal.notation.modifiers.reroll import Reroll as RerollSymbol
from astragal.notation.rewriting import told_as, with_modifiers
from astragal.rules.requests.capped import capped
from astragal.rules.requests.request import Request

UNDER = -1
"""Stands for all damage below 0, which counts as 0."""


def as_rolled(dice: Expression, reroll: Reroll) -> Expression:
    """Damage dice with ♻ as the game reads it: a choice, always or never."""
    return told_as(_as_rolled(dice, reroll), dice.typed)


@lru_cache(maxsize=256)
def _as_rolled(dice: Expression, reroll: Reroll) -> Expression:
    def change(modifier: Any) -> Any:
        if not isinstance(modifier, RerollSymbol) or modifier.until:
            return modifier
        if reroll is Reroll.NEVER:
            return None
        may = reroll is Reroll.CHOOSE
        return modifier if modifier.may is may else modifier.replaced(may=may)

    return with_modifiers(dice, change)


class Damage(Request[Margin]):
    """The damage of a hit: at least 0, rounded down."""

    dice: Expression

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Margin]:
        bound = bound_of(as_rolled(self.dice, Reroll.ALWAYS))
        dice = self.dice
        done: Any = (
            yield dice
            if bound is None
            else capped(dice, least=UNDER, most=bound, beyond=beyond(bound))
        )
        if isinstance(done, Beyond):
            return done
        if done < 0:
            yield note(", and under 0 counts as 0")
        return max(0, rounded_down(done))

    def __str__(self) -> str:
        return str(self.dice)
