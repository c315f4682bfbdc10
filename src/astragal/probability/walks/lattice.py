"""The paths of lots through their faces: how many values remain after each face.

A lattice is built from the highest face down, where dice of different sizes become one lot; a walk
from the lowest face up traverses it backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

from astragal.errors import RuleError
from astragal.outcome import in_order
from astragal.probability.budget import FRACTION, Budget
from astragal.probability.walks.hands import Counts, Order
from astragal.probability.walks.lots import FACE, Left, Lot
from astragal.symbols import Symbols

Shows: TypeAlias = list[tuple[int, int, int]]
"""The ways to show a face: for each a key, the number of its counts, and its weight."""

_SHOW, _KIND = 600, 600
"""The steps of writing one way to show a face, and those per kind of dice."""

_BEGIN = 900
"""The minimum steps of one way to begin, with some dice of each lot."""

_SHIFT = 32
_MASK = (1 << _SHIFT) - 1
"""Masks the number of one lot's remaining values; a key holds these for all lots, 32 bits each."""


class Lattice:
    """The paths of some lots through all their faces, in the order of a walk."""

    def __init__(
        self,
        lots: Sequence[Lot],
        order: Order,
        budget: Budget,
        told: Callable[[Counts], Counts] | None = None,
        most: int | None = None,
    ) -> None:
        """``told`` converts the counts of the lots to the counts passed to a step.

        With ``most``, ways that show a face more often are left out.
        """
        every = {face for lot in lots for face in lot.faces}
        each = FRACTION if Fraction in map(type, every) else 0
        budget.spend(sum([len(lot.faces) for lot in lots]) * (FACE + 3 * each))
        self.faces: list[Any] = falling(every)
        self.lots = [_Numbered(lot.along(self.faces), most) for lot in lots]
        self.budget = budget
        self.told = told
        self.denominator = prod([lot.denominator for lot in lots])
        self.ending = _SHOW + (self.denominator.bit_length() // 64) ** 2 // 8
        """the steps of counting the ways to the end"""
        self.base = 1 + max([max(lot.sizes, default=0) for lot in lots], default=0)
        self.counts = _Counts(self.base, len(lots))
        """the counts passed to a step, by their number"""
        self._told: dict[Counts, int] = {}
        known: dict[Hashable, _Layer] = {}
        self.shows: list[dict[int, Shows]] = []
        patterns = [lot.lot.patterns for lot in self.lots]
        for place, pattern in enumerate(zip(*patterns, strict=True)):
            layer = known.get(pattern)
            if layer is None:
                layer = known[pattern] = _Layer(self, place)
            self.shows.append(layer)
        self.first = self._begun()
        self._rest: list[dict[int, int]] = []
        if order is Order.RISING:
            self._turn()

    def rest(self, place: int, key: int) -> int:
        """The number of ways from a place to the end."""
        if self._rest:
            return self._rest[place][key]
        found = 1
        for lot in self.lots:
            found *= lot.lot.rest(place, lot.lefts[key & _MASK])
            key >>= _SHIFT
        return found

    def last(self, key: int) -> int:
        """The weight of ending with these remaining values."""
        return self.rest(len(self.faces), key)

    def written(self, place: int, key: int) -> Shows:
        """Every way to show the face at a place."""
        shown, size, ways, kinds = [], 0, 1, 0
        for lot in self.lots:
            number = key & _MASK
            key >>= _SHIFT
            shown.append(lot.shown(place, number, self.budget))
            ways *= len(shown[-1])
            size += ways
            kinds += len(lot.lefts[number])
        bits = self.denominator.bit_length()
        self.budget.spend(_SHOW + size * (_SHOW + (bits // 64) ** 2 // 16) + _KIND * kinds)
        self.budget.keep(size, bits)  # until the end
        found, *others = shown
        shift, factor = _SHIFT, self.base
        for each in others:
            found = [
                (after + (more << shift), counts + count * factor, ways * chosen)
                for after, counts, ways in found
                for more, count, chosen in each
            ]
            shift, factor = shift + _SHIFT, factor * self.base
        if self.told is None:
            return found
        return [(after, self._told_of(counts), ways) for after, counts, ways in found]

    def _told_of(self, number: int) -> int:
        """The index of the counts passed to a step, for the packed counts of the lots."""
        assert self.told is not None
        counts = self.told(_decoded(number, self.base, len(self.lots)))
        told = self._told.get(counts)
        if told is None:
            told = self._told[counts] = len(self._told)
            self.counts[told] = counts
        return told

    def _begun(self) -> dict[int, int]:
        ways, bits = prod([len(lot.lot.begun) for lot in self.lots]), self.denominator.bit_length()
        self.budget.spend(ways * (_BEGIN + (bits // 64) ** 2 // 16))
        self.budget.keep(ways, bits)
        found, shift = {0: 1}, 0
        for lot in self.lots:
            begun = [(lot.number(left) << shift, w) for left, w in lot.lot.begun.items()]
            found = {key + more: ways * w for key, ways in found.items() for more, w in begun}
            shift += _SHIFT
        return found

    def _turn(self) -> None:
        """Reverse the lattice."""
        shows: list[dict[int, Shows]] = []
        ways = [self.first]
        for layer in self.shows:
            turned: dict[int, Shows] = {}
            reached: dict[int, int] = {}
            for key, before in ways[-1].items():
                for after, counts, number in layer[key]:
                    turned.setdefault(after, []).append((key, counts, number))
                    reached[after] = reached.get(after, 0) + before * number
            shows.append(turned)
            ways.append(reached)
        self.budget.spend(self.ending * len(ways[-1]))
        ends = {key: self.last(key) for key in ways[-1]}
        self.first = {key: number for key, number in ends.items() if number}
        self.faces.reverse()
        self.shows = shows[::-1]
        self._rest = ways[::-1]


class _Numbered:
    """A lot with its remaining values numbered, as they are looked up very often."""

    __slots__ = ("_known", "_most", "_numbers", "lefts", "lot")

    def __init__(self, lot: Lot, most: int | None) -> None:
        self.lot = lot
        self.lefts: list[Left] = []
        self._most = most
        self._numbers: dict[Left, int] = {}
        self._known: dict[Hashable, Shows] = {}

    def number(self, left: Left) -> int:
        number = self._numbers.get(left)
        if number is None:
            number = self._numbers[left] = len(self.lefts)
            self.lefts.append(left)
        return number

    def shown(self, place: int, number: int, budget: Budget) -> Shows:
        """Every way to show the face at a place; faces of equal weights have the same ways."""
        name = self.lot.patterns[place], number
        found = self._known.get(name)
        if found is None:
            numbers, of = self._numbers, self.number
            found = self._known[name] = [
                (numbers[after] if after in numbers else of(after), count, ways)
                for after, count, ways in self.lot.shows(
                    place, self.lefts[number], budget, self._most
                )
            ]
        return found


class _Counts(dict[int, Counts]):
    """The counts of the lots, decoded from a number that has them as digits."""

    __slots__ = ("base", "lots")

    def __init__(self, base: int, lots: int) -> None:
        self.base = base
        self.lots = lots

    def __missing__(self, number: int) -> Counts:
        found = self[number] = _decoded(number, self.base, self.lots)
        return found


def _decoded(number: int, base: int, lots: int) -> Counts:
    if lots == 1:
        return (number,)
    found = []
    for _ in range(lots):
        number, count = divmod(number, base)
        found.append(count)
    return tuple(found)


class _Layer(dict[int, Shows]):
    """The ways to show one face, or any face of the same weights, computed on demand."""

    __slots__ = ("lattice", "place")

    def __init__(self, lattice: Lattice, place: int) -> None:
        self.lattice = lattice
        self.place = place

    def __missing__(self, key: int) -> Shows:
        found = self[key] = self.lattice.written(self.place, key)
        return found


def falling(faces: Iterable[Any]) -> list[Any]:
    """The faces, highest first; symbols by name."""
    listed = list(faces)
    kinds = set(map(type, listed))
    if kinds == {int}:
        return sorted(listed, reverse=True)
    if kinds <= {int, Fraction, bool}:
        return in_order(listed)[::-1]
    if kinds == {Symbols}:
        return sorted(listed, key=str)
    try:
        return sorted(listed, reverse=True)
    except TypeError as error:
        raise RuleError("no-order", f"a pool needs outcomes with an order: {error}") from None
