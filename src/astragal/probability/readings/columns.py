"""Blocks in whole numbers: values that are looked at from the highest down, and their weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from math import lcm, prod
from typing import TypeAlias

from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.readings.blocks import Block

Numbers: TypeAlias = tuple[int, ...]
"""So many values of each block."""


class Columns:
    """Finite blocks, each with weights over a denominator of its own.

    Fractions are multiplied until they are whole: to add them up and to look them up takes long.
    """

    def __init__(self, blocks: Sequence[Block], budget: Budget) -> None:
        budget.spend_fractions(*(block.law for block in blocks))
        tables = [block.law.table() for block in blocks]
        self.multiplied_by = lcm(*{value.denominator for table, _ in tables for value in table})
        self.sizes: Numbers = tuple(block.size for block in blocks)
        self.size = sum(self.sizes)
        self.denominators = [
            lcm(denominator, block.absent.denominator)
            for (_, denominator), block in zip(tables, blocks, strict=True)
        ]
        self.denominator = prod(map(pow, self.denominators, self.sizes))
        longest = self.multiplied_by.bit_length()
        self.words = 1 + (longest + self.denominator.bit_length()) // 64
        budget.room(sum(len(table) for table, _ in tables), longest)
        self._absent = [
            int(block.absent * whole)
            for block, whole in zip(blocks, self.denominators, strict=True)
        ]
        self._weights = [
            self._multiplied(table, whole // denominator)
            for (table, denominator), whole in zip(tables, self.denominators, strict=True)
        ]
        self.values = sorted({value for table in self._weights for value in table}, reverse=True)

    def _multiplied(self, table: Mapping[Number, int], factor: int) -> dict[int, int]:
        by = self.multiplied_by
        return {
            value.numerator * (by // value.denominator): weight * factor
            for value, weight in table.items()
        }

    @cached_property
    def above(self) -> list[list[int]]:
        """The weight of each block above each place; behind the last one, of all its values."""
        return [
            list(accumulate((table.get(value, 0) for value in self.values), initial=0))
            for table in self._weights
        ]

    def number_of_falls(self, left: Numbers, value: int) -> int:
        """How many ``falls`` there are."""
        pairs = zip(left, self._weights, strict=True)
        return prod(number + 1 for number, weights in pairs if value in weights)

    def falls(self, left: Numbers, value: int) -> list[tuple[Numbers, int, int]]:
        """Those left below a value, how many are on it, and the ways for that."""
        found: list[tuple[Numbers, int, int]] = [((), 0, 1)]
        for number, weights in zip(left, self._weights, strict=True):
            on_it = list(_on_it(number, weights.get(value, 0)))
            found = [
                ((*below, number - taken), more + taken, ways * chosen)
                for below, more, ways in found
                for taken, chosen in on_it
            ]
        return found

    def absent(self, left: Numbers) -> int:
        """The ways for those that are left to be none of the values."""
        return prod(map(pow, self._absent, left))


def _on_it(number: int, weight: int) -> Iterator[tuple[int, int]]:
    """How many of so many are on a value of this weight, and the ways for that."""
    ways = 1
    yield 0, ways
    for taken in range(1, number + 1 if weight else 1):
        # The next binomial coefficient, and one more that is on it.
        ways = ways * (number - taken + 1) * weight // taken
        yield taken, ways
