"""The outcomes of a law without end, listed as far as they matter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

from astragal.exact.law import Law, union
from astragal.exact.series import Series
from astragal.outcome import Number, tidy


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
    up, down = (_endless(law, direction) for direction in (1, -1))
    share = tail / 2 if up and down else tail
    high = _end(law, up, share) if up else None
    mirrored = law.scaled(-1)
    low = _end(mirrored, _endless(mirrored, 1), share) if down else None
    rows = []
    for part in law.parts:
        end = high if part.step > 0 else None if low is None else tidy(-low)
        count = part.length if part.finite or end is None else part.place(end)
        rows.append((part, *part.weights(count)))
    denominator = lcm(*(int(below) for _, _, below in rows))
    weights: dict[Number, int] = defaultdict(int)
    for part, listed, below in rows:
        factor = denominator // int(below)
        for place, weight in enumerate(listed):
            if weight:
                weights[part.value(place)] += int(weight) * factor
    common = gcd(denominator, *weights.values())
    return Listing(
        {number: weights[number] // common for number in sorted(weights) if weights[number]},
        denominator // common,
        Fraction(0) if low is None else mirrored.at_least(low),
        Fraction(0) if high is None else law.at_least(high),
    )


def _endless(law: Law, direction: int) -> list[Series]:
    return [part for part in law.parts if not part.finite and part.step * direction > 0]


def _end(law: Law, rows: list[Series], tail: Fraction) -> Number:
    """The first number of which, with all beyond it, the probability is under ``tail``."""
    finest = min(rows, key=lambda row: row.step)
    # Rows that end are listed whole, whatever is beyond them.
    last = max((row.ends()[1] for row in law.parts if row.finite), default=finest.start)
    least = max(0, finest.place(last, past=True))
    reach = 1
    while law.at_least(finest.value(least + reach)) >= tail:
        reach *= 2
    low, high = least - 1 if reach == 1 else least + reach // 2, least + reach
    while high - low > 1:
        half = (low + high) // 2
        if law.at_least(finest.value(half)) >= tail:
            low = half
        else:
            high = half
    return finest.value(high)


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
    return not rest.finite or not any(rest.table()[0].values())
