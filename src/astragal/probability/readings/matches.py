"""How many values come up at least so many times, of identical dice.

With A the exponential series of fewer dice than that on a value of weight w, and B that of as many
or more, the rolls in which j of k values match are n!·[zⁿ] C(k, j)·Bʲ·Aᵏ⁻ʲ. Values of one weight
are taken together; those of another weight multiply.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import zip_longest
from math import comb, factorial, perm
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal.outcome import Number, counts
from astragal.probability.budget import Budget
from astragal.probability.generating import whole
from astragal.probability.laws.law import Law

if TYPE_CHECKING:
    from flint import fmpq_poly

_FEW, _LOADING = 15, 60
"""Series of up to so many dice are multiplied in Python: always, or because to load FLINT would
take longer."""

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
    in_python = n <= (_FEW if "flint" in sys.modules else _LOADING)
    times, exponential, number = _in_python(n) if in_python else _in_flint(n)
    found: list[Any] = []
    for weight, values in kinds.items():
        terms = [weight**dice for dice in range(n + 1)]
        few = exponential(terms[:least])
        many = exponential([0] * min(least, n + 1) + terms[least:])
        more = _of_one(few, many, values, min(most, values), times, exponential([1]))
        budget.spend(product * len(found) * len(more))
        found = _multiplied(found, more, most, times) if found else more
    weights: dict[Number, int] = {
        matched: ways for matched, series in enumerate(found) if (ways := number(series))
    }
    return Law.of_table(weights, denominator**n, lowest_first=True)


_Times: TypeAlias = Callable[[Any, Any], Any]
_Kit: TypeAlias = tuple[_Times, Callable[[list[int]], Any], Callable[[Any], int]]
"""How two series are multiplied; the series of some weights; the ways of all dice in one."""


def _in_flint(n: int) -> _Kit:
    from flint import fmpq, fmpq_poly

    def exponential(terms: list[int]) -> fmpq_poly:
        return fmpq_poly([fmpq(each, factorial(dice)) for dice, each in enumerate(terms)])

    whole_number = factorial(n)
    return (
        lambda one, other: one.mul_low(other, n + 1),
        exponential,
        lambda series: int((series[n] * whole_number).p),
    )


def _in_python(n: int) -> _Kit:
    """The same in whole numbers, with every coefficient n! times as large."""
    whole_number = factorial(n)

    def times(one: list[int], other: list[int]) -> list[int]:
        return [each // whole_number for each in whole.product(one, other)[: n + 1]]

    def exponential(terms: list[int]) -> list[int]:
        return [each * perm(n, n - dice) for dice, each in enumerate(terms)]

    return times, exponential, lambda series: series[n] if len(series) > n else 0


def _of_one(few: Any, many: Any, values: int, most: int, times: _Times, one: Any) -> list[Any]:
    """By how many of some values of one weight match, the series of all their dice."""
    rest = [_power(few, values - most, times, one)]
    for _ in range(most):
        rest.append(times(rest[-1], few))
    series, found = one, []
    for matched in range(most + 1):
        ways = comb(values, matched)
        found.append(times(series, times(rest[most - matched], _scaled(one, ways))))
        series = times(series, many)
    return found


def _power(series: Any, n: int, times: _Times, one: Any) -> Any:
    found = one
    while n:
        if n & 1:
            found = times(found, series)
        n >>= 1
        if n:
            series = times(series, series)
    return found


def _scaled(series: Any, factor: int) -> Any:
    return [each * factor for each in series] if isinstance(series, list) else series * factor


def _multiplied(one: list[Any], other: list[Any], most: int, times: _Times) -> list[Any]:
    """The same for the values of two kinds together."""
    found: list[Any] = [None] * (min(most, len(one) + len(other) - 2) + 1)
    for matched, series in enumerate(one):
        for more, another in enumerate(other[: len(found) - matched]):
            ways = times(series, another)
            had = found[matched + more]
            found[matched + more] = ways if had is None else _plus(had, ways)
    return found


def _plus(one: Any, other: Any) -> Any:
    if not isinstance(one, list):
        return one + other
    return [x + y for x, y in zip_longest(one, other, fillvalue=0)]
