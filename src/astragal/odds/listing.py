"""The outcomes of a law without end, listed as far as they matter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm, log
from typing import NamedTuple

from astragal.odds.generating.series import Series
from astragal.odds.laws.law import Law, union
from astragal.outcome import Number, in_order
from astragal.render.data import approximately


class Listing(NamedTuple):
    """Outcomes with exact weights over one denominator, and what lies beyond them."""

    weights: Mapping[Number, int]
    denominator: int
    below: Fraction
    """the probability of everything lower than what is listed"""
    above: Fraction
    """the probability of everything higher"""

    @property
    def tail(self) -> Fraction:
        return self.below + self.above


def list_outcomes(law: Law, tail: Fraction) -> Listing:
    """List a law until everything else weighs less than ``tail``."""
    endless = [part for part in law.parts if not part.finite]
    ending = [part for part in law.parts if part.finite]
    share = tail / max(1, len(endless))
    columns = [(part, *part.weights(part.length)) for part in ending]
    beyond = {1: Fraction(0), -1: Fraction(0)}
    for direction in (1, -1):
        rows = [part for part in endless if part.step * direction > 0]
        # All rows are listed as far as the one that reaches furthest, so that no outcome lacks a part.
        ends = [end for other in ending for end in other.ends()]
        ends += [other.start for other in endless if other.step * direction < 0]
        ends += [row.value(_places_until(row, share) - 1) for row in rows]
        for row in rows:
            count = max([0, *(row.place(end, past=True) for end in ends)])
            listed, below = row.weights(count)
            columns.append((row, listed, below))
            beyond[direction] += row.mass - Fraction(int(sum(listed)), int(below))
    denominator = lcm(*(int(below) for _, _, below in columns))
    weights: dict[Number, int] = defaultdict(int)
    for part, listed, below in columns:
        factor = denominator // int(below)
        for place, weight in enumerate(listed):
            if weight:
                weights[part.value(place)] += int(weight) * factor
    common = gcd(denominator, *weights.values())
    return Listing(
        {number: weights[number] // common for number in in_order(weights) if weights[number]},
        denominator // common,
        below=beyond[-1],
        above=beyond[1],
    )


def _places_until(row: Series, tail: Fraction) -> int:
    """After how many places all that follows weighs less than ``tail``."""
    count = 64
    while True:
        weights, below = row.weights(count)
        left = row.mass - Fraction(int(sum(weights)), int(below))
        if left < tail:
            break
        count *= 2
    # Walk back from there: whole numbers over one denominator are enough for that.
    room = (tail - left) * int(below)
    size = len(weights)
    while size > 1 and room > int(weights[size - 1]):
        room -= int(weights[size - 1])
        size -= 1
    return size


def listing_cost(law: Law, tail: Fraction) -> int:
    """About how many steps it takes to list a law that has no end."""
    mean, square = law.moments()
    spread = approximately(square - mean * mean) ** 0.5
    steps = 0
    for row in law.parts:
        if row.finite:
            continue
        # Beyond a few standard deviations the tail falls like a power, one in e for each of them.
        reach = abs(approximately(mean) - approximately(row.start)) - spread * log(tail)
        places = 64 + int(reach / abs(approximately(row.step)))
        bits = int(row.bottom.height_bits()) + int(places * _bits_a_place(row))
        steps += 64 * places.bit_length() * places * (1 + bits // 64)
    return steps


def _bits_a_place(row: Series) -> float:
    """How much longer the denominator gets with every place."""
    first, *others = row.bottom.coeffs()
    return max(
        int((first // first.gcd(other)).bit_length() - 1) / place
        for place, other in enumerate(others, 1)
        if other
    )


def same_odds(a: Law, b: Law) -> bool:
    """Whether two laws without end are the same, however they are put together."""
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
