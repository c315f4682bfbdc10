"""The longest run of fair dice: all sets of values of the same size are equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import comb
from operator import mul, sub

from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.generating import whole
from astragal.probability.laws.law import Law
from astragal.probability.long_numbers import power, steps_of_power


def longest_run_of_fair(values: Sequence[Number], n: int, budget: Budget) -> Law:
    """The longest run of consecutive values of ``n`` fair dice.

    Sets without a longer run are counted by size, and multiplied by the rolls that show exactly the
    values of a set of that size.
    """
    stretches = Counter(_stretches(values))
    longest, most = max(stretches), min(n, len(values))
    bits = n * len(values).bit_length()
    budget.spend(8 * most * len(values) * most + most * steps_of_power(bits))
    budget.spend(most**2 * (10 + bits // 64))
    ways = surjections(n, most)
    weights: dict[Number, int] = {}
    before = 0
    for run in range(1, min(most, longest) + 1):
        sets = [1]
        for length, times in stretches.items():
            for _ in range(times):
                sets = whole.product(sets, _sets_without_runs(length, run))
        reached = sum(map(mul, sets, ways))
        weights[run] = reached - before
        before = reached
    return Law.of_table(weights, power(len(values), n))


def is_fair(law: Law) -> bool:
    """True if all values are equally likely and at least one apart."""
    table, denominator = law.table()
    weights = set(table.values())
    apart = all(after - value >= 1 for value, after in pairwise(sorted(table)))
    return apart and len(weights) == 1 and weights.pop() * len(table) == denominator


def _stretches(values: Sequence[Number]) -> list[int]:
    """The lengths of the stretches of consecutive values."""
    lengths = [1]
    for value, following in pairwise(values):
        if following == value + 1:
            lengths[-1] += 1
        else:
            lengths.append(1)
    return lengths


def _sets_without_runs(length: int, run: int) -> list[int]:
    """Counts, by size, of the subsets of ``length`` consecutive values without a longer run.

    The missing values separate gaps, each filled with 0 to ``run`` values.
    """
    sets = []
    for size in range(length + 1):
        gaps = length - size + 1
        ways = (
            (-1) ** full * comb(gaps, full) * comb(size - full * (run + 1) + gaps - 1, gaps - 1)
            for full in range(size // (run + 1) + 1)
        )
        sets.append(sum(ways))
    return sets


def surjections(n: int, most: int) -> list[int]:
    """The surjections from ``n`` dice onto 0 … ``most`` values, as differences of iⁿ at 0."""
    row = [power(i, n) for i in range(most + 1)]
    found = [row[0]]
    while len(row) > 1:
        row = list(map(sub, row[1:], row))
        found.append(row[0])
    return found
