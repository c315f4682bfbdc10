"""The odds of a number, in the form the next step needs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import lcm

from flint import fmpz_poly

from astragal.die import Die
from astragal.odds.budget import Budget
from astragal.odds.generating.series import (
    Series,
    certain,
    grid_length,
    lengths_on_one_grid,
    row_length,
    row_of,
)
from astragal.odds.refusals import both_ways
from astragal.outcome import Number, in_order, size_of, tidy

_SPARSE = 16
"""A table beats a row once so many places come on each of its entries."""

Table = Mapping[Number, int]


class Law:
    """Numbers and their weights: a table, a row, or several rows of which some have no end. Immutable.

    The weights need not add up to one: what is left of a law when part of it is taken away is a law too.
    """

    __slots__ = ("_entries", "_in_order", "_row", "parts")

    def __init__(
        self,
        *,
        row: Series | None = None,
        table: Table | None = None,
        below: int = 1,
        parts: tuple[Series, ...] = (),
    ) -> None:
        # A law may be shared between threads: what is worked out later is put in place by one assignment.
        self._row = row
        self._entries: tuple[Table, int] | None = None if table is None else (table, below)
        self._in_order = row is not None
        self.parts = parts
        """the rows of a law without end; none where it ends"""

    @classmethod
    def of_table(cls, table: Table, below: int) -> Law:
        return cls(table=table, below=below)

    @classmethod
    def of_rows(cls, rows: Iterable[Series]) -> Law:
        """Rows put together; what can share a row does."""
        merged: list[Series] = []
        for row in rows:
            if not row.length:
                continue
            for place, other in enumerate(merged):
                if _can_share(row, other):
                    merged[place] = other.union(row)
                    break
            else:
                merged.append(row)
        if len(merged) == 1 and merged[0].finite:
            return cls(row=merged[0])
        if all(row.finite for row in merged):
            return union(cls(row=row) for row in merged)
        return cls(parts=tuple(merged))

    @classmethod
    def certain(cls, number: Number) -> Law:
        return cls(table={number: 1})

    @classmethod
    def of_die(cls, die: Die) -> Law:
        if die.weights is None:
            if isinstance(die.faces, range):
                ones = fmpz_poly([1] * die.total)
                return cls(row=Series(die.lowest, 1, ones, fmpz_poly([die.total])))
            return cls.of_table(dict.fromkeys(die.faces, 1), die.total)
        return cls.of_table(dict(zip(die.faces, die.weights, strict=True)), die.total)

    # Forms

    @property
    def finite(self) -> bool:
        return not self.parts

    @property
    def size(self) -> int:
        """How many places or entries a law that ends takes."""
        if self._row is not None:
            return self._row.length
        return 0 if self._entries is None else len(self._entries[0])

    @property
    def bits(self) -> int:
        """How long the denominator is; without end, a guess."""
        if self._row is not None:
            return int(self._row.bottom[0].bit_length())
        return self.degree * 8 if self._entries is None else self._entries[1].bit_length()

    @property
    def words(self) -> int:
        """About how many machine words it takes."""
        return (self.size + self.degree) * (1 + self.bits // 64)

    @property
    def degree(self) -> int:
        """How long the polynomials of a law without end are."""
        return sum(max(part.top.length(), part.bottom.length()) for part in self.parts)

    def table(self) -> tuple[Table, int]:
        """Every number with its weight over one denominator, where the law ends."""
        if self._entries is None:
            row = self._row
            assert row is not None, "a law without end has no table"
            weights = map(int, row.top.coeffs())
            if isinstance(row.start, int) and isinstance(row.step, int):
                numbers: Iterable[Number] = range(
                    row.start, row.start + row.step * row.length, row.step
                )
            else:
                numbers = map(row.value, range(row.length))
            listed = zip(numbers, weights, strict=True)
            table = {number: weight for number, weight in listed if weight}
            self._entries = table, int(row.bottom[0])
        return self._entries

    def reduced(self) -> Law:
        """The same law with nothing to cancel, if that is found quickly."""
        row = self._row
        if row is None:
            return self
        reduced = row.reduced()
        return self if reduced is row else Law(row=reduced)

    def in_order(self) -> Table:
        """The table, lowest number first."""
        table, _ = self.table()
        if self._in_order:
            return table
        return {number: table[number] for number in in_order(table)}

    def row(self) -> Series | None:
        """The law as one row, where it ends and its numbers stand close enough."""
        if self._row is None and self.finite:
            table, below = self.table()
            if table and row_length(table) <= _SPARSE * len(table):
                self._row = row_of(table, below)
        return self._row

    def rows(self) -> tuple[Series, ...]:
        """The law as rows, one a number where its numbers stand too far apart."""
        if self.parts:
            return self.parts
        row = self.row()
        if row is not None:
            return (row,)
        table, below = self.table()
        return tuple(certain(number, Fraction(weight, below)) for number, weight in table.items())

    @property
    def constant(self) -> Number | None:
        """The number it always is, if it is always the same."""
        if self._entries is None:
            row = self._row
            return row.start if row is not None and row.top == row.bottom else None
        table, below = self._entries
        if len(table) != 1:
            return None
        ((number, weight),) = table.items()
        return number if weight == below else None

    @property
    def sole(self) -> Number | None:
        """The one number it can be, if there is but one, whatever its weight."""
        if not self.finite or (self._row is not None and self._row.length > 1 and self._row.top[0]):
            return None
        table, _ = self.table()
        return next(iter(table)) if len(table) == 1 else None

    # Odds

    @property
    def mass(self) -> Fraction:
        """What the weights add up to."""
        if self._row is not None:
            return self._row.mass
        if self.parts:
            return sum((part.mass for part in self.parts), Fraction(0))
        table, below = self.table()
        return Fraction(sum(table.values()), below)

    def moments(self) -> tuple[Fraction, Fraction]:
        """The expected value of the number and of its square."""
        if self._row is not None or self.parts:
            sums = [row.moments() for row in self.rows()]
            return sum((a for a, _ in sums), Fraction(0)), sum((b for _, b in sums), Fraction(0))
        table, below = self.table()
        # Fractions of the same denominator are added as whole numbers.
        first: dict[int, int] = defaultdict(int)
        second: dict[int, int] = defaultdict(int)
        for number, weight in table.items():
            first[number.denominator] += number.numerator * weight
            second[number.denominator] += number.numerator**2 * weight
        mean = sum((Fraction(total, under) for under, total in first.items()), Fraction(0))
        square = sum((Fraction(total, under**2) for under, total in second.items()), Fraction(0))
        return mean / below, square / below

    def at_least(self, number: Number, *, past: bool = False) -> Fraction:
        """The probability of ``number`` or more; with ``past``, of more."""
        if self._row is not None:
            return self._row.mass_from(self._row.place(number, past=past))
        if self.parts:
            return sum((_mass_from(part, number, past) for part in self.parts), Fraction(0))
        table, below = self.table()
        reached = (w for n, w in table.items() if n > number or (n == number and not past))
        return Fraction(sum(reached), below)

    def exactly(self, number: Number) -> Fraction:
        """The probability of one number."""
        if self.parts:
            places = ((part, Fraction(number - part.start) / part.step) for part in self.parts)
            on_grid = (part.weight_at(int(p)) for part, p in places if p.denominator == 1)
            return sum(on_grid, Fraction(0))
        table, below = self.table()
        return Fraction(table.get(number, 0), below)

    # Laws from laws

    def weighted(self, weight: Fraction | int) -> Law:
        """Every weight times a factor."""
        if weight == 1:
            return self
        if not weight:
            return Law.of_table({}, 1)
        if self._row is not None:
            return Law(row=self._row.weighted(weight))
        if self.parts:
            return Law(parts=tuple(part.weighted(weight) for part in self.parts))
        factor = Fraction(weight)
        table, below = self.table()
        above = {number: each * factor.numerator for number, each in table.items()}
        return Law.of_table(above, below * factor.denominator)

    def shifted(self, by: Number) -> Law:
        """The number plus a constant."""
        if not by:
            return self
        if self.parts:
            return Law(parts=tuple(part.shifted(by) for part in self.parts))
        if (row := self.row()) is not None:
            return Law(row=row.shifted(by))
        return self.map(lambda number: number + by)

    def scaled(self, factor: Number) -> Law:
        """The number times a constant."""
        if factor == 1:
            return self
        if not factor:
            return Law(row=certain(0, self.mass))
        if self.parts:
            return Law(parts=tuple(part.scaled(factor) for part in self.parts))
        if (row := self.row()) is not None:
            return Law(row=row.scaled(factor))
        return self.map(lambda number: number * factor)

    def map(self, function: Callable[[Number], Number]) -> Law:
        """What a function makes of the number, where there are finitely many."""
        table, below = self.table()
        mapped: dict[Number, int] = defaultdict(int)
        for number, weight in table.items():
            mapped[tidy(function(number))] += weight
        return Law.of_table(mapped, below)

    def floors(self) -> Law:
        """The number rounded down."""
        if self.finite:
            return self.map(lambda number: number // 1)
        return Law.of_rows(row for part in self.parts for row in part.floors())

    def cut(self, number: Number, *, past: bool = False) -> tuple[Law, Law]:
        """The law below a number, and the rest; with ``past``, the number itself counts as below."""
        if self.parts or self._row is not None:
            pairs = [row.cut(number, past=past) for row in self.rows()]
            return Law.of_rows(low for low, _ in pairs), Law.of_rows(high for _, high in pairs)
        table, below = self.table()
        low = {n: w for n, w in table.items() if n < number or (n == number and past)}
        high = {n: w for n, w in table.items() if n not in low}
        return Law.of_table(low, below), Law.of_table(high, below)

    def plus(self, other: Law, budget: Budget) -> Law:
        """The sum of two independent numbers."""
        if (constant := other.constant) is not None:
            return self.shifted(constant)
        if (constant := self.constant) is not None:
            return other.shifted(constant)
        if self.finite and other.finite:
            return self._plus_finite(other, budget)
        pairs = [(a, b) for a in self.rows() for b in other.rows()]
        for a, b in pairs:
            degrees = lengths_on_one_grid(a, b)
            words = 1 + (int(a.bottom.height_bits()) + int(b.bottom.height_bits())) // 64
            budget.spend(sum(degrees) * words * 16)
            if a.step * b.step < 0 and not (a.finite or b.finite):
                budget.spend(degrees[0] * degrees[1] * sum(degrees) * words)
        return Law.of_rows(row for a, b in pairs for row in a.plus(b))

    def _plus_finite(self, other: Law, budget: Budget) -> Law:
        bits = self.bits + other.bits
        left, right = self.row(), other.row()
        pairs = self.size * other.size
        if left is not None and right is not None:
            places = grid_length(left, right)
            if places <= _SPARSE * pairs:
                budget.spend_rows(places, bits)
                return Law(row=left.times(right))
        budget.spend_entries(pairs, bits)
        (mine, below), (theirs, other_below) = self.table(), other.table()
        sums: dict[Number, int] = defaultdict(int)
        for a, weight in mine.items():
            for b, other_weight in theirs.items():
                sums[tidy(a + b)] += weight * other_weight
        return Law.of_table(sums, below * other_below)

    def power(self, n: int, budget: Budget) -> Law:
        """The sum of ``n`` independent numbers of this law."""
        if n == 0:
            return Law.certain(0)
        if n == 1:
            return self
        if (constant := self.constant) is not None:
            return Law.certain(constant * n)
        row = self.row() if self.finite else self.parts[0] if len(self.parts) == 1 else None
        if row is None:
            half = self.power(n // 2, budget)
            twice = half.plus(half, budget)
            return twice.plus(self, budget) if n % 2 else twice
        places = n * max(row.length, row.bottom.length())
        budget.spend_rows(places, n * int(row.bottom.height_bits()))
        power = row.power(n)
        return Law(row=power) if power.finite else Law(parts=(power,))

    def again_and_again(self) -> Law:
        """The sum over all n of n independent numbers of this law, which weighs less than one."""
        rows = self.rows()
        if not rows:
            return Law.certain(0)
        total = rows[0]
        for row in rows[1:]:
            if total.step * row.step < 0 and not (total.finite or row.finite):
                raise both_ways()
            total = total.union(row)
        return Law.of_rows([total.again_and_again()])


def _can_share(row: Series, other: Series) -> bool:
    """Whether two rows together are no longer than they are apart."""
    distance = Fraction(row.start - other.start) / row.step
    if distance.denominator != 1 or size_of(row.step) != size_of(other.step):
        return False
    if row.finite and other.finite:
        return size_of(distance) <= row.length + other.length
    if row.finite or other.finite:
        near = row.length + other.length + row.bottom.length() + other.bottom.length()
        return size_of(distance) <= _SPARSE * near
    if row.step != other.step:
        return False
    if row.bottom == other.bottom or row.bottom.degree() + other.bottom.degree() <= 60:
        return True
    return 2 * row.bottom.gcd(other.bottom).degree() >= min(
        row.bottom.degree(), other.bottom.degree()
    )


def _mass_from(part: Series, number: Number, past: bool) -> Fraction:
    if part.step > 0:
        return part.mass_from(part.place(number, past=past))
    return part.mass - part.mass_from(part.place(number, past=not past))


def union(laws: Iterable[Law]) -> Law:
    """The weights of all of them together."""
    laws = [law for law in laws if law.parts or law.size]
    if len(laws) == 1:
        return laws[0]
    if any(law.parts for law in laws):
        return Law.of_rows(row for law in laws for row in law.rows())
    rows = [law.row() for law in laws]
    if rows and all(row is not None for row in rows):
        total, *rest = (row for row in rows if row is not None)
        places = sum(row.length for row in (total, *rest))
        for row in rest:
            if grid_length(total, row) > _SPARSE * places or not _near(total, row):
                break
            total = total.union(row)
        else:
            return Law(row=total)
    tables = [law.table() for law in laws]
    common = lcm(*(below for _, below in tables))
    weights: dict[Number, int] = defaultdict(int)
    for table, below in tables:
        factor = common // below
        for number, weight in table.items():
            weights[number] += weight * factor
    return Law.of_table({number: weight for number, weight in weights.items() if weight}, common)


def law_of(chances: Iterable[tuple[Number, Fraction]]) -> Law:
    """The law of numbers with their probabilities, which may come several times."""
    gathered: dict[Number, Fraction] = defaultdict(Fraction)
    for number, chance in chances:
        gathered[number] += chance
    below = lcm(*(chance.denominator for chance in gathered.values()))
    table = {number: int(chance * below) for number, chance in gathered.items() if chance}
    return Law.of_table(table, below)


def _near(a: Series, b: Series) -> bool:
    distance = Fraction(a.start - b.start) / a.step
    return distance.denominator == 1 and abs(distance) <= _SPARSE * (a.length + b.length)
