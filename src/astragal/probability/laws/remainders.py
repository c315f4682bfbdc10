"""Remainders of independent numbers, from their laws."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from fractions import Fraction

from astragal.outcome import Number, size_of
from astragal.probability.budget import Budget
from astragal.probability.laws.arithmetic import given, magnitude, pairwise
from astragal.probability.laws.law import Law, law_of, union
from astragal.probability.laws.series import Series
from astragal.probability.refusals import endless_divisor


def modulo(a: Law, b: Law, budget: Budget) -> Law:
    """``a % b``, which has the sign of ``b``; ``b`` must never be zero."""
    if not b.finite:
        raise endless_divisor()
    if a.finite:
        return pairwise(a, b, operator.mod, budget)
    return given(b, lambda divisor: _residues(a, divisor, budget), budget, a)


def remainder(a: Law, b: Law, budget: Budget) -> Law:
    """The remainder of ``a`` divided by ``b``, with the sign of ``a``."""
    if a.finite and b.finite:
        return pairwise(a, b, signed_remainder, budget)
    if not b.finite:
        raise endless_divisor()
    divisor = magnitude(b)
    below, rest = a.cut(0)
    parts = [modulo(below.scaled(-1), divisor, budget).scaled(-1), modulo(rest, divisor, budget)]
    return union(parts)


def signed_remainder(a: Number, b: Number) -> Number:
    left = size_of(a) % size_of(b)
    return -left if a < 0 else left


def _residues(law: Law, divisor: Number, budget: Budget) -> Law:
    """The remainders of an unbounded number: one series for each place of the period."""
    return law_of(each for part in law.parts for each in _residues_of(part, divisor, budget))


def _residues_of(
    series: Series, divisor: Number, budget: Budget
) -> Iterator[tuple[Number, Fraction]]:
    from astragal.probability.generating.quotients import sections

    period = (Fraction(series.step) / divisor).denominator
    places = period * (1 + series.degree)
    budget.spend_product(places, 64 * places)
    for place, part in enumerate(sections(series.numerator, series.denominator, period)):
        if part[0].length():
            yield series.value(place) % divisor, Series(0, 1, *part).mass
