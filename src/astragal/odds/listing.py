"""Lists of the outcomes of laws without end, as far as they matter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm, log
from typing import NamedTuple

from astragal.odds.generating.finite import FiniteSeries
from astragal.odds.generating.series import Series
from astragal.odds.laws.law import Law, union
from astragal.outcome import Number, in_order
from astragal.render.data import approximately

TAIL = Fraction(1, 10**12)
"""Outcomes without end are listed until the rest weighs less than this."""


class Listing(NamedTuple):
    """Outcomes with exact weights over one denominator, and the probability mass beyond them."""

    weights: Mapping[Number, int]
    denominator: int
    mass_below: Fraction
    """the probability of everything lower than the listed outcomes"""
    mass_above: Fraction
    """the probability of everything higher"""

    @property
    def tail(self) -> Fraction:
        return self.mass_below + self.mass_above


class _Column(NamedTuple):
    """The first weights of a series."""

    series: Series
    weights: list[int]
    denominator: int

    @classmethod
    def of(cls, series: Series, count: int) -> _Column:
        weights, denominator = series.weights(count)
        return cls(series, weights, denominator)

    @property
    def rest(self) -> Fraction:
        """The mass of everything that is not listed."""
        return self.series.mass - Fraction(sum(self.weights), self.denominator)


def list_outcomes(law: Law, tail: Fraction) -> Listing:
    """List a law until everything else weighs less than ``tail``."""
    endless = [part for part in law.parts if not part.finite]
    ending = [part for part in law.parts if isinstance(part, FiniteSeries)]
    share = tail / max(1, len(endless))
    columns = [_Column.of(part, part.length) for part in ending]
    beyond = {1: Fraction(0), -1: Fraction(0)}
    for direction in (1, -1):
        rows = [part for part in endless if part.step * direction > 0]
        # All series are listed as far as the one that reaches furthest: no outcome lacks a part.
        ends = [end for other in ending for end in other.ends()]
        ends += [other.start for other in endless if other.step * direction < 0]
        ends += [row.value(_places_until(row, share) - 1) for row in rows]
        for row in rows:
            count = max([0, *(row.place(end, past=True) for end in ends)])
            columns.append(_Column.of(row, count))
            beyond[direction] += columns[-1].rest
    weights, denominator = _together(columns)
    return Listing(weights, denominator, mass_below=beyond[-1], mass_above=beyond[1])


def _together(columns: Sequence[_Column]) -> tuple[dict[Number, int], int]:
    """The weights of several series over one denominator, lowest number first."""
    denominator = lcm(*(column.denominator for column in columns))
    weights: dict[Number, int] = defaultdict(int)
    for column in columns:
        factor = denominator // column.denominator
        for place, weight in enumerate(column.weights):
            if weight:
                weights[column.series.value(place)] += weight * factor
    common = gcd(denominator, *weights.values())
    ordered = (number for number in in_order(weights) if weights[number])
    return {number: weights[number] // common for number in ordered}, denominator // common


def _places_until(row: Series, tail: Fraction) -> int:
    """The number of places after which everything else weighs less than ``tail``."""
    count = 64
    while (rest := (column := _Column.of(row, count)).rest) >= tail:
        count *= 2
    # Walk back from there, in whole numbers over one denominator.
    room = (tail - rest) * column.denominator
    size = len(column.weights)
    while size > 1 and room > column.weights[size - 1]:
        room -= column.weights[size - 1]
        size -= 1
    return size


def listing_cost(law: Law, tail: Fraction) -> int:
    """About how many steps of the budget it takes to list a law without end."""
    mean, square = law.moments()
    spread = approximately(square - mean * mean) ** 0.5
    steps = 0
    for row in law.parts:
        if row.finite:
            continue
        # Beyond a few standard deviations the tail falls by a factor of e with each of them.
        reach = abs(approximately(mean) - approximately(row.start)) - spread * _log(tail)
        places = 64 + int(reach / abs(approximately(row.step)))
        bits = row.height + int(places * _bits_a_place(row))
        steps += 64 * places.bit_length() * places * (1 + bits // 64)
    return steps


def _log(tail: Fraction) -> float:
    """Its natural logarithm, even if it is too small for a float."""
    return log(tail.numerator) - log(tail.denominator)


def _bits_a_place(row: Series) -> float:
    """How many bits the denominator grows by with every place."""
    first, *others = row.denominator.coeffs()
    return max(
        int((first // first.gcd(other)).bit_length() - 1) / place
        for place, other in enumerate(others, 1)
        if other
    )


def same_odds(a: Law, b: Law) -> bool:
    """Whether two laws without end are equal, whatever series they consist of."""
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
    rest = union(Law.of_rows([side]) for side in sides)
    return not any(rest.table()[0].values())
