"""The sum of two independent whole numbers, computed from their weights."""

from __future__ import annotations

from collections.abc import Mapping

from astragal.probability.budget import Budget
from astragal.probability.generating import whole
from astragal.probability.laws.law import Law
from astragal.probability.weights import Weights

_FEW_PRODUCTS = 5_000
"""Up to this many products are added here: creating a law takes longer, and may need FLINT."""


def sum_of_weights(a: Weights, b: Weights, budget: Budget) -> Weights:
    """The weights of the sum of two independent whole numbers."""
    places = _span(a.table) * _span(b.table)
    if places <= _FEW_PRODUCTS:
        bits = a.denominator.bit_length() + b.denominator.bit_length()
        budget.spend_entries(places, bits)
        start = min(a.table) + min(b.table)
        sums = whole.product(_listed(a.table), _listed(b.table))
        return Weights(dict(enumerate(sums, start)), a.denominator * b.denominator)
    law = Law.of_table(a.table, a.denominator).plus(Law.of_table(b.table, b.denominator), budget)
    return Weights(*law.table())


def _span(table: Mapping[int, int]) -> int:
    return max(table) - min(table) + 1


def _listed(table: Mapping[int, int]) -> list[int]:
    return [table.get(number, 0) for number in range(min(table), max(table) + 1)]
