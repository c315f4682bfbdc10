"""Hands: pools as seen by a walk, as the number of values on each face.

A hand is made of independent lots. Keeping some ranks of a hand, or cancelling values that another
hand matches, changes the count on each face; the result is a hand again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from enum import Enum
from itertools import product
from typing import Any, Final, TypeAlias

from astragal.probability.walks.lots import Lot

Counts: TypeAlias = tuple[int, ...]
"""How many values of each lot, or of each hand, show a face."""

Ranks: TypeAlias = Callable[[int], Sequence[tuple[int, int]]]
"""Returns the half-open ranges of ranks that stay, from the highest, given the number of values."""


class Order(Enum):
    """The end where a walk begins."""

    FALLING = "from the highest"
    RISING = "from the lowest"


class _Dead(Enum):
    DEAD = "dead"


DEAD: Final = _Dead.DEAD
"""The state of a hand that turns out not to have the assumed size."""


class Hand(ABC):
    """Values that can be counted face by face."""

    lots: Sequence[Lot]
    sizes: Sequence[int]
    """the possible numbers of values"""
    starts: Sequence[Any] = (None,)
    """one state, or one for each assumption about the number of values"""
    stateless: bool = False
    """whether its count of a face only depends on the counts of its lots"""

    @property
    def certain(self) -> bool:
        """True if nothing is assumed about its size."""
        return len(self.starts) == 1

    @abstractmethod
    def counted(self, state: Any, shown: Sequence[int], order: Order) -> tuple[Any, int]:
        """The next state, and the count of a face, from the counts of the lots."""

    def complete(self, state: Any) -> bool:
        """True if the assumption about its size holds in the end."""
        return True


class Plain(Hand):
    """The values of one lot."""

    stateless = True

    def __init__(self, lot: Lot) -> None:
        self.lots = (lot,)
        self.sizes = lot.sizes

    def counted(self, state: Any, shown: Sequence[int], order: Order) -> tuple[Any, int]:
        return None, shown[0]


class _Pair(Hand):
    """Two hands combined into one."""

    def __init__(self, one: Hand, other: Hand) -> None:
        self.one = one
        self.other = other
        self.lots = (*one.lots, *other.lots)
        self.starts = list(product(one.starts, other.starts))
        self.stateless = one.stateless and other.stateless
        self.sizes = self.possible(max(one.sizes, default=0), max(other.sizes, default=0))

    @abstractmethod
    def possible(self, most: int, others: int) -> Sequence[int]:
        """The possible numbers of values, given the largest numbers in both hands."""

    @abstractmethod
    def combined(self, one: int, other: int) -> int:
        """The count of a face, from the counts of both hands."""

    def counted(self, state: Any, shown: Sequence[int], order: Order) -> tuple[Any, int]:
        lots = len(self.one.lots)
        before, others_before = state
        one, number = self.one.counted(before, shown[:lots], order)
        other, others = self.other.counted(others_before, shown[lots:], order)
        if one is DEAD or other is DEAD:
            return DEAD, 0
        return (one, other), self.combined(number, others)

    def complete(self, state: Any) -> bool:
        one, other = state
        return self.one.complete(one) and self.other.complete(other)


def counts_of(hands: Sequence[Hand], shown: Counts) -> Counts:
    """The counts of stateless hands, from the counts of their lots."""
    found, place = [], 0
    for hand in hands:
        lots = len(hand.lots)
        found.append(hand.counted(hand.starts[0], shown[place : place + lots], Order.FALLING)[1])
        place += lots
    return tuple(found)


class Without(_Pair):
    """The values of one hand without those that values of another match, one for one."""

    def possible(self, most: int, others: int) -> Sequence[int]:
        return range(most + 1)

    def combined(self, one: int, other: int) -> int:
        return max(0, one - other)


class Common(_Pair):
    """The values of one hand that values of another match, one for one."""

    def possible(self, most: int, others: int) -> Sequence[int]:
        return range(min(most, others) + 1)

    def combined(self, one: int, other: int) -> int:
        return min(one, other)


class Joined(_Pair):
    """The values of both hands."""

    def possible(self, most: int, others: int) -> Sequence[int]:
        return sorted({one + other for one in self.one.sizes for other in self.other.sizes})

    def combined(self, one: int, other: int) -> int:
        return one + other


class Distinct(Hand):
    """One of each value of a hand."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.lots = hand.lots
        self.starts = hand.starts
        self.stateless = hand.stateless
        self.sizes = range(max(hand.sizes, default=0) + 1)

    def counted(self, state: Any, shown: Sequence[int], order: Order) -> tuple[Any, int]:
        after, number = self.hand.counted(state, shown, order)
        return after, min(1, number)

    def complete(self, state: Any) -> bool:
        return self.hand.complete(state)


