"""The largest set of equal dice, and the number of distinct values, of identical dice.

Values of the same weight are interchangeable: what counts is how many there are of each kind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate, product, repeat
from math import comb, factorial
from operator import add, mul

from astragal.odds.budget import Budget
from astragal.odds.generating import whole
from astragal.odds.laws.law import Law
from astragal.outcome import Number

Kinds = Counter[int]
"""How many values there are of each weight."""

_WIDE = 5
"""Dice with more combinations of kinds than this, that is of weights, are left to polynomials."""

_FEW_TERMS = 30
"""Sums of up to so many terms are added up in Python rather than by FLINT."""


def largest_set(law: Law, n: int, budget: Budget) -> Law:
    """The number of dice that show the most frequent value, of ``n`` dice of a finite law."""
    table, denominator = law.table()
    kinds = Counter(table.values())
    least = -(-n // len(table))
    layers = n // (least + 1) + 1
    width = -(-_states(kinds, layers - 1) // layers)
    words = 1 + n * denominator.bit_length() // 64
    if width <= _WIDE:
        # There are fewer layers, the more often a value may come up: like the harmonic series.
        budget.spend(n * n * (16 + words) * layers.bit_length() * width)
        counted = _ways_by_dice
    else:
        budget.spend(64 * n * n * words * len(kinds))
        counted = _ways_by_polynomials
    # Only one value can be shown by more than half of the dice, so these ways just add up.
    all_ways, over = sum(table.values()) ** n, _over(kinds, n)
    weights: dict[Number, int] = {}
    before = 0
    for most in range(least, n + 1):
        ways = counted(kinds, n, most) if 2 * most < n else all_ways - over[most]
        weights[most] = ways - before
        before = ways
    return Law.of_table(weights, denominator**n)


def _states(kinds: Kinds, used_up: int) -> int:
    """In how many ways up to so many values can be taken away, values of a kind being alike."""
    states = 1
    for values in kinds.values():
        states *= min(values, used_up) + 1
    return states


def _over(kinds: Kinds, n: int) -> list[int]:
    """For every t, the ways in which a value comes up more than t times, added up over all."""
    whole_weight = sum(weight * values for weight, values in kinds.items())
    exactly = [
        comb(n, times)
        * sum(
            values * weight**times * (whole_weight - weight) ** (n - times)
            for weight, values in kinds.items()
        )
        for times in range(n, 0, -1)
    ]
    return list(accumulate(exactly, initial=0))[::-1]


def _ways_by_dice(kinds: Kinds, n: int, most: int) -> int:
    """The ways in which no value comes up more than ``most`` times, die by die.

    The next die may show any value, but for the ways in which it is one too many of its own: then
    the ``most`` earlier ones lie anywhere among the dice so far, and the other dice show other
    values. So the ways of m dice are needed for every choice of values that are used up.
    """
    weights, numbers = list(kinds), tuple(kinds.values())
    again = [weight ** (most + 1) for weight in weights]
    anywhere = _anywhere(most, n)
    known: dict[tuple[int, ...], list[int]] = {}
    for gone in range(min(sum(numbers), n // (most + 1)), -1, -1):
        dice = n - gone * (most + 1)
        found = {}
        for left in _left(numbers, gone):
            weight = sum(map(mul, left, weights))
            ways = list(accumulate(repeat(weight, min(most, dice)), mul, initial=1))
            last = ways[-1]
            for excess in map(mul, anywhere, _one_too_many(left, again, known)):
                last = last * weight - excess
                ways.append(last)
            found[left] = ways
        known = found
    return known[numbers][n]


def _anywhere(most: int, n: int) -> list[int]:
    """The ways to place ``most`` dice among as many, among one more, … among n - 1."""
    ways = [1]
    for dice in range(most + 1, n):
        ways.append(ways[-1] * dice // (dice - most))
    return ways


def _one_too_many(
    left: tuple[int, ...], again: Sequence[int], known: Mapping[tuple[int, ...], list[int]]
) -> list[int]:
    """For 0, 1, … other dice, the ways in which a value left comes up once more than it may."""
    total: list[int] = []
    for kind, number in enumerate(left):
        others = known.get((*left[:kind], number - 1, *left[kind + 1 :]), [])
        if number and others:
            factor = number * again[kind]
            column = [factor * ways for ways in others]
            total = list(map(add, total, column)) if total else column
    return total


def _left(numbers: Sequence[int], gone: int) -> list[tuple[int, ...]]:
    """What may be left of each kind once so many values are used up."""
    choices = product(*(range(max(0, number - gone), number + 1) for number in numbers))
    return [left for left in choices if sum(left) == sum(numbers) - gone]


def _ways_by_polynomials(kinds: Kinds, n: int, most: int) -> int:
    """The same as the coefficient n!·[zⁿ] Π Σ (wz)ⁱ/i! for i ≤ t."""
    from flint import fmpq, fmpq_poly

    result = fmpq_poly([1])
    for weight, values in kinds.items():
        factor = fmpq_poly([fmpq(weight**i, factorial(i)) for i in range(most + 1)])
        result = result.mul_low(factor.pow_trunc(values, n + 1), n + 1)
    return int((result[n] * factorial(n)).p)


def distinct(law: Law, n: int, budget: Budget) -> Law:
    """The number of different values of ``n`` dice of a finite law.

    The rolls that show no values but those of some set follow from its weight; the rolls that show
    all of them, from those by inclusion and exclusion, all sets of a size together.
    """
    table, denominator = law.table()
    size, most = len(table), min(n, len(table))
    words = 1 + (n * denominator.bit_length() + 2 * most * size.bit_length()) // 64
    budget.spend(most * (100 + 16 * words * most.bit_length()))
    within = _rolls_within(Counter(table.values()), n, most, budget)
    # A set lies in C(size - t, k - t) sets of k values; written by factorials, that is a product.
    above = list(accumulate(range(size - most + 1, size + 1), mul, initial=1))[::-1]
    below = list(accumulate(range(most, 0, -1), mul, initial=1))[::-1]
    left = list(map(mul, within, above))
    ways = _product(left, [-each if k % 2 else each for k, each in enumerate(below)])
    weights: dict[Number, int] = {
        k: found // (below[0] * above[k]) for k, found in enumerate(ways[: most + 1]) if found
    }
    return Law.of_table(weights, denominator**n, lowest_first=True)


def _rolls_within(kinds: Kinds, n: int, most: int, budget: Budget) -> list[int]:
    """For every size of a set, the rolls within it, added up over all sets of that size."""
    sets = {(0, 0): 1}
    for weight, values in kinds.items():
        budget.spend_entries(len(sets) * (values + 1))
        larger: dict[tuple[int, int], int] = defaultdict(int)
        for (size, total), ways in sets.items():
            for more in range(min(values, most - size) + 1):
                larger[size + more, total + more * weight] += ways * comb(values, more)
        sets = larger
    within = [0] * (most + 1)
    for (size, total), ways in sets.items():
        within[size] += ways * total**n
    return within


def _product(a: list[int], b: list[int]) -> list[int]:
    if len(a) <= _FEW_TERMS:
        return whole.product(a, b)
    from flint import fmpz_poly

    return list(map(int, fmpz_poly(a).mul_low(fmpz_poly(b), len(a)).coeffs()))
