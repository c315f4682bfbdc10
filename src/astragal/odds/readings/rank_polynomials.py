"""Sums of ranked dice as polynomials: whatever each value adds, and whatever its weight.

See ``order_statistics``, which chooses between these and what is quicker for fair dice.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import reduce
from math import comb

from flint import fmpz_poly

from astragal.odds.budget import Budget
from astragal.odds.generating.grids import same_places
from astragal.odds.generating.quotients import ONE
from astragal.odds.generating.series import Series
from astragal.odds.laws.law import Law
from astragal.odds.readings.order_statistics import Gain, ways_to_fill
from astragal.outcome import Number, tidy

_LONGEST = 3_000
"""A polynomial for each of more places than this would fill the memory."""


def ranked_total(
    law: Law, n: int, first: int, last: int, gain: Gain | None, budget: Budget
) -> Law | None:
    """The sum of the dice of some ranks; None if the values lie too far apart for polynomials."""
    return total_of_stretches(law, n, [(first, last)], gain, budget)


def total_of_stretches(
    law: Law, n: int, stretches: Sequence[tuple[int, int]], gain: Gain | None, budget: Budget
) -> Law | None:
    """The same for several stretches of ranks, the highest first."""
    (first, _), (_, last) = stretches[0], stretches[-1]
    kept = sum(end - start for start, end in stretches)
    at_one_end = len(stretches) == 1 and (first == 0 or last == n)
    grid = _plain_grid(law) if gain is None else _grid(law, gain)
    if grid is None:
        return None
    rows, start, step, bottom = grid
    table, denominator = law.table()
    weights = [table[value] for value in sorted(table)]
    places = kept * max(max(row.length() for row in rows), bottom.length())
    words = 1 + n * denominator.bit_length() // 64
    changed = 1 if gain is None else 2
    if at_one_end:
        budget.spend(3 * len(rows) * kept * places * (4 + words) * changed)
    else:
        budget.spend(len(rows) * last * n * (700 + 3 * places * (1 + words) // 2) * changed)
    if not at_one_end:
        top = _sum_of_ranks(weights, rows, n, stretches)
    elif first:  # the lowest are the highest of the die with its values negated
        top = _sum_of_highest(weights[::-1], rows[::-1], n, kept)
    else:
        top = _sum_of_highest(weights, rows, n, kept)
    result = Series.of(tidy(start * kept), step, top, bottom**kept * denominator**n)
    return Law.of_rows([result if result.finite else result.reduced()])


Grid = tuple[list[fmpz_poly], Number, Number, fmpz_poly]
"""A polynomial for each value, the start and step of their grid, and their denominator."""


def _plain_grid(law: Law) -> Grid | None:
    """Every value adds itself."""
    row = law.row()
    if row is None or row.length > _LONGEST:
        return None
    places = [place for place, weight in enumerate(row.numerator.coeffs()) if weight]
    return [ONE.left_shift(place) for place in places], row.start, row.step, ONE


def _grid(law: Law, gain: Gain) -> Grid | None:
    """What each value adds, all on one grid and over one denominator."""
    table, _ = law.table()
    rows = []
    for value in sorted(table):
        parts = gain(value).rows()
        if len(parts) != 1:
            return None
        rows.append(parts[0])
    leader = reduce(lambda a, b: same_places(a, b)[0], rows)
    placed = [same_places(leader, row)[1] for row in rows]
    ending = [row for row in placed if row.finite]
    if ending and max(row.length for row in ending) > 64 * sum(row.length for row in rows):
        return None
    bottom = reduce(_least_multiple, (row.denominator for row in placed), ONE)
    tops = [row.numerator * (bottom // row.denominator) for row in placed]
    return tops, placed[0].start, placed[0].step, bottom


def _least_multiple(a: fmpz_poly, b: fmpz_poly) -> fmpz_poly:
    return a if a == b else a * (b // a.gcd(b))


def _sum_of_highest(
    weights: Sequence[int], rows: Sequence[fmpz_poly], n: int, kept: int
) -> fmpz_poly:
    """By the lowest value that is kept: some dice lie above it, and enough of the others on it."""
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
    """From the highest value down: the number of dice seen so far, and the sum of those kept."""
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
