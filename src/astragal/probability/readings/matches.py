"""How many values come up at least so many times, of identical dice.

With A the exponential series of fewer dice than that on a value of weight w, and B that of as many
or more, the rolls in which j of k values match are n!·[zⁿ] C(k, j)·Bʲ·Aᵏ⁻ʲ. Values of one weight
are taken together; those of another weight multiply.
"""

from __future__ import annotations

from math import comb, factorial
from typing import TYPE_CHECKING

from astragal.outcome import Number, counts
from astragal.probability.budget import Budget
from astragal.probability.laws.law import Law

if TYPE_CHECKING:
    from flint import fmpq_poly

_POLYNOMIAL, _PLACE = 2_000, 50
"""The steps of a product of polynomials, and of a place of it for each word of its numbers."""


def matches(law: Law, n: int, least: int, budget: Budget) -> Law:
    """The number of values that ``least`` or more of ``n`` dice of a finite law show."""
    table, denominator = law.table()
    kinds = counts(table.values())
    most = min(len(table), n // least)
    bits = denominator.bit_length() + n.bit_length()
    product = _POLYNOMIAL + _PLACE * n * (1 + n * bits // 64)
    budget.spend(product * sum(3 * min(most, values) + 1 for values in kinds.values()))
    by_kind = (
        _of_one(weight, values, n, least, min(most, values)) for weight, values in kinds.items()
    )
    found = next(by_kind)
    for more in by_kind:
        budget.spend(product * len(found) * len(more))
        found = _multiplied(found, more, most, n)
    whole = factorial(n)
    weights: dict[Number, int] = {
        matched: int((series[n] * whole).p) for matched, series in enumerate(found) if series[n]
    }
    return Law.of_table(weights, denominator**n, lowest_first=True)


def _of_one(weight: int, values: int, n: int, least: int, most: int) -> list[fmpq_poly]:
    """By how many of some values of one weight match, the series of all their dice."""
    from flint import fmpq, fmpq_poly

    terms = [fmpq(weight**dice, factorial(dice)) for dice in range(n + 1)]
    few = fmpq_poly(terms[:least])
    many = fmpq_poly([fmpq(0)] * min(least, n + 1) + terms[least:])
    rest = [few.pow_trunc(values - most, n + 1)]
    for _ in range(most):
        rest.append(rest[-1].mul_low(few, n + 1))
    series, found = fmpq_poly([1]), []
    for matched in range(most + 1):
        found.append(series.mul_low(rest[most - matched], n + 1) * comb(values, matched))
        series = series.mul_low(many, n + 1)
    return found


def _multiplied(one: list[fmpq_poly], other: list[fmpq_poly], most: int, n: int) -> list[fmpq_poly]:
    """The same for the values of two kinds together."""
    from flint import fmpq_poly

    found = [fmpq_poly([0]) for _ in range(min(most, len(one) + len(other) - 2) + 1)]
    for matched, series in enumerate(one):
        for more, another in enumerate(other[: len(found) - matched]):
            found[matched + more] += series.mul_low(another, n + 1)
    return found
