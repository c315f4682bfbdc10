"""A roll that is found out only as far as needed.

A body that only asks how many dice are 8 or more need not run for every roll. It runs with an
unknown roll: sorted outcomes are cut into stretches, each with a number of dice. A question cuts
them further, and has one answer for each number of dice that may lie in the lower part. ``paths``
enumerates all answers, with one run for each list of them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from math import comb
from operator import sub

from astragal.anydice.budget import Budget
from astragal.anydice.calling.paths import Answers
from astragal.anydice.dice import Dice, certain, count_table, die

_LISTED = 50
"""The steps of listing one outcome."""
_LOOK, _STRETCH = 250, 10
"""The steps of locating a position among the stretches, and of each stretch."""


class Element:
    """A die of an unknown roll, by its position."""

    __slots__ = ("position", "roll")

    def __init__(self, roll: Unknown, position: int) -> None:
        self.roll = roll
        self.position = position

    def known(self) -> int:
        return self.roll.at(self.position)

    def compares(self, sign: str, number: int) -> int:
        return 1 if self.roll.at_compares(self.position, sign, number) else 0


class Unknown:
    """A sorted roll of equal dice."""

    __slots__ = (
        "_budget",
        "_dice",
        "_lowest_first",
        "_outcomes",
        "_paths",
        "_reach",
        "_starts",
        "_sums",
        "count",
        "looked",
    )

    def __init__(self, dice: Dice, paths: Answers, budget: Budget, *, lowest_first: bool) -> None:
        table = dice.table
        budget.spend(_LISTED * len(table))
        self._budget = budget
        self._outcomes = list(table)
        self._reach = list(accumulate(table.values(), initial=0))
        self.count = dice.count
        self._paths = paths
        self._lowest_first = lowest_first
        self._sums: dict[tuple[int, int, int], Dice] = {}
        self.forget()

    @property
    def weighing(self) -> int:
        """The steps of computing a weight: its powers and binomial coefficients."""
        words = self.count * self._reach[-1].bit_length() // 64
        return self.count * self.count // 96 + words * (20 + words // 8)

    def _look(self) -> None:
        """Charge for a pass over all stretches."""
        steps = _LOOK + _STRETCH * len(self._dice)
        self.looked += steps
        self._budget.spend(steps)

    def forget(self) -> None:
        """Make the roll unknown again, for the next run."""
        # The start of each stretch of outcomes, and its number of dice; lowest first.
        self._starts = [0, len(self._outcomes)]
        self._dice = [self.count]
        self.looked = 0
        """the steps of all questions so far, which would be saved if the roll were known"""

    def weight(self) -> int:
        """The weight of all rolls that fit the answers so far."""
        weight, left, reach = 1, self.count, self._reach
        for dice, low, high in zip(self._dice, self._starts, self._starts[1:], strict=False):
            if dice:
                weight *= comb(left, dice) * (reach[high] - reach[low]) ** dice
                left -= dice
        return weight

    def total(self, budget: Budget) -> Dice:
        """The odds of the sum of all rolls that fit the answers so far."""
        found = certain(0)
        for dice, low, high in zip(self._dice, self._starts, self._starts[1:], strict=False):
            if dice:
                found = found.plus(self._sum_of(dice, low, high, budget), budget)
        return found

    def _sum_of(self, dice: int, low: int, high: int, budget: Budget) -> Dice:
        """The odds of the sum of the dice on one stretch."""
        found = self._sums.get((low, high, dice))
        if found is None:
            weights = map(sub, self._reach[low + 1 : high + 1], self._reach[low:high])
            table = dict(zip(self._outcomes[low:high], weights, strict=True))
            count_table(len(table), self._reach[-1].bit_length(), budget)
            one = die(table, self._reach[high] - self._reach[low])
            found = self._sums[low, high, dice] = Dice(one.law, dice).total(budget)
        return found

    def _below(self, at: int) -> int:
        """Find out the number of dice below an index of outcomes."""
        self._look()
        starts, dice = self._starts, self._dice
        place = bisect_left(starts, at)
        if place < len(starts) and starts[place] == at:
            return sum(dice[:place])
        before = dice[place - 1]
        lower = self._paths.choose(before) if before else 0
        starts.insert(place, at)
        dice[place - 1 : place] = [lower, before - lower]
        return sum(dice[:place])

    def less_than(self, number: int) -> int:
        """The number of dice that are less than a number."""
        return self._below(bisect_left(self._outcomes, number))

    def counted(self, sign: str, number: int) -> int:
        """The number of dice that satisfy a comparison with a number."""
        if sign == "<":
            return self.less_than(number)
        if sign == ">=":
            return self.count - self.less_than(number)
        if sign == "<=":
            return self.less_than(number + 1)
        if sign == ">":
            return self.count - self.less_than(number + 1)
        equal = self.less_than(number + 1) - self.less_than(number)
        return equal if sign == "=" else self.count - equal

    def at(self, position: int) -> int:
        """The die at a position of the sorted roll, counted from 1; 0 if there is none."""
        if not 1 <= position <= self.count:
            return 0
        self._look()
        rank = position - 1 if self._lowest_first else self.count - position
        reached = list(accumulate(self._dice))
        place = bisect_right(reached, rank)
        low, high = self._starts[place], self._starts[place + 1]
        below = reached[place] - self._dice[place]
        # Search from the nearer end of the stretch.
        nearer_top = rank - below >= reached[place] - 1 - rank
        return self._outcomes[self._found(rank, low, high, from_top=nearer_top)]

    def _found(self, rank: int, low: int, high: int, *, from_top: bool) -> int:
        """The index of the die's outcome; its rank counts from the lowest, within a stretch."""
        if from_top:
            while high - low > 1 and self._below(high - 1) > rank:
                high -= 1
            return high - 1
        while high - low > 1 and self._below(low + 1) <= rank:
            low += 1
        return low

    def at_compares(self, position: int, sign: str, number: int) -> bool:
        """Compare the die at a position with a number, which costs less than finding out the die.

        The k-th lowest die is less than a number if at least k dice are.
        """
        lowest = position if self._lowest_first else self.count + 1 - position
        if sign == "<":
            return self.less_than(number) >= lowest
        if sign == ">=":
            return self.less_than(number) < lowest
        if sign == "<=":
            return self.less_than(number + 1) >= lowest
        if sign == ">":
            return self.less_than(number + 1) < lowest
        equal = self.less_than(number) < lowest <= self.less_than(number + 1)
        return equal is (sign == "=")

    def known(self) -> tuple[int, ...]:
        """Find out the whole roll, as a sequence."""
        for at in range(len(self._outcomes) - 1, 0, -1):
            self._below(at)
        roll: list[int] = []
        for outcome, dice in zip(self._outcomes, self._dice, strict=True):
            roll += [outcome] * dice
        return tuple(roll if self._lowest_first else roll[::-1])
