"""The number of values that come up at least k times, of identical dice.

Let A be the exponential series of fewer than k dice on a value of weight w, and B that of k or
more. Then the rolls in which j of m values match are n!·[zⁿ] C(m, j)·Bʲ·Aᵐ⁻ʲ. Values of equal
weight are handled together; different weights multiply.
"""

from __future__ import annotations

from math import comb
from typing import Any

from astragal.outcome import Number, counts
from astragal.probability.budget import Budget
from astragal.probability.generating.exponential import Exponential, exponential
from astragal.probability.laws.law import Law

_FEW = 15
"""Series of up to this many dice are always multiplied in Python."""

_POLYNOMIAL, _PLACE = 2_000, 50
"""The steps of a product of polynomials, and of each place per machine word of its numbers."""


def matches(law: Law, n: int, least: int, budget: Budget) -> Law:
    """The number of values shown by ``least`` or more of ``n`` dice of a finite law."""
    table, denominator = law.table()
    kinds = counts(table.values())
    most = min(len(table), n // least)
    bits = denominator.bit_length() + n.bit_length()
    product = _POLYNOMIAL + _PLACE * n * (1 + n * bits // 64)
    budget.spend(product * sum(3 * min(most, values) + 1 for values in kinds.values()))
    series = exponential(n, _FEW)
    found: list[Any] = []
    for weight, values in kinds.items():
        terms = [weight**dice for dice in range(n + 1)]
        few = series.of(terms[:least])
        many = series.of([0] * min(least, n + 1) + terms[least:])
        more = _of_one(few, many, values, min(most, values), series)
        budget.spend(product * len(found) * len(more))
        found = _multiplied(found, more, most, series) if found else more
    weights: dict[Number, int] = {
        matched: ways for matched, each in enumerate(found) if (ways := series.number(each))
    }
    return Law.of_table(weights, denominator**n, lowest_first=True)


def _of_one(few: Any, many: Any, values: int, most: int, series: Exponential) -> list[Any]:
    """The series for values of one weight, by the number of them that match."""
    rest = [series.power(few, values - most)]
    for _ in range(most):
        rest.append(series.times(rest[-1], few))
    one = matching = series.of([1])
    found = []
    for matched in range(most + 1):
        ways = series.scaled(one, comb(values, matched))
        found.append(series.times(matching, series.times(rest[most - matched], ways)))
        matching = series.times(matching, many)
    return found


def _multiplied(one: list[Any], other: list[Any], most: int, series: Exponential) -> list[Any]:
    """The same for the values of two groups together."""
    found: list[Any] = [None] * (min(most, len(one) + len(other) - 2) + 1)
    for matched, each in enumerate(one):
        for more, another in enumerate(other[: len(found) - matched]):
            ways = series.times(each, another)
            had = found[matched + more]
            found[matched + more] = ways if had is None else series.plus(had, ways)
    return found
