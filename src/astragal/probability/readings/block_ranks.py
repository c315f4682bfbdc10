"""The sum of the highest values of several blocks, value by value from the highest down.

What is remembered is how many values of each block lie above the value that is looked at, and the
polynomial of their sum. That value is the lowest one kept if enough of the others lie on it, which
follows from cumulative weights: all that lie at most there, less those that are too few.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import comb, lcm, prod
from operator import mul, sub
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from astragal.outcome import Number, tidy
from astragal.probability.budget import FRACTION, Budget
from astragal.probability.generating import whole
from astragal.probability.generating.grids import SPARSE, are_far_apart, places_on, spacing
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law, union
from astragal.probability.long_numbers import power
from astragal.probability.readings.blocks import Block, Term, number_of_falls

if TYPE_CHECKING:
    from flint import fmpz_poly

Above: TypeAlias = tuple[int, ...]
"""How many values of each block lie above the value that is looked at."""


class _Column(NamedTuple):
    """A block on the grid that all share: whole-number weights, place by place."""

    size: int
    at: list[int]
    below: list[int]
    """the weight of everything below each place, filtered values included"""
    denominator: int


def highest_of_terms(terms: Sequence[Term], kept: int, budget: Budget) -> Law | None:
    """The sum of the ``kept`` highest values, or of all values if there are fewer.

    All terms are counted before anything is summed. None if the values of one lie too far apart for
    polynomials.
    """
    grids: dict[tuple[int, ...], _Grid | None] = {}
    found: list[_Grid] = []
    for _, blocks in terms:
        laws = tuple(id(block.law) for block in blocks)  # terms often differ in sizes only
        if laws not in grids:
            grids[laws] = _grid_of(blocks, budget)
        if (grid := grids[laws]) is None:
            return None
        budget.spend(_steps(blocks, kept, grid))
        found.append(grid)
    return union(
        _highest(blocks, kept, grid).weighted(weight)
        for (weight, blocks), grid in zip(terms, found, strict=True)
    )


class _Grid(NamedTuple):
    """The places on which the values of blocks lie."""

    start: Number
    step: Number
    length: int


def _grid_of(blocks: Sequence[Block], budget: Budget) -> _Grid | None:
    """None if there are no values, or if they lie too far apart for polynomials."""
    tables = [block.law.table().table for block in blocks]
    most = SPARSE * sum(map(len, tables))
    if any(are_far_apart(table, most) for table in tables):
        return None  # before the numbers of all are compared
    budget.spend_entries(sum(map(len, tables)))
    budget.spend(FRACTION // 2 * sum(b.law.size for b in blocks if b.law.fractional))
    numbers = {number for table in tables for number in table}
    if not numbers:
        return None
    grid = _Grid(*spacing(numbers))
    return None if grid.length > SPARSE * len(numbers) else grid


def _steps(blocks: Sequence[Block], kept: int, grid: _Grid) -> int:
    """What the sum of the highest values costs."""
    bits = sum(block.size * block.law.bits for block in blocks)
    words = 1 + bits // 64
    ways = bits // 8 + words**2 // 16  # powers of all blocks, multiplied
    if kept == 1:
        return grid.length * (200 * len(blocks) + ways)
    rooms = [min(kept - 1, block.size) for block in blocks]
    number = number_of_falls(tuple(sorted(rooms)), kept)
    each = 500 + grid.length * kept * (4 + words) // 4 + ways // 6
    looks = len(blocks) + 1 + max(0, kept - 3)  # a sum for each number of values on the place
    return grid.length * number * looks * each


def _highest(blocks: Sequence[Block], kept: int, grid: _Grid) -> Law:
    """The sum of the ``kept`` highest values, or of all values if there are fewer."""
    start, step, length = grid
    columns = [_column(block, *grid) for block in blocks]
    denominator = prod(power(column.denominator, column.size) for column in columns)
    if kept == 1:
        return _greatest(columns, start, step, denominator)
    rooms = [min(kept - 1, column.size) for column in columns]
    sweep = _Sweep(columns, _states(rooms, kept), kept)
    for place in range(length - 1, -1, -1):
        sweep.look_at(place)
    found = {kept: sweep.total, **sweep.fewer()}
    return union(
        Finite(tidy(start * number), step, None, denominator, numerator=sums)
        for number, sums in found.items()
    )


def _states(rooms: Sequence[int], kept: int) -> list[Above]:
    """The numbers of values above that are fewer than those kept."""
    states: list[Above] = [()]
    for room in rooms:
        states = [
            (*above, number)
            for above in states
            for number in range(min(room, kept - 1 - sum(above)) + 1)
        ]
    return states


def _column(block: Block, start: Number, step: Number, length: int) -> _Column:
    table, below = block.law.table()
    denominator = lcm(below, block.absent.denominator)
    at = [0] * length
    for place, weight in zip(places_on(start, step, table), table.values(), strict=True):
        at[place] = weight * (denominator // below)
    reach = accumulate(at, initial=int(block.absent * denominator))
    return _Column(block.size, at, list(reach), denominator)


def _greatest(columns: Sequence[_Column], start: Number, step: Number, denominator: int) -> Law:
    """The highest value alone, whose weights need no polynomial; 0 if there is none."""
    below = [1] * len(columns[0].below)
    for column in columns:
        each = column.below if column.size == 1 else [power(w, column.size) for w in column.below]
        below = list(map(mul, below, each))
    absent, *reached = below
    weights = list(map(sub, reached, below))
    row = Finite(start, step, weights, denominator)
    return union([row, Law.of_table({0: absent} if absent else {}, denominator)])


def _enough(columns: Sequence[_Column], above: Above, need: int, place: int) -> int:
    """The ways in which at least ``need`` of the values that are not above lie on a place."""
    everything, too_few = 1, [1]
    for column, number in zip(columns, above, strict=True):
        left, at, below = column.size - number, column.at[place], column.below[place]
        everything *= power(at + below, left)
        if at:
            on_it = range(min(left, need - 1) + 1)
            ways = [comb(left, on) * at**on * power(below, left - on) for on in on_it]
            too_few = whole.product(too_few, ways)[:need]
        else:
            lower = power(below, left)
            too_few = [each * lower for each in too_few]
    return everything - sum(too_few)


class _Sweep:
    """What is known after some of the highest values have been looked at."""

    def __init__(self, columns: Sequence[_Column], states: Sequence[Above], kept: int) -> None:
        from flint import fmpz_poly

        self.columns = columns
        self.kept = kept
        self.sums = {above: fmpz_poly([int(not any(above))]) for above in states}
        """of the values above, each counted from the value that was looked at last"""
        self.nothing = self.total = fmpz_poly([])
        """of all that is settled, counted likewise"""

    def look_at(self, place: int) -> None:
        """Take the next lower place into account."""
        sums = {above: poly.left_shift(sum(above)) for above, poly in self.sums.items()}
        settled = self.nothing
        for above, poly in sums.items():
            if poly and (ways := _enough(self.columns, above, self.kept - sum(above), place)):
                settled += poly * ways
        self.total = self.total.left_shift(self.kept) + settled
        for block, column in enumerate(self.columns):
            if column.at[place]:
                sums = {above: self._with_more(sums, above, block, place) for above in sums}
        self.sums = sums

    def _with_more(
        self, sums: dict[Above, fmpz_poly], above: Above, block: int, place: int
    ) -> fmpz_poly:
        """The sums with some values of a block on a place, which count nothing from there."""
        total = sums[above]
        left, weight = self.columns[block].size - above[block], self.columns[block].at[place]
        for more in range(1, above[block] + 1):
            before = sums[(*above[:block], above[block] - more, *above[block + 1 :])]
            total = total + before * (comb(left + more, more) * weight**more)
        return total

    def fewer(self) -> dict[int, fmpz_poly]:
        """The sums of all values, by their number, if there are fewer than are kept."""
        found: dict[int, fmpz_poly] = {}
        for above, poly in self.sums.items():
            ways = prod(
                power(column.below[0], column.size - number)
                for column, number in zip(self.columns, above, strict=True)
            )
            if ways:
                found[sum(above)] = found.get(sum(above), self.nothing) + poly * ways
        return found
