"""Which faces of a pool come up at all, regardless of how many dice show them.

The weight of a face being present is that of all rolls that may contain it minus that of the rolls
without it. So a walk only tracks the weight that dice may still fall on, and the work does not grow
with the number of dice, even if it is unbounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import lcm, prod
from operator import add
from typing import TypeAlias

from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.long_numbers import power
from astragal.probability.readings.blocks import Block, Term, most_values
from astragal.probability.walks.lots import Left, Lot, Shown

_MOST_BITS = 100
"""Numbers of subsets with more bits than this are not computed exactly."""

_TERM = 500
"""The minimum steps of a term."""

May: TypeAlias = tuple[int, ...]
"""For each block of a term, the total weight of the permitted faces."""


def cases(terms: Sequence[Term]) -> int:
    """Estimated number of cases per state, for finite terms."""
    found = 0
    for _, blocks in terms:
        weights = prod(block.law.table().denominator + 1 for block in blocks)
        subsets = 1 << min(_MOST_BITS, most_values(blocks))
        found += sum(block.law.size for block in blocks) * min(weights, subsets)
    return found


class Presence(Lot):
    """A lot with one of each face shown. Its state is a term and the weights that may come up."""

    def __init__(self, terms: Sequence[Term], budget: Budget) -> None:
        self._terms = []
        for _, blocks in terms:
            self._terms.append(term := _Term(blocks))
            words = term.denominator.bit_length() // 64
            budget.spend(_TERM + words**2)
        pairs = [
            (weight.numerator, weight.denominator * term.denominator)
            for (weight, _), term in zip(terms, self._terms, strict=True)
        ]
        self.denominator = lcm(*{below for _, below in pairs})
        self._shares = [self.denominator // below * above for above, below in pairs]
        self.faces = list({face for term in self._terms for face in term.faces})
        self.sizes = range(len(self.faces) + 1)
        self.begun = {(place, *term.nothing): 1 for place, term in enumerate(self._terms)}

    def along(self, faces: Sequence[Number]) -> Presence:
        for term in self._terms:
            term.along(faces)
        self.patterns = list(zip(*[term.weights for term in self._terms], strict=True))
        return self

    def shows(
        self, place: int, left: Left, budget: Budget, most: int | None = None
    ) -> Sequence[Shown]:
        number, *may = left
        weights = self._terms[number].weights[place]
        if most == 0 or not any(weights):
            return [(left, 0, 1)]
        return [(left, 0, 1), ((number, *map(add, may, weights)), 1, 1), (left, 1, -1)]

    def rest(self, place: int, left: Left) -> int:
        number, *may = left
        term = self._terms[number]
        return self._shares[number] * term.ways(tuple(map(add, may, term.beyond[place])))


class _Term:
    """Blocks of a term, described by the weight of each that may come up."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = blocks
        self._tables = [block.law.table() for block in blocks]
        self.faces = {face for table, _ in self._tables for face in table}
        self.nothing: May = (0,) * len(blocks)
        self._below = [
            lcm(below, block.absent.denominator)
            for block, (_, below) in zip(blocks, self._tables, strict=True)
        ]
        self._common = [self._common_power(place) for place in range(len(blocks))]
        self.denominator = prod(self._common)

    def _common_power(self, place: int) -> int:
        """The common denominator of the weights of a block; for extra dice, over all face sets."""
        block, below = self._blocks[place], self._below[place]
        if not block.endless:
            return power(below, block.size)
        sums = {0}
        for weight in self._tables[place].table.values():
            sums |= {each + weight for each in sums}
        return power(lcm(*[below - self._allowed(place, each) for each in sums]), block.size)

    def _allowed(self, place: int, may: int) -> int:
        here = self._below[place]
        return may * (here // self._tables[place].denominator) + int(
            self._blocks[place].absent * here
        )

    def along(self, faces: Sequence[Number]) -> None:
        self.weights = [tuple([table.get(face, 0) for table, _ in self._tables]) for face in faces]
        sums = accumulate(
            self.weights[::-1], lambda a, b: tuple(map(add, a, b)), initial=self.nothing
        )
        self.beyond = list(sums)[::-1]
        """the weight of each block from every place on"""

    def ways(self, may: May) -> int:
        """The weight of all dice showing only permitted faces."""
        found = 1
        for place, (block, weight) in enumerate(zip(self._blocks, may, strict=True)):
            allowed = self._allowed(place, weight)
            if block.endless:
                below = self._below[place]
                found *= (
                    self._common[place]
                    // power(below - allowed, block.size)
                    * power(below, block.size)
                )
            else:
                found *= power(allowed, block.size)
        return found
