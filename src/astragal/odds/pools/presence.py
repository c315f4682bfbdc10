"""Readings that depend on which values are there: distinct values, runs, sums; the largest set.

Values are looked at one after another. The weight of a value being there is that of all rolls in
which it may be, less that of those without it. So only the weight that dice may still fall on has
to be remembered, and the work does not grow with the number of dice.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial
from typing import TypeVar

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from astragal.odds.budget import Budget
from astragal.odds.generating.grids import common_step
from astragal.odds.generating.quotients import ONE
from astragal.odds.generating.series import FiniteSeries
from astragal.odds.laws.law import Law, law_of, union
from astragal.odds.pools.blocks import Block, Term
from astragal.outcome import Number, size_of

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
        return _longest_run_of_fair(*fair, budget)
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


def _longest_run_of_fair(values: Sequence[Number], n: int, budget: Budget) -> Law:
    """All sets of the same size are equally likely: count those without a long run by size."""
    stretches = [1]
    for value, following in pairwise(values):
        if following == value + 1:
            stretches[-1] += 1
        else:
            stretches.append(1)
    most = min(n, len(values))
    budget.spend(100 * most * len(values) * most)
    # The number of ways in which n dice show all values of a set of some size, and no others.
    ways = [fmpz.stirling_s2(n, size) * factorial(size) for size in range(most + 1)]
    denominator = len(values) ** n
    chances = []
    before = Fraction(0)
    for run in range(1, min(most, max(stretches)) + 1):
        sets = ONE
        for length, times in Counter(stretches).items():
            sets = sets.mul_low(
                _sets_without_runs(length, run, most).pow_trunc(times, most + 1), most + 1
            )
        reached = Fraction(
            int(sum(c * w for c, w in zip(sets.coeffs(), ways, strict=False))), denominator
        )
        chances.append((run, reached - before))
        before = reached
    return law_of(chances)


def _sets_without_runs(length: int, run: int, most: int) -> fmpz_poly:
    """The number of sets of each size, of ``length`` consecutive values, without a longer run."""
    # Every set ends with a run of up to ``run`` values after a missing one.
    sets = [ONE]
    for size in range(1, length + 1):
        total = fmpz_poly([])
        for ending in range(min(run, size) + 1):
            before = sets[size - ending - 1] if ending < size else ONE
            total += before.left_shift(ending)
        sets.append(total.truncate(most + 1))
    return sets[length]


def distinct(terms: Sequence[Term], budget: Budget) -> Law:
    """The number of different values."""

    def step(seen: int, value: Number, there: bool) -> int:
        return seen + there

    return law_of((seen, chance) for seen, chance in _present(terms, 0, step, budget))


def _present(
    terms: Sequence[Term], start: S, step: Callable[[S, Number, bool], S], budget: Budget
) -> list[tuple[S, Fraction]]:
    """The states after all values, each taken into account by ``step``, with their weights."""
    result: list[tuple[S, Fraction]] = []
    for weight, blocks in terms:
        presence = _Presence(blocks)
        states: dict[tuple[tuple[int, ...], S], int] = {(presence.nothing, start): 1}
        for value in presence.values:
            budget.spend_entries(3 * len(states))
            following: dict[tuple[tuple[int, ...], S], int] = defaultdict(int)
            for (may, state), ways in states.items():
                there = step(state, value, True)
                following[may, step(state, value, False)] += ways
                following[presence.with_value(may, value), there] += ways
                following[may, there] -= ways
            states = {key: ways for key, ways in following.items() if ways}
        result += [
            (state, weight * ways * presence.chance(may)) for (may, state), ways in states.items()
        ]
    return result


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
        states = {(presence.nothing, 0): ONE}
        for value in presence.values:
            budget.spend(len(states) * (10 * longest + 1000))
            # Negative points count as positive ones for the value's absence.
            gain = int(gains[value] / step)
            with_it, without_it = max(gain, 0), max(-gain, 0)
            following: dict[tuple[tuple[int, ...], int], fmpz_poly] = defaultdict(fmpz_poly)
            for (may, seen), sums in states.items():
                absent = sums.left_shift(without_it)
                following[may, seen] += absent
                if kept is not None and seen >= kept:
                    now, there = seen, absent
                else:
                    # The number of values matters only if some are kept.
                    now, there = seen + (kept is not None), sums.left_shift(with_it)
                following[presence.with_value(may, value), now] += there
                following[may, now] -= there
            states = following
        start = sum(gain for gain in gains.values() if gain < 0)
        laws += [
            Law.of_rows(
                [FiniteSeries(start, step, sums, ONE).weighted(weight * presence.chance(may))]
            )
            for (may, _), sums in states.items()
        ]
    return union(laws)


class _Presence:
    """The values of a pool in order; a tuple holds the weight that each block may fall on."""

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
        """The probability that every die shows an allowed value; ``may`` has their weights."""
        chance = Fraction(1)
        for block, weight, (_, denominator) in zip(self.blocks, may, self.tables, strict=True):
            chance *= block.chance(Fraction(weight, denominator))
        return chance


def largest_set(law: Law, n: int, budget: Budget) -> Law:
    """The number of dice that show the most frequent value, of ``n`` dice of a finite law."""
    table, denominator = law.table()
    kinds = Counter(table.values())
    budget.spend(32 * n * n * (1 + n * denominator.bit_length() // 64) * len(kinds))
    whole = sum(table.values())
    chances = []
    before = 0
    for most in range(-(-n // len(table)), n + 1):
        # Only one value can be shown by more than half of the dice, so these ways just add up.
        ways = _ways(kinds, n, most) if 2 * most < n else whole**n - _over(kinds, n, most, whole)
        chances.append((most, Fraction(ways - before, denominator**n)))
        before = ways
    return law_of(chances)


def _ways(kinds: Counter[int], n: int, most: int) -> int:
    """The ways in which no value comes up more than t times: n!·[zⁿ] Π Σ (wz)ⁱ/i! for i ≤ t."""
    product = fmpq_poly([1])
    for weight, values in kinds.items():
        factor = fmpq_poly([fmpq(weight**i, factorial(i)) for i in range(most + 1)])
        product = product.mul_low(factor.pow_trunc(values, n + 1), n + 1)
    return int((product[n] * factorial(n)).p)


def _over(kinds: Counter[int], n: int, most: int, whole: int) -> int:
    """The ways in which a value comes up more than ``most`` times, added up over all values."""
    return sum(
        values * comb(n, i) * weight**i * (whole - weight) ** (n - i)
        for weight, values in kinds.items()
        for i in range(most + 1, n + 1)
    )
