"""The largest set of equal dice, and the number of distinct values, of identical dice.

Values of equal weight, a kind, are interchangeable: only their number matters.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import accumulate, pairwise
from math import comb, factorial, perm, prod
from operator import add, mul, sub
from typing import NamedTuple, TypeAlias

from astragal.outcome import Number, counts
from astragal.probability.budget import Budget
from astragal.probability.generating import whole
from astragal.probability.generating.exponential import Exponential, exponential
from astragal.probability.laws.law import Law
from astragal.probability.long_numbers import power, steps_of_power

Kinds: TypeAlias = dict[int, int]
"""The number of values with each weight."""

Picked: TypeAlias = tuple[int, ...]
"""The number of values picked from each kind."""

_OPERATION, _WORD, _POLYNOMIAL = 130, 3, 1_000
"""The steps of continuing with the next size, of each word of its numbers, and of a polynomial."""

_PAIR, _KIND = 300, 20
"""The steps of recording a choice with its result, and of each kind of values in it."""

_FEW_TERMS = 30
"""Sums of up to this many terms are computed in Python rather than by FLINT."""


def largest_set(law: Law, n: int, budget: Budget) -> Law:
    """The number of dice showing the most frequent value, of ``n`` dice of a finite law."""
    table, denominator = law.table()
    kinds = counts(table.values())
    least = -(-n // len(table))
    words = 1 + n * denominator.bit_length() // 64
    from_size = _sizes_in_turn(kinds, n, least, words, budget)
    series = exponential(n, _FEW_TERMS)
    ways = [_ways_of_size(kinds, most, series) for most in range(least, from_size)]
    ways += _ways_by_size(kinds, n, from_size)
    weights: dict[Number, int] = {
        most: here - below for most, (below, here) in enumerate(pairwise([0, *ways]), least)
    }
    return Law.of_table(weights, denominator**n)


def _sizes_in_turn(kinds: Kinds, n: int, least: int, words: int, budget: Budget) -> int:
    """The set size from which ``_Sets`` is faster than polynomials; all work is counted."""
    squarings = sum(values.bit_length() for values in kinds.values())
    by_polynomials, steps = _POLYNOMIAL + 32 * n * words * (len(kinds) + squarings), 0
    size = n + 1
    for filled in range(1, n // least + 1):
        # This many sets fit into the dice, for all sizes from here on.
        states = _states(kinds, filled)
        each = states * (filled * len(kinds) + states) * (_OPERATION + _WORD * words)
        if each > by_polynomials and filled > 1:
            break
        budget.spend(_steps_of_choices(kinds, filled, states))
        larger, size = size, max(least, n // (filled + 1) + 1)
        steps += each * (larger - size)
    budget.spend(steps + by_polynomials * (size - least))
    return size


def _steps_of_choices(kinds: Kinds, filled: int, states: int) -> int:
    """The steps of listing all choices, each with its extensions."""
    pairs = states * min(states, 1 << filled)
    return pairs * (_PAIR + len(kinds) * (_KIND + len(kinds) // 32))


def _states(kinds: Kinds, most: int) -> int:
    """The number of choices of up to ``most`` values; values of a kind are interchangeable."""
    by_number = [1] + [0] * most
    for values in kinds.values():
        reach = list(accumulate(by_number, initial=0))
        by_number = [reach[k + 1] - reach[max(0, k - values)] for k in range(most + 1)]
    return sum(by_number)


class _Sets:
    """The rolls in which no value comes up more than ``most`` times, for decreasing ``most``.

    For every choice of a few values, by kind, it counts the rolls that have exactly ``most`` dice
    picked for each chosen value, while every other value comes up at most that often. The count
    with one more die follows: the die shows any other value, minus the rolls where that is one too
    many. The counts for ``most - 1`` then follow by inclusion and exclusion of values with exactly
    ``most`` dice. Apart from the counts themselves, all numbers are short.
    """

    def __init__(self, kinds: Kinds, n: int) -> None:
        self.n = n
        self.most = n
        self._kinds = kinds
        self._choices = _choices(kinds, 1)
        self._ways = {each.picked: self._all_picked(each) for each in self._choices}
        """for each choice, by its picked values: the number of rolls of n dice"""
        self._ways[self._choices[-1].picked] = self._choices[-1].weight ** n

    @property
    def ways(self) -> int:
        return self._ways[self._choices[-1].picked]

    def _all_picked(self, choice: _Choice) -> int:
        """The rolls of only the picked dice."""
        orders = factorial(self.most * choice.number) // factorial(self.most) ** choice.number
        ways: int = orders * choice.factor**self.most
        return ways

    def shrink(self) -> None:
        """Decrease the set size by one."""
        filled = min(sum(self._kinds.values()), self.n // (self.most - 1))
        if filled > self._choices[0].number:
            self._choices = _choices(self._kinds, filled)
        rows: dict[Picked, list[int]] = {}
        for choice in self._choices:
            rows[choice.picked] = self._with_more_dice(choice, rows)
        self._ways = {choice.picked: self._shrunk(choice, rows) for choice in self._choices}
        self.most -= 1

    def _with_more_dice(self, choice: _Choice, rows: Mapping[Picked, list[int]]) -> list[int]:
        """The ways of n, n + 1, … dice, up to one more die per picked value."""
        last = self._ways.get(choice.picked, 0)
        row = [last]
        others = self.n - choice.number * self.most
        for more in range(choice.number):
            others += 1
            if others > 0:
                last *= choice.weight
                for picked, share in choice.further:
                    last -= share * rows[picked][more]
                last = last * (self.n + more + 1) // others
            elif not others:
                last = self._all_picked(choice)
            row.append(last)
        return row

    def _shrunk(self, choice: _Choice, rows: Mapping[Picked, list[int]]) -> int:
        """The ways of n dice after decreasing the set size by one."""
        number = choice.number
        ways = sum([share * rows[picked][number] for picked, share in choice.excluded])
        if not number:
            return ways
        larger: int = self.most**number * ways
        return larger // (perm(self.n + number, number) * choice.factor)


class _Choice(NamedTuple):
    """A choice of values with picked dice, and its consequences for the other values."""

    picked: Picked
    number: int
    factor: int
    """the product of the picked values' weights"""
    weight: int
    """the total weight of all other values"""
    further: list[tuple[Picked, int]]
    """choices with one more value, with the total weight of the possible values"""
    excluded: list[tuple[Picked, int]]
    """choices with more values, with the ways to make them; negative for odd numbers"""


