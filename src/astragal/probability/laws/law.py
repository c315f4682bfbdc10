"""The odds of a number as weights: a table, a finite series, or several series without end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import ClassVar

from astragal.die import Die
from astragal.outcome import Number, tidy
from astragal.probability.budget import FRACTION, Budget
from astragal.probability.generating import finite, whole
from astragal.probability.generating.finite import FiniteSeries, certain
from astragal.probability.generating.grids import (
    SPARSE,
    check_places,
    common_divisor,
    grid_length,
    lengths_on_one_grid,
    spacing,
)
from astragal.probability.generating.places import Places, fair_places
from astragal.probability.generating.series import Series
from astragal.probability.refusals import both_ways
from astragal.probability.weights import Weights

Table = Mapping[Number, int]


class Law(ABC):
    """The odds of a number. Immutable.

    The weights need not add up to one: part of a law is a law too.
    """

    __slots__ = ()

    finite: ClassVar[bool] = True
    parts: tuple[Series, ...] = ()
    """the series of a law without end; empty for a finite law"""

    @staticmethod
    def of_table(table: Table, denominator: int, *, lowest_first: bool = False) -> Law:
        """The law of a table, which may be known to list the lowest number first."""
        return TableLaw(Weights(table, denominator), lowest_first=lowest_first)

    @staticmethod
    def of_rows(rows: Iterable[Series]) -> Law:
        """The weights of several series together."""
        parts = [row for row in rows if row.length]
        finite = [row for row in parts if isinstance(row, FiniteSeries)]
        if len(finite) == len(parts):
            return union(map(RowLaw, finite))
        from astragal.probability.generating.combining import joined

        parts = joined(parts)
        if len(parts) == 1 and isinstance(parts[0], FiniteSeries):
            return RowLaw(parts[0])
        return EndlessLaw(tuple(parts))

    @staticmethod
    @lru_cache(maxsize=256, typed=True)
    def certain(number: Number) -> Law:
        return TableLaw(Weights({number: 1}, 1), lowest_first=True)

    @staticmethod
    def of_die(die: Die) -> Law:
        """The law of a face; faces with symbols stand there by their place on the die."""
        if die.symbolic:
            weights = die.weights or [1] * len(die.faces)
            return Law.of_table(dict(enumerate(weights)), die.total)
        if die.weights is not None:
            return Law.of_table(dict(zip(die.faces, die.weights, strict=True)), die.total)
        if isinstance(die.faces, range):
            return _fair_die(die.lowest, die.total)
        return Law.of_table(dict.fromkeys(die.faces, 1), die.total)

    # Size

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of places or entries of a finite law; 0 for one without end."""

    @property
    def count(self) -> int:
        """How many numbers a finite law has."""
        return len(self.table().table)

    @property
    @abstractmethod
    def bits(self) -> int:
        """The length of the denominator; a guess for a law without end."""

    @property
    def denominator(self) -> int:
        """That of all weights of a finite law."""
        return self.table().denominator

    @property
    def fractional(self) -> bool:
        """Whether some numbers of a finite law are fractions, which are slow; else False."""
        return False

    @property
    def longest(self) -> Collection[Number]:
        """Those numbers of a finite law that may have the most digits."""
        return ()

    @property
    def degree(self) -> int:
        """The length of the polynomials of a law without end; 0 for a finite one."""
        return 0

    @property
    def words(self) -> int:
        """About how many machine words the law takes."""
        return (self.size + self.degree) * (1 + self.bits // 64)

    # Forms

    @abstractmethod
    def table(self) -> Weights:
        """Every number of a finite law with its weight."""

    @abstractmethod
    def in_order(self) -> Table:
        """The table of a finite law, lowest number first."""

    @abstractmethod
    def reduced(self) -> Law:
        """The same law in lower terms, where these are found quickly."""

    @abstractmethod
    def row(self) -> Series | None:
        """The law as one series, if it is one or its numbers lie close enough together."""

    @abstractmethod
    def rows(self) -> tuple[Series, ...]:
        """The law as series, one for each number if they lie too far apart."""

    @property
    @abstractmethod
    def constant(self) -> Number | None:
        """The number that it is with certainty, if there is one."""

    @property
    @abstractmethod
    def sole(self) -> Number | None:
        """The only number it can be, whatever its weight, if there is just one."""

    # Odds

    @property
    @abstractmethod
    def mass(self) -> Fraction:
        """The sum of the weights."""

    @abstractmethod
    def moments(self) -> tuple[Fraction, Fraction]:
        """The expected value of the number and of its square."""

    @abstractmethod
    def at_least(self, number: Number, *, past: bool = False) -> Fraction:
        """The probability of ``number`` or more; with ``past``, of more."""

    def reaching(self, number: Number, past: bool = False) -> tuple[int, int]:
        """The same as a weight and a denominator, which may have a common divisor."""
        return self.at_least(number, past=past).as_integer_ratio()

    def reached(self, number: Number, *, past: bool = False) -> int:
        """The same of a finite law times the denominator of its table, quick for many numbers."""
        raise TypeError("a law without end has no common denominator")

    @abstractmethod
    def exactly(self, number: Number) -> Fraction:
        """The probability of one number."""

    # Laws from laws

    def weighted(self, weight: Fraction | int) -> Law:
        """Every weight times a factor."""
        if weight == 1:
            return self
        return self._weighted(Fraction(weight)) if weight else Law.of_table({}, 1)

    def shifted(self, by: Number) -> Law:
        """The number plus a constant."""
        return self._shifted(by) if by else self

    def scaled(self, factor: Number) -> Law:
        """The number times a constant."""
        if factor == 1:
            return self
        return self._scaled(factor) if factor else RowLaw(certain(0, self.mass))

    @abstractmethod
    def _weighted(self, weight: Fraction) -> Law: ...
    @abstractmethod
    def _shifted(self, by: Number) -> Law: ...
    @abstractmethod
    def _scaled(self, factor: Number) -> Law: ...

    def map(self, function: Callable[[Number], Number]) -> Law:
        """A function of the number, for a finite law."""
        table, denominator = self.table()
        mapped: dict[Number, int] = defaultdict(int)
        for number, weight in table.items():
            mapped[tidy(function(number))] += weight
        return Law.of_table(mapped, denominator)

    def floors(self) -> Law:
        """The number rounded down."""
        return self.map(lambda number: number // 1)

    @abstractmethod
    def cut(self, number: Number, *, past: bool = False) -> tuple[Law, Law]:
        """The law below a number, and the rest; with ``past``, the number counts as below."""

    def plus(self, other: Law, budget: Budget) -> Law:
        """The sum of two independent numbers."""
        for one, another in ((self, other), (other, self)):
            if (constant := another.constant) is not None:
                budget.spend_fractions(one)
                return one.shifted(constant)
        if self.finite and other.finite:
            return _sum_of_finite(self, other, budget)
        return _sum_of_rows(self.rows(), other.rows(), budget)

    def power(self, n: int, budget: Budget) -> Law:
        """The sum of ``n`` independent numbers of this law."""
        if n == 0:
            return Law.certain(0)
        if n == 1:
            return self
        if (constant := self.constant) is not None:
            return Law.certain(constant * n)
        if (row := self.row()) is not None:
            return _power_of_row(row, n, budget)
        if self._is_added_one_by_one(n):
            total: Law = self
            for _ in range(n - 1):
                total = total.plus(self, budget)
            return total
        half = self.power(n // 2, budget)
        twice = half.plus(half, budget)
        return twice.plus(self, budget) if n % 2 else twice

    def _is_added_one_by_one(self, n: int) -> bool:
        """Whether few numbers that lie far apart are added sooner than sums of them are doubled."""
        if not self.finite or not self.table().table:
            return False
        table = self.table().table
        k, length, half = len(table), spacing(table).length, n // 2

        def places(n: int) -> int:
            """How long a series of the sums of ``n`` numbers is."""
            return n * (length - 1) + 1

        def sums(n: int) -> int:
            """How many different sums there are of ``n`` numbers, at most."""
            return min(comb(n + k - 1, k - 1), places(n))

        sparse = places(half) > SPARSE * sums(half)
        return sparse and n * sums(n) < sums(half) ** 2

    def geometric_series(self) -> Law:
        """The sum over all n of n independent numbers of this law: 1 / (1 - f).

        The mass must be less than one.
        """
        from astragal.probability.generating.combining import geometric_series

        rows = self.rows()
        if not rows:
            return Law.certain(0)
        total = rows[0]
        for row in rows[1:]:
            if total.step * row.step < 0 and not (total.finite or row.finite):
                raise both_ways()
            total = total.union(row)
        return Law.of_rows([geometric_series(total)])


_FEW_PLACES = 1_000
"""So many fill no memory worth counting."""


def _fair_die(lowest: int, sides: int) -> Law:
    return (_small_die if sides <= _FEW_PLACES else _large_die)(lowest, sides)


@lru_cache(maxsize=64)
def _small_die(lowest: int, sides: int) -> Law:
    return _large_die(lowest, sides)


def _large_die(lowest: int, sides: int) -> Law:
    """One that is not remembered: its table would fill the memory."""
    return RowLaw(FiniteSeries(lowest, 1, fair_places(sides)))


def fair_sum(die: Die, count: int, budget: Budget) -> Law:
    """The sum of one or more standard dice: their faces are equally likely."""
    sides = die.total
    if count == 1:
        return _fair_die(die.lowest, sides)
    if sides == 1:
        return Law.certain(die.lowest * count)
    words = 1 + count * sides.bit_length() // 64
    budget.spend(count * sides * (150 + 3 * words))
    if count * sides > _FEW_PLACES:
        budget.room(count * sides, 64 * words)
        check_places(count * sides)
    weights = whole.fair_power(sides, count)
    places = Places(weights, sides**count, root=(sides, count))
    return RowLaw(FiniteSeries(die.lowest * count, 1, places))


def _sum_of_finite(a: Law, b: Law, budget: Budget) -> Law:
    bits = a.bits + b.bits
    left, right = a.row(), b.row()
    if isinstance(left, FiniteSeries) and isinstance(right, FiniteSeries):
        places = grid_length(left, right)
        if places <= SPARSE * left.length * right.length:
            budget.spend_product(places, bits)
            if not (isinstance(left.step, int) and isinstance(right.step, int)):
                budget.spend(FRACTION * places // 2)
            return RowLaw(finite.product(left, right))
    (mine, denominator), (theirs, other_denominator) = a.table(), b.table()
    fractional = a.fractional or b.fractional
    each = FRACTION if fractional else FRACTION // 6
    longest = _longest(mine, theirs)
    budget.spend(a.size * b.size * (each + bits // 64 + longest // 10))
    budget.room(a.size * b.size, bits + longest)
    if fractional:
        from astragal.probability.laws.quotients import sums_of_fractions

        return Law.of_table(sums_of_fractions(mine, theirs), denominator * other_denominator)
    totals: dict[Number, int] = defaultdict(int)
    for x, weight in mine.items():
        for y, other_weight in theirs.items():
            totals[tidy(x + y)] += weight * other_weight
    return Law.of_table(totals, denominator * other_denominator)


def _longest(*tables: Table) -> int:
    """The bits of the longest whole number in tables, if that is longer than usual; else 0."""
    ends = [int(end) for table in tables if table for end in (min(table), max(table))]
    bits = max((end.bit_length() for end in ends), default=0)
    return bits if bits > 64 else 0


def _sum_of_rows(left: Sequence[Series], right: Sequence[Series], budget: Budget) -> Law:
    from astragal.probability.generating.combining import sums

    pairs = [(a, b) for a in left for b in right]
    for a, b in pairs:
        lengths = lengths_on_one_grid(a, b)
        words = 1 + (a.height + b.height) // 64
        budget.spend(sum(lengths) * (300 + 16 * words))
        budget.room(sum(lengths), 64 * words)
        if a.step * b.step < 0 and not (a.finite or b.finite):
            budget.spend(lengths[0] * lengths[1] * sum(lengths) * words)
    return Law.of_rows(row for a, b in pairs for row in sums(a, b))


def _power_of_row(row: Series, n: int, budget: Budget) -> Law:
    if isinstance(row, FiniteSeries):
        budget.spend(row.places.steps_to_power(n))
        budget.room(n * row.length, n * row.height)
        return RowLaw(row.power(n))
    places, words = n * row.longest, 1 + n * row.height // 64
    each = min(8 + row.longest // 2, 6 * places.bit_length())  # as that of a finite series
    budget.spend(places * (150 + words * each) * 3 // 2)
    budget.room(places, 64 * words)
    return EndlessLaw((row.power(n),))


def union(laws: Iterable[Law]) -> Law:
    """The weights of several laws together."""
    laws = [law for law in laws if law.size or not law.finite]
    if len(laws) == 1:
        return laws[0]
    if not all(law.finite for law in laws):
        return Law.of_rows(row for law in laws for row in law.rows())
    return _union_of_rows([law.row() for law in laws]) or _union_of_tables(laws)


def _union_of_rows(rows: Sequence[Series | None]) -> Law | None:
    """The union as one series; None if that would be mostly empty."""
    found = [row for row in rows if isinstance(row, FiniteSeries)]
    if not found or len(found) < len(rows):
        return None
    step, *others = {row.step for row in found}
    for other in others:
        step = common_divisor(step, other)
    start = min(row.start for row in found)
    if any((row.start - start) % step for row in found):
        return None
    length = max(int((row.start - start + row.step * row.length) // step) for row in found)
    if length > SPARSE * sum(row.length for row in found):
        return None
    return RowLaw(finite.union(found))


def _union_of_tables(laws: Iterable[Law]) -> Law:
    tables = [law.table() for law in laws]
    common = lcm(*(denominator for _, denominator in tables))
    weights: dict[Number, int] = defaultdict(int)
    for table, denominator in tables:
        factor = common // denominator
        for number, weight in table.items():
            weights[number] += weight * factor
    return Law.of_table({number: weight for number, weight in weights.items() if weight}, common)


def law_of(chances: Iterable[tuple[Number, Fraction]]) -> Law:
    """The law of numbers with their probabilities; a number may be listed more than once."""
    gathered: dict[Number, Fraction] = defaultdict(Fraction)
    for number, chance in chances:
        gathered[number] += chance
    denominator = lcm(*(chance.denominator for chance in gathered.values()))
    table = {number: int(chance * denominator) for number, chance in gathered.items() if chance}
    return Law.of_table(table, denominator)


# The forms derive from Law, which chooses among them: so they are imported once it is there.
from astragal.probability.laws.endless import EndlessLaw  # noqa: E402
from astragal.probability.laws.finite import RowLaw, TableLaw  # noqa: E402
