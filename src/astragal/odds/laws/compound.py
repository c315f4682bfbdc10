"""Compound sums: as many dice as another number says, or with as many sides."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from math import comb, lcm
from typing import TYPE_CHECKING

from astragal.odds.budget import Budget
from astragal.odds.generating.finite import FiniteSeries
from astragal.odds.generating.grids import check_places, close_together, places_on, spacing
from astragal.odds.generating.places import Places
from astragal.odds.laws.finite import RowLaw
from astragal.odds.laws.law import Law, union
from astragal.odds.long_numbers import steps_of_fraction
from astragal.odds.refusals import no_closed_form
from astragal.outcome import Number, tidy

if TYPE_CHECKING:
    from flint import fmpz_poly

_CALL = 5_000
"""The steps of adding one more number, however short its law is."""


_ENTRY = 300
"""The steps of adding to an entry of a table."""

_FEW_PRODUCTS = 2_000
"""Up to so many products of weights are made one by one, and FLINT need not be loaded."""


def compound(cases: dict[int, Number], each: Law, budget: Budget) -> Law:
    """The sum of n independent numbers of a law, for every n with its probability."""
    most = max(cases)
    if cases == {most: 1}:
        return each.power(most, budget)
    if each.finite and _close_to_zero(each):
        if most**2 * each.size > _FEW_PRODUCTS:
            return _halved(cases, each, budget)
    elif each.finite:
        _spend_on_tables(each, most, budget)
    return _one_by_one(cases, each, budget)


def _one_by_one(cases: dict[int, Number], each: Law, budget: Budget) -> Law:
    """The same by Horner's rule: one more number at a time."""
    most = max(cases)
    length, bits = (each.size, each.bits) if each.finite else (8 * each.degree, 8)
    budget.spend(most * _CALL + 3 * most**2 * length * (1 + most * bits // 128))
    budget.room(most * length, most * bits)
    # Counted all at once, before it begins.
    free = budget.paid()
    total = Law.of_table({}, 1)
    for n in range(most, -1, -1):
        total = total.plus(each, free)
        if n in cases:
            total = union([total, Law.certain(0).weighted(cases[n])])
    return total


def _halved(cases: dict[int, Number], each: Law, budget: Budget) -> Law:
    """The same for a finite law whose numbers and 0 lie on a short grid, as polynomials.

    The sum over some n is that over the lower half of them, and that over the upper half times a
    power: the products are few, and the shorter ones have shorter numbers.
    """
    from flint import fmpz, fmpz_poly

    table, below = each.table()
    start, step, length = spacing([0, *table])
    most = max(cases)
    places, bits = most * (length - 1) + 1, most * below.bit_length()
    budget.spend((most + 1) * _CALL)
    budget.spend_product(3 * places, bits)
    check_places(places)
    weights = [0] * length
    for place, weight in zip(places_on(start, step, table), table.values(), strict=True):
        weights[place] = weight
    common = lcm(*(chance.denominator for chance in cases.values()))
    nothing = int(-start // step)
    powers = {1: fmpz_poly(weights)}

    def power(size: int) -> fmpz_poly:
        if size not in powers:
            powers[size] = power(size // 2) ** 2
        return powers[size]

    def summed(first: int, size: int) -> fmpz_poly:
        """Over ``size`` of them, from the first: with as many factors as each is above that."""
        if size == 1:
            return fmpz_poly([int(cases.get(first, 0) * common)])
        lower = 1 << ((size - 1).bit_length() - 1)
        upper = size - lower
        few = (summed(first, lower) * fmpz(below) ** upper).left_shift(nothing * upper)
        return few + power(lower) * summed(first + lower, upper)

    sums = Places.of_polynomial(summed(0, most + 1), common * below**most)
    return RowLaw(FiniteSeries(tidy(start * most), step, sums))


def _close_to_zero(each: Law) -> bool:
    """Whether its numbers and 0, the sum of none of them, lie close enough for a short series."""
    table = each.table().table
    return not table or close_together([0, *table])


def _spend_on_tables(each: Law, most: int, budget: Budget) -> None:
    """Count the sums of up to ``most`` numbers that lie far apart, which tables hold."""
    k, steps = each.size, 0
    table = each.table().table
    apart = max(0, *table) - min(0, *table)
    for n in range(1, most + 1):
        steps += min(comb(n + k, k), int(n * apart) + 1) * (k + 2)
        if steps * _ENTRY > budget.limits.odds:
            break
    budget.spend(steps * _ENTRY)
    budget.room(steps // (k + 2), most * each.bits)


def sum_of_fair(n: int, sides: Mapping[int, Fraction], budget: Budget) -> Law:
    """The sum of ``n`` dice with the faces 1, 2, …, for every number of sides with its probability.

    With s sides that is (1 - xˢ)ⁿ / (1 - x)ⁿ: a few terms each, and the running sums that divide by
    1 - x serve all numbers of sides together.
    """
    most = max(sides)
    places = n * (most - 1) + 1
    longest = max(chance.denominator.bit_length() for chance in sides.values())
    # All numbers up to s have a common multiple of less than 3ˢ.
    bits = longest + n * min(2 * most, sum(number.bit_length() for number in sides))
    own = longest + n * most.bit_length()
    budget.spend(places * n * (30 + bits // 64))
    budget.spend(len(sides) * (n * (100 + bits // 16) + steps_of_fraction(bits, own)))
    budget.room(places, bits)
    below = lcm(*(chance.denominator * number**n for number, chance in sides.items()))
    signed = [comb(n, term) * (-1) ** term for term in range(n + 1)]
    totals = [0] * places
    for number, chance in sides.items():
        share = below // (chance.denominator * number**n) * chance.numerator
        for place, factor in zip(range(0, places, number), signed, strict=False):
            totals[place] += share * factor
    for _ in range(n):
        totals = list(accumulate(totals))
    return RowLaw(FiniteSeries(n, 1, Places(totals, below)))


def endless_compound(number: Law, each: Law, budget: Budget) -> Law:
    """The same for unbounded n: one generating function inside another."""
    from astragal.odds.generating.combining import compounded

    rows = each.rows()
    upwards = all(part.step > 0 and part.start >= 0 for part in number.parts)
    if len(rows) != 1 or not upwards or not _whole_grid(number):
        raise no_closed_form("such a number of dice")
    for part in number.parts:
        degree = part.longest * int(part.step)
        budget.spend(8 * degree**2 * (rows[0].length + rows[0].denominator.length()))
    return Law.of_rows(compounded(part, rows[0]) for part in number.parts)


def _whole_grid(law: Law) -> bool:
    return all(isinstance(part.start, int) and isinstance(part.step, int) for part in law.parts)
