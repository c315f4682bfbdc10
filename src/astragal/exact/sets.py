"""The size of the largest set: how often the most frequent value comes up."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import factorial

from flint import fmpz, fmpz_poly

from astragal.exact.budget import Budget
from astragal.exact.law import Law, law_of


def largest_set(law: Law, n: int, budget: Budget) -> Law:
    """Of ``n`` dice of a law that ends, the number of those that show the most frequent value.

    No value comes up more than t times in n!·[zⁿ] Π Σ (wz)ⁱ/i! ways, i running to t.
    """
    table, below = law.table()
    kinds = Counter(table.values())
    budget.spend(n * n * (1 + n * below.bit_length() // 64) * 16 * len(kinds))
    chances = []
    before = Fraction(0)
    for most in range(min(n, -(-n // len(table))), n + 1):
        reached = Fraction(_ways(kinds, n, most), below**n)
        chances.append((most, reached - before))
        before = reached
    return law_of(chances)


def _ways(kinds: Counter[int], n: int, most: int) -> int:
    """In how many ways ``n`` dice fall without any value more than ``most`` times."""
    product = fmpz_poly([1])
    scale = fmpz(1)
    for weight, values in kinds.items():
        # Whole numbers only: each factor is multiplied by most!.
        factor = [fmpz(factorial(most) // factorial(i)) * weight**i for i in range(most + 1)]
        product = product.mul_low(fmpz_poly(factor).pow_trunc(values, n + 1), n + 1)
        scale *= fmpz(factorial(most)) ** values
    return int(product[n] * factorial(n) // scale)
