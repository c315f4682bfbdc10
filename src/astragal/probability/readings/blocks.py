"""Pools made of blocks: independent values of one law, or the extra dice of explosions.

Exploding dice form such a pool: the dice that stopped, and any number of extra dice. So does a
group of unlike members. With a variable yᵥ for each value v, a block of n values of the law p is
p(y)ⁿ, and the extra dice of n explosions are 1 / (1 - p(y))ⁿ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb, lcm
from typing import NamedTuple, TypeAlias

from astragal.outcome import Number, in_order
from astragal.probability.budget import CASE, Budget
from astragal.probability.laws.law import Law, union
from astragal.probability.readings.order_statistics import Gain
from astragal.probability.refusals import no_closed_form
from astragal.probability.walks.hands import Hand, Plain
from astragal.probability.walks.lots import FACE, Dice, Kind
from astragal.probability.weights import Weights


class Block(NamedTuple):
    """``size`` values of a law; if ``endless``, all the extra dice of ``size`` explosions."""

    law: Law
    size: int
    endless: bool = False
    absent: Fraction | int = 0
    """the mass of the values that were filtered out"""

    def chance(self, mass: Fraction) -> Fraction:
        """The weight of all values lying in a part of the law with this mass."""
        if self.absent:
            mass = mass + self.absent
        return (1 - mass) ** -self.size if self.endless else mass**self.size

    def total(self, law: Law, budget: Budget) -> Law:
        """The sum of the block, where ``law`` is the contribution of each value."""
        if self.absent:
            law = union([law, Law.certain(0).weighted(self.absent)])
        if self.endless:
            law = law.geometric_series()
        return law.power(self.size, budget)

    def taking(self, number: int, weight: Fraction) -> Fraction:
        """The weight of choosing ``number`` values that are all one value of this weight."""
        ways = (
            comb(self.size + number - 1, number)
            if self.endless and number
            else comb(self.size, number)
        )
        return ways * weight**number

    def without(self, number: int) -> Block:
        """The block after removing ``number`` of its values."""
        left = self.size + number if self.endless else self.size - number
        return self._replace(size=left)

    def filtered(self, split: Callable[[Law], tuple[Law, Law]]) -> Block:
        """The block of the values in the first part of a split."""
        staying, going = split(self.law)
        mass = going.mass
        return self._replace(law=staying, absent=self.absent + mass) if mass else self

    def counts(self) -> Iterator[tuple[Fraction | int, int]]:
        """The possible numbers of values with their weights, for a block that is not endless."""
        least = 0 if self.absent else self.size
        for number in range(least, self.size + 1):
            absent = self.size - number
            yield comb(self.size, number) * self.absent**absent, number


Term: TypeAlias = tuple[Fraction, tuple[Block, ...]]
"""Blocks with a weight; a pool of blocks is a mixture of terms."""


_FACES = 200
"""The faces of unlimited exploding dice that a walk is given; it has to end within these."""


def dice_of(terms: Sequence[Term], budget: Budget) -> Hand:
    """Blocks as a hand for walks; refused if endless, or of more faces than a walk can see."""
    laws = {id(block.law): block.law for _, blocks in terms for block in blocks}
    budget.expect(FACE * sum(law.size for law in laws.values() if law.finite))
    kinds: dict[tuple[int, Fraction | int], Kind] = {}
    beyond = False
    for _, blocks in terms:
        for block in blocks:
            beyond = beyond or not block.law.finite
            kinds[id(block.law), block.absent] = _kind_of(block)
    cases = [
        (weight, [(kinds[id(block.law), block.absent], block.size) for block in blocks])
        for weight, blocks in terms
    ]
    return Plain(Dice(cases, beyond))


def _kind_of(block: Block) -> Kind:
    law = block.law
    if block.endless:
        raise no_closed_form("a walk over dice that explode without limit")
    if law.finite and not block.absent:
        return Kind(*law.table())
    absent = Fraction(block.absent)
    if not law.finite:
        law, higher = law.cut(max(part.start + _FACES * part.step for part in law.parts))
        absent += higher.mass
        if not law.finite:  # it has no lowest value either
            raise no_closed_form("a walk over dice that explode without limit")
    table, denominator = law.table()
    by = lcm(denominator, absent.denominator) // denominator
    return Kind(
        {face: weight * by for face, weight in table.items()},
        denominator * by,
        int(absent * denominator * by),
    )


_TERM = 5_000
"""The steps of writing a term, not counting those of its weight."""


def steps_of_term(bits: int) -> int:
    """The steps of creating a term whose weight has ``bits`` bits."""
    return _TERM + 2 * (bits // 64) ** 2


class _Sweep:
    """The values of a term in order, highest or lowest first."""

    def __init__(self, term: Term, highest: bool) -> None:
        self.weight, self.blocks = term
        self.tables: list[Weights] = [block.law.table() for block in self.blocks]
        self.values = in_order({v for table, _ in self.tables for v in table})
        if highest:
            self.values.reverse()

    def weight_of(self, block: int, value: Number) -> Fraction:
        table, denominator = self.tables[block]
        return Fraction(table.get(value, 0), denominator)

    def rest(self, block: int, place: int) -> Law:
        """The part of a block's law from ``place`` on."""
        table, denominator = self.tables[block]
        left = set(self.values[place:])
        return Law.of_table({v: w for v, w in table.items() if v in left}, denominator)

    def masses(self, place: int) -> list[Fraction]:
        """The mass of each block from ``place`` on."""
        return [
            Fraction(reach[place], denominator)
            for reach, (_, denominator) in zip(self._reach, self.tables, strict=True)
        ]

    @cached_property
    def _reach(self) -> list[list[int]]:
        """The cumulative weights of each block, from every place on."""
        found = []
        for table, _ in self.tables:
            from_the_end = accumulate((table.get(v, 0) for v in reversed(self.values)), initial=0)
            found.append(list(from_the_end)[::-1])
        return found

    def count_falls(self, blocks: tuple[Block, ...], value: Number, most: int) -> int:
        """The number of results of ``falls``."""
        rooms = (
            most - 1 if block.endless else min(block.size, most - 1)
            for place, block in enumerate(blocks)
            if block.size and value in self.tables[place].table
        )
        return number_of_falls(tuple(sorted(rooms)), most)

    def falls(
        self, blocks: tuple[Block, ...], value: Number, most: int
    ) -> Iterator[tuple[int, tuple[Block, ...], Fraction]]:
        """The cases of fewer than ``most`` dice on a value: their number, other blocks, weight."""
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


