"""Arguments that a call is expanded over: all outcomes or sorted rolls, with weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal.anydice.calling.open_number import OpenNumber
from astragal.anydice.calling.unknown import Unknown
from astragal.anydice.dice import Dice, certain
from astragal.anydice.values import Amount

if TYPE_CHECKING:
    from astragal.anydice.state import State

Runs: TypeAlias = "tuple[Sequence[Amount], Sequence[int]]"
"""Values and their weights, in the order in which the body runs on them."""


class Rolled:
    """A rolled argument: the dice, as a number (``n``) or as a sequence (``s``)."""

    __slots__ = ("_size", "count", "dice", "kind")

    def __init__(self, kind: str, dice: Dice) -> None:
        self.kind = kind
        self.dice = dice
        self.count = dice.count
        self._size: int | None = None

    @property
    def total(self) -> int:
        """The sum of the weights of all runs."""
        return int(self.dice.below**self.count)

    @property
    def doubt(self) -> int:
        return self.dice.doubt * self.count

    @property
    def size(self) -> int:
        """The number of runs."""
        if self._size is None:
            self._size = comb(self.count + len(self.dice.table) - 1, self.count)
        return self._size

    @property
    def steps_to_size(self) -> int:
        """The steps of computing the number of runs, which may be very long."""
        few, many = sorted((self.count, len(self.dice.table) - 1))
        return few * few * (1 + 3 * many // max(few, 1)).bit_length() // 64

    def runs(self, state: State) -> Runs:
        dice, count = self.dice, self.count
        if count == 1:
            state.budget.spend(_LISTED * len(dice.table))
        if self.kind == "n":
            return list(dice.table), list(dice.table.values())
        if count == 1:
            return [(each,) for each in dice.table], list(dice.table.values())
        key = (dice, state.lowest_first)
        found: Runs | None = state.remembered.get(key)
        if found is None:
            bits = count * dice.bits
            state.budget.spend((_ROLL + bits // 32) * self.size)
            state.budget.room(2 * self.size, 64 * count + bits)
            found = state.remembered[key] = sorted_rolls(dice, lowest_first=state.lowest_first)
        return found


_LISTED = 50
"""The steps of listing one outcome."""
_ROLL = 250
"""The steps of listing one sorted roll."""


def sorted_rolls(dice: Dice, *, lowest_first: bool) -> Runs:
    """Every sorted roll with its weight: highest first 66, 65, 64 …, lowest first 11, 12, 13 …"""
    outcomes = list(dice.table)
    if not lowest_first:
        outcomes.reverse()
    rolls = list(combinations_with_replacement(outcomes, dice.count))
    return rolls, [_orders(roll, dice.table) for roll in rolls]


def _orders(roll: Sequence[int], weights: Mapping[int, int]) -> int:
    """The total weight of all orders of a sorted roll."""
    ways = alike = 1
    last = None
    for place, outcome in enumerate(roll, 1):
        alike = alike + 1 if outcome == last else 1
        ways = ways * place // alike * weights[outcome]
        last = outcome
    return ways


def all_coerced(kinds: Sequence[str], values: Sequence[Amount], state: State) -> list[Any] | None:
    """Values converted for parameters; None if one is the empty die and would have to be rolled."""
    given: list[Any] = []
    for kind, value in zip(kinds, values, strict=True):
        if _PLAIN[kind] is type(value) or kind == "?" or type(value) in (Unknown, OpenNumber):
            given.append(value)
        elif isinstance(value, Dice) and value.empty and kind != "d":
            return None
        else:
            given.append(_coerced(kind, value, state))
    return given


_PLAIN: Mapping[str, type | None] = {"n": int, "s": tuple, "d": None, "?": None}
"""The type of value that each kind of parameter takes without coercion."""


def _coerced(kind: str, value: Amount, state: State) -> Amount | Rolled:
    if type(value) is int:
        return (value,) if kind == "s" else certain(value)
    if type(value) is tuple:
        if kind == "s":
            return value
        total = certain(state.budget.summed(value))
        return Rolled("n", total) if kind == "n" else total
    assert isinstance(value, Dice)
    if kind == "d":
        return value
    if kind == "n":
        return Rolled("n", value.total(state.budget))
    return Rolled("s", value)
