"""The middle of unlike values: the one of a rank, or halfway between two neighbouring ranks.

A value has a rank if no more than so many others lie above it, and enough do if it counts as one of
them. Of two neighbouring ranks, some of the values lie at least where the upper one is, and all
others at most where the lower one is. So for each choice of the upper values both are independent:
the least of these, and the greatest of the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import comb, prod
from operator import sub

from astragal.outcome import Number, tidy
from astragal.probability.budget import FRACTION, Budget
from astragal.probability.generating import whole
from astragal.probability.laws.law import Law
from astragal.probability.readings.blocks import Block, number_of_falls
from astragal.probability.readings.columns import Columns, Numbers
from astragal.probability.readings.of_values import middle_ranks

_OPERATION, _PAIR = 50, 35
"""The steps of an operation on whole numbers, and of adding the weight of two values."""


def middle_of_blocks(blocks: Sequence[Block], budget: Budget) -> Law:
    """The value in the middle, or halfway between the two, of at least one value.

    The blocks must be finite, with no values filtered out.
    """
    columns = Columns(blocks, budget)
    first, last = middle_ranks(columns.size)
    if last - first == 1:
        found = dict(zip(columns.values, _of_rank(columns, first, budget), strict=True))
    else:
        found = _of_two_ranks(columns, last - 1, budget)
    return _law_of(found, columns.multiplied_by * (last - first), columns.denominator, budget)


def _law_of(found: dict[int, int], by: int, denominator: int, budget: Budget) -> Law:
    """The law of values that were multiplied."""
    if by > 1:
        budget.spend(FRACTION // 2 * len(found))
    table: dict[Number, int] = {
        tidy(Fraction(value, by)): ways for value, ways in found.items() if ways
    }
    return Law.of_table(table, denominator)


def _of_rank(columns: Columns, rank: int, budget: Budget) -> list[int]:
    """The ways for each value to have a rank, from the highest."""
    each = len(columns.sizes) * (rank + 1) * (rank + 2) * (_OPERATION + columns.words)
    budget.spend(len(columns.values) * each)
    at_most = [_few_above(columns, place, rank) for place in range(len(columns.values) + 1)]
    return [here - below for here, below in pairwise(at_most)]


def _few_above(columns: Columns, place: int, most: int) -> int:
    """The ways in which no more than ``most`` of all values lie above a place."""
    found = [1]
    for size, above, all_of_it in zip(
        columns.sizes, columns.above, columns.denominators, strict=True
    ):
        up, down = above[place], all_of_it - above[place]
        numbers = range(min(size, most) + 1)
        each = [comb(size, number) * up**number * down ** (size - number) for number in numbers]
        found = whole.product(found, each)[: most + 1]
    return sum(found)


def _of_two_ranks(columns: Columns, upper: int, budget: Budget) -> dict[int, int]:
    """The ways for each sum of the lowest of the ``upper`` highest values and the next one."""
    values, rooms = columns.values, tuple(sorted(columns.sizes))
    choices = number_of_falls(rooms, upper + 1) - number_of_falls(rooms, upper)
    pairs = len(values) * (len(values) + 1) // 2
    budget.spend(choices * (pairs + 2 * len(rooms) * len(values)) * (_PAIR + columns.words))
    alike = _of_rank(columns, upper - 1, budget)
    sums: dict[int, int] = defaultdict(int)
    for choice in product(*(range(size + 1) for size in columns.sizes)):
        if sum(choice) != upper:
            continue
        least, greatest, reach = _parted(columns, choice)
        for place, (value, ways) in enumerate(zip(values, greatest, strict=True)):
            if ways:
                for other, more in zip(values[:place], least, strict=False):
                    sums[value + other] += ways * more
        alike = [each - up * low for each, up, low in zip(alike, least, reach, strict=True)]
    for value, ways in zip(values, alike, strict=True):
        sums[2 * value] += ways
    return sums


def _parted(columns: Columns, upper: Numbers) -> tuple[list[int], list[int], list[int]]:
    """If these are the upper values, the ways for each value to be the least of them; to be the
    greatest of the others; and to lie above all others.
    """
    lower = tuple(map(sub, columns.sizes, upper))
    ways = prod(map(comb, columns.sizes, upper))
    above = list(zip(*columns.above, strict=True))
    at_least = [ways * prod(map(pow, each, upper)) for each in above]
    at_most = [prod(map(pow, map(sub, columns.denominators, each), lower)) for each in above]
    least = [here - above for above, here in pairwise(at_least)]
    greatest = [here - below for here, below in pairwise(at_most)]
    return least, greatest, at_most[1:]
