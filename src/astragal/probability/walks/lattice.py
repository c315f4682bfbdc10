"""The ways of lots through their faces: how many values remain after each.

A lattice is built from the highest face down, where dice of unlike sizes become one lot; a walk
from the lowest face up goes through it backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

from astragal.errors import RuleError
from astragal.outcome import in_order
from astragal.probability.budget import FRACTION, Budget
from astragal.probability.walks.hands import Counts, Order
from astragal.probability.walks.lots import Left, Lot
from astragal.symbols import Symbols

Key: TypeAlias = tuple[Left, ...]
"""The remaining values of each lot."""

Shows: TypeAlias = list[tuple[int, int, int]]
"""The ways to show a face: numbers of a key and of counts, and the weight of each way."""

_FACE = 3_000
"""The steps of a face of a lot, however few ways there are to show it."""

_SHOW, _KIND = 600, 600
"""The steps of writing down one way to show a face, and for each kind of dice."""


class Lattice:
    """The ways of some lots through all their faces, in the order of a walk.

    Keys and counts are numbered: a walk looks them up very often.
    """

    def __init__(
        self,
        lots: Sequence[Lot],
        order: Order,
        budget: Budget,
        told: Callable[[Counts], Counts] | None = None,
        most: int | None = None,
    ) -> None:
        """``told`` makes the counts that a step is given of those of the lots.

        With ``most``, ways to show a face more often than that are left out.
        """
        listed = [face for lot in lots for face in lot.faces]
        each = FRACTION if Fraction in map(type, listed) else 0
        budget.spend(len(listed) * (_FACE + 3 * each))
        self.faces: list[Any] = falling({face for lot in lots for face in lot.faces})
        self.lots = [lot.along(self.faces) for lot in lots]
        self.budget = budget
        self.told = told
        self.most = most
        self.denominator = prod(lot.denominator for lot in lots)
        self.keys: list[Key] = []
        self.counts: list[Counts] = []
        self._key_numbers: dict[Key, int] = {}
        self._count_numbers: dict[Counts, int] = {}
        known: dict[tuple[Any, ...], _Layer] = {}
        self.shows: list[dict[int, Shows]] = []
        for place in range(len(self.faces)):
            pattern = tuple([lot.pattern(place) for lot in self.lots])
            self.shows.append(known.setdefault(pattern, _Layer(self, place)))
        self.first = self._begun()
        self._rest: list[dict[int, int]] = []
        if order is Order.RISING:
            self._turn()

    def rest(self, place: int, key: int) -> int:
        """The number of ways from a place to the end."""
        if self._rest:
            return self._rest[place][key]
        lefts = zip(self.lots, self.keys[key], strict=True)
        return prod([lot.rest(place, left) for lot, left in lefts])

    def last(self, key: int) -> int:
        """The weight of ending with these values left over."""
        return self.rest(len(self.faces), key)

    def written(self, place: int, key: int) -> Shows:
        """Every way to show the face at a place."""
        if len(self.lots) == 1 and self.told is None:
            left = self.keys[key][0]
            shown = self.lots[0].shows(place, left, self.most)
            self._count(len(shown), len(left))
            keys, counts = self._number_of_key, self._number_of_counts
            return [(keys((after,)), counts((count,)), ways) for after, count, ways in shown]
        found: list[tuple[Key, Counts, int]] = [((), (), 1)]
        for lot, left in zip(self.lots, self.keys[key], strict=True):
            shown = lot.shows(place, left, self.most)
            self._count(len(found) * len(shown), len(left))
            found = [
                ((*after, more), (*counts, count), ways * chosen)
                for after, counts, ways in found
                for more, count, chosen in shown
            ]
        told = self.told
        return [
            (
                self._number_of_key(after),
                self._number_of_counts(counts if told is None else told(counts)),
                ways,
            )
            for after, counts, ways in found
        ]

    def _count(self, shown: int, kinds: int) -> None:
        """Count ways to show a face, which stay until the end."""
        bits = self.denominator.bit_length()
        self.budget.spend(_SHOW + shown * (_SHOW + (bits // 64) ** 2 // 16) + _KIND * kinds)
        self.budget.keep(shown, bits)

    def _begun(self) -> dict[int, int]:
        found: dict[Key, int] = {(): 1}
        for lot in self.lots:
            found = {
                (*key, left): ways * weight
                for key, ways in found.items()
                for left, weight in lot.begun.items()
            }
        return {self._number_of_key(key): ways for key, ways in found.items()}

    def _number_of_key(self, key: Key) -> int:
        number = self._key_numbers.get(key)
        if number is None:
            number = self._key_numbers[key] = len(self.keys)
            self.keys.append(key)
        return number

    def _number_of_counts(self, counts: Counts) -> int:
        number = self._count_numbers.get(counts)
        if number is None:
            number = self._count_numbers[counts] = len(self.counts)
            self.counts.append(counts)
        return number

    def _turn(self) -> None:
        """Go through it backwards."""
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
        ends = {key: self.last(key) for key in ways[-1]}
        self.first = {key: number for key, number in ends.items() if number}
        self.faces.reverse()
        self.shows = shows[::-1]
        self._rest = ways[::-1]


class _Layer(dict[int, Shows]):
    """The ways to show one face, or any other of the same weights, written down when asked for."""

    __slots__ = ("lattice", "place")

    def __init__(self, lattice: Lattice, place: int) -> None:
        self.lattice = lattice
        self.place = place

    def __missing__(self, key: int) -> Shows:
        found = self[key] = self.lattice.written(self.place, key)
        return found


def falling(faces: Iterable[Any]) -> list[Any]:
    """Faces, the highest first; symbols by name."""
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