class Ranked(Hand):
    """The values of some ranks of a hand. A walk assumes each possible size in turn."""

    hand: Hand
    ranks: Ranks

    def __init__(self, hand: Hand, ranks: Ranks) -> None:
        if isinstance(hand, Ranked) and type(self) is type(hand):  # not if the size is assumed
            ranks, hand = _composed(hand.ranks, ranks), hand.hand
        self.hand = hand
        self.ranks = ranks
        self.lots = hand.lots
        self._ranks = {size: tuple(ranks(size)) for size in hand.sizes}
        self.sizes = sorted(set(map(number_of_ranks, self._ranks.values())))
        self.starts = [(start, size, 0) for start in hand.starts for size in hand.sizes]

    def fixed_ranks(self, order: Order) -> Sequence[tuple[int, int]] | None:
        """Its ranks, counted from the start of a walk; None if they depend on the size."""
        found = {size: self._counted_from(order, size) for size in self._ranks}
        most = found[max(found)] if found else ()
        for size, ranks in found.items():
            if ranks != [(first, min(last, size)) for first, last in most if first < size]:
                return None
        return most

    def _counted_from(self, order: Order, size: int) -> list[tuple[int, int]]:
        ranks = [(first, last) for first, last in self._ranks[size] if first < last]
        if order is Order.FALLING:
            return ranks
        return [(size - last, size - first) for first, last in reversed(ranks)]

    def counted(self, state: Any, shown: Sequence[int], order: Order) -> tuple[Any, int]:
        before, size, seen = state
        after, number = self.hand.counted(before, shown, order)
        now = seen + number
        if after is DEAD or now > size:
            return DEAD, 0
        kept = 0
        for first, last in self._ranks[size]:
            if order is Order.RISING:
                first, last = size - last, size - first
            if last > seen and now > first:
                kept += min(now, last) - max(seen, first)
        return (after, size, now), kept

    def complete(self, state: Any) -> bool:
        before, size, seen = state
        return bool(seen == size) and self.hand.complete(before)


def number_of_ranks(stretches: Sequence[tuple[int, int]]) -> int:
    return sum([last - first for first, last in stretches])


def ranks_of_ranks(
    kept: Sequence[tuple[int, int]], stretches: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The original ranks of the values at ``stretches`` among the values at the ranks ``kept``."""
    found, before = [], 0
    for first, last in kept:
        for begins, ends in stretches:
            low, high = max(begins, before), min(ends, before + last - first)
            if low < high:
                found.append((first + low - before, first + high - before))
        before += last - first
    return found


def _composed(inner: Ranks, outer: Ranks) -> Ranks:
    """The ranks kept by two keeps, one after the other."""

    def ranks(size: int) -> list[tuple[int, int]]:
        kept = inner(size)
        return ranks_of_ranks(kept, outer(number_of_ranks(kept)))

    return ranks


class Sized(Ranked):
    """The values of a hand, provided it has a given size; walks ignore all other cases."""

    certain = False

    def __init__(self, hand: Hand, size: int) -> None:
        super().__init__(hand, lambda values: [(0, values)])
        self.sizes = (size,)
        self.starts = [(start, size, 0) for start in hand.starts]
