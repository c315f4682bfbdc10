"""Sums of ranked dice as polynomials, for arbitrary weights and contributions.

See ``order_statistics``, which chooses between this and faster methods.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import reduce
from math import comb
from typing import NamedTuple

from flint import fmpz_poly

from astragal.outcome import Number, tidy
from astragal.probability.budget import Budget
from astragal.probability.generating.quotients import ONE
from astragal.probability.laws.endless import of_rows
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law
from astragal.probability.laws.series import Series, same_places
from astragal.probability.readings.order_statistics import Gain, ways_to_fill

_LONGEST = 3_000
"""A polynomial for each place would fill the memory if there are more places than this."""


_GAIN = 2_000
"""The steps of finding the contribution of one value."""

_PLACED = 4_000
"""The steps of placing the contribution of one value on the common grid."""


def ranked_total(
    law: Law, n: int, first: int, last: int, gain: Gain | None, budget: Budget
) -> Law | None:
    """The sum of a range of ranks; None if the values are too scattered for polynomials."""
    return total_of_stretches(law, n, [(first, last)], gain, budget)


def total_of_stretches(
    law: Law, n: int, stretches: Sequence[tuple[int, int]], gain: Gain | None, budget: Budget
) -> Law | None:
    """The same for several ranges of ranks, highest first."""
    (first, _), (_, last) = stretches[0], stretches[-1]
    kept = sum(end - start for start, end in stretches)
    at_one_end = len(stretches) == 1 and (first == 0 or last == n)
    grid = _plain_grid(law) if gain is None else _grid(law, gain, budget)
    if grid is None:
        return None
    weights, rows, start, step, bottom = grid
    denominator = law.table().denominator
    places = kept * max(max(row.length() for row in rows), bottom.length())
    words = 1 + n * denominator.bit_length() // 64
    changed = 1 if gain is None else 2
    if at_one_end:
        budget.spend(3 * len(rows) * kept * places * (4 + words) * changed)
    else:
        budget.spend(len(rows) * last * n * (700 + 3 * places * (1 + words) // 2) * changed)
    if not at_one_end:
        top = _sum_of_ranks(weights, rows, n, stretches)
    elif first:  # the lowest are the highest of the die with negated values
        top = _sum_of_highest(weights[::-1], rows[::-1], n, kept)
    else:
        top = _sum_of_highest(weights, rows, n, kept)
    result = Series(tidy(start * kept), step, top, bottom**kept * denominator**n)
    return of_rows([result if result.finite else result.reduced()])


class _Grid(NamedTuple):
    """The values from the lowest: their weights and contributions, as polynomials on one grid."""

    weights: list[int]
    rows: list[fmpz_poly]
    start: Number
    step: Number
    bottom: fmpz_poly
    """the denominator of the polynomials"""


def _plain_grid(law: Law) -> _Grid | None:
    """The grid if every value adds itself."""
    if not (isinstance(law, Finite) and law.gridded and law.length <= _LONGEST):
        return None
    places = [place for place, weight in enumerate(law.weights) if weight]
    rows = [ONE.left_shift(place) for place in places]
    return _Grid([law.weights[place] for place in places], rows, law.start, law.step, ONE)


def _grid(law: Law, gain: Gain, budget: Budget) -> _Grid | None:
    """The contributions of the values on one grid, over one denominator."""
    gained = _gained(law, gain, budget)
    if gained is None:
        return None
    weights, rows = gained
    budget.spend(_PLACED * len(rows))
    leader = reduce(lambda a, b: same_places(a, b)[0], rows)
    placed = [same_places(leader, row)[1] for row in rows]
    ending = [row for row in placed if row.finite]
    if ending and max(row.length for row in ending) > 64 * sum(row.length for row in rows):
        return None
    bottom = reduce(_least_multiple, (row.denominator for row in placed), ONE)
    tops = [row.numerator * (bottom // row.denominator) for row in placed]
    return _Grid(weights, tops, placed[0].start, placed[0].step, bottom)


def _gained(law: Law, gain: Gain, budget: Budget) -> tuple[list[int], list[Series]] | None:
    """The values from the lowest: their weights, and the series of their contributions.

    Neighbours with equal contributions are merged: their relative rank does not matter.
    """
    table = law.table().table
    budget.spend(_GAIN * len(table))
    weights: list[int] = []
    rows: list[Series] = []
    for value in sorted(table):
        parts = gain(value).rows()
        if len(parts) != 1:
            return None
        if rows and _are_alike(rows[-1], parts[0]):
            weights[-1] += table[value]
        else:
            weights.append(table[value])
            rows.append(parts[0])
    return weights, rows


def _are_alike(one: Series, other: Series) -> bool:
    """True if two finite series are equal."""
    return one.finite and one.to_data() == other.to_data()


def _least_multiple(a: fmpz_poly, b: fmpz_poly) -> fmpz_poly:
    return a if a == b else a * (b // a.gcd(b))


def _sum_of_highest(
    weights: Sequence[int], rows: Sequence[fmpz_poly], n: int, kept: int
) -> fmpz_poly:
    """Sum over the lowest kept value: some dice lie above it, and enough of the others on it."""
    total = fmpz_poly([])
    above = fmpz_poly([])
    below = sum(weights)
    for at, row in zip(reversed(weights), reversed(rows), strict=True):
        below -= at
        ways = ways_to_fill(at, below, n, kept)
        total += _powers(ways, above, row, kept)
        above += row * at
    return total


def _powers(ways: Sequence[int], above: fmpz_poly, at: fmpz_poly, kept: int) -> fmpz_poly:
    """The sum of ways·aboveʲ·atᵏ⁻ʲ over all j, from the highest power down."""
    shift = at.degree()
    if at.content() == 1 and sum(map(bool, at.coeffs())) == 1:  # xᵛ: leave out the common factor
        lean = above.right_shift(shift) if _divides(shift, above) else None
        if lean is not None:
            result = fmpz_poly([])
            for way in reversed(ways):
                result = result * lean + way
            return result.left_shift(shift * kept)
    result, power = fmpz_poly([]), ONE
    for way in reversed(ways):
        result = result * above + power * way
        power *= at
    return result * at


def _divides(shift: int, poly: fmpz_poly) -> bool:
    return not poly.truncate(shift)


def _sum_of_ranks(
    weights: Sequence[int],
    rows: Sequence[fmpz_poly],
    n: int,
    stretches: Sequence[tuple[int, int]],
) -> fmpz_poly:
    """Sum from the highest value down; the state is the number of dice seen."""
    last = stretches[-1][1]
    ranks = [rank for first, end in stretches for rank in range(first, end)]
    below = [bisect_left(ranks, rank) for rank in range(n + 1)]
    seen = {0: ONE}
    remaining = sum(weights)
    total = fmpz_poly([])
    for at, row in zip(reversed(weights), reversed(rows), strict=True):
        remaining -= at
        following: dict[int, fmpz_poly] = {}
        powers = [ONE]
        for _ in ranks:
            powers.append(powers[-1] * row)
        for count, sofar in seen.items():
            for more in range(n - count + 1):
                now = count + more
                kept = below[now] - below[count]
                part = sofar * powers[kept] * (comb(n - count, more) * at**more)
                if now >= last:  # the remaining dice may show anything lower
                    total += part * remaining ** (n - now)
                else:
                    following[now] = following.get(now, fmpz_poly([])) + part
        seen = following
    return total
