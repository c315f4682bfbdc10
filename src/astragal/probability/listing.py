"""Lists of the outcomes of infinite laws, up to a negligible tail."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import ceil, gcd, lcm, log
from typing import TYPE_CHECKING, NamedTuple

from astragal.outcome import Number, in_order
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law, union
from astragal.render.data import approximately

if TYPE_CHECKING:
    from astragal.probability.laws.series import Series

TAIL = Fraction(1, 10**12)
"""The outcomes of an infinite law are listed until the rest weighs less than this."""


class Listing(NamedTuple):
    """Outcomes with exact weights over one denominator, and the probability of the rest."""

    weights: Mapping[Number, int]
    denominator: int
    mass_below: Fraction
    """the probability of all numbers below the listed outcomes"""
    mass_above: Fraction
    """the probability of all numbers above the listed outcomes"""

    @property
    def tail(self) -> Fraction:
        return self.mass_below + self.mass_above

    def quantile(self, share: Fraction) -> Number | None:
        """The lowest number with at least this cumulative share; None if it is not listed."""
        if not self.mass_below < share <= 1 - self.mass_above:
            return None
        goal = (share - self.mass_below) * self.denominator
        reach = accumulate(self.weights.values())
        return next(n for n, reached in zip(self.weights, reach, strict=True) if reached >= goal)


class _Column(NamedTuple):
    """The first weights of a series, without trailing zeros."""

    series: Series
    places: int
    weights: list[int]
    denominator: int

    @classmethod
    def of(cls, series: Series, count: int) -> _Column:
        weights, denominator = series.weights(count)
        return cls(series, count, weights, denominator)

    def to(self, count: int) -> _Column:
        """The column shortened or extended to ``count`` places."""
        if count > self.places:
            return _Column.of(self.series, count)
        return _Column(self.series, count, self.weights[:count], self.denominator)

    @property
    def rest(self) -> Fraction:
        """The mass of the numbers that are not listed."""
        return self.series.mass - Fraction(sum(self.weights), self.denominator)


def list_outcomes(law: Law, tail: Fraction) -> Listing:
    """List the outcomes of a law until the rest weighs less than ``tail``."""
    endless = [part for part in law.parts if not part.finite]
    ending = [part for part in law.parts if part.finite]
    share = tail / max(1, len(endless))
    columns = [_Column.of(part, part.length) for part in ending]
    beyond = {1: Fraction(0), -1: Fraction(0)}
    for direction in (1, -1):
        rows = [part for part in endless if part.step * direction > 0]
        # List all series up to the furthest end, so that no listed outcome lacks a contribution.
        ends = [end for other in ending for end in other.ends()]
        ends += [other.start for other in endless if other.step * direction < 0]
        known = [_column_until(row, share) for row in rows]
        ends += [column.series.value(column.places - 1) for column in known]
        for column in known:
            count = max([0, *(column.series.place(end, past=True) for end in ends)])
            columns.append(column.to(count))
            beyond[direction] += columns[-1].rest
    weights, denominator = _together(columns)
    return Listing(weights, denominator, mass_below=beyond[-1], mass_above=beyond[1])


def _together(columns: Sequence[_Column]) -> tuple[dict[Number, int], int]:
    """The weights of several series over one denominator, lowest number first."""
    denominator = lcm(*(column.denominator for column in columns))
    weights: dict[Number, int] = defaultdict(int)
    for column in columns:
        factor = denominator // column.denominator
        numbers = column.series.numbers(len(column.weights))
        for number, weight in zip(numbers, column.weights, strict=True):
            if weight:
                weights[number] += weight * factor
    common = gcd(denominator, *weights.values())
    ordered = (number for number in in_order(weights) if weights[number])
    return {number: weights[number] // common for number in ordered}, denominator // common


def _column_until(row: Series, tail: Fraction) -> _Column:
    """The fewest first places after which the rest of the series weighs less than ``tail``."""
    count = _places_to(row, [_end_of(row, -_log(tail))])
    while (rest := (column := _Column.of(row, count)).rest) >= tail:
        count *= 2
    # Walk back from there. Weights are whole, so the room is rounded up.
    room = ceil((tail - rest) * column.denominator)
    size = len(column.weights)
    while size > 1 and room > column.weights[size - 1]:
        room -= column.weights[size - 1]
        size -= 1
    return column.to(size)


def listing_cost(law: Law, tail: Fraction) -> int:
    """Estimated budget steps for listing an infinite law, or a finite law of fractions."""
    if law.finite:
        return (
            _LISTED * law.size
            if isinstance(law, Finite) and not law.tabled and law.fractional
            else 0
        )
    endless = [row for row in law.parts if not row.finite]
    if not endless:
        return 0
    share = -_log(tail / len(endless))
    ending = [part for part in law.parts if part.finite]
    ends = [approximately(end) for part in ending for end in part.ends()]
    own_ends = [_end_of(row, share) for row in endless]
    steps = 0
    for row, own_end in zip(endless, own_ends, strict=True):
        own = _places_to(row, [own_end])
        places = max(own, _places_to(row, ends + own_ends))
        entry = _ENTRY if isinstance(row.step, int) else _FRACTION
        # First its own end is searched for, by doubling if needed; then all are listed equally far.
        steps += _ROW + 2 * _expansion_cost(row, own) + _expansion_cost(row, places)
        steps += entry * places
    return steps


def _places_to(row: Series, ends: Sequence[float]) -> int:
    """Estimated number of places of a series up to the furthest of these numbers."""
    start, apart = approximately(row.start), approximately(row.step)
    return 64 + int(max(0.0, *((end - start) / apart for end in ends)))


def _expansion_cost(row: Series, places: int) -> int:
    words = 1 + (row.height + int(places * _bits_a_place(row))) // 64
    return _WORD * places.bit_length() * places * words


_LISTED = 400
"""The steps of listing one fraction of a row."""

_ROW, _ENTRY, _FRACTION, _WORD = 50_000, 500, 1_500, 16
"""The steps of listing a series, one of its numbers, one fraction, and one word of a weight."""


def _end_of(row: Series, share: float) -> float:
    """Estimated number beyond which a series weighs less than e to the power of -``share``."""
    mass = abs(approximately(row.mass)) or 1.0
    mean, square = (abs(approximately(each)) / mass for each in row.place_moments())
    variance = max(0.0, square - mean * mean)
    share = max(1.0, share + log(mass))
    # The tail falls by a factor of e at the latest with each standard deviation. Sums of many dice
    # fall off sooner, roughly like the gamma distribution with the same mean and variance.
    scale = variance / mean if mean else 0.0
    shape = mean / scale if scale else 0.0
    soon = scale * (share + shape + (2 * share * shape) ** 0.5)
    places = min(mean + share * float(variance**0.5), _HEAVIER * soon)
    return float(approximately(row.start) + places * approximately(row.step))


_HEAVIER = 1.25
"""The factor by which the tail of dice may exceed that of a gamma distribution."""


def _log(tail: Fraction) -> float:
    """The natural logarithm, even if the number is too small for a float."""
    return log(tail.numerator) - log(tail.denominator)


def _bits_a_place(row: Series) -> float:
    """Growth of the denominator in bits per place."""
    from astragal.probability.generating.polynomials import listed

    first, *others = listed(row.bottom)
    return max(
        ((first // gcd(first, other)).bit_length() - 1) / place
        for place, other in enumerate(others, 1)
        if other
    )


def reaching_cost(law: Law, number: Number) -> int:
    """Estimated steps for computing and reducing the mass of an infinite law from a number on.

    Weights far out have very long numerators and denominators.
    """
    steps = 0
    for row in law.parts:
        if not row.finite:
            words = 1 + int(abs(row.place(number)) * _bits_a_place(row)) // 64
            steps += words * (70 + min(words // 2, 1_400))
    return steps


def same_odds(a: Law, b: Law) -> bool:
    """True if two infinite laws are equal, even if they consist of different series."""
    from astragal.probability.laws.endless import of_rows

    difference = union([a, b.weighted(-1)])
    if difference.finite:
        return not any(difference.table()[0].values())
    sides = []
    for direction in (1, -1):
        rows = [row for row in difference.parts if row.step * direction > 0]
        if rows:
            total = rows[0]
            for row in rows[1:]:
                total = total.union(row)
            sides.append(total.reduced())
    if not all(side.finite for side in sides):
        return False
    rest = of_rows(sides)
    return not any(rest.table()[0].values())
