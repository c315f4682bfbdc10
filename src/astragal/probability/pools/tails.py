"""Ranks of infinite laws with a repeating tail, like that of exploding dice.

From some number on, each block of weights is a fixed share of the block before. A value beyond a
block lies above all values within it, and is distributed like a fresh value of the tail.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from astragal.outcome import Number, tidy
from astragal.probability.budget import Budget
from astragal.probability.generating import polynomials
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law, union
from astragal.probability.laws.series import Series

if TYPE_CHECKING:
    from astragal.probability.pools.effects import Stretch

_CASE = 10_000
"""The steps for each possible number of values further out, in addition to those of polynomials."""


class Repeating(NamedTuple):
    """An infinite law: a finite head, and a tail of blocks, each a fixed share of the last."""

    head: Law
    """the part below all blocks"""
    block: Law
    """the first block, for a tail of mass one"""
    mass: Fraction
    """the mass of the tail"""
    share: Fraction
    """the probability of going beyond a block that was reached"""
    width: Number
    """the distance between two blocks"""
    period: int
    """the number of places in a block"""


def repeating(law: Law) -> Repeating | None:
    """The repeating form of an infinite upward law; None if its tail does not repeat."""
    series, *others = law.rows()
    for other in others:
        if series.step * other.step < 0 and not (series.finite or other.finite):
            return None
        series = series.union(other)
    bottom = polynomials.listed(series.bottom)
    period = len(bottom) - 1
    if series.step < 0 or any(bottom[1:-1]):
        return None
    head, tail = series.split(max(0, series.length - period))
    first, last = (polynomials.listed(tail.bottom)[place] for place in (0, -1))
    weights = polynomials.listed(tail.top)
    mass, share = tail.mass, Fraction(-last, first)
    block = Finite(tail.start, tail.step, list(weights), first).weighted(1 / mass)
    return Repeating(_finite(head), block, mass, share, tidy(tail.step * period), period)


def _finite(series: Series) -> Law:
    weights = list(polynomials.listed(series.top))
    return Finite(series.start, series.step, weights, polynomials.at_one(series.bottom))


Total: TypeAlias = "Callable[[Law, int, Sequence[Stretch]], Law]"
"""The sum of some ranks of a number of values of a finite law."""


def total_of_ranks(
    law: Law, n: int, stretches: Sequence[Stretch], total: Total, budget: Budget
) -> Law | None:
    """The sum of the values of some ranks, from the highest; None if no tail repeats."""
    if any(row.step < 0 for row in law.rows() if not row.finite):
        turned = [(n - last, n - first) for first, last in reversed(stretches)]
        found = total_of_ranks(law.scaled(-1), n, turned, total, budget)
        return None if found is None else found.scaled(-1)
    parts = repeating(law)
    if parts is None:
        return None
    head, block, mass, share, width, _ = parts
    kept = [
        sum([max(0, min(last, size) - first) for first, last in stretches]) for size in range(n + 1)
    ]
    degree = parts.period * kept[n] * n
    budget.spend(2 * n**2 * (degree**2 // n + _CASE))
    reaching: list[Law] = []
    """the sum of the ranks that the values in the tail take, by the number of these values"""

    def split(lower: Law, size: int, above: int, share: Fraction, further: Number) -> Law:
        """The case of ``above`` values further up in the tail and the others in a finite part."""
        low = [(max(0, first - above), min(last, size) - above) for first, last in stretches]
        below = total(lower, size - above, [(first, last) for first, last in low if first < last])
        ways = comb(size, above) * share**above
        high = reaching[above].shifted(further * kept[above])
        return high.plus(below, budget).weighted(ways)

    for size in range(n + 1):
        if not kept[size]:
            reaching.append(Law.certain(0))
            continue
        fewer = union([split(block, size, above, share, width) for above in range(size)])
        again = Law.certain(width * kept[size]).weighted(share**size)
        reaching.append(fewer.plus(again.geometric_series(), budget))
    if mass == 1:
        return reaching[n]
    fewer = union([split(head, n, above, mass, 0) for above in range(n)])
    return union([fewer, reaching[n].weighted(mass**n)])
