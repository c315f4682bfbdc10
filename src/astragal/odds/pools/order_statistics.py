"""The sum of some of the highest or lowest of identical dice, without enumeration.

Dice are ranked from the highest; those of the ranks from ``first`` to before ``last`` are kept. A
kept die may add a random number to the sum (it may be re-rolled or explode once it is kept), which
is given as a polynomial for each value: xᵛ if the die just adds its value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import accumulate
from math import comb

from flint import fmpz, fmpz_poly

from astragal.odds.budget import Budget
from astragal.odds.generating.grids import same_places
from astragal.odds.generating.quotients import ONE
from astragal.odds.generating.series import FiniteSeries, Series
from astragal.odds.laws.finite import RowLaw
from astragal.odds.laws.law import Law
from astragal.outcome import Number, tidy

Gain = Callable[[Number], Law]
"""What a kept die adds to the sum, by its value."""


def kept_total(
    law: Law, n: int, first: int, last: int, gain: Gain | None, budget: Budget
) -> Law | None:
    """The sum of the dice of some ranks, of ``n`` dice of a finite law.

    None if the values lie too far apart for polynomials.
    """
    kept = last - first
    at_one_end = first == 0 or last == n
    if gain is None and at_one_end:
        if kept == 1:
            return _extreme(law, n, highest=first == 0, budget=budget)
        if (row := law.row()) is not None and kept <= 4 * row.length and _is_fair(row):
            return _kept_of_fair(row, n, kept, highest=first == 0, budget=budget)
    grid = _plain_grid(law) if gain is None else _grid(law, gain)
    if grid is None:
        return None
    rows, start, step, bottom = grid
    table, denominator = law.table()
    weights = [fmpz(table[value]) for value in sorted(table)]
    places = kept * max(max(row.length() for row in rows), bottom.length())
    words = 1 + n * denominator.bit_length() // 64
    budget.spend(len(rows) * (kept if at_one_end else last**2) * places * words)
    if not at_one_end:
        top = _sum_of_ranks(weights, rows, n, first, last)
    elif first:  # the lowest are the highest of the die with its values negated
        top = _sum_of_highest(weights[::-1], rows[::-1], n, kept)
    else:
        top = _sum_of_highest(weights, rows, n, kept)
    result = Series.of(tidy(start * kept), step, top, bottom**kept * denominator**n)
    return Law.of_rows([result if result.finite else result.reduced()])


def _kept_of_fair(row: Series, n: int, kept: int, *, highest: bool, budget: Budget) -> Law:
    words = 1 + n * int(row.denominator[0].bit_length()) // 64
    budget.spend(16 * kept**2 * row.length * words)
    top = _sum_of_highest_fair(row.length, n, kept) * row.numerator[0] ** n
    if not highest:
        top = fmpz_poly(top.coeffs()[::-1])
    return RowLaw(FiniteSeries(tidy(row.start * kept), row.step, top, row.denominator**n))


_LONGEST = 3_000
"""A polynomial for each of more places than this would fill the memory."""


def _extreme(law: Law, n: int, *, highest: bool, budget: Budget) -> Law:
    """The highest or lowest die, by cumulative weights: those of independent dice multiply."""
    table, denominator = law.table()
    budget.spend_entries(len(table), n * denominator.bit_length())
    weights: dict[Number, int] = {}
    reach, before = 0, 0
    for value in sorted(table, reverse=not highest):
        reach += table[value]
        weights[value] = reach**n - before
        before = reach**n
    return Law.of_table(weights, denominator**n)


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
    weights: Sequence[fmpz], rows: Sequence[fmpz_poly], n: int, kept: int
) -> fmpz_poly:
    """By the lowest value that is kept: some dice lie above it, and enough of the others on it."""
    total = fmpz_poly([])
    above = fmpz_poly([])
    below = sum(weights, fmpz(0))
    for at, row in zip(reversed(weights), reversed(rows), strict=True):
        below -= at
        ways = _ways(at, below, n, kept)
        total += _powers(ways, above, row, kept)
        above += row * at
    return total


def _is_fair(row: Series) -> bool:
    """Whether all places have the same weight."""
    weights = row.numerator.coeffs()
    return weights.count(weights[0]) == len(weights)


def _sum_of_highest_fair(sides: int, n: int, kept: int) -> fmpz_poly:
    """The same for the faces 0 … sides - 1, each of weight one.

    The h faces above one are x(1 - xʰ)/(1 - x): the numerators of their powers have few terms, and
    dividing by 1 - x is a running sum, which serves all faces together.
    """
    places = kept * (sides - 1) + 1
    ways = [_ways(fmpz(1), fmpz(face), n, kept) for face in range(sides)]
    sums = [fmpz(0)] * places
    for power in range(kept - 1, -1, -1):
        sums = list(accumulate(sums))
        for term in range(power + 1):
            sign = comb(power, term) * (-1) ** term
            # The term stands at kept·face + power + term·(faces above).
            place, stride = power + term * (sides - 1), kept - term
            for face in range(sides):
                if place >= places:
                    break
                sums[place] += ways[face][power] * sign
                place += stride
    return fmpz_poly(sums)


def _ways(at: fmpz, below: fmpz, n: int, kept: int) -> list[fmpz]:
    """For 0 … kept - 1 dice above a value: the ways in which enough of the others lie on it."""
    ways = [fmpz(0)] * kept
    size, need = n - kept + 1, 1
    both = at + below
    tail = both**size - below**size
    # The term that the next tail lacks: exactly ``need`` of ``size`` on the value.
    term = size * at * below ** (size - 1)
    for above in range(kept - 1, -1, -1):
        ways[above] = tail * comb(n, above)
        tail = both * tail - below * term
        # The same with one die more, and that on the value.
        term = term * at * (size + 1) // (need + 1)
        size, need = size + 1, need + 1
    return ways


def _powers(ways: Sequence[fmpz], above: fmpz_poly, at: fmpz_poly, kept: int) -> fmpz_poly:
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
    weights: Sequence[fmpz], rows: Sequence[fmpz_poly], n: int, first: int, last: int
) -> fmpz_poly:
    """From the highest value down: the number of dice seen so far, and the sum of those kept."""
    seen = {0: ONE}
    remaining = sum(weights, fmpz(0))
    total = fmpz_poly([])
    for at, row in zip(reversed(weights), reversed(rows), strict=True):
        remaining -= at
        following: dict[int, fmpz_poly] = {}
        powers = [ONE]
        for _ in range(last - first):
            powers.append(powers[-1] * row)
        for count, sofar in seen.items():
            for more in range(n - count + 1):
                now = count + more
                kept = max(0, min(now, last) - max(count, first))
                part = sofar * powers[kept] * (comb(n - count, more) * at**more)
                if now >= last:  # the remaining dice may show anything lower
                    total += part * remaining ** (n - now)
                else:
                    following[now] = following.get(now, fmpz_poly([])) + part
        seen = following
    return total
