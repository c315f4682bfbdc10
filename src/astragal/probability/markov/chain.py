"""Absorbing Markov chains over the rationals: where they end, and after how many steps."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple, TypeAlias

from flint import fmpq

from astragal.outcome import typed
from astragal.probability.budget import Budget
from astragal.probability.generating.fractions import common_multiple, sum_of
from astragal.probability.markov.elimination import Value
from astragal.probability.markov.linear import reaching, solve, solve_uncancelled, transposed
from astragal.probability.weights import Weights, common_factor

_LINK, _END = 900, 200
"""The steps of following a transition to another state, and of adding to the weight of an end."""


class Absorbing(NamedTuple):
    """An absorbing state: the chain ends with an outcome.

    The key distinguishes outcomes that are equal in Python, such as true and 1.
    """

    outcome: Any
    key: Any

    @classmethod
    def of(cls, outcome: Any) -> Absorbing:
        return cls(outcome, typed(outcome))


Target: TypeAlias = Hashable
"""A transient state, or an ``Absorbing`` state."""

Transitions: TypeAlias = Iterable[tuple[Target, int | fmpq]]
"""The targets of one step with their weights; any missing weight is for a step that never ends."""


class Step(NamedTuple):
    """One step of a chain: the possible next states and ends, with their weights."""

    onward: Mapping[Target, int]
    ends: Mapping[Absorbing, int]
    denominator: int

    @classmethod
    def of(cls, transitions: Transitions, denominator: int) -> Step:
        """A step from transitions; several may have the same target."""
        onward: dict[Target, int | fmpq] = {}
        ends: dict[Absorbing, int | fmpq] = {}
        for target, weight in transitions:
            if isinstance(target, Absorbing):
                ends[target] = ends.get(target, 0) + weight
            else:
                onward[target] = onward.get(target, 0) + weight
        fractions = [w for w in (*onward.values(), *ends.values()) if isinstance(w, fmpq)]
        if not fractions:
            return cls(onward, ends, denominator)  # type: ignore[arg-type]
        scale = lcm(*(int(weight.q) for weight in fractions))
        return cls(
            {target: int((fmpq(weight) * scale).p) for target, weight in onward.items()},
            {end: int((fmpq(weight) * scale).p) for end, weight in ends.items()},
            denominator * scale,
        )


class Ends(Mapping[Absorbing, int]):
    """The ends of a final step, created from their outcomes on demand."""

    def __init__(self, table: Mapping[Any, int]) -> None:
        self._table = table

    def __len__(self) -> int:
        return len(self._table)

    def __iter__(self) -> Iterator[Absorbing]:
        return map(Absorbing.of, self._table)

    def __getitem__(self, end: Absorbing) -> int:
        return self._table[end.outcome]

    def items(self) -> Any:
        return zip(self, self._table.values(), strict=True)

    def values(self) -> Any:
        return self._table.values()


class State(NamedTuple):
    """The transitions of a transient state: to other states and to ends."""

    onward: Mapping[int, int]
    ends: Mapping[Absorbing, int]
    denominator: int

    @property
    def complete(self) -> bool:
        """True if the weights add up to one: the step itself certainly finishes."""
        return sum(self.onward.values()) + sum(self.ends.values()) == self.denominator


class Markov:
    """A chain that starts in state 0; every state is reachable from there."""

    def __init__(
        self, states: Sequence[State], budget: Budget, at_once: Absorbing | None = None
    ) -> None:
        self.states = states
        self.budget = budget
        self.at_once = at_once
        """the end of a chain that is over before its first step, and so has no states"""

    @classmethod
    def reachable(cls, start: Target, step: Callable[[Any], Step], budget: Budget) -> Markov:
        """The chain of all states reachable from ``start``."""
        if isinstance(start, Absorbing):
            return cls([], budget, start)
        numbers: dict[Target, int] = {start: 0}
        found: list[Target] = [start]
        states = []
        for state in found:
            targets, ends, denominator = step(state)
            budget.spend(_LINK * (1 + len(targets)))
            onward: dict[int, int] = {}
            for target, weight in targets.items():
                number = numbers.get(target)
                if number is None:
                    number = numbers[target] = len(found)
                    found.append(target)
                onward[number] = weight
            states.append(State(onward, ends, denominator))
        return cls(states, budget)

    def at_rest(self) -> Markov:
        """The same chain with a fresh budget per question and no time limit."""
        return Markov(self.states, self.budget.anew(), self.at_once)

    @cached_property
    def ending(self) -> list[int]:
        """The states that can reach an end, in order."""
        last = [state for state, step in enumerate(self.states) if step.ends]
        return sorted(reaching([step.onward for step in self.states], last))

    @cached_property
    def rows(self) -> list[dict[int, fmpq]]:
        """The transition matrix of the states in ``ending``, by their index there."""
        place = {state: index for index, state in enumerate(self.ending)}
        return [
            {
                place[other]: fmpq(weight, self.states[state].denominator)
                for other, weight in self.states[state].onward.items()
                if other in place
            }
            for state in self.ending
        ]

    @cached_property
    def visits(self) -> list[Value]:
        """The expected number of visits to each state in ``ending``."""
        first = [fmpq(int(state == 0)) for state in self.ending]
        return solve_uncancelled(transposed(self.rows), first, self.budget)

    @cached_property
    def ends(self) -> Weights:
        """The weight of each end; a sum below one leaves a chance of never ending."""
        if self.at_once is not None:
            return Weights({self.at_once: 1}, 1)
        last = [
            (visits, self.states[state])
            for state, visits in zip(self.ending, self.visits, strict=True)
            if self.states[state].ends
        ]
        below = int(common_multiple(visits.q for visits, _ in last))
        denominator = below * lcm(*(step.denominator for _, step in last))
        words = 1 + denominator.bit_length() // 64
        self.budget.spend(sum(len(step.ends) for _, step in last) * (_END + 4 * words))
        ends: dict[Absorbing, int] = {}
        for visits, step in last:
            factor = int(visits.p * (denominator // (visits.q * step.denominator)))
            for end, weight in step.ends.items():
                ends[end] = ends.get(end, 0) + factor * weight
        common = common_factor(denominator, list(ends.values()))
        return Weights({end: each // common for end, each in ends.items()}, denominator // common)

    def __reduce__(self) -> tuple[object, ...]:
        return (Markov, (self.states, self.budget, self.at_once))

    @cached_property
    def certainly_ends(self) -> bool:
        return len(self.ending) == len(self.states) and all(step.complete for step in self.states)

    def if_it_ends(self) -> Markov:
        """The chain conditioned on ending."""
        steps = [self.states[state] for state in self.ending]
        right = [fmpq(sum(step.ends.values()), step.denominator) for step in steps]
        chances = dict(zip(self.ending, solve(self.rows, right, self.budget), strict=True))
        place = {state: index for index, state in enumerate(self.ending)}
        states = []
        for state, step in zip(self.ending, steps, strict=True):
            chance = step.denominator * chances[state]
            onward = {
                place[o]: w * chances[o] / chance for o, w in step.onward.items() if o in place
            }
            ends = {end: weight / chance for end, weight in step.ends.items()}
            step_if_it_ends = Step.of((*onward.items(), *ends.items()), 1)
            states.append(State(*step_if_it_ends))  # type: ignore[arg-type]
        return Markov(states, self.budget)

    @cached_property
    def moments(self) -> tuple[Fraction, Fraction]:
        """The expected number of steps, and of its square; the chain must certainly end."""
        mean = sum_of((each.p, each.q) for each in self.visits)
        left = solve_uncancelled(self.rows, [fmpq(1)] * len(self.rows), self.budget)
        # With L steps left after this one: (1 + L)² = 2 (1 + L) - 1 + L², and the expected value of
        # 1 + L is the number of steps left before this one.
        both = sum_of(
            (here.p * after.p, here.q * after.q)
            for here, after in zip(self.visits, left, strict=True)
        )
        return mean, 2 * both - mean
