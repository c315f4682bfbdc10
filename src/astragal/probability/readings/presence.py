"""Readings that depend on which values are there: distinct values, runs, sums.

Values are looked at one after another. The weight of a value being there is that of all rolls in
which it may be, less that of those without it. So only the weight that dice may still fall on has
to be remembered, and the work does not grow with the number of dice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm, prod
from operator import add
from typing import TYPE_CHECKING, TypeVar

from astragal.outcome import Number, in_order, size_of
from astragal.probability.budget import FRACTION, Budget
from astragal.probability.generating.grids import common_step
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law, law_of, union
from astragal.probability.long_numbers import (
    power,
    steps_of_fraction,
    steps_of_power,
    steps_of_product,
)
from astragal.probability.readings.blocks import Block, Term, most_values
from astragal.probability.readings.runs import longest_run_of_fair
from astragal.probability.readings.sets import distinct as distinct_of_identical

if TYPE_CHECKING:
    from flint import fmpz_poly

_MOST_BITS = 100
"""Of two numbers that are larger, both are too large."""

_FEWER = 30
"""So many places of a polynomial take as long as a set of values."""

S = TypeVar("S", bound=Hashable)

_Run = tuple[Number | None, int, int]
"""The last value if it is there, the length of the run that ends with it, and the longest run."""


def longest_run(terms: Sequence[Term], budget: Budget) -> Law:
    """The length of the longest run of values that follow one another by ones."""

    def step(run: _Run, value: Number, there: bool) -> _Run:
        last, current, longest = run
        if not there:
            # A missing value breaks a run only if it would have continued the run.
            return run if last is None or value < last + 1 else (None, 0, longest)
        current = current + 1 if last is not None and value == last + 1 else 1
        return value, current, max(longest, current)

    if (fair := _fair_values(terms)) is not None:
        return longest_run_of_fair(*fair, budget)
    start: _Run = (None, 0, 0)
    ended = _present(terms, start, step, budget)
    return law_of((longest, chance) for (_, _, longest), chance in ended)


def _fair_values(terms: Sequence[Term]) -> tuple[list[Number], int] | None:
    """The values and the number of dice, if the dice are identical and fair."""
    match terms:
        case [(weight, (Block(law, n, False),))] if n and weight == 1:
            table, denominator = law.table()
            values = sorted(table)
            apart = all(b - a >= 1 for a, b in pairwise(values))
            if apart and len(set(table.values())) == 1 and sum(table.values()) == denominator:
                return values, n
    return None


def distinct(terms: Sequence[Term], budget: Budget) -> Law:
    """The number of different values."""
    match terms:
        case [(weight, (Block(law, n, False, 0),))] if weight == 1:
            return distinct_of_identical(law, n, budget)

    def step(seen: int, value: Number, there: bool) -> int:
        return seen + there

    return law_of((seen, chance) for seen, chance in _present(terms, 0, step, budget))


def cases(terms: Sequence[Term]) -> int:
    """About how many cases there are, for each state, in terms that are finite."""
    found = 0
    for _, blocks in terms:
        weights = prod(block.law.table().denominator + 1 for block in blocks)
        subsets = 1 << min(_MOST_BITS, most_values(blocks))
        found += sum(block.law.size for block in blocks) * min(weights, subsets)
    return found


def _present(
    terms: Sequence[Term],
    start: S,
    step: Callable[[S, Number, bool], S],
    budget: Budget,
    *,
    descending: bool = False,
) -> list[tuple[S, Fraction]]:
    """The states after all values, each taken into account by ``step``, with their weights."""
    result: list[tuple[S, Fraction]] = []
    budget.expect(sum(_least_steps(blocks) for _, blocks in terms))
    for weight, blocks in terms:
        each = _steps_of_state(blocks)
        presence = _Presence(blocks, descending=descending)
        states: dict[tuple[tuple[int, ...], S], int] = {(presence.nothing, start): 1}
        for value in presence.values:
            budget.spend(each * len(states))
            following: dict[tuple[tuple[int, ...], S], int] = defaultdict(int)
            weights = presence.weights_of(value)
            for (may, state), ways in states.items():
                there = step(state, value, True)
                following[may, step(state, value, False)] += ways
                following[tuple(map(add, may, weights)), there] += ways
                following[may, there] -= ways
            states = {key: ways for key, ways in following.items() if ways}
        budget.spend(len(states) * _steps_of_share(blocks))
        shares = presence.shares(states)
        budget.spend(len(shares) * _steps_of_extras(blocks))
        summed: dict[S, Fraction | int] = defaultdict(int)
        for (extras, state), share in shares.items():
            summed[state] += share * presence.chance_of_extras(extras)
        result += [
            (state, weight * share / presence.denominator) for state, share in summed.items()
        ]
    return result


def _steps_of_state(blocks: Sequence[Block]) -> int:
    """The steps of taking one value into account in one state."""
    steps = max(500, 1_500 * len(blocks) - 1_000)
    return steps + FRACTION if any(block.law.fractional for block in blocks) else steps


def _steps_of_share(blocks: Sequence[Block]) -> int:
    """The steps of finding the share of one state, without the extra dice of explosions."""
    bits = sum(block.size * block.law.bits for block in blocks if not block.endless)
    return steps_of_power(bits) + max(0, len(blocks) - 1) * steps_of_product(bits // 2)


def _steps_of_extras(blocks: Sequence[Block]) -> int:
    """The steps of multiplying a share by the chance of the extra dice, and adding it to others."""
    if not any(block.endless for block in blocks):
        return 0
    return 3 * steps_of_fraction(sum(block.size * block.law.bits for block in blocks) // 3)


def _least_steps(blocks: Sequence[Block]) -> int:
    """The fewest steps of one term: every value may come up, and some state follows each."""
    values = most_values(blocks)
    steps = values * _steps_of_state(blocks) + (1 + values) * _steps_of_share(blocks)
    return steps + _steps_of_extras(blocks)


def total_of_distinct(
    terms: Sequence[Term],
    kept: int | None,
    highest: bool,
    points: Callable[[Number], Number],
    budget: Budget,
) -> Law:
    """The sum of the points of the distinct values, or of the highest (lowest) ``kept`` of them."""
    laws: list[Law] = []
    for weight, blocks in terms:
        presence = _Presence(blocks, descending=highest)
        gains = {value: points(value) for value in presence.values}
        step = common_step(gains.values())
        longest = int(sum(map(size_of, gains.values())) / step) + 1
        if longest >> len(gains) > _FEWER * len(blocks):
            laws.append(_total_by_sets((weight, blocks), kept, highest, gains, budget))
        else:
            laws += _totals_by_place(weight, presence, kept, gains, step, longest, budget)
    return union(laws)


def _total_by_sets(
    term: Term,
    kept: int | None,
    highest: bool,
    gains: Mapping[Number, Number],
    budget: Budget,
) -> Law:
    """That of one term, by how many values have come up and what they are worth."""

    def step(state: tuple[int, Number], value: Number, there: bool) -> tuple[int, Number]:
        seen, total = state
        if not there or seen == kept:
            return state
        return seen + (kept is not None), total + gains[value]

    start: tuple[int, Number] = (0, 0)
    found = _present([term], start, step, budget, descending=highest)
    return law_of((total, chance) for (_, total), chance in found)


def _totals_by_place(
    weight: Fraction,
    presence: _Presence,
    kept: int | None,
    gains: Mapping[Number, Number],
    step: Number,
    longest: int,
    budget: Budget,
) -> list[Law]:
    """The same in parts, as polynomials with so many places."""
    from flint import fmpz_poly

    states = {(presence.nothing, 0): fmpz_poly([1])}
    for value in presence.values:
        budget.spend(len(states) * (18 * longest + 3_000 + 1_200 * len(presence.blocks)))
        # Negative points count as positive ones for the value's absence.
        gain = int(gains[value] / step)
        with_it, without_it = max(gain, 0), max(-gain, 0)
        weights = presence.weights_of(value)
        following: dict[tuple[tuple[int, ...], int], fmpz_poly] = defaultdict(fmpz_poly)
        for (may, seen), sums in states.items():
            absent = sums.left_shift(without_it)
            following[may, seen] += absent
            if kept is not None and seen >= kept:
                now, there = seen, absent
            else:
                # The number of values matters only if some are kept.
                now, there = seen + (kept is not None), sums.left_shift(with_it)
            following[tuple(map(add, may, weights)), now] += there
            following[may, now] -= there
        states = following
    start = sum(gain for gain in gains.values() if gain < 0)
    bits = sum(block.size * block.law.bits for block in presence.blocks)
    budget.spend(len(states) * (_steps_of_share(presence.blocks) + longest * (20 + bits // 32)))
    summed: dict[tuple[int, ...], fmpz_poly] = defaultdict(fmpz_poly)
    for (may, _), sums in states.items():
        summed[presence.extras(may)] += sums * presence.share(may)
    budget.spend(len(summed) * longest * _steps_of_extras(presence.blocks) // 2)
    return [
        Finite(start, step, None, presence.denominator, numerator=sums).weighted(
            weight * presence.chance_of_extras(extras)
        )
        for extras, sums in summed.items()
    ]


class _Presence:
    """The values of a pool in order; a tuple holds the weight that each block may fall on."""

    def __init__(self, blocks: Sequence[Block], *, descending: bool = False) -> None:
        self.blocks = blocks
        self.tables = [block.law.table() for block in blocks]
        self.values = in_order({v for table, _ in self.tables for v in table})
        if descending:
            self.values.reverse()
        self.nothing = (0,) * len(blocks)
        self._below = [
            lcm(below, block.absent.denominator)
            for block, (_, below) in zip(blocks, self.tables, strict=True)
        ]
        self._endless = [place for place, block in enumerate(blocks) if block.endless]
        finite = (
            power(below, block.size)
            for block, below in zip(blocks, self._below, strict=True)
            if not block.endless
        )
        self.denominator = prod(finite)
        """of all shares"""

    def weights_of(self, value: Number) -> tuple[int, ...]:
        """What each block may fall on more, if it may be this value."""
        return tuple(table.get(value, 0) for table, _ in self.tables)

    def shares(
        self, states: Mapping[tuple[tuple[int, ...], S], int]
    ) -> dict[tuple[tuple[int, ...], S], int]:
        """The whole-number weight of each state, by the weights that extra dice may fall on.

        These are few, and their chances are fractions: so they are multiplied by last.
        """
        found: dict[tuple[tuple[int, ...], S], int] = defaultdict(int)
        for (may, state), ways in states.items():
            found[self.extras(may), state] += ways * self.share(may)
        return found

    def share(self, may: tuple[int, ...]) -> int:
        """The chance that all but extra dice show an allowed value, times the denominator."""
        share = 1
        for place, (block, weight) in enumerate(zip(self.blocks, may, strict=True)):
            if not block.endless:
                here, below = self._below[place], self.tables[place].denominator
                allowed = weight * (here // below) + int(block.absent * here)
                share *= power(allowed, block.size)
        return share

    def extras(self, may: tuple[int, ...]) -> tuple[int, ...]:
        """The weights that the extra dice of explosions may fall on."""
        return tuple(may[place] for place in self._endless)

    def chance_of_extras(self, extras: tuple[int, ...]) -> Fraction:
        """The weight of all extra dice showing an allowed value."""
        chance = Fraction(1)
        for place, weight in zip(self._endless, extras, strict=True):
            mass = Fraction(weight, self.tables[place].denominator)
            chance *= self.blocks[place].chance(mass)
        return chance
