"""Cumulative weights of a finite law, for queries in ascending order."""

from __future__ import annotations

from itertools import accumulate

from astragal.outcome import Number
from astragal.probability.laws.law import Law


class Cumulative:
    """The numbers of a law in order, with their cumulative weights.

    Queries must come in ascending order: one pass over the numbers then answers all of them.
    """

    def __init__(self, law: Law) -> None:
        self.denominator = law.table().denominator
        table = law.in_order()
        self.numbers = list(table)
        self.reach = [0, *accumulate(table.values())]
        self._place = 0

    def at_most(self, number: Number) -> int:
        numbers, place = self.numbers, self._place
        while place < len(numbers) and numbers[place] <= number:
            place += 1
        self._place = place
        return self.reach[place]

    def less(self, number: Number) -> int:
        numbers, place = self.numbers, self._place
        while place < len(numbers) and numbers[place] < number:
            place += 1
        self._place = place
        return self.reach[place]
