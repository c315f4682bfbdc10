"""The size of the largest set: how often the most frequent value comes up."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, factorial

from flint import fmpq, fmpq_poly

from astragal.odds.budget import Budget
from astragal.odds.laws.law import Law, law_of


def largest_set(law: Law, n: int, budget: Budget) -> Law:
    """Of ``n`` dice of a law that ends, the number of those that show the most frequent value."""
    table, below = law.table()
    kinds = Counter(table.values())
    budget.spend(32 * n * n * (1 + n * below.bit_length() // 64) * len(kinds))
    whole = sum(table.values())
    chances = []
    before = 0
    for most in range(-(-n // len(table)), n + 1):
        # Over half of the dice can show one value only, so these ways just add up.
        ways = _ways(kinds, n, most) if 2 * most < n else whole**n - _over(kinds, n, most, whole)
        chances.append((most, Fraction(ways - before, below**n)))
        before = ways
    return law_of(chances)


def _ways(kinds: Counter[int], n: int, most: int) -> int:
    """In how many ways no value comes up more than t times: n!·[zⁿ] Π Σ (wz)ⁱ/i!, i running to t."""
    product = fmpq_poly([1])
    for weight, values in kinds.items():
        factor = fmpq_poly([fmpq(weight**i, factorial(i)) for i in range(most + 1)])
        product = product.mul_low(factor.pow_trunc(values, n + 1), n + 1)
    return int((product[n] * factorial(n)).p)


def _over(kinds: Counter[int], n: int, most: int, whole: int) -> int:
    """In how many ways some value comes up more than ``most`` times, each value counted for itself."""
    return sum(
        values * comb(n, i) * weight**i * (whole - weight) ** (n - i)
        for weight, values in kinds.items()
        for i in range(most + 1, n + 1)
    )
