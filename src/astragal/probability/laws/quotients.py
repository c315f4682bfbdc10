"""The law of a quotient of two numbers: often half a million fractions.

A quotient is stored as a pair in lowest terms. Creating the fraction, and above all looking it up
in a dictionary, takes Python ten times as long, so this is deferred until it is needed.
"""

from __future__ import annotations

import operator
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import ItemsView, Iterator, Mapping, Sequence, ValuesView
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, compress, repeat
from math import gcd, lcm
from typing import Any

from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.generating.fractions import balanced_sum, in_lowest_terms, uncollected
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law, Table
from astragal.probability.weights import common_factor

_DIVISOR = 1_800
"""The steps per divisor in the mean of quotients, whose digits grow with the number of divisors."""


def quotients(a: Law, b: Law, budget: Budget) -> Law:
    """The law of ``a / b`` for finite laws; ``b`` must never be zero."""
    budget.spend(a.size * b.size * (450 + (a.bits + b.bits) // 5) + _DIVISOR * b.size)
    budget.room(a.size * b.size, a.bits + b.bits)
    (mine, denominator), (theirs, other_denominator) = a.table(), b.table()
    if not theirs:
        return Law.of_table({}, 1)  # part of a law with no outcomes
    # Encoding a pair as one number is faster still: the divisor is the remainder.
    widest = max(number.denominator for number in mine) if mine else 1
    base = widest * max(abs(number.numerator) for number in theirs) + 1
    pairs = _reduced_pairs(mine, theirs, base)
    table = Quotients(*_lowest_first(pairs, base), base)
    return QuotientLaw(table, denominator * other_denominator, (a, b))


def evenly_spaced_fractions(law: Finite) -> Quotients:
    """The table of a grid of fractions, most of them never looked up."""
    below = lcm(law.start.denominator, law.step.denominator)
    first, apart = int(law.start * below), int(law.step * below)
    base, numbers = below + 1, range(first, first + apart * law.length, apart)
    common = map(gcd, numbers, repeat(below))
    pairs = [n // c * base + below // c for n, c in zip(numbers, common, strict=True)]
    weights = law.weights
    if 0 in weights:
        pairs = list(compress(pairs, weights))
        weights = list(filter(None, weights))
    return Quotients(pairs, weights, base)


def sums_of_fractions(mine: Table, theirs: Table) -> Table:
    """The weights of sums; fractions are encoded as single numbers until the end, for speed."""
    one, other = ([(*n.as_integer_ratio(), w) for n, w in t.items()] for t in (mine, theirs))
    base = 1 + max(q for _, q, _ in one) * max(q for _, q, _ in other) if one and other else 1
    pairs: dict[int, int] = defaultdict(int)
    for p, q, weight in one:
        for r, s, other_weight in other:
            above, below = p * s + r * q, q * s
            common = gcd(above, below)
            pairs[above // common * base + below // common] += weight * other_weight
    both = ((*divmod(pair, base), weight) for pair, weight in pairs.items())
    return {in_lowest_terms(p, q) if q > 1 else p: weight for p, q, weight in both}


class Quotients(Mapping[Number, int]):
    """Numbers, lowest first, with their weights; stored encoded as ``above * base + below``."""

    def __init__(self, pairs: Sequence[int], weights: Sequence[int], base: int) -> None:
        self.pairs = pairs
        self.weights = weights
        self.base = base

    @cached_property
    def _numbers(self) -> list[Number]:
        with uncollected():
            both = map(divmod, self.pairs, repeat(self.base))
            return [in_lowest_terms(p, q) if q > 1 else p for p, q in both]

    @cached_property
    def _weights_of_pairs(self) -> Mapping[int, int]:
        return dict(zip(self.pairs, self.weights, strict=True))

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[Number]:
        return iter(self._numbers)

    def __getitem__(self, number: Any) -> int:
        if isinstance(number, int | Fraction) and number.denominator < self.base:
            return self._weights_of_pairs[number.numerator * self.base + number.denominator]
        raise KeyError(number)

    def items(self) -> ItemsView[Number, int]:
        return _Items(self)

    def values(self) -> ValuesView[int]:
        return _Values(self)

    @property
    def fractional(self) -> bool:
        return any(pair % self.base > 1 for pair in self.pairs)

    def divided(self, factor: int) -> Quotients:
        """Divide every weight by a common factor."""
        return Quotients(self.pairs, [each // factor for each in self.weights], self.base)

    def place(self, number: Number, *, past: bool) -> int:
        """The count of numbers less than ``number``; with ``past``, less than or equal."""
        above, below = number.numerator, number.denominator

        def ahead(pair: int) -> int:
            top, bottom = divmod(pair, self.base)
            return top * below - above * bottom

        return (bisect_right if past else bisect_left)(self.pairs, 0, key=ahead)

    @cached_property
    def reach(self) -> list[int]:
        """The cumulative weights before each number, and the total."""
        return [0, *accumulate(self.weights)]

    def split(self, place: int) -> tuple[Quotients, Quotients]:
        """Split into the first ``place`` numbers and the rest."""
        parts = slice(place), slice(place, None)
        low, high = (Quotients(self.pairs[p], self.weights[p], self.base) for p in parts)
        return low, high


class _Values(ValuesView[int]):
    """The weights, without creating the numbers."""

    _mapping: Quotients

    def __iter__(self) -> Iterator[int]:
        return iter(self._mapping.weights)


class _Items(ItemsView[Number, int]):
    """Numbers with their weights, without dictionary look-ups."""

    _mapping: Quotients

    def __iter__(self) -> Iterator[tuple[Number, int]]:
        return zip(self._mapping, self._mapping.weights, strict=True)


class QuotientLaw(Finite):
    """Quotients with their weights; querying a few numbers does not create the others."""

    __slots__ = ("_of", "_quotients")

    def __init__(
        self, quotients: Quotients, denominator: int, of: tuple[Law, Law] | None = None
    ) -> None:
        """``of``: the laws of both operands, unless this is only part of their quotients."""
        self._begin(quotients, denominator, lowest_first=True)
        self._quotients = quotients
        self._of = of

    @property
    def fractional(self) -> bool:
        return self._quotients.fractional

    def reduced(self) -> Finite:
        table, denominator = self._quotients, self.below
        common = common_factor(denominator, table.weights) if table else 1
        if common == 1:
            return self
        return QuotientLaw(table.divided(common), denominator // common, self._of)

    def moments(self) -> tuple[Fraction, Fraction]:
        """The moments, which multiply for independent numbers."""
        if self._of is None:
            return super().moments()
        above, below = self._of
        (mean, square), (inverse, inverse_square) = above.moments(), _inverse_moments(below)
        return mean * inverse, square * inverse_square

    def at_least(self, number: Number, *, past: bool = False) -> Fraction:
        return Fraction(self.reached(number, past=past), self.below)

    def reached(self, number: Number, *, past: bool = False) -> int:
        table = self._quotients
        return table.reach[-1] - table.reach[table.place(number, past=past)]

    def cut(self, number: Number, *, past: bool = False) -> tuple[Law, Law]:
        table, denominator = self._quotients, self.below
        low, high = table.split(table.place(number, past=past))
        return QuotientLaw(low, denominator), QuotientLaw(high, denominator)


def _inverse_moments(law: Law) -> tuple[Fraction, Fraction]:
    """The expected values of the reciprocal of a number and of its square."""
    table, denominator = law.table()
    terms = [(weight * n.denominator, n.numerator, n.denominator) for n, weight in table.items()]
    inverse = balanced_sum((above, below) for above, below, _ in terms)
    square = balanced_sum((above * under, below**2) for above, below, under in terms)
    return inverse / denominator, square / denominator


def _reduced_pairs(
    mine: Mapping[Number, int], theirs: Mapping[Number, int], base: int
) -> dict[int, int]:
    """The weights of quotients, encoded as pairs in lowest terms."""
    tops, unders = [n.numerator for n in mine], [n.denominator for n in mine]
    weights = list(mine.values())
    whole, even = set(unders) == {1}, len(set(weights)) == 1
    counted: dict[int, Counter[int]] = defaultdict(Counter)
    pairs: dict[int, int] = defaultdict(int)
    for number, weight in theirs.items():
        factor, divisor = number.denominator, number.numerator
        if divisor < 0:
            factor, divisor = -factor, -divisor
        above = tops if factor == 1 else [top * factor for top in tops]
        below = repeat(divisor, len(tops)) if whole else [under * divisor for under in unders]
        reduced = map(_pair, above, below, repeat(base))
        if even:  # counting is faster than adding
            counted[weight].update(reduced)
            continue
        for pair, other_weight in zip(reduced, weights, strict=True):
            pairs[pair] += weight * other_weight
    for weight, count in counted.items():
        for pair, times in count.items():
            pairs[pair] += times * weight * weights[0]
    return pairs


def _pair(above: int, below: int, base: int) -> int:
    common = gcd(above, below)
    return above // common * base + below // common


_TOLD_APART = 2**25
"""Quotients of numbers below this compare like their floats."""


def _lowest_first(pairs: Mapping[int, int], base: int) -> tuple[list[int], list[int]]:
    """Pairs in the order of their quotients, and their weights."""
    listed, weights = list(pairs), list(pairs.values())
    tops, bottoms = [pair // base for pair in listed], [pair % base for pair in listed]
    keys = _in_the_order_of_quotients(tops, bottoms, base)
    places = sorted(range(len(keys)), key=keys.__getitem__)
    return [listed[place] for place in places], [weights[place] for place in places]


def _in_the_order_of_quotients(
    tops: Sequence[int], bottoms: Sequence[int], base: int
) -> Sequence[float]:
    """Numbers that compare like the quotients, only faster; ``base`` exceeds all divisors."""
    if base < _TOLD_APART and max(max(tops), -min(tops)) < _TOLD_APART:
        return list(map(operator.truediv, tops, bottoms))
    # Two quotients lie at least 1 / base² apart, so these numbers lie at least 2 apart.
    bits = 2 * base.bit_length() + 1
    return [(top << bits) // bottom for top, bottom in zip(tops, bottoms, strict=True)]
