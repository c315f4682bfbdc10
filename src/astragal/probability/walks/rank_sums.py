"""The sum of the values of some ranks: a walk whose weights are polynomials of the sum.

Apart from that, a walk only needs the number of values seen. So it tracks {remaining values of each
lot: {values seen: polynomial}}, each polynomial packed into one Python integer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import comb
from typing import NamedTuple, TypeAlias, TypeGuard

from astragal.outcome import Number, tidy
from astragal.probability.budget import Budget
from astragal.probability.generating import whole
from astragal.probability.generating.grids import common_step, places_on
from astragal.probability.laws.finite import Finite
from astragal.probability.walks.hands import Hand, Order, Plain, counts_of
from astragal.probability.walks.lattice import Lattice
from astragal.probability.walks.lots import Dice, Lot

_PRODUCT, _WORD = 400, 12
"""The steps of a product with a polynomial, and of each machine word of it."""

_REST, _BITS = 300, 4
"""The steps of computing a number of ways, a power, and how many bits of it take one more step."""

_LONGEST = 1_000_000
"""Polynomials of more bits than this are slower than the sums that they replace."""

Stretches: TypeAlias = Sequence[tuple[int, int]]
"""Half-open ranges of ranks, counted from the start of a walk."""


class _Grid(NamedTuple):
    """A grid of points: ``least`` plus a multiple of ``step`` for each value."""

    least: Number
    step: Number
    places: dict[Number, int]


def total_of_ranks(
    hand: Hand, stretches: Stretches, points: Mapping[Number, Number], order: Order, budget: Budget
) -> Finite | None:
    """The sum of the points of some ranks of a stateless hand.

    None if the sums are too scattered for polynomials.
    """
    end = max((last for _, last in stretches), default=0)
    kept = sum(last - first for first, last in stretches)
    grid = _grid(points, least_size_known=min(hand.sizes, default=0) >= end)
    lowest, highest = (bound([0, *grid.places.values()]) for bound in (min, max))
    lots, faces = hand.lots, grid.places
    if order is Order.RISING and type(hand) is Plain and _is_sooner_mirrored(lots[0], end):
        lots, order = [lots[0].mirrored()], Order.FALLING
        faces = {-face: place for face, place in faces.items()}
    told = None if type(hand) is Plain else partial(counts_of, [hand])
    # If faces fill all ranks in most ways, the few other ways are counted instead.
    every = stretches == [(0, max(hand.sizes))]
    few = end - 1 if told is None and order is Order.FALLING and end and not every else None
    lattice = Lattice(lots, order, budget, told, few)
    size = lattice.denominator.bit_length() // 8 + 1
    length = kept * (highest - lowest) + 1
    if 8 * size * length > _LONGEST:
        return None
    begun = 1 << (8 * size * -lowest * kept)
    if every:
        total = _sum_of_all(lattice, faces, 8 * size, begun, budget)
    else:
        ways = len(lattice.faces) * end**2 // 2
        budget.foresee(ways * (_PRODUCT + _WORD * size * length // 32))
        walked = _RankSums(lattice, stretches, end, faces, 8 * size, budget)
        total = walked.total(begun)
    start = tidy(grid.least * kept + grid.step * lowest * kept)
    return Finite(start, grid.step, whole.unpacked(total, size), lattice.denominator)


def _grid(points: Mapping[Number, Number], *, least_size_known: bool) -> _Grid:
    """The grid of the points; it starts at the least point if enough values are certain."""
    least = min(points.values(), default=0) if least_size_known else 0
    step = common_step([tidy(point - least) for point in points.values()])
    places = places_on(least, step, points.values())
    return _Grid(least, step, dict(zip(points, places, strict=True)))


def _is_sooner_mirrored(lot: Lot, end: int) -> TypeGuard[Dice]:
    """True if a short walk has fewer ways down the negated faces than up the faces."""
    if not isinstance(lot, Dice):
        return False
    faces = sorted(lot.faces, reverse=True)
    few = len(faces) * comb(end + len(lot.kinds), len(lot.kinds))
    return few < lot.along(faces).ways


def _sum_of_all(
    lattice: Lattice, places: Mapping[Number, int], bits: int, begun: int, budget: Budget
) -> int:
    """The sum of all values as a polynomial; the number of values seen is not needed."""
    found = {key: begun * ways for key, ways in lattice.first.items()}
    for place, face in enumerate(lattice.faces):
        shift = bits * places[face]
        following: dict[int, int] = {}
        for key, poly in found.items():
            onward = lattice.shows[place][key]
            budget.spend(len(onward) * (_PRODUCT + _WORD * (1 + poly.bit_length() // 64)))
            for after, counts, ways in onward:
                more = _shifted(poly * ways, shift * lattice.counts[counts][0])
                following[after] = following.get(after, 0) + more
        found = following
    return sum([lattice.last(key) * poly for key, poly in found.items()])


class _RankSums:
    """A sum carried through a lattice; ``bits`` is the space per weight of a polynomial."""

    def __init__(
        self,
        lattice: Lattice,
        stretches: Stretches,
        end: int,
        places: Mapping[Number, int],
        bits: int,
        budget: Budget,
    ) -> None:
        self.lattice = lattice
        self.places = places
        self.bits = bits
        self.budget = budget
        self.end = end
        self.before = [
            sum([max(0, min(seen, last) - first) for first, last in stretches])
            for seen in range(end + 1)
        ]
        """how many values are kept, by the number of values so far"""

    def total(self, start: int) -> int:
        """The sum as a polynomial, starting from ``start``."""
        lattice = self.lattice
        if not self.end:
            return start * sum([n * lattice.rest(0, key) for key, n in lattice.first.items()])
        found = {key: {0: start * ways} for key, ways in lattice.first.items()}
        total = 0
        for place, face in enumerate(lattice.faces):
            shift = self.bits * self.places[face]
            following: dict[int, dict[int, int]] = {}
            for key, sums in found.items():
                for seen, poly in sums.items():
                    total += self._after(place, key, seen, poly, shift, following)
            found = following
        for key, sums in found.items():
            total += lattice.last(key) * sum(sums.values())
        return total

    def _after(
        self,
        place: int,
        key: int,
        seen: int,
        poly: int,
        shift: int,
        following: dict[int, dict[int, int]],
    ) -> int:
        """Process the next face; returns the part of the sum in which all kept ranks are seen."""
        lattice, before, end = self.lattice, self.before, self.end
        kept = before[seen]
        onward = lattice.shows[place][key]
        words = 1 + poly.bit_length() // 64
        self.budget.spend(len(onward) * _PRODUCT + min(len(onward), end - seen) * words * _WORD)
        every = self._rest(place, key)
        few = 0
        for after, counts, ways in onward:
            now = seen + lattice.counts[counts][0]
            if now >= end:
                continue
            few += ways * self._rest(place + 1, after)
            more = _shifted(poly * ways, shift * (before[now] - kept))
            sums = following.get(after)
            if sums is None:
                following[after] = {now: more}
            else:
                sums[now] = sums.get(now, 0) + more
        # All kept ranks are seen in the other ways: counting the complement is easier.
        enough = every - few
        return _shifted(poly * enough, shift * (before[end] - kept)) if enough else 0

    def _rest(self, place: int, key: int) -> int:
        """The number of ways from a place to the end."""
        found = self.lattice.rest(place, key)
        self.budget.spend(_REST + found.bit_length() // _BITS)
        return found


def _shifted(poly: int, by: int) -> int:
    return poly << by if by >= 0 else poly >> -by
