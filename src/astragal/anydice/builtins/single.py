"""Built-in functions of one value: absolute, maximum of, explode, reverse, sort."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from astragal.anydice.builtins.builtin import Builtin
from astragal.anydice.dice import EMPTY, Dice, count_table, die_of
from astragal.anydice.rolls import Rolled
from astragal.anydice.values import Amount
from astragal.probability.laws.law import union

if TYPE_CHECKING:
    from astragal.anydice.state import State


def _absolute(state: State, number: int) -> int:
    return abs(number)


def _absolute_rolled(state: State, number: Rolled) -> Dice:
    return number.dice.mapped(abs, state.budget)


def _maximum(state: State, dice: Dice) -> int:
    return 0 if dice.empty else dice.total(state.budget).highest


def _reverse(state: State, elements: tuple[int, ...]) -> Amount:
    state.count_elements(len(elements), state.budget.span)
    return elements[::-1] if elements else 0


def _sort(state: State, elements: tuple[int, ...]) -> Amount:
    size = len(elements)
    state.budget.spend_elements(size, _SORTED * size.bit_length())
    return tuple(sorted(elements, reverse=not state.lowest_first))


_SORTED = 5
"""The steps of one comparison while sorting."""


def _sum_rolled(state: State, elements: Rolled) -> Dice:
    """The sum of a roll, which does not depend on its order."""
    return elements.dice.total(state.budget)


def _explode(state: State, dice: Dice) -> Amount:
    """Roll again and add on the highest outcome, up to the limit of the setting."""
    if dice.empty:
        return EMPTY
    one = dice.total(state.budget)
    highest, top = one.highest, Fraction(one.table[one.highest], one.below)
    rest, _ = one.law.cut(highest)
    found = one
    again = state.explosions
    state.budget.foresee(again * (2_000 + 75 * again * len(one.table)))
    for _ in range(again):
        state.budget.spend(2_000)
        state.budget.bounded(found.reach + abs(highest))
        higher = found.law.shifted(highest).weighted(top)
        count_table(len(one.table) + len(found.table), found.bits + one.bits, state.budget)
        found = die_of(union([rest, higher]), found.doubt + one.doubt)
    return found


SINGLE = (
    Builtin("absolute ?", "n", _absolute, _absolute_rolled),
    Builtin("maximum of ?", "d", _maximum),
    Builtin("reverse ?", "s", _reverse, _sum_rolled),
    Builtin("sort ?", "s", _sort, _sum_rolled),
    Builtin("explode ?", "d", _explode),
)
