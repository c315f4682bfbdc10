"""Absorbing Markov chains over the rationals: where they end, and after how many steps."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from flint import fmpq

from astragal.exact.budget import Budget
from astragal.exact.linear import solve, transposed


class State(NamedTuple):
    """What one step from a state leads to: other states and outcomes, weighted over a denominator."""

    onward: Mapping[int, int]
    ends: Mapping[Any, int]
    below: int


class Markov:
    """A chain that starts in state 0; every other state can be reached from there."""

    def __init__(self, states: Sequence[State], budget: Budget) -> None:
        self.states = states
        self.budget = budget

    @cached_property
    def living(self) -> list[int]:
        """The states from which the end can be reached, in order."""
        sources: list[list[int]] = [[] for _ in self.states]
        for state, step in enumerate(self.states):
            for other in step.onward:
                sources[other].append(state)
        found = [state for state, step in enumerate(self.states) if step.ends]
        living = set(found)
        while found:
            for source in sources[found.pop()]:
                if source not in living:
                    living.add(source)
                    found.append(source)
        return sorted(living)

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
    def ends(self) -> dict[Hashable, fmpq]:
        """The probability of ending with each outcome; what is missing from one is that of never ending."""
        ends: dict[Hashable, fmpq] = {}
        for state, visits in zip(self.living, self.visits, strict=True):
            step = self.states[state]
            for outcome, weight in step.ends.items():
                ends[outcome] = ends.get(outcome, fmpq(0)) + visits * fmpq(weight, step.below)
        return ends

    @cached_property
    def end_chances(self) -> list[fmpq]:
        """The probability of ever ending, from each living state."""
        below = [self.states[state].below for state in self.living]
        at_once = [sum(self.states[state].ends.values()) for state in self.living]
        return solve(
            self.rows, [fmpq(*each) for each in zip(at_once, below, strict=True)], self.budget
        )

    @property
    def surely_ends(self) -> bool:
        return len(self.living) == len(self.states)

    def if_it_ends(self) -> Markov:
        """The chain as it goes, given that it ends."""
        chances = dict(zip(self.living, self.end_chances, strict=True))
        place = {state: index for index, state in enumerate(self.living)}
        states = []
        for state in self.living:
            step, chance = self.states[state], chances[state]
            onward = {o: w * chances[o] for o, w in step.onward.items() if o in chances}
            # Multiplied by one denominator for all, weights are whole again.
            below = fmpq(step.below) * chance
            scale = below.q
            for weight in onward.values():
                scale = scale * weight.q / scale.gcd(weight.q)
            states.append(
                State(
                    {place[o]: int((w * scale).p) for o, w in onward.items()},
                    {o: int(w * scale) for o, w in step.ends.items()},
                    int((below * scale).p),
                )
            )
        return Markov(states, self.budget)

    @cached_property
    def moments(self) -> tuple[Fraction, Fraction]:
        """The mean number of steps and the mean of its square, where the chain surely ends."""
        mean = sum(self.visits, fmpq(0))
        left = solve(self.rows, [fmpq(1)] * len(self.rows), self.budget)
        # A step and what is left: (1 + L)² = 2 (1 + L) - 1 + L², and 1 + L in the mean is what is left before.
        both = sum((v * m for v, m in zip(self.visits, left, strict=True)), fmpq(0))
        return as_fraction(mean), as_fraction(2 * both - mean)


def as_fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
