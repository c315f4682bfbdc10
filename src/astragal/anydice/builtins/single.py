"""Built-in functions of one value: absolute, maximum of, explode, reverse, sort."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.anydice.builtins.builtin import Builtin
from astragal.anydice.dice import EMPTY, Amount, Dice
from astragal.anydice.faces import Faces, mixture
from astragal.anydice.rolls import Rolled

if TYPE_CHECKING:
    from astragal.anydice.state import State


def _absolute(state: State, number: int) -> int:
    return abs(number)


def _absolute_rolled(state: State, number: Rolled) -> Dice:
    return Dice(number.faces.mapped(abs, state.budget))


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
"""The steps of one comparison of two elements that are sorted."""


def _sum_rolled(state: State, elements: Rolled) -> Dice:
    """However a roll is put in order, its sum stays the same."""
    return Dice(elements.faces.times(elements.count, state.budget))


def _explode(state: State, dice: Dice) -> Amount:
    """On its highest outcome the die is rolled again and added, as often as the setting says."""
    if dice.empty:
        return EMPTY
    face = dice.total(state.budget)
    highest, top = face.highest, face.table[face.highest]
    rest = {outcome: weight for outcome, weight in face.table.items() if outcome != highest}
    found = face
    again = state.explosions
    state.budget.foresee(again * (2_000 + 75 * again * len(face.table)))
    for _ in range(again):
        state.budget.spend(2_000)
        higher = found.shifted(highest, state.budget)
        if not rest:
            found = higher
            continue
        below = Faces(rest, face.total - top, face.doubt)
        found = mixture([(below, face.total - top), (higher, top)], state.budget)
        found = Faces(found.table, found.total, found.doubt + face.doubt)
    return Dice(found)


SINGLE = (
    Builtin("absolute ?", "n", _absolute, _absolute_rolled),
    Builtin("maximum of ?", "d", _maximum),
    Builtin("reverse ?", "s", _reverse, _sum_rolled),
    Builtin("sort ?", "s", _sort, _sum_rolled),
    Builtin("explode ?", "d", _explode),
)
