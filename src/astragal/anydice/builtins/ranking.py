"""Built-in functions that rank dice: highest, lowest, middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.anydice.builtins.builtin import Builtin, Plain, Quick
from astragal.anydice.dice import EMPTY, Dice, certain, die_of
from astragal.anydice.ranks import sum_of_ranks
from astragal.anydice.rolls import Rolled
from astragal.anydice.values import Amount
from astragal.probability.laws.arithmetic import greatest, least

if TYPE_CHECKING:
    from astragal.anydice.state import State


def _of_pools(highest: bool) -> Plain:
    """The sum of the highest or lowest dice of one or more collections thrown together."""

    def ranked(state: State, number: int, *pools: Dice) -> Amount:
        if any(pool.empty for pool in pools):
            filled = [pool for pool in pools if not pool.empty]
            return ranked(state, number, *filled) if filled else EMPTY
        dice = sum(pool.count for pool in pools)
        number = min(number, dice)
        if number <= 0:
            return certain(0)
        times = [1] * number + [0] * (dice - number)
        return sum_of_ranks(pools, times if highest else times[::-1], state.budget)

    return ranked


def _middle(state: State, number: int, dice: Dice) -> Amount:
    """If the dice cannot be split evenly, one more is dropped at the low end."""
    if dice.empty:
        return EMPTY
    number = min(number, dice.count)
    if number <= 0:
        return certain(0)
    above = (dice.count - number) // 2
    times = [0] * above + [1] * number + [0] * (dice.count - above - number)
    return sum_of_ranks([dice], times, state.budget)


def _greater(state: State, a: int, b: int) -> int:
    return max(a, b)


def _smaller(state: State, a: int, b: int) -> int:
    return min(a, b)


def _extreme(highest: bool) -> Quick:
    def rolled(state: State, a: int | Rolled, b: int | Rolled) -> Dice:
        one, other = (x.dice if isinstance(x, Rolled) else certain(x) for x in (a, b))
        extreme = greatest if highest else least
        found = extreme([one.law, other.law], state.budget)
        return die_of(found, one.doubt + other.doubt)

    return rolled


RANKING = (
    *(
        Builtin(f"{word} ? of {pools}", "n" + "d" * (1 + pools.count("and")), _of_pools(highest))
        for word, highest in (("highest", True), ("lowest", False))
        for pools in ("?", "? and ?", "? and ? and ?")
    ),
    Builtin("middle ? of ?", "nd", _middle),
    Builtin("highest of ? and ?", "nn", _greater, _extreme(True)),
    Builtin("lowest of ? and ?", "nn", _smaller, _extreme(False)),
)
