"""What depends only on which values are there, not how often: distinct values, runs, their sum.

Values are gone through one after another. That a value is there is all that may be, less what is without
it; so nothing needs to be remembered but how much weight may still fall, and the work does not grow with
the number of dice.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import factorial
from typing import TypeVar

from flint import fmpz, fmpz_poly

from astragal.odds.budget import Budget
from astragal.odds.generating.quotients import ONE
from astragal.odds.generating.series import Series, common_step
from astragal.odds.laws.law import Law, law_of, union
from astragal.odds.pools.blocks import Block, Term
from astragal.outcome import Number, size_of

S = TypeVar("S", bound=Hashable)

_Run = tuple[Number | None, int, int]
"""The last value if it is there, the length of the run that ends with it, and of the longest."""


def longest_run(terms: Sequence[Term], budget: Budget) -> Law:
    """How many values follow one another by ones, at most."""

    def step(run: _Run, value: Number, there: bool) -> _Run:
        last, current, longest = run
        if not there:
            # A value that is missing ends the run only where the run would have gone on.
            return run if last is None or value < last + 1 else (None, 0, longest)
        current = current + 1 if last is not None and value == last + 1 else 1
        return value, current, max(longest, current)

    if (fair := _fair_values(terms)) is not None:
        return _longest_run_of_fair(*fair, budget)
    start: _Run = (None, 0, 0)
    ended = _present(terms, start, step, budget)
    return law_of((longest, chance) for (_, _, longest), chance in ended)


def _fair_values(terms: Sequence[Term]) -> tuple[list[Number], int] | None:
    """The values and the number of dice, if all dice are alike and all their values as likely."""
    match terms:
        case [(weight, (Block(law, n, False),))] if n and weight == 1:
            table, below = law.table()
            values = sorted(table)
            apart = all(b - a >= 1 for a, b in pairwise(values))
            if apart and len(set(table.values())) == 1 and sum(table.values()) == below:
                return values, n
    return None


def _longest_run_of_fair(values: Sequence[Number], n: int, budget: Budget) -> Law:
    """All sets of as many values are as likely: those without a long run are counted by their size."""
    stretches = [1]
    for value, following in pairwise(values):
        if following == value + 1:
            stretches[-1] += 1
        else:
            stretches.append(1)
    most = min(n, len(values))
    budget.spend(100 * most * len(values) * most)
    # n dice fall on all of a set of s values, and on no others, in so many ways.
    ways = [fmpz.stirling_s2(n, size) * factorial(size) for size in range(most + 1)]
    below = len(values) ** n
    chances = []
    before = Fraction(0)
    for run in range(1, min(most, max(stretches)) + 1):
        sets = ONE
        for length, times in Counter(stretches).items():
            sets = sets.mul_low(
                _sets_without_runs(length, run, most).pow_trunc(times, most + 1), most + 1
            )
        reached = Fraction(
            int(sum(c * w for c, w in zip(sets.coeffs(), ways, strict=False))), below
        )
        chances.append((run, reached - before))
        before = reached
    return law_of(chances)


def _sets_without_runs(length: int, run: int, most: int) -> fmpz_poly:
    """How many sets of each size, out of so many values in a row, have no longer run."""
    # Every set ends with a run of up to ``run`` values behind one that is missing.
    sets = [ONE]
    for size in range(1, length + 1):
        total = fmpz_poly([])
        for ending in range(min(run, size) + 1):
            before = sets[size - ending - 1] if ending < size else ONE
            total += before.left_shift(ending)
        sets.append(total.truncate(most + 1))
    return sets[length]


def distinct(terms: Sequence[Term], budget: Budget) -> Law:
    """How many different values there are."""

    def step(seen: int, value: Number, there: bool) -> int:
        return seen + there

    return law_of((seen, chance) for seen, chance in _present(terms, 0, step, budget))


def _present(
    terms: Sequence[Term], start: S, step: Callable[[S, Number, bool], S], budget: Budget
) -> list[tuple[S, Fraction]]:
    """The states once all values were gone through, ``step`` by step, with their probabilities."""
    result: list[tuple[S, Fraction]] = []
    for weight, blocks in terms:
        sweep = _Sweep(blocks)
        states: dict[tuple[tuple[int, ...], S], int] = {(sweep.nothing, start): 1}
        for value in sweep.values:
            budget.spend_entries(3 * len(states))
            following: dict[tuple[tuple[int, ...], S], int] = defaultdict(int)
            for (may, state), ways in states.items():
                there = step(state, value, True)
                following[may, step(state, value, False)] += ways
                following[sweep.with_value(may, value), there] += ways
                following[may, there] -= ways
            states = {key: ways for key, ways in following.items() if ways}
        result += [
            (state, weight * ways * sweep.chance(may)) for (may, state), ways in states.items()
        ]
    return result


def total_of_distinct(
    terms: Sequence[Term],
    kept: int | None,
    highest: bool,
    points: Callable[[Number], Number],
    budget: Budget,
) -> Law:
    """What the distinct values, or the highest (lowest) ``kept`` of them, add up to, each by its points."""
    laws: list[Law] = []
    for weight, blocks in terms:
        sweep = _Sweep(blocks, descending=highest)
        gains = {value: points(value) for value in sweep.values}
        step = common_step(gains.values())
        longest = int(sum(map(size_of, gains.values())) / step) + 1
        states = {(sweep.nothing, 0): ONE}
        for value in sweep.values:
            budget.spend(len(states) * (10 * longest + 1000))
            # A loss is a gain for all who do not have it.
            gain = int(gains[value] / step)
            with_it, without_it = max(gain, 0), max(-gain, 0)
            following: dict[tuple[tuple[int, ...], int], fmpz_poly] = defaultdict(fmpz_poly)
            for (may, seen), sums in states.items():
                absent = sums.left_shift(without_it)
                following[may, seen] += absent
                if kept is not None and seen >= kept:
                    now, there = seen, absent
                else:
                    # Without a number to keep nobody needs to know how many there were.
                    now, there = seen + (kept is not None), sums.left_shift(with_it)
                following[sweep.with_value(may, value), now] += there
                following[may, now] -= there
            states = following
        start = sum(gain for gain in gains.values() if gain < 0)
        laws += [
            Law.of_rows([Series(start, step, sums, ONE).weighted(weight * sweep.chance(may))])
            for (may, _), sums in states.items()
        ]
    return union(laws)


class _Sweep:
    """The values of a pool in order; how much weight each block may fall on is a tuple of weights."""

    def __init__(self, blocks: Sequence[Block], *, descending: bool = False) -> None:
        self.blocks = blocks
        self.tables = [block.law.table() for block in blocks]
        self.values = sorted({v for table, _ in self.tables for v in table}, reverse=descending)
        self.nothing = (0,) * len(blocks)

    def with_value(self, may: tuple[int, ...], value: Number) -> tuple[int, ...]:
        return tuple(
            weight + table.get(value, 0)
            for weight, (table, _) in zip(may, self.tables, strict=True)
        )

    def chance(self, may: tuple[int, ...]) -> Fraction:
        """The weight of all dice falling on what they may."""
        chance = Fraction(1)
        for block, weight, (_, below) in zip(self.blocks, may, self.tables, strict=True):
            chance *= block.chance(Fraction(weight, below))
        return chance
