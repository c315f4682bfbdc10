"""Pools put together from blocks: so many independent values of one law, and so many bursts.

Dice that explode leave such a pool: those that stopped, and the dice that exploded, of which there may be
any number. So does a group of unlike members. With a mark yᵥ for each value, a block of n values of the
law p is p(y)ⁿ, and the dice of n endless bursts are 1 / (1 - p(y))ⁿ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple, TypeAlias

from astragal.odds.budget import Budget
from astragal.odds.laws.law import Law, Table, union
from astragal.outcome import Number

Gain: TypeAlias = Callable[[Number], Law]


class Block(NamedTuple):
    """``size`` values of a law that ends; or, ``endless``, all the dice of so many bursts."""

    law: Law
    size: int
    endless: bool = False

    def chance(self, mass: Fraction) -> Fraction:
        """The weight of all its values lying where the law has so much weight."""
        return (1 - mass) ** -self.size if self.endless else mass**self.size

    def total(self, law: Law, budget: Budget) -> Law:
        """The law of the sum, if each of its values adds what ``law`` says."""
        if self.endless:
            return law.again_and_again().power(self.size, budget)
        return law.power(self.size, budget)

    def taking(self, number: int, weight: Fraction) -> Fraction:
        """The weight of just ``number`` of its values being one of that weight, but for the others."""
        ways = (
            comb(self.size + number - 1, number)
            if self.endless and number
            else comb(self.size, number)
        )
        return ways * weight**number

    def without(self, number: int) -> Block:
        """What is left of it then."""
        left = self.size + number if self.endless else self.size - number
        return self._replace(size=left)


Term: TypeAlias = tuple[Fraction, tuple[Block, ...]]
"""A pool that comes about with some weight; a pool of blocks is a sum of terms."""


class _Sweep:
    """Goes through the values of a term from one end."""

    def __init__(self, term: Term, highest: bool) -> None:
        self.weight, self.blocks = term
        self.tables: list[tuple[Table, int]] = [block.law.table() for block in self.blocks]
        self.values = sorted({v for table, _ in self.tables for v in table}, reverse=highest)

    def weight_of(self, block: int, value: Number) -> Fraction:
        table, below = self.tables[block]
        return Fraction(table.get(value, 0), below)

    def rest(self, block: int, place: int) -> Law:
        """What a block's law has from a place on."""
        table, below = self.tables[block]
        left = set(self.values[place:])
        return Law.of_table({v: w for v, w in table.items() if v in left}, below)

    def falls(
        self, blocks: tuple[Block, ...], value: Number, most: int
    ) -> Iterator[tuple[int, tuple[Block, ...], Fraction]]:
        """How many dice lie on a value, fewer than ``most``; what is left of the blocks; its weight."""
        found: list[tuple[int, tuple[Block, ...], Fraction]] = [(0, (), Fraction(1))]
        for place, block in enumerate(blocks):
            weight = self.weight_of(place, value)
            found = [
                (
                    seen + number,
                    (*done, block.without(number)),
                    chance * block.taking(number, weight),
                )
                for seen, done, chance in found
                for number in range(most - seen if weight and block.size else 1)
                if block.endless or number <= block.size
            ]
        yield from found


def kept_of_blocks(
    terms: Sequence[Term], kept: int, highest: bool, gain: Gain, budget: Budget
) -> Law:
    """What the ``kept`` highest or lowest values add up to (all of them, if there are fewer)."""
    laws: list[Law] = []
    for term in terms:
        sweep = _Sweep(term, highest)
        states = {(sweep.blocks, 0): Law.certain(0).weighted(sweep.weight)}
        for place, value in enumerate(sweep.values):
            budget.spend_entries(100 * len(states) * kept)
            masses = [sweep.rest(block, place).mass for block in range(len(sweep.blocks))]
            below = [sweep.rest(block, place + 1).mass for block in range(len(sweep.blocks))]
            added = gain(value)
            gains = [added.power(number, budget) for number in range(kept + 1)]
            following: dict[tuple[tuple[Block, ...], int], list[Law]] = defaultdict(list)
            for (blocks, seen), law in states.items():
                enough = _chance(blocks, masses)
                for number, left, weight in sweep.falls(blocks, value, kept - seen):
                    enough -= weight * _chance(left, below)
                    more = law.plus(gains[number], budget).weighted(weight)
                    following[left, seen + number].append(more)
                laws.append(law.plus(gains[kept - seen], budget).weighted(enough))
            states = {key: union(parts) for key, parts in following.items()}
        laws += [
            law
            for (blocks, _), law in states.items()
            if all(block.endless or not block.size for block in blocks)
        ]
    return union(laws)


def without_extremes(
    terms: Sequence[Term],
    dropped: int,
    highest: bool,
    points: Callable[[Number], Number],
    budget: Budget,
) -> Law:
    """What is left once the ``dropped`` highest or lowest are gone; each die left adds its points."""
    laws: list[Law] = []
    for term in terms:
        sweep = _Sweep(term, highest)
        states = {(sweep.blocks, 0): sweep.weight}
        for place, value in enumerate(sweep.values):
            budget.spend_entries(400 * len(states) * dropped)
            here = [sweep.rest(block, place).map(points) for block in range(len(sweep.blocks))]
            below = [sweep.rest(block, place + 1).map(points) for block in range(len(sweep.blocks))]
            following: dict[tuple[tuple[Block, ...], int], Fraction] = defaultdict(Fraction)
            for (blocks, seen), weight in states.items():
                need = dropped - seen
                parts = [_total(blocks, here, budget)]
                for number, left, chance in sweep.falls(blocks, value, need):
                    following[left, seen + number] += weight * chance
                    rest = _total(left, below, budget).shifted(points(value) * number)
                    parts.append(rest.weighted(-chance))
                laws.append(union(parts).shifted(-points(value) * need).weighted(weight))
            states = following
        laws += [
            Law.certain(0).weighted(weight)
            for (blocks, _), weight in states.items()
            if all(block.endless or not block.size for block in blocks)
        ]
    return union(laws)


def _chance(blocks: Sequence[Block], masses: Sequence[Fraction]) -> Fraction:
    chance = Fraction(1)
    for block, mass in zip(blocks, masses, strict=True):
        chance *= block.chance(mass)
    return chance


def _total(blocks: Sequence[Block], laws: Sequence[Law], budget: Budget) -> Law:
    total = Law.certain(0)
    for block, law in zip(blocks, laws, strict=True):
        total = total.plus(block.total(law, budget), budget)
    return total
