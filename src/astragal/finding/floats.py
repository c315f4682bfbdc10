"""Bounds in floating point that rule out sums of dice before any exact work.

Floats alone never decide. They only rule out sums that are worse than the worst one kept by more
than any rounding error; everything else is compared exactly.
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
"""Allowance for float errors, per unit of a wish's weight; far larger than the actual errors."""


class Bounds(NamedTuple):
    """The bounds of a wish as floats."""

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
        """The range of values that miss the wish by at most ``room``."""
        within = room / self.unit + MARGIN
        return self.low - within, self.high + within


class Reach(NamedTuple):
    """A wish for the probability of reaching a number, with a guess where to start searching."""

    number: int
    bounds: Bounds
    deviations: float
    """a rough guess: the mean is this many standard deviations above the number"""

    @classmethod
    def of(cls, number: int, wish: Wish, *, reached: bool) -> Reach:
        """The wish for reaching the number or, if not ``reached``, for staying below it."""
        bounds = Bounds.of(wish)
        if not reached:
            bounds = Bounds(1 - bounds.high, 1 - bounds.low, bounds.unit)
        wished = bounds.low if bounds.low > 0 else bounds.high
        likely = min(max(wished, 1e-6), 1 - 1e-6)
        # A logistic curve is close enough to a normal one for a first guess.
        return cls(number, bounds, log(likely / (1 - likely)) / 1.7)

    def narrowed(self, mean: float, variance: float, room: float) -> tuple[float, float]:
        """Least and greatest number worth adding, by Cantelli's inequality."""
        need, most = self.bounds.widened(room)
        ahead = self.number - mean
        low = ahead - sqrt(variance * (1 - need) / need) if 0 < need <= 1 else -inf
        high = ahead + sqrt(variance * most / (1 - most)) if 0 <= most < 1 else inf
        return low - MARGIN, high + MARGIN


class Inside(NamedTuple):
    """A wish for the probability of a number from ``low`` to ``high``."""

    low: int
    high: int
    bounds: Bounds

    def narrowed(self, mean: float, variance: float, room: float) -> tuple[float, float]:
        """Least and greatest number worth adding, by Cantelli's inequality on both sides."""
        need, _ = self.bounds.widened(room)
        if need <= 0:
            return -inf, inf
        away = sqrt(variance * (1 - need) / need) if need < 1 else 0.0
        return self.low - mean - away - MARGIN, self.high - mean + away + MARGIN

    def too_rare(self, likeliest: float, room: float) -> bool:
        """True if the probability stays too low when no number is likelier than ``likeliest``."""
        need, _ = self.bounds.widened(room)
        return (self.high - self.low + 1) * likeliest < need


class FloatSum:
    """The sum of two groups, in floats."""

    def __init__(self, first: Group, second: Group) -> None:
        self.first, self.second = first, second
        self.mean = first.mean_float + second.mean_float
        self.variance = first.variance_float + second.variance_float
        self.known: dict[int, float] = {}
        """cached probabilities of reaching a number"""

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
        """Upper bound on the probability of any number of the sum."""
        return min(self.first.likeliest, self.second.likeliest)

    def reaches(self, number: int) -> float:
        """Probability of reaching a number."""
        found = self.known.get(number)
        if found is None:
            found = self.known[number] = _chance_to_reach(self.first, self.second, number)
        return found

    def between(self, low: int, high: int) -> float:
        return self.reaches(low) - self.reaches(high + 1)

    def reaching(self, reach: Reach, room: float, low: int, high: int) -> tuple[int, int]:
        """The numbers from ``low`` to ``high`` worth adding; the probability grows with them."""
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
    """Probability that two groups together reach a number."""
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
    """First and last of the whole numbers in both ranges."""
    return (
        max(least, ceil(low)) if low > least else least,
        min(most, floor(high)) if high < most else most,
    )


def wishes_of_chance(wishes: Sequence[Wish]) -> tuple[list[Reach], list[Inside]]:
    """Wishes for probabilities; those for reaching a number can be narrowed down quickly."""
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
