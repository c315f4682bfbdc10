"""Compound sums: a random number of dice, or dice with a random number of sides."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from math import comb, lcm
from typing import TYPE_CHECKING

from astragal.outcome import Number, tidy
from astragal.probability.budget import Budget
from astragal.probability.generating.grids import (
    check_places,
    close_together,
    placed,
    places_on,
    spacing,
)
from astragal.probability.laws.endless import of_rows
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law, union
from astragal.probability.laws.series import Series
from astragal.probability.long_numbers import steps_of_fraction
from astragal.probability.refusals import no_closed_form

if TYPE_CHECKING:
    from flint import fmpz_poly

_CALL = 5_000
"""The minimum steps of adding one more number."""


_ENTRY = 300
"""The steps of adding to an entry of a table."""

_FEW_PRODUCTS = 2_000
"""Up to this many products of weights are computed one by one, without FLINT."""


def compound(cases: dict[int, Number], each: Law, budget: Budget) -> Law:
    """The sum of n independent numbers of a law; ``cases`` has the chance of each n."""
    most = max(cases)
    if cases == {most: 1}:
        return each.power(most, budget)
    if each.finite:
        if not _close_to_zero(each):
            _spend_on_tables(each, most, budget)
        elif most**2 * each.size > _FEW_PRODUCTS:
            return _finite_compound(cases, each, budget)
    elif len(each.rows()) == 1 and each.rows()[0].start >= 0 and each.rows()[0].step > 0:
        return _upward_compound(cases, each.rows()[0], budget)
    return _one_by_one(cases, each, budget)


def _one_by_one(cases: dict[int, Number], each: Law, budget: Budget) -> Law:
    """The same by Horner's rule: add one number at a time."""
    most = max(cases)
    length, bits = (each.size, each.bits) if each.finite else (8 * each.degree, 8)
    budget.spend(most * _CALL + 3 * most**2 * length * (1 + most * bits // 128))
    budget.room(most * length, most * bits)
    # All steps were counted above.
    free = budget.paid()
    total = Law.of_table({}, 1)
    for n in range(most, -1, -1):
        total = total.plus(each, free)
        if n in cases:
            total = union([total, Law.certain(0).weighted(cases[n])])
    return total


def _finite_compound(cases: dict[int, Number], each: Law, budget: Budget) -> Law:
    """The same with polynomials, for a finite law whose numbers and 0 lie on a short grid."""
    from flint import fmpz_poly

    from astragal.probability.generating.quotients import homogeneous

    table, below = each.table()
    start, step, length = spacing([0, *table])
    most = max(cases)
    _spend_on_halves(most, length, below.bit_length(), budget)
    weights = placed(places_on(start, step, table), table.values(), length)
    nothing = fmpz_poly([below]).left_shift(int(-start // step))
    numbers, common = _polynomial(cases)
    sums = homogeneous(numbers, fmpz_poly(weights), nothing, most)
    return Finite(tidy(start * most), step, None, common * below**most, numerator=sums)


def _upward_compound(cases: dict[int, Number], row: Series, budget: Budget) -> Law:
    """The same with quotients of polynomials, for an infinite upward series."""
    from astragal.probability.generating.quotients import homogeneous

    own, most = row.from_zero(), max(cases)
    _spend_on_halves(most, own.longest, own.height, budget)
    numbers, common = _polynomial(cases)
    top = homogeneous(numbers, own.numerator, own.denominator, most)
    return of_rows([Series(0, own.step, top, own.denominator**most * common).reduced()])


def _polynomial(cases: dict[int, Number]) -> tuple[fmpz_poly, int]:
    """The probabilities of the numbers as a polynomial, and their common denominator."""
    from flint import fmpz_poly

    common = lcm(*(chance.denominator for chance in cases.values()))
    weights = [int(cases.get(n, 0) * common) for n in range(max(cases) + 1)]
    return fmpz_poly(weights), common


def _spend_on_halves(most: int, length: int, bits: int, budget: Budget) -> None:
    """Count the cost of summing the powers up to ``most`` of a polynomial, by halving."""
    places = most * (length - 1) + 1
    budget.spend((most + 1) * _CALL)
    budget.spend_product(3 * places, most * bits)
    check_places(places)


def _close_to_zero(each: Law) -> bool:
    """True if the numbers and 0, the sum of none, are close enough for a short series."""
    table = each.table().table
    return not table or close_together([0, *table])


def _spend_on_tables(each: Law, most: int, budget: Budget) -> None:
    """Count the cost of sums of up to ``most`` scattered numbers, which are kept in tables."""
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
    """The sum of ``n`` fair dice whose number of sides is random: probabilities by ``sides``.

    The faces are 1, 2, … For s sides the generating function is (1 - xˢ)ⁿ / (1 - x)ⁿ. The
    numerators have few terms, and dividing by (1 - x)ⁿ, by running sums, is done once for all
    numbers of sides.
    """
    most = max(sides)
    places = n * (most - 1) + 1
    longest = max(chance.denominator.bit_length() for chance in sides.values())
    # All numbers up to s have a common multiple below 3ˢ.
    bits = longest + n * min(2 * most, sum(number.bit_length() for number in sides))
    own = longest + n * most.bit_length()
    budget.spend(places * n * (30 + bits // 64))
    budget.spend(len(sides) * (n * (100 + bits // 16) + steps_of_fraction(bits, own)))
    budget.room(3 * places // 2, bits)  # new running sums are written while the previous ones exist
    below = lcm(*(chance.denominator * number**n for number, chance in sides.items()))
    signed = [comb(n, term) * (-1) ** term for term in range(n + 1)]
    totals = [0] * places
    for number, chance in sides.items():
        share = below // (chance.denominator * number**n) * chance.numerator
        for place, factor in zip(range(0, places, number), signed, strict=False):
            totals[place] += share * factor
    for _ in range(n):
        totals = list(accumulate(totals))
    return Finite(n, 1, totals, below)


def endless_compound(number: Law, each: Law, budget: Budget) -> Law:
    """The same for unbounded n: a composition of two generating functions."""
    from astragal.probability.laws.combining import compounded

    rows = each.rows()
    upwards = all(part.step > 0 and part.start >= 0 for part in number.parts)
    if len(rows) != 1 or not upwards or not _whole_grid(number):
        raise no_closed_form("such a number of dice")
    for part in number.parts:
        degree = part.longest * int(part.step)
        budget.spend(8 * degree**2 * (rows[0].length + rows[0].degree))
    return of_rows(compounded(part, rows[0]) for part in number.parts)


def _whole_grid(law: Law) -> bool:
    return all(isinstance(part.start, int) and isinstance(part.step, int) for part in law.parts)
