"""Fresh dice that join a pool or replace its highest or lowest values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import ClassVar

from astragal.outcome import Number
from astragal.probability.generating.binomials import binomials
from astragal.probability.laws.law import Law
from astragal.probability.pools.effects import Each, Effect, Keep, KeepRanks, Split
from astragal.probability.pools.identical import Identical
from astragal.probability.pools.joined import Joined
from astragal.probability.pools.multisets import Multisets, mixed, multisets_of, together
from astragal.probability.pools.pool import Pool
from astragal.probability.pools.unlike import Unlike
from astragal.probability.readings.blocks import Block, Term, steps_of_term
from astragal.probability.walks.readings import Reading

_SORTED_OUT = 300
"""The steps of assigning a multiset to its size."""


class AddDice(Effect):
    """``number`` dice join the pool, but at most as many as it has values."""

    face: Law
    number: int

    apart: ClassVar[bool] = False

    def on(self, pool: Pool) -> Pool:
        if isinstance(pool, Identical):
            new = min(pool.n, self.number)
            blocks = (Block(pool.law, pool.n), Block(self.face, new))
            return Unlike([(Fraction(1), blocks)], pool.n + new, pool.budget)
        if pool.least_size < self.number:
            return joined_by_size(pool, self.face, self.number, lambda values, _: values)
        return Joined([pool, Identical(self.face, self.number, pool.budget)], pool.budget)


class RerollRanks(Effect):
    """Fresh dice replace the highest or lowest values."""

    face: Law
    number: int
    highest: bool

    apart: ClassVar[bool] = False

    def on(self, pool: Pool) -> Pool:
        if not self.number:
            return pool
        if isinstance(pool, Identical) and pool.n <= self.number:
            return Identical(self.face, pool.n, pool.budget)
        if isinstance(pool, Identical) and pool.law.finite:
            return Rerolled(pool, self)
        if pool.least_size < self.number:
            return joined_by_size(pool, self.face, self.number, self._left)
        fresh = Identical(self.face, self.number, pool.budget)
        return Joined([pool.keep(self.drop), fresh], pool.budget)

    @property
    def drop(self) -> KeepRanks:
        return KeepRanks(self.number, self.highest, drop=True)

    def _left(self, values: tuple[Number, ...], number: int) -> tuple[Number, ...]:
        """The values, lowest first, without the re-rolled ones."""
        return values[:-number] if self.highest else values[number:]


class Rerolled(Joined):
    """Identical values, the highest or lowest of which are replaced by fresh dice."""

    def __init__(self, pool: Identical, effect: RerollRanks) -> None:
        fresh = Identical(effect.face, effect.number, pool.budget)
        super().__init__([pool.keep(effect.drop), fresh], pool.budget)
        self._pool = pool
        self._effect = effect

    def each(self, effect: Each) -> Pool:
        return self._blocks.each(effect)

    def filter(self, split: Split) -> Pool:
        return self._blocks.filter(split)

    def keep(self, effect: Keep) -> Pool:
        return self._blocks.keep(effect)

    def unique(self) -> Pool:
        return self._blocks.unique()

    def read(self, reading: Reading) -> Law:
        return self._blocks.read(reading) if reading.by_presence else super().read(reading)

    @cached_property
    def _blocks(self) -> Unlike:
        return Unlike(list(self._terms()), self._pool.n, self.budget)

    def _terms(self) -> Iterator[Term]:
        """The terms by the last replaced value and the number of other dice equal to it."""
        (table, below), effect = self._pool.law.table(), self._effect
        staying = self._pool.n - effect.number
        steps = steps_of_term(self._pool.n * (1 + self._pool.law.bits))
        self.budget.spend(len(table) * (self._pool.n + 1) * steps)
        values = sorted(table, reverse=effect.highest)
        done = 0
        for place, value in enumerate(values):
            beyond = Law.of_table({each: table[each] for each in values[place + 1 :]}, below)
            for equal, weight in self._weights(done, table[value], below):
                if beyond.mass or equal == staying:
                    left = (Block(Law.certain(value), equal), Block(beyond, staying - equal))
                    yield weight, (*left, Block(effect.face, effect.number))
            done += table[value]

    def _weights(self, done: int, here: int, below: int) -> Iterator[tuple[int, Fraction]]:
        """The weights of the last replaced value, by the number of other dice equal to it.

        Of the dice up to it, fewer than ``number`` lie strictly before it. One more die up to it
        lowers that chance by the cases in which ``number - 1`` lay before it and the new die does
        too.
        """
        number = self._effect.number
        few = (done + here) ** number - done**number
        last, all_of_it = number * done ** (number - 1) * here, below**number
        for low, ways in enumerate(islice(binomials(self._pool.n), number, None), number):
            yield low - number, Fraction(ways * few, all_of_it)
            few = few * (done + here) - last * done
            last = last * (low + 1) * here // (low + 2 - number)
            all_of_it *= below


def joined_by_size(
    pool: Pool,
    face: Law,
    most: int,
    left: Callable[[tuple[Number, ...], int], tuple[Number, ...]],
) -> Multisets:
    """Multisets with a fresh die per value, ``most`` at most, and the values chosen by ``left``."""
    by_number: dict[int, dict[tuple[Number, ...], Fraction]] = defaultdict(
        lambda: defaultdict(Fraction)
    )
    found = pool.multisets()
    found.spend(_SORTED_OUT)
    for values, chance in found.sets.items():
        number = min(most, len(values))
        by_number[number][left(values, number) if number else values] += chance
    extras = {number: multisets_of(face, number, 0, number, pool.budget) for number in by_number}
    return mixed(
        [
            together([Multisets(sets, pool.budget), extras[number]], pool.budget)
            for number, sets in by_number.items()
        ],
        pool.budget,
    )
