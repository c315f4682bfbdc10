"""Absorbing Markov chains over the rationals: where they end, and after how many steps."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple, TypeAlias

from flint import fmpq

from astragal.odds.budget import Budget
from astragal.odds.markov.linear import reaching, solve, transposed
from astragal.outcome import typed


class Ended(NamedTuple):
    """A place where the chain is over; told apart by its key, since true and 1 are equal in Python."""

    outcome: Any
    key: Any

    @classmethod
    def with_(cls, outcome: Any) -> Ended:
        return cls(outcome, typed(outcome))


Place: TypeAlias = Hashable
"""A state, or ``Ended``."""

Ways: TypeAlias = Iterable[tuple[Place, int | fmpq]]
"""What one step may lead to, with weights; what is missing from the whole never ends."""


class State(NamedTuple):
    """What one step from a state leads to: other states and ends, weighted over a denominator."""

    onward: Mapping[int, int]
    ends: Mapping[Ended, int]
    below: int

    @property
    def whole(self) -> bool:
        """Whether the step surely ends."""
        return sum(self.onward.values()) + sum(self.ends.values()) == self.below


class Markov:
    """A chain that starts in state 0; every other state can be reached from there. No states: it is over."""

    def __init__(self, states: Sequence[State], budget: Budget, over: Ended | None = None) -> None:
        self.states = states
        self.budget = budget
        self.over = over
        """what it comes to, where it is over before the first step"""

    @classmethod
    def explored(
        cls, start: Place, step: Callable[[Any], tuple[Ways, int]], budget: Budget
    ) -> Markov:
        """The chain from a place; ``step`` says what a state leads to, and over which denominator."""
        if isinstance(start, Ended):
            return cls([], budget, start)
        places: dict[Place, int] = {start: 0}
        order: list[Place] = [start]
        states = []
        for place in order:
            ways, below = step(place)
            onward: dict[int, int | fmpq] = {}
            ends: dict[Ended, int | fmpq] = {}
            for target, weight in ways:
                if isinstance(target, Ended):
                    ends[target] = ends.get(target, 0) + weight
                    continue
                index = places.get(target)
                if index is None:
                    index = places[target] = len(order)
                    order.append(target)
                onward[index] = onward.get(index, 0) + weight
            states.append(_whole_numbers(onward, ends, below))
        return cls(states, budget)

    @cached_property
    def living(self) -> list[int]:
        """The states from which the end can be reached, in order."""
        ending = [state for state, step in enumerate(self.states) if step.ends]
        return sorted(reaching([step.onward for step in self.states], ending))

    @cached_property
    def rows(self) -> list[dict[int, fmpq]]:
        """The probabilities among living states, by their places in ``living``."""
        place = {state: index for index, state in enumerate(self.living)}
        return [
            {
                place[other]: fmpq(weight, self.states[state].below)
                for other, weight in self.states[state].onward.items()
                if other in place
            }
            for state in self.living
        ]

    @cached_property
    def visits(self) -> list[fmpq]:
        """How often each living state is visited in the mean."""
        first = [fmpq(int(state == 0)) for state in self.living]
        return solve(transposed(self.rows), first, self.budget)

    @cached_property
    def ends(self) -> dict[Ended, fmpq]:
        """The probability of each end; what is missing from one is that of never ending."""
        if self.over is not None:
            return {self.over: fmpq(1)}
        ends: dict[Ended, fmpq] = {}
        for state, visits in zip(self.living, self.visits, strict=True):
            step = self.states[state]
            for end, weight in step.ends.items():
                ends[end] = ends.get(end, fmpq(0)) + visits * fmpq(weight, step.below)
        return ends

    def __reduce__(self) -> tuple[object, ...]:
        return (Markov, (self.states, self.budget, self.over))

    @cached_property
    def surely_ends(self) -> bool:
        return len(self.living) == len(self.states) and all(step.whole for step in self.states)

    def if_it_ends(self) -> Markov:
        """The chain as it goes, given that it ends."""
        at_once = [self.states[state] for state in self.living]
        right = [fmpq(sum(step.ends.values()), step.below) for step in at_once]
        chances = dict(zip(self.living, solve(self.rows, right, self.budget), strict=True))
        place = {state: index for index, state in enumerate(self.living)}
        states = []
        for state in self.living:
            step, chance = self.states[state], self.states[state].below * chances[state]
            onward = {
                place[o]: w * chances[o] / chance for o, w in step.onward.items() if o in place
            }
            ends = {end: weight / chance for end, weight in step.ends.items()}
            states.append(_whole_numbers(onward, ends, 1))
        return Markov(states, self.budget)

    @cached_property
    def moments(self) -> tuple[Fraction, Fraction]:
        """The mean number of steps and the mean of its square, where the chain surely ends."""
        mean = sum(self.visits, fmpq(0))
        left = solve(self.rows, [fmpq(1)] * len(self.rows), self.budget)
        # A step and what is left: (1 + L)² = 2 (1 + L) - 1 + L², and 1 + L in the mean is what is left before.
        both = sum((v * m for v, m in zip(self.visits, left, strict=True)), fmpq(0))
        return as_fraction(mean), as_fraction(2 * both - mean)


def _whole_numbers(
    onward: Mapping[int, int | fmpq], ends: Mapping[Ended, int | fmpq], below: int
) -> State:
    """Weights over one denominator, whole again where they are fractions."""
    fractions = [w for w in (*onward.values(), *ends.values()) if isinstance(w, fmpq)]
    if not fractions:
        return State(onward, ends, below)  # type: ignore[arg-type]
    scale = lcm(*(int(weight.q) for weight in fractions))
    return State(
        {place: int((fmpq(weight) * scale).p) for place, weight in onward.items()},
        {end: int((fmpq(weight) * scale).p) for end, weight in ends.items()},
        below * scale,
    )


def as_fraction(number: fmpq) -> Fraction:
    """FLINT's fraction as Python's. It has nothing to cancel, and looking for that takes Python long."""
    if number.q.bit_length() < _LONG:
        return Fraction(int(number.p), int(number.q))
    result = Fraction(0)
    result._numerator, result._denominator = int(number.p), int(number.q)  # type: ignore[attr-defined]
    return result


_LONG = 5_000
"""From so many bits on FLINT cancels faster than Python, conversion included."""


def fraction_of(above: int, below: int) -> Fraction:
    """A fraction of whole numbers, however long they are."""
    if below.bit_length() < _LONG:
        return Fraction(above, below)
    return as_fraction(fmpq(above, below))
