"""Finite laws: a table, and a series of evenly spaced numbers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection
from fractions import Fraction
from itertools import accumulate, compress, repeat
from math import gcd, lcm

from astragal.outcome import Number, in_order, tidy
from astragal.probability.generating.finite import FiniteSeries, certain, series_of
from astragal.probability.generating.fractions import balanced_sum
from astragal.probability.generating.grids import close_together
from astragal.probability.generating.series import Series
from astragal.probability.laws.law import Law, Table
from astragal.probability.weights import Weights, common_factor

_ZERO = Fraction(0)

# Laws are shared between threads: what one remembers it puts in place by a single assignment.


class TableLaw(Law):
    """Numbers with their weights in a dictionary."""

    __slots__ = ("_fractional", "_ladder", "_row", "_sorted", "_weights")

    def __init__(self, weights: Weights, *, lowest_first: bool = False) -> None:
        self._weights = weights
        self._sorted = lowest_first
        self._row: FiniteSeries | None = None
        self._fractional: bool | None = None
        self._ladder: tuple[list[Number], list[int]] | None = None
        """the numbers from the lowest, and the weight before each of them and of all"""

    @property
    def size(self) -> int:
        return len(self._weights.table)

    @property
    def bits(self) -> int:
        return self._weights.denominator.bit_length()

    def table(self) -> Weights:
        return self._weights

    @property
    def fractional(self) -> bool:
        if self._fractional is None:
            self._fractional = not set(map(type, self._weights.table)) <= {int}
        return self._fractional

    @property
    def longest(self) -> Collection[Number]:
        table = self._weights.table
        return table if self.fractional or not table else (min(table), max(table))

    def in_order(self) -> Table:
        table = self._weights.table
        return table if self._sorted else {number: table[number] for number in in_order(table)}

    def reduced(self) -> Law:
        table, denominator = self._weights
        common = common_factor(denominator, list(table.values())) if table else 1
        if common == 1:
            return self
        reduced = {number: weight // common for number, weight in table.items()}
        return TableLaw(Weights(reduced, denominator // common), lowest_first=self._sorted)

    def row(self) -> FiniteSeries | None:
        if self._row is None:
            table, denominator = self._weights
            if table and close_together(table):
                self._row = series_of(table, denominator)
        return self._row

    def rows(self) -> tuple[Series, ...]:
        if (row := self.row()) is not None:
            return (row,)
        table, denominator = self._weights
        return tuple(certain(number, Fraction(w, denominator)) for number, w in table.items())

    @property
    def constant(self) -> Number | None:
        table, denominator = self._weights
        if len(table) != 1:
            return None
        ((number, weight),) = table.items()
        return number if weight == denominator else None

    @property
    def sole(self) -> Number | None:
        table, _ = self._weights
        return next(iter(table)) if len(table) == 1 else None

    @property
    def mass(self) -> Fraction:
        table, denominator = self._weights
        return Fraction(sum(table.values()), denominator)

    def moments(self) -> tuple[Fraction, Fraction]:
        table, denominator = self._weights
        # Fractions of the same denominator are added as whole numbers.
        first: dict[int, int] = defaultdict(int)
        second: dict[int, int] = defaultdict(int)
        for number, weight in table.items():
            above, below = number.as_integer_ratio()
            weighted = above * weight
            first[below] += weighted
            second[below] += above * weighted
        mean = balanced_sum((total, under) for under, total in first.items())
        square = balanced_sum((total, under**2) for under, total in second.items())
        return mean / denominator, square / denominator

    def at_least(self, number: Number, *, past: bool = False) -> Fraction:
        table, denominator = self._weights
        reached = (w for n, w in table.items() if n > number or (n == number and not past))
        return Fraction(sum(reached), denominator)

    def reached(self, number: Number, *, past: bool = False) -> int:
        if self._ladder is None:
            table = self.in_order()
            self._ladder = list(table), list(accumulate(table.values(), initial=0))
        numbers, reach = self._ladder
        place = bisect_right(numbers, number) if past else bisect_left(numbers, number)
        return reach[-1] - reach[place]

    def reaching(self, number: Number, past: bool = False) -> tuple[int, int]:
        return self.reached(number, past=past), self._weights.denominator

    def exactly(self, number: Number) -> Fraction:
        table, denominator = self._weights
        return Fraction(table.get(number, 0), denominator)

    def _weighted(self, weight: Fraction) -> Law:
        table, denominator = self._weights
        weighted = {number: each * weight.numerator for number, each in table.items()}
        return Law.of_table(weighted, denominator * weight.denominator)

    def _shifted(self, by: Number) -> Law:
        row = self.row()
        return self._one_by_one(lambda n: n + by) if row is None else RowLaw(row.shifted(by))

    def _scaled(self, factor: Number) -> Law:
        if (row := self.row()) is not None:
            return RowLaw(row.scaled(factor))
        return self._one_by_one(lambda number: number * factor, keeps_order=factor > 0)

    def _one_by_one(
        self, function: Callable[[Number], Number], *, keeps_order: bool = True
    ) -> TableLaw:
        """A function that gives no two numbers the same result."""
        table, denominator = self._weights
        results = {tidy(function(number)): weight for number, weight in table.items()}
        return TableLaw(Weights(results, denominator), lowest_first=self._sorted and keeps_order)

    def cut(self, number: Number, *, past: bool = False) -> tuple[Law, Law]:
        table, denominator = self._weights
        low = {n: w for n, w in table.items() if n < number or (n == number and past)}
        high = {n: w for n, w in table.items() if n not in low}
        return Law.of_table(low, denominator), Law.of_table(high, denominator)


class RowLaw(Law):
    """Evenly spaced numbers as one finite series."""

    __slots__ = ("_row", "_weights")

    def __init__(self, row: FiniteSeries) -> None:
        self._row = row
        self._weights: Weights | None = None

    @property
    def size(self) -> int:
        return self._row.length

    @property
    def count(self) -> int:
        return self._row.places.count

    @property
    def bits(self) -> int:
        return self._row.height

    @property
    def denominator(self) -> int:
        return self._row.places.below

    def table(self) -> Weights:
        if self._weights is None:
            row, weights = self._row, self._row.places.weights
            if self.fractional:
                table = self._fractions
            else:
                table = dict(zip(row.numbers(len(weights)), weights, strict=True))
                if 0 in weights:
                    table = {number: weight for number, weight in table.items() if weight}
            self._weights = Weights(table, row.places.below)
        return self._weights

    @property
    def fractional(self) -> bool:
        return not (isinstance(self._row.start, int) and isinstance(self._row.step, int))

    @property
    def _fractions(self) -> Table:
        """The numbers with their weights; most of them are never looked up."""
        from astragal.probability.laws.quotients import Quotients

        row = self._row
        below = lcm(row.start.denominator, row.step.denominator)
        first, apart = int(row.start * below), int(row.step * below)
        base, numbers = below + 1, range(first, first + apart * row.length, apart)
        common = map(gcd, numbers, repeat(below))
        pairs = [n // c * base + below // c for n, c in zip(numbers, common, strict=True)]
        weights = row.places.weights
        if 0 in weights:
            pairs = list(compress(pairs, weights))
            weights = list(filter(None, weights))
        return Quotients(pairs, weights, base)

    @property
    def longest(self) -> Collection[Number]:
        row = self._row
        return (row.start, row.start + row.step * max(0, row.length - 1))

    def in_order(self) -> Table:
        return (self._weights or self.table()).table

    def reduced(self) -> Law:
        places = self._row.places
        return self if places.reduced() is places else RowLaw(self._row.reduced())

    def row(self) -> FiniteSeries:
        return self._row

    def rows(self) -> tuple[Series, ...]:
        return (self._row,)

    @property
    def constant(self) -> Number | None:
        places = self._row.places
        if len(places) == 1 and places.weights[0] == places.below:
            return self._row.start
        return None

    @property
    def sole(self) -> Number | None:
        weights = self._row.places.weights
        if len(weights) > 1 and weights[0]:
            return None
        table, _ = self.table()
        return next(iter(table)) if len(table) == 1 else None

    @property
    def mass(self) -> Fraction:
        return self._row.mass

    def moments(self) -> tuple[Fraction, Fraction]:
        return self._row.moments()

    def at_least(self, number: Number, *, past: bool = False) -> Fraction:
        row = self._row
        if row.step == 1:
            return row.places.mass_from(row.place(number, past=past))
        return row.mass_of_at_least(number, past=past)

    def reached(self, number: Number, *, past: bool = False) -> int:
        row, places = self._row, self._row.places
        if row.step > 0:
            return places.sum_from(row.place(number, past=past))
        return places.sum_from(0) - places.sum_from(row.place(number, past=not past))

    def reaching(self, number: Number, past: bool = False) -> tuple[int, int]:
        row = self._row
        start, places = row.start, row.places
        if row.step == 1 and type(number) is int and type(start) is int:
            return places.sum_from(number - start + past), places.below
        return self.reached(number, past=past), places.below

    def exactly(self, number: Number) -> Fraction:
        place = self._row.place(number)
        return self._row.weight_at(place) if self._row.value(place) == number else _ZERO

    def _weighted(self, weight: Fraction) -> Law:
        return RowLaw(self._row.weighted(weight))

    def shifted(self, by: Number) -> Law:
        if not by:
            return self
        row = self._row
        start = row.start + by
        return RowLaw(
            FiniteSeries(start if type(start) is int else tidy(start), row.step, row.places)
        )

    _shifted = shifted

    def _scaled(self, factor: Number) -> Law:
        return RowLaw(self._row.scaled(factor))

    def cut(self, number: Number, *, past: bool = False) -> tuple[Law, Law]:
        low, high = self._row.split(self._row.place(number, past=past))
        return RowLaw(low), RowLaw(high)
