"""Infinite laws: dice that explode."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.generating import polynomials
from astragal.probability.laws import sums
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law
from astragal.probability.laws.series import Series, can_share, lengths_on_one_grid
from astragal.probability.refusals import both_ways

_ZERO = Fraction(0)


class Endless(Law):
    """Several series, at least one of them infinite."""

    __slots__ = ("parts",)

    finite = False

    def __init__(self, parts: tuple[Series, ...]) -> None:
        self.parts = parts

    @property
    def degree(self) -> int:
        return sum(part.longest for part in self.parts)

    def rows(self) -> tuple[Series, ...]:
        return self.parts

    @property
    def mass(self) -> Fraction:
        return sum((part.mass for part in self.parts), _ZERO)

    def moments(self) -> tuple[Fraction, Fraction]:
        first, second = zip(*(part.moments() for part in self.parts), strict=True)
        return sum(first, _ZERO), sum(second, _ZERO)

    def at_least(self, number: Number, *, past: bool = False) -> Fraction:
        return sum((part.mass_of_at_least(number, past=past) for part in self.parts), _ZERO)

    def exactly(self, number: Number) -> Fraction:
        places = ((part, Fraction(number - part.start) / part.step) for part in self.parts)
        on_grid = (part.weight_at(int(p)) for part, p in places if p.denominator == 1)
        return sum(on_grid, _ZERO)

    def _weighted(self, weight: Fraction) -> Law:
        return Endless(tuple(part.weighted(weight) for part in self.parts))

    def _shifted(self, by: Number) -> Law:
        return Endless(tuple(part.shifted(by) for part in self.parts))

    def _scaled(self, factor: Number) -> Law:
        return Endless(tuple(part.scaled(factor) for part in self.parts))

    def cut(self, number: Number, *, past: bool = False) -> tuple[Law, Law]:
        low, high = zip(*(part.cut(number, past=past) for part in self.parts), strict=True)
        return of_rows(low), of_rows(high)


def of_rows(rows: Iterable[Series]) -> Law:
    """The weights of several series together."""
    parts = [row for row in rows if row.length]
    if not all(row.finite for row in parts):
        parts = joined(parts)
    if all(row.finite for row in parts):
        return sums.union([_ended(row) for row in parts])
    return Endless(tuple(parts))


def _ended(row: Series) -> Finite:
    """Convert a finite series to a law."""
    row = row.towards(1)
    below = polynomials.at_one(row.bottom)
    if type(row.top) is list:
        return Finite(row.start, row.step, list(row.top), below)
    return Finite(row.start, row.step, None, below, numerator=row.numerator)


def joined(several: Iterable[Series]) -> list[Series]:
    """Merge series wherever the merged series is no longer than the two."""
    found: list[Series] = []
    for series in several:
        if not series.length:
            continue
        for place, other in enumerate(found):
            if can_share(series, other):
                found[place] = other.union(series)
                break
        else:
            found.append(series)
    return found


def sum_of_two(a: Law, b: Law, budget: Budget) -> Law:
    """The sum of two independent numbers, at least one of them unbounded."""
    pairs = [(left, right) for left in a.rows() for right in b.rows()]
    for left, right in pairs:
        lengths = lengths_on_one_grid(left, right)
        words = 1 + (left.height + right.height) // 64
        budget.spend(sum(lengths) * (300 + 16 * words))
        budget.room(sum(lengths), 64 * words)
        if left.step * right.step < 0 and not (left.finite or right.finite):
            budget.spend(lengths[0] * lengths[1] * sum(lengths) * words)
    return of_rows(row for left, right in pairs for row in sums_of_rows(left, right))


def sums_of_rows(a: Series, b: Series) -> tuple[Series, ...]:
    """The sum of two independent numbers: one series, or two if it is unbounded both ways."""
    if a.finite or b.finite or a.step * b.step > 0:
        return (a.times(b),)
    from astragal.probability.laws.combining import two_sided

    return two_sided(a, b) if a.step > 0 else two_sided(b, a)


def power(law: Law, n: int, budget: Budget) -> Law:
    """The sum of ``n`` independent numbers of an infinite law; n is 2 or more."""
    if len(law.parts) == 1:
        (row,) = law.parts
        places, words = n * row.longest, 1 + n * row.height // 64
        each = min(8 + row.longest // 2, 6 * places.bit_length())  # like that of a finite law
        budget.spend(places * (150 + words * each) * 3 // 2)
        budget.room(places, 64 * words)
        return Endless((row.power(n),))
    half = law.power(n // 2, budget)
    twice = half.plus(half, budget)
    return twice.plus(law, budget) if n % 2 else twice


def geometric_series(law: Law) -> Law:
    """The sum over all n of n independent numbers of a law with a mass below one."""
    rows = law.rows()
    if not rows:
        return Law.certain(0)
    total = rows[0]
    for row in rows[1:]:
        if total.step * row.step < 0 and not (total.finite or row.finite):
            raise both_ways()
        total = total.union(row)
    own = total.from_zero()
    bottom = polynomials.plus(own.bottom, polynomials.times_number(own.top, -1))
    return of_rows([Series(0, own.step, own.bottom, bottom)])
