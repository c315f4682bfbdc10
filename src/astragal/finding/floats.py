"""Wishes in floats: what rules out a sum of dice before anything exact is worked out.

Nothing is decided by floats alone. They leave out what is farther off than the worst that is kept,
by more than floats can be wrong; all else is compared exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import ceil, floor, inf, log, sqrt
from operator import mul
from typing import NamedTuple

from astragal.finding.groups import Group, Sum
from astragal.finding.wishes import Wish

MARGIN = 1e-9
"""What floats may be wrong by, times what a wish counts: far more than they are."""


class Bounds(NamedTuple):
    """A wish in floats."""

    low: float
    high: float
    unit: float

    @classmethod
    def of(cls, wish: Wish) -> Bounds:
        low, high = wish.bounds
        return cls(
            -inf if low is None else float(low),
            inf if high is None else float(high),
            float(wish.unit),
        )

    def missed_by(self, value: float) -> float:
        if value < self.low:
            return (self.low - value) * self.unit
        return (value - self.high) * self.unit if value > self.high else 0.0

    def widened(self, room: float) -> tuple[float, float]:
        """Where a value must lie not to be off by more than ``room``."""
        within = room / self.unit + MARGIN
        return self.low - within, self.high + within


class Reach(NamedTuple):
    """A wish for the chance to reach a number, and where to look for it first."""

    number: int
    bounds: Bounds
    deviations: float
    """by so many standard deviations lies the mean above the number, roughly"""

    @classmethod
    def of(cls, number: int, wish: Wish, *, reached: bool) -> Reach:
        """The chance to reach the number, or not to."""
        bounds = Bounds.of(wish)
        if not reached:
            bounds = Bounds(1 - bounds.high, 1 - bounds.low, bounds.unit)
        wished = bounds.low if bounds.low > 0 else bounds.high
        likely = min(max(wished, 1e-6), 1 - 1e-6)
        # A logistic curve is near enough to a normal one to begin with.
        return cls(number, bounds, log(likely / (1 - likely)) / 1.7)

    def narrowed(self, mean: float, variance: float, room: float) -> tuple[float, float]:
        """The least and greatest number to be added, by Cantelli's inequality."""
        need, most = self.bounds.widened(room)
        ahead = self.number - mean
        low = ahead - sqrt(variance * (1 - need) / need) if 0 < need <= 1 else -inf
        high = ahead + sqrt(variance * most / (1 - most)) if 0 <= most < 1 else inf
        return low - MARGIN, high + MARGIN


class Inside(NamedTuple):
    """A wish for the chance of numbers from ``low`` to ``high``."""

    low: int
    high: int
    bounds: Bounds

    def narrowed(self, mean: float, variance: float, room: float) -> tuple[float, float]:
        """The least and greatest number to be added, by Cantelli's inequality for both sides."""
        need, _ = self.bounds.widened(room)
        if need <= 0:
            return -inf, inf
        away = sqrt(variance * (1 - need) / need) if need < 1 else 0.0
        return self.low - mean - away - MARGIN, self.high - mean + away + MARGIN

    def too_rare(self, likeliest: float, room: float) -> bool:
        """Whether the chance is never great enough, if no number has a greater one than this."""
        need, _ = self.bounds.widened(room)
        return (self.high - self.low + 1) * likeliest < need


class FloatSum:
    """Two groups added up, in floats."""

    def __init__(self, first: Group, second: Group) -> None:
        self.first, self.second = first, second
        self.mean = first.mean_float + second.mean_float
        self.variance = first.variance_float + second.variance_float
        self.known: dict[int, float] = {}
        """the chances to reach numbers, of those asked for before"""

    @cached_property
    def exactly(self) -> Sum:
        return Sum(self.first, self.second)

    @property
    def sd(self) -> float:
        return sqrt(self.variance)

    @property
    def ends(self) -> tuple[int, int]:
        return self.first.low + self.second.low, self.first.high + self.second.high

    @property
    def likeliest(self) -> float:
        """No number has a greater chance than the likeliest of either group."""
        return min(self.first.likeliest, self.second.likeliest)

    def reaches(self, number: int) -> float:
        """The chance to reach a number."""
        found = self.known.get(number)
        if found is None:
            found = self.known[number] = _chance_to_reach(self.first, self.second, number)
        return found

    def between(self, low: int, high: int) -> float:
        return self.reaches(low) - self.reaches(high + 1)

    def reaching(self, reach: Reach, room: float, low: int, high: int) -> tuple[int, int]:
        """The numbers from ``low`` to ``high`` that may be added: the chance grows with them."""
        need, most = reach.bounds.widened(room)
        if need <= 0 and most >= 1:
            return low, high
        guess = round(reach.number - 0.5 - self.mean + self.sd * reach.deviations)
        at = min(max(low, guess), high)
        while at <= high and self.reaches(reach.number - at) < need:
            at += 1
        while at > low and self.reaches(reach.number - at + 1) >= need:
            at -= 1
        last = at - 1
        while last < high and self.reaches(reach.number - last - 1) <= most:
            last += 1
        return at, last


def _chance_to_reach(first: Group, second: Group, number: int) -> float:
    """The chance that two groups together reach a number."""
    if len(first.chances[1]) > len(second.chances[1]):
        first, second = second, first
    start, chances = first.chances
    tails = second.tails
    place = second.high - number + start
    begin, end = max(0, -place), min(len(chances), len(tails) - place)
    if end <= begin:
        return 1.0 if place >= len(tails) else 0.0
    reached: float = sum(map(mul, chances[begin:end], tails[place + begin : place + end]))
    if end == len(chances):
        return reached
    return reached + first.tails[first.high - start - end]


def whole(low: float, high: float, least: int, most: int) -> tuple[int, int]:
    """The whole numbers in both ranges: the first and the last."""
    return (
        max(least, ceil(low)) if low > least else least,
        min(most, floor(high)) if high < most else most,
    )


def wishes_of_chance(wishes: Sequence[Wish]) -> tuple[list[Reach], list[Inside]]:
    """The wishes for chances; those of reaching a number can be narrowed down quickly."""
    reaches, insides = [], []
    for wish in wishes:
        if wish.condition is None:
            continue
        low, high = wish.condition.whole()
        if high is None and low is not None:
            reaches.append(Reach.of(low, wish, reached=True))
        elif low is None and high is not None:
            reaches.append(Reach.of(high + 1, wish, reached=False))
        elif low is not None and high is not None:
            insides.append(Inside(low, high, Bounds.of(wish)))
    return reaches, insides
