"""Search in a family of dice: moments first, whole odds only for the few that remain."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from astragal.finding.candidate import (
    Candidate,
    Features,
    no_steps,
    off_of,
    values_of,
)
from astragal.finding.dice import DiceFamily, cost_of, with_number
from astragal.finding.floats import MARGIN, Bounds, FloatSum, Inside, Reach, whole, wishes_of_chance
from astragal.finding.groups import Group, Nothing, Sum
from astragal.finding.offs import Off
from astragal.finding.wishes import Wish
from astragal.limits import Limits
from astragal.probability.budget import Budget

_LOOK = 400
"""Steps for looking at a sum of groups."""
_NARROWING = 100
"""Steps per wished chance for narrowing down the numbers that may be added to a sum."""
_GROUP = 50_000
"""Steps for the odds of a group, once exactly and once in floats."""
_CHANCE = 1_200
"""Steps for a chance in floats."""
_NUMBER = 120
"""Steps per wish for checking a number that may be added."""
_EXACTLY = 20_000
"""Steps for an exact distance and its place among the best."""
_VALUE = 5_000
"""Steps for the exact value of a wish."""


class Kept(NamedTuple):
    """A candidate worth keeping, ordered by distance, then by simplicity."""

    rank: Off
    """its distance from the wishes, or 0 if near enough"""
    simplicity: tuple[Any, ...]
    off: Off
    sum: Sum
    number: int

    def __lt__(self, other: tuple[Any, ...]) -> bool:
        return self[:2] < other[:2]


class Search:
    """Finds the best candidates of a family.

    Any distance up to ``near`` counts as 0, so the simplest of these candidates comes first.
    """

    def __init__(
        self,
        family: DiceFamily,
        wishes: Sequence[Wish],
        count: int,
        limits: Limits,
        near: Fraction = Fraction(0),
    ) -> None:
        self.family = family
        self.wishes = wishes
        self.count = count
        self.near = Off(near)
        self.budget = Budget(limits)
        self.best: list[Kept] = []
        self.bar = inf
        """candidates farther off than this are dropped"""
        named = {wish.of: wish for wish in wishes}
        if "steps" in named:
            no_steps()
        self.mean, self.sd, self.range = (
            Bounds.of(named[of]) if of in named else None for of in ("mean", "sd", "range")
        )
        self.reaches, self.insides = wishes_of_chance(wishes)
        self.chances: list[Reach | Inside] = [*self.reaches, *self.insides]
        self._margin = MARGIN * (1 + sum(float(wish.unit) for wish in wishes))

    def found(self) -> list[Candidate]:
        """The best candidates, best first."""
        self.budget.spend(_GROUP * self.family.groups)
        nothing = Nothing()
        for kind in self.family.kinds:
            for group in kind:
                self._look(FloatSum(group, nothing))
        for firsts, seconds in self.family.two_kinds:
            shelf = _Shelf(seconds)
            for group in firsts:
                self._look_along(group, shelf)
        return [self._candidate(kept) for kept in self.best]

    # Pairs of groups

    def _look_along(self, first: Group, shelf: _Shelf) -> None:
        """Look at one group together with all groups of another kind that may fit."""
        most = self._costs_at_most()
        fitting = self._fitting(first, shelf)
        seconds = [second for second in fitting if cost_of(first, second) <= most]
        each = _LOOK + _NARROWING * len(self.chances)
        self.budget.spend(each * (1 + len(seconds)))
        for second in seconds:
            self._look(FloatSum(first, second))

    def _fitting(self, first: Group, shelf: _Shelf) -> Sequence[Group]:
        room = self.bar + self._margin
        if self.sd is not None:
            low, high = (max(0.0, end) ** 2 for end in self.sd.widened(room))
            return shelf.by_variance(low - first.variance_float, high - first.variance_float)
        if self.mean is not None:
            low, high = self.mean.widened(room)
            family, mean = self.family, first.mean_float
            return shelf.by_mean(low - family.most - mean, high - family.least - mean)
        return shelf.groups

    def _costs_at_most(self) -> float:
        """Highest cost worth trying, once all kept candidates are near enough; else infinity."""
        if len(self.best) < self.count or self.best[-1].rank > Off():
            return inf
        return float(self.best[-1].simplicity[0])

    # One sum of groups, with every number that may be added

    def _look(self, total: FloatSum) -> None:
        off = 0.0 if self.sd is None else self.sd.missed_by(total.sd)
        room = self.bar - off + self._margin
        low, high = self._narrowed(total, room) if room >= 0 else (1, 0)
        for reach in self.reaches:
            if low <= high:
                low, high = total.reaching(reach, room, low, high)
        self.budget.spend(max(0, high - low + 1) * len(self.wishes) * _NUMBER)
        for number in range(low, high + 1):
            if off + self._missed_by(total, number) <= self.bar + self._margin:
                self._keep(total, number)
        if total.known:
            self.budget.spend(len(total.known) * _CHANCE)

    def _narrowed(self, total: FloatSum, room: float) -> tuple[int, int]:
        """Range of numbers worth adding, judged without whole odds."""
        low, high = self.family.least, self.family.most
        if self.mean is not None:
            least, most = self.mean.widened(room)
            low, high = whole(least - total.mean, most - total.mean, low, high)
        if self.range is not None:
            within = room / self.range.unit + MARGIN
            for wanted, end in zip((self.range.low, self.range.high), total.ends, strict=True):
                low, high = whole(wanted - end - within, wanted - end + within, low, high)
        for wish in self.chances:
            if low > high:
                break
            low, high = whole(*wish.narrowed(total.mean, total.variance, room), low, high)
        if any(inside.too_rare(total.likeliest, room) for inside in self.insides):
            return 1, 0
        return low, high

    def _missed_by(self, total: FloatSum, number: int) -> float:
        """Distance of a sum from the wishes, ignoring the sd."""
        off = 0.0 if self.mean is None else self.mean.missed_by(total.mean + number)
        if self.range is not None:
            wanted = (self.range.low, self.range.high)
            missed = (abs(a - b - number) for a, b in zip(wanted, total.ends, strict=True))
            off += self.range.unit * sum(missed)
        for reach in self.reaches:
            off += reach.bounds.missed_by(total.reaches(reach.number - number))
        for inside in self.insides:
            chance = total.between(inside.low - number, inside.high - number)
            off += inside.bounds.missed_by(chance)
        return off

    # Keeping the best

    def _keep(self, found: FloatSum, number: int) -> None:
        """Keep a sum if it is among the best; this is decided exactly."""
        self.budget.spend(_EXACTLY + _VALUE * len(self.wishes))
        total = found.exactly
        off = off_of(self.wishes, values_of(self.wishes, _features(total, number)))
        rank = Off() if off <= self.near else off
        cost = cost_of(found.first, found.second)
        simplicity = (cost + bool(number), abs(number), number < 0, total.sides, total.text)
        kept = Kept(rank, simplicity, off, total, number)
        if len(self.best) == self.count:
            if not kept < self.best[-1]:
                return
            self.best.pop()
        insort(self.best, kept)
        if len(self.best) == self.count:
            self.bar = float(max(self.best[-1].rank, self.near))

    def _candidate(self, kept: Kept) -> Candidate:
        values = values_of(self.wishes, _features(kept.sum, kept.number))
        name = with_number(kept.sum.text, kept.number)
        odds = (kept.sum.odds + kept.number).labelled(name)
        return Candidate(name, odds, kept.off, values, {})


def _features(total: Sum, number: int) -> Features:
    def chance(wish: Wish) -> Fraction:
        assert wish.condition is not None, "the search is among dice"
        return wish.condition.moved(number).chance(total.odds)

    return Features(
        mean=lambda: total.mean + number,
        variance=lambda: total.variance,
        ends=lambda: (total.low + number, total.high + number),
        chance=chance,
        steps=no_steps,
    )


class _Shelf:
    """The groups of one kind, sorted by mean and by variance."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = groups
        self._by_mean = sorted(groups, key=lambda group: group.mean_float)
        self._means = [group.mean_float for group in self._by_mean]
        self._by_variance = sorted(groups, key=lambda group: group.variance_float)
        self._variances = [group.variance_float for group in self._by_variance]

    def by_mean(self, low: float, high: float) -> Sequence[Group]:
        """Groups with a mean from ``low`` to ``high``, or slightly outside."""
        first = bisect_left(self._means, low - MARGIN)
        return self._by_mean[first : bisect_right(self._means, high + MARGIN)]

    def by_variance(self, low: float, high: float) -> Sequence[Group]:
        """Groups with a variance from ``low`` to ``high``, or slightly outside."""
        slack = MARGIN * (1 + abs(high))
        first = bisect_left(self._variances, low - slack)
        return self._by_variance[first : bisect_right(self._variances, high + slack)]