def _choices(kinds: Kinds, most: int) -> list[_Choice]:
    """All choices of up to ``most`` values, largest first; values of a kind are alike."""
    all_picked = sorted(_up_to(tuple(kinds.values()), most), key=sum, reverse=True)
    return [_choice(kinds, picked, most - sum(picked)) for picked in all_picked]


def _up_to(room: Picked, most: int) -> list[Picked]:
    """All choices of up to ``most`` values with limited room for each kind."""
    if not most:
        return [(0,) * len(room)]
    found: list[Picked] = []
    begun: list[tuple[Picked, int]] = [((), most)]
    for place, values in enumerate(room, 1):
        following: list[tuple[Picked, int]] = []
        none_of_the_rest = (0,) * (len(room) - place)
        for picked, left in begun:
            for number in range(min(values, left) + 1):
                if number == left:
                    found.append((*picked, number, *none_of_the_rest))
                else:
                    following.append(((*picked, number), left - number))
        begun = following
    return found + [picked for picked, _ in begun]


def _choice(kinds: Kinds, picked: Picked, most: int) -> _Choice:
    """The data of a choice that may be extended by up to ``most`` values."""
    left = tuple(map(sub, kinds.values(), picked))
    shares = tuple(map(mul, left, kinds))
    further, excluded = [], []
    for more in _up_to(left, most):
        others, number = tuple(map(add, picked, more)), sum(more)
        ways = prod(map(comb, left, more))
        excluded.append((others, -ways if number % 2 else ways))
        if number == 1:
            further.append((others, shares[more.index(1)]))
    factor = prod(map(pow, kinds, picked))
    return _Choice(picked, sum(picked), factor, sum(shares), further, excluded)


def _ways_by_size(kinds: Kinds, n: int, least: int) -> list[int]:
    """The rolls in which no value comes up more than t times, for t from ``least`` to n."""
    sets = _Sets(kinds, n)
    found = [sets.ways]
    while sets.most > least:
        sets.shrink()
        found.append(sets.ways)
    return found[::-1]


def _ways_of_size(kinds: Kinds, most: int, series: Exponential) -> int:
    """The same for one t = ``most``, as the coefficient n!·[zⁿ] Π Σ (wz)ⁱ/i! for i ≤ t."""
    found = series.of([1])
    for weight, values in kinds.items():
        factor = series.of([weight**i for i in range(most + 1)])
        found = series.times(found, series.power(factor, values))
    return series.number(found)


def distinct(law: Law, n: int, budget: Budget) -> Law:
    """The number of different values of ``n`` dice of a finite law.

    The rolls showing only values of a set follow from its weight; the rolls showing all of them
    follow by inclusion and exclusion, for all sets of one size together.
    """
    table, denominator = law.table()
    size, most = len(table), min(n, len(table))
    words = 1 + (n * denominator.bit_length() + 2 * most * size.bit_length()) // 64
    budget.spend(most * (100 + 24 * words * most.bit_length()))
    within = _rolls_within(counts(table.values()), n, most, budget)
    # A set of t values lies in C(size - t, k - t) sets of k; with factorials, this is a product.
    above = list(accumulate(range(size - most + 1, size + 1), mul, initial=1))[::-1]
    below = list(accumulate(range(most, 0, -1), mul, initial=1))[::-1]
    left = list(map(mul, within, above))
    ways = _product(left, [-each if k % 2 else each for k, each in enumerate(below)])
    weights: dict[Number, int] = {
        k: found // (below[0] * above[k]) for k, found in enumerate(ways[: most + 1]) if found
    }
    return Law.of_table(weights, denominator**n, lowest_first=True)


def _rolls_within(kinds: Kinds, n: int, most: int, budget: Budget) -> list[int]:
    """For every set size, the number of rolls within the set, summed over all sets of that size."""
    sets = {(0, 0): 1}
    for weight, values in kinds.items():
        budget.spend_entries(len(sets) * (values + 1))
        larger: dict[tuple[int, int], int] = defaultdict(int)
        for (size, total), ways in sets.items():
            for more in range(min(values, most - size) + 1):
                larger[size + more, total + more * weight] += ways * comb(values, more)
        sets = larger
    bits = n * max(total for _, total in sets).bit_length()
    budget.spend(len(sets) * steps_of_power(bits))
    within = [0] * (most + 1)
    for (size, total), ways in sets.items():
        within[size] += ways * power(total, n)
    return within


def _product(a: list[int], b: list[int]) -> list[int]:
    if len(a) <= _FEW_TERMS:
        return whole.product(a, b)
    from flint import fmpz_poly

    return list(map(int, fmpz_poly(a).mul_low(fmpz_poly(b), len(a)).coeffs()))
