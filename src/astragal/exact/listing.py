"""The outcomes of a law without end, listed as far as they matter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from typing import NamedTuple

from flint import fmpz

from astragal.exact.law import Law, union
from astragal.exact.series import Series
from astragal.outcome import Number


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
    ending = [part for part in law.parts if part.finite]
    up, down = (_endless(law, direction) for direction in (1, -1))
    share = tail / 2 if up and down else tail
    columns = [(part, *part.weights(part.length)) for part in ending]
    beyond = []
    for row in (up, down):
        # Rows that end are listed whole, and so is what the endless ones have beside them.
        least = 0 if row is None else _places_beside(row, ending)
        count = 0 if row is None else _places_until(row, share, least)
        listed, below = ([], fmpz(1)) if row is None else row.weights(count)
        beyond.append(
            Fraction(0) if row is None else row.mass - Fraction(int(sum(listed)), int(below))
        )
        if row is not None:
            columns.append((row, listed, below))
    denominator = lcm(*(int(below) for _, _, below in columns))
    weights: dict[Number, int] = defaultdict(int)
    for part, listed, below in columns:
        factor = denominator // int(below)
        for place, weight in enumerate(listed):
            if weight:
                weights[part.value(place)] += int(weight) * factor
    common = gcd(denominator, *weights.values())
    return Listing(
        {number: weights[number] // common for number in sorted(weights) if weights[number]},
        denominator // common,
        below=beyond[1],
        above=beyond[0],
    )


def _endless(law: Law, direction: int) -> Series | None:
    """All rows that have no end in one direction, as one."""
    rows = [part for part in law.parts if not part.finite and part.step * direction > 0]
    return reduce(Series.union, rows) if rows else None


def _places_beside(row: Series, ending: Sequence[Series]) -> int:
    """How many places of an endless row lie beside rows that end."""
    ends = [end for other in ending for end in other.ends()]
    return max([0, *(row.place(end, past=True) for end in ends)])


def _places_until(row: Series, tail: Fraction, least: int) -> int:
    """After how many places all that follows weighs less than ``tail``."""
    count = max(64, 2 * least)
    while True:
        weights, below = row.weights(count)
        left = row.mass - Fraction(int(sum(weights)), int(below))
        if left < tail:
            break
        count *= 2
    # Walk back from there: from here on whole numbers over one denominator are enough.
    bound = (tail - left) * int(below)
    size = len(weights)
    while size > least and bound > 0:
        bound -= int(weights[size - 1])
        if bound <= 0:
            break
        size -= 1
    return size


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
