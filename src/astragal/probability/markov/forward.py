"""Chains that end after a number of steps at the latest: their weights are pushed forward.

Where a step leads depends on a place and the time, and few places are there at each time. So all
weight at one time is one table, and the next is made from it; no state is made for every time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from math import lcm
from typing import Any, TypeAlias

from astragal.probability.budget import Budget
from astragal.probability.markov.chain import Absorbing, Markov, State
from astragal.probability.weights import Weights, common_factor

Place: TypeAlias = Hashable

Move: TypeAlias = Callable[[Any, int], Weights]
"""Where a step leads from a place, at a time: at once, without asking for anything."""

Ended: TypeAlias = Callable[[Any, int], Any]
"""The outcome of a chain that has come to a place at a time; None if it goes on."""

OUTCOME = 5
"""What it takes to see whether a place is an end, in look-ups."""

_CANCELLED = 30
"""The steps that each machine word of an end's weight adds, to bring it to lowest terms."""


class Forward(Markov):
    """A chain from a place at time 0, which has ended everywhere at some time."""

    def __init__(
        self, start: Place, move: Move, ended: Ended, budget: Budget, longest: int = 0
    ) -> None:
        """``longest``: the steps after which it has ended everywhere, if that is known."""
        self._longest = longest
        self._start = start
        self._move = move
        self._ended = ended
        self.budget = budget
        outcome = ended(start, 0)
        self.at_once = None if outcome is None else Absorbing.of(outcome)

    @cached_property
    def ends(self) -> Weights:
        """The weight of each end, time by time."""
        if self.at_once is not None:
            return Weights({self.at_once: 1}, 1)
        weights: Mapping[Place, int] = {self._start: 1}
        denominator, time = 1, 0
        ended: list[tuple[dict[Absorbing, int], int]] = []
        while weights:
            before = self.budget.spent
            reached, more = self._pushed(weights, time, denominator.bit_length())
            denominator, time = denominator * more, time + 1
            weights, ends = self._parted(reached, time)
            ended.append((ends, denominator))
            # Numbers get longer and places more: the next steps take longer than this one.
            self.budget.foresee((self._longest - time) * (self.budget.spent - before))
        return self._together(ended, denominator)

    def _together(self, ended: list[tuple[dict[Absorbing, int], int]], denominator: int) -> Weights:
        """All ends, each with a denominator of its own, over a common one."""
        words = 1 + denominator.bit_length() // 64
        number = sum(len(ends) for ends, _ in ended)
        self.budget.spend_entries(3 * number, 64 * _CANCELLED * words)
        self.budget.room(number, denominator.bit_length())
        return _together(ended, denominator)

    def _pushed(
        self, weights: Mapping[Place, int], time: int, bits: int
    ) -> tuple[dict[Place, int], int]:
        """The weights a step later, and what their denominator is multiplied by."""
        moves = [(weight, *self._move(place, time)) for place, weight in weights.items()]
        common = lcm(*(denominator for _, _, denominator in moves))
        self.budget.spend_entries(sum(len(table) for _, table, _ in moves), bits)
        reached: dict[Place, int] = defaultdict(int)
        for weight, table, denominator in moves:
            share = weight * (common // denominator)
            for place, more in table.items():
                reached[place] += share * more
        return reached, common

    def _parted(
        self, reached: Mapping[Place, int], time: int
    ) -> tuple[dict[Place, int], dict[Absorbing, int]]:
        """The weights of what goes on, and of what has ended."""
        self.budget.spend_entries(OUTCOME * len(reached))
        onward: dict[Place, int] = {}
        ends: dict[Absorbing, int] = {}
        for place, weight in reached.items():
            outcome = self._ended(place, time)
            if outcome is None:
                onward[place] = weight
            else:
                end = Absorbing.of(outcome)
                ends[end] = ends.get(end, 0) + weight
        return onward, ends

    @cached_property
    def states(self) -> list[State]:  # type: ignore[override]
        """A state for every place and time: for questions about the number of steps."""
        if self.at_once is not None:
            return []
        states: list[State] = []
        places: list[Place] = [self._start]
        time, known = 0, 1
        while places:
            following: dict[Place, int] = {}
            time += 1
            for place in places:
                table, denominator = self._move(place, time - 1)
                self.budget.room(len(table), denominator.bit_length())
                onward, ends = self._parted(table, time)
                numbers = {
                    following.setdefault(each, known + len(following)): weight
                    for each, weight in onward.items()
                }
                states.append(State(numbers, ends, denominator))
            known += len(following)
            places = list(following)
        return states


def _together(ended: list[tuple[dict[Absorbing, int], int]], denominator: int) -> Weights:
    """All ends over one denominator, in lowest terms."""
    total: dict[Absorbing, int] = {}
    for ends, own in ended:
        factor = denominator // own
        for end, weight in ends.items():
            total[end] = total.get(end, 0) + weight * factor
    common = common_factor(denominator, list(total.values()))
    return Weights({end: each // common for end, each in total.items()}, denominator // common)
