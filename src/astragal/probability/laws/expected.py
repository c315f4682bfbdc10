"""The expected values of a finite number and of its square."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING

from astragal.outcome import Number
from astragal.probability.generating.fractions import balanced_sum, fraction_of

if TYPE_CHECKING:
    from astragal.probability.laws.finite import Finite


def moments_on_grid(law: Finite) -> tuple[Fraction, Fraction]:
    """The moments of a law on a grid, from the moments of its places."""
    weights, places = law.weights, range(law.length)
    mass, start, step = law.mass, law.start, law.step
    first = fraction_of(sum(map(mul, weights, places)), law.below)
    second = fraction_of(sum(map(mul, weights, map(mul, places, places))), law.below)
    return (
        Fraction(start * mass + step * first),
        Fraction(start**2 * mass + 2 * start * step * first + step**2 * second),
    )


def moments_of_table(table: Mapping[Number, int], denominator: int) -> tuple[Fraction, Fraction]:
    """The moments of a table, number by number."""
    # Fractions with equal denominators are added as whole numbers.
    first: dict[int, int] = defaultdict(int)
    second: dict[int, int] = defaultdict(int)
    for number, weight in table.items():
        above, below = number.as_integer_ratio()
        weighted = above * weight
        first[below] += weighted
        second[below] += above * weighted
    mean = balanced_sum((total, under) for under, total in first.items())
    square = balanced_sum((total, under**2) for under, total in second.items())
    return mean / denominator, square / denominator