_MANY = 100_000


@lru_cache(maxsize=4096)
def number_of_falls(rooms: tuple[int, ...], most: int) -> int:
    """The number of ways to put fewer than ``most`` dice into blocks with this much room each."""
    if rooms and rooms[-1] > _MANY:
        return rooms[-1]  # a lower bound, which is already too many
    most = min(most, sum(rooms) + 1)
    ways = [1] + [0] * (most - 1)
    for room in rooms:
        below = [0, *accumulate(ways)]
        ways = [below[dice + 1] - below[max(0, dice - room)] for dice in range(most)]
    return sum(ways)


def most_values(blocks: Sequence[Block]) -> int:
    """The greatest number of values of any block: a lower bound of the values to process."""
    return max((block.law.size for block in blocks), default=0)


def _steps_of_falls(blocks: Sequence[Block], falls: int) -> int:
    """The steps of processing one value with this many ``falls``."""
    length = 8 + sum(block.size * block.law.bits for block in blocks) // 64
    return (1 + falls) * (15 + len(blocks)) * length // 120 * CASE


def kept_of_blocks(
    terms: Sequence[Term], kept: int, highest: bool, gain: Gain, budget: Budget
) -> Law:
    """The sum of the ``kept`` highest or lowest values, or of all values if there are fewer."""
    laws: list[Law] = []
    for _, blocks in terms:
        budget.expect(most_values(blocks) * _steps_of_falls(blocks, 0))
    for term in terms:
        sweep = _Sweep(term, highest)
        states = {(sweep.blocks, 0): Law.certain(0).weighted(sweep.weight)}
        for place, value in enumerate(sweep.values):
            for blocks, seen in states:
                falls = sweep.count_falls(blocks, value, kept - seen)
                budget.spend(_steps_of_falls(sweep.blocks, falls))
            masses, beyond = sweep.masses(place), sweep.masses(place + 1)
            added = gain(value)
            gains = [added.power(number, budget) for number in range(kept + 1)]
            following: dict[tuple[tuple[Block, ...], int], list[Law]] = defaultdict(list)
            for (blocks, seen), law in states.items():
                enough = _chance(blocks, masses)
                for number, left, weight in sweep.falls(blocks, value, kept - seen):
                    enough -= weight * _chance(left, beyond)
                    more = law.plus(gains[number], budget).weighted(weight)
                    following[left, seen + number].append(more)
                laws.append(law.plus(gains[kept - seen], budget).weighted(enough))
            states = {key: union(parts) for key, parts in following.items()}
        laws += [law.weighted(_none_left(blocks)) for (blocks, _), law in states.items()]
    return union(laws)


def without_extremes(
    terms: Sequence[Term],
    dropped: int,
    highest: bool,
    points: Callable[[Number], Number],
    budget: Budget,
) -> Law:
    """The sum of the points of all but the ``dropped`` highest or lowest values."""
    laws: list[Law] = []
    for term in terms:
        sweep = _Sweep(term, highest)
        states = {(sweep.blocks, 0): sweep.weight}
        for place, value in enumerate(sweep.values):
            for blocks, seen in states:
                falls = sweep.count_falls(blocks, value, dropped - seen)
                budget.spend_cases((1 + falls) * (1 + len(blocks)))
            budget.spend_entries(4 * sum(len(table) for table, _ in sweep.tables))
            here = [sweep.rest(block, place).map(points) for block in range(len(sweep.blocks))]
            beyond = [
                sweep.rest(block, place + 1).map(points) for block in range(len(sweep.blocks))
            ]
            following: dict[tuple[tuple[Block, ...], int], Fraction] = defaultdict(Fraction)
            for (blocks, seen), weight in states.items():
                need = dropped - seen
                parts = [_total(blocks, here, budget)]
                for number, left, chance in sweep.falls(blocks, value, need):
                    following[left, seen + number] += weight * chance
                    rest = _total(left, beyond, budget).shifted(points(value) * number)
                    parts.append(rest.weighted(-chance))
                laws.append(union(parts).shifted(-points(value) * need).weighted(weight))
            states = following
        laws += [
            Law.certain(0).weighted(weight * _none_left(blocks))
            for (blocks, _), weight in states.items()
        ]
    return union(laws)


def _chance(blocks: Sequence[Block], masses: Sequence[Fraction]) -> Fraction:
    chance = Fraction(1)
    for block, mass in zip(blocks, masses, strict=True):
        chance *= block.chance(mass)
    return chance


def _none_left(blocks: Sequence[Block]) -> Fraction:
    """The weight of having no values left in the blocks."""
    return _chance(blocks, [Fraction(0)] * len(blocks))


def _total(blocks: Sequence[Block], laws: Sequence[Law], budget: Budget) -> Law:
    total = Law.certain(0)
    for block, law in zip(blocks, laws, strict=True):
        total = total.plus(block.total(law, budget), budget)
    return total
