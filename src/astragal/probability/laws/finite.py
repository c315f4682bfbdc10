"""Finite odds of a number: whole-number weights over one denominator."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

from astragal.outcome import Number, in_order, tidy
from astragal.probability.generating.fractions import fraction_of
from astragal.probability.generating.grids import (
    close_together,
    evenly_spaced,
    placed,
    places_on,
    spacing,
)
from astragal.probability.laws.law import Law, Table
from astragal.probability.weights import Weights, common_factor

if TYPE_CHECKING:
    from flint import fmpz_poly

    from astragal.probability.laws.series import Series

Root: TypeAlias = "tuple[Finite | int, int]"
"""A law, or a fair die by its sides, with a number of copies whose sum has these weights."""

# Laws are shared between threads: cached values are set by a single assignment.


class Finite(Law):
    """Numbers with whole-number weights over one denominator.

    Evenly spaced numbers are stored as a grid: ``start``, ``step`` (above 0), and a weight for each
    place, the last one nonzero. Scattered numbers are stored as a table. A law is created in one
    form and converted to the other on demand. The weights of a grid are Python integers, a FLINT
    polynomial, or both.
    """

    __slots__ = (
        "_fractional",
        "_ladder",
        "_moments",
        "_numerator",
        "_on_grid",
        "_reach",
        "_root",
        "_sorted",
        "_table",
        "_weights",
        "below",
        "start",
        "step",
        "tabled",
    )

    start: Number
    step: Number
    below: int
    """the denominator of the weights"""
    tabled: bool
    """whether it was built from a table"""
    _on_grid: bool | None
    """whether a table's numbers lie on a grid; None if that has not been checked"""
    _table: Weights | None
    _ladder: list[Number] | None
    """the numbers of a table, lowest first"""
    _reach: list[int] | None
    _moments: tuple[Fraction, Fraction] | None

    def __init__(
        self,
        start: Number,
        step: Number,
        weights: list[int] | None,
        below: int,
        *,
        numerator: fmpz_poly | None = None,
        root: Root | None = None,
    ) -> None:
        """``root`` is the law and exponent that the weights are a power of, if known."""
        while weights and not weights[-1]:
            weights.pop()
        self.start = start
        self.step = step
        self.below = below
        self._weights = weights
        self._numerator = numerator
        self._root = root
        self.tabled = False
        self._on_grid = self._sorted = True
        self._table = self._reach = self._moments = None
        self._fractional: bool | None = not (type(start) is int and type(step) is int)

    @classmethod
    def of_table(cls, table: Table, below: int, *, lowest_first: bool = False) -> Finite:
        """The law of a table; ``lowest_first`` states that the table is already sorted."""
        self = _new(cls)
        self._begin(table, below, lowest_first)
        return self

    def _begin(self, table: Table, below: int, lowest_first: bool) -> None:
        self.below = below
        self._table = Weights(table, below)
        self._sorted = lowest_first
        self.tabled = True
        self._on_grid = self._weights = self._numerator = self._root = None
        self._reach = self._moments = self._fractional = self._ladder = None

    # Its grid

    @property
    def gridded(self) -> bool:
        """True if the numbers are close enough together for a grid."""
        found = self._on_grid
        if found is None:
            assert self._table is not None
            table = self._table.table
            found = bool(table) and close_together(table)
            if found:
                self.start, self.step, length = spacing(table)
                places = placed(places_on(self.start, self.step, table), table.values(), length)
                while not places[-1]:
                    places.pop()
                self._weights = places
            self._on_grid = found
        return found

    @property
    def weights(self) -> list[int]:
        """The weight of each place; do not modify the list."""
        weights = self._weights
        if weights is None:
            if self._numerator is None:
                return self._gridded().weights
            weights = self._weights = list(map(int, self._numerator.coeffs()))
        return weights

    @property
    def numerator(self) -> fmpz_poly:
        """The weights as a polynomial."""
        if self._numerator is None:
            from flint import fmpz_poly

            self._numerator = fmpz_poly(self.weights)
        return self._numerator

    @property
    def length(self) -> int:
        """The number of places."""
        return len(self.weights) if self._numerator is None else int(self._numerator.length())

    def _gridded(self) -> Finite:
        if not self.gridded:
            raise TypeError("these numbers lie too far apart for a grid")
        return self

    @property
    def plain(self) -> bool:
        """True if the weights are already available as Python integers."""
        return self._weights is not None

    @property
    def occupied(self) -> int:
        """The number of places with a nonzero weight."""
        weights = self.weights
        return len(weights) - weights.count(0)

    @property
    def root(self) -> Root:
        """The law and exponent that the weights are a power of."""
        return (self, 1) if self._root is None else self._root

    def value(self, place: int) -> Number:
        return tidy(self.start + self.step * place)

    def place(self, number: Number, *, past: bool = False) -> int:
        """The first place whose number is at least this one; with ``past``, greater."""
        if self.step == 1 and type(number) is int and type(self.start) is int:
            return number - self.start + past
        distance = Fraction(number - self.start) / self.step
        return int(distance // 1) + 1 if past else -int(-distance // 1)

    def numbers(self, count: int) -> Sequence[Number]:
        """The numbers at the first places."""
        return evenly_spaced(self.start, self.step, count)

    @property
    def reach(self) -> list[int]:
        """Cumulative weights before each place of the grid or sorted table, and the total."""
        reach = self._reach
        if reach is None:
            weights = self.weights if self.gridded else self.in_order().values()
            reach = self._reach = list(accumulate(weights, initial=0))
        return reach

    def sum_from(self, place: int) -> int:
        """The sum of the weights from ``place`` on."""
        reach = self.reach
        return reach[-1] - reach[min(max(0, place), len(reach) - 1)]

    # Size and forms

    @property
    def size(self) -> int:
        return self.count if self.tabled else self.length

    @property
    def count(self) -> int:
        return self.occupied if self._table is None else len(self._table.table)

    @property
    def bits(self) -> int:
        return self.below.bit_length()

    @property
    def denominator(self) -> int:
        return self.below

    @property
    def fractional(self) -> bool:
        if self._fractional is None:
            self._fractional = not set(map(type, self.table().table)) <= {int}
        return self._fractional

    @property
    def longest(self) -> Collection[Number]:
        if not self.tabled:
            return self.start, self.start + self.step * max(0, self.length - 1)
        table = self.table().table
        return table if self.fractional or not table else (min(table), max(table))

    def table(self) -> Weights:
        if self._table is None:
            weights = self.weights
            table: Table
            if self._fractional:
                from astragal.probability.laws.quotients import evenly_spaced_fractions

                table = evenly_spaced_fractions(self)
            else:
                table = dict(zip(self.numbers(len(weights)), weights, strict=True))
                if 0 in weights:
                    table = {number: weight for number, weight in table.items() if weight}
            self._table = Weights(table, self.below)
        return self._table

    def in_order(self) -> Table:
        table = self.table().table
        return table if self._sorted else {number: table[number] for number in in_order(table)}

    def reduced(self) -> Finite:
        if self._root is not None:
            return self  # a power of weights in lowest terms is in lowest terms
        table = self._table.table if self.tabled and self._table is not None else None
        weights = self.weights if table is None else list(table.values())
        common = common_factor(self.below, weights) if weights else 1
        if common == 1:
            return self
        fewer, below = [weight // common for weight in weights], self.below // common
        if table is None:
            return Finite(self.start, self.step, fewer, below)
        return Finite.of_table(
            dict(zip(table, fewer, strict=True)), below, lowest_first=self._sorted
        )

    def rows(self) -> tuple[Series, ...]:
        from astragal.probability.laws.series import Series

        if self.gridded:
            weights = self._weights
            top = self.numerator if weights is None else weights
            return (Series(self.start, self.step, top, [self.below]),)
        return tuple(
            [Series(number, 1, [w], [self.below]) for number, w in self.table()[0].items()]
        )

    @property
    def constant(self) -> Number | None:
        sole = self.sole
        return sole if sole is not None and self._sum == self.below else None

    @property
    def sole(self) -> Number | None:
        if self._table is not None:
            table = self._table.table
            return next(iter(table)) if len(table) == 1 else None
        weights = self.weights
        if not weights or (len(weights) > 1 and (weights[0] or self.occupied > 1)):
            return None
        return self.value(len(weights) - 1)

    # Odds

    @property
    def _sum(self) -> int:
        return sum(self.weights if self._table is None else self._table.table.values())

    @property
    def mass(self) -> Fraction:
        return fraction_of(self._sum, self.below)

    def moments(self) -> tuple[Fraction, Fraction]:
        if self._moments is None:
            from astragal.probability.laws.expected import moments_of_table, moments_on_grid

            known = self._table
            self._moments = moments_on_grid(self) if known is None else moments_of_table(*known)
        return self._moments

    def at_least(self, number: Number, *, past: bool = False) -> Fraction:
        return fraction_of(self.reached(number, past=past), self.below)

    def reached(self, number: Number, *, past: bool = False) -> int:
        if self.gridded:
            return self.sum_from(self.place(number, past=past))
        numbers = self._ladder
        if numbers is None:
            numbers = self._ladder = list(self.in_order())
        return self.sum_from((bisect_right if past else bisect_left)(numbers, number))

    def reaching(self, number: Number, past: bool = False) -> tuple[int, int]:
        return self.reached(number, past=past), self.below

    def exactly(self, number: Number) -> Fraction:
        if self._table is not None:
            return fraction_of(self._table.table.get(number, 0), self.below)
        place = self.place(number)
        if not 0 <= place < self.length or self.value(place) != number:
            return _ZERO
        return fraction_of(self.weights[place], self.below)

    # Laws from laws

    def _weighted(self, weight: Fraction) -> Finite:
        above, below = weight.numerator, self.below * weight.denominator
        if self.tabled:
            weighted = {number: each * above for number, each in self.table().table.items()}
            return Finite.of_table(weighted, below, lowest_first=self._sorted)
        return Finite(self.start, self.step, [each * above for each in self.weights], below)

    def _shifted(self, by: Number) -> Finite:
        if not self._on_grid:
            return self._one_by_one(lambda number: number + by)
        return self._moved(tidy(self.start + by), self.step)

    def _scaled(self, factor: Number) -> Finite:
        if not self.gridded:
            return self._one_by_one(lambda number: number * factor, keeps_order=factor > 0)
        step = tidy(self.step * factor)
        if factor > 0:
            return self._moved(tidy(self.start * factor), step)
        start = tidy(self.value(max(0, self.length - 1)) * factor)
        return Finite(start, -step, self.weights[::-1], self.below)

    def _moved(self, start: Number, step: Number) -> Finite:
        """The same weights on another grid."""
        return Finite(
            start, step, self._weights, self.below, numerator=self._numerator, root=self._root
        )

    def _one_by_one(
        self, function: Callable[[Number], Number], *, keeps_order: bool = True
    ) -> Finite:
        """Apply an injective function to every number."""
        table = {tidy(function(number)): weight for number, weight in self.table().table.items()}
        return Finite.of_table(table, self.below, lowest_first=self._sorted and keeps_order)

    def cut(self, number: Number, *, past: bool = False) -> tuple[Law, Law]:
        if not self.tabled:
            weights = self.weights
            place = min(max(0, self.place(number, past=past)), len(weights))
            low = Finite(self.start, self.step, weights[:place], self.below)
            return low, Finite(self.value(place), self.step, weights[place:], self.below)
        table = self.table().table
        lower = {n: w for n, w in table.items() if n < number or (n == number and past)}
        higher = {n: w for n, w in table.items() if n not in lower}
        sorted_ = self._sorted
        return (
            Finite.of_table(lower, self.below, lowest_first=sorted_),
            Finite.of_table(higher, self.below, lowest_first=sorted_),
        )


_new = object.__new__

_ZERO = Fraction(0)


def certain(number: Number, weight: Fraction | int = 1) -> Finite:
    """The law of one number."""
    return Finite(number, 1, [weight.numerator], weight.denominator)
