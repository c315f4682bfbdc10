"""A policy: situations with a decision in each, which makes them a Markov chain."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from astragal._steady import steady
from astragal.experiment.choices import Decide
from astragal.experiment.outcomes import NEVER
from astragal.experiment.solve.situations import Chance, Edge, End, Fork, Situations
from astragal.probability.budget import Budget
from astragal.probability.markov.chain import Absorbing, Markov, Step, Target
from astragal.probability.markov.steps import Move, summed_up

Decisions: TypeAlias = Callable[[int], int]
"""The option taken in each situation in which a player decides, by its place."""


class Policy:
    """Situations, and the option taken wherever a player decides."""

    def __init__(self, situations: Situations, pick: Decisions, budget: Budget) -> None:
        self.nodes = situations.nodes
        self.start = situations.start
        self.pick = pick
        self.budget = budget

    def chain(self) -> Markov:
        """The chain from situation to situation; its ends have the odds of the outcomes."""

        def step(place: int) -> Step:
            edges, denominator = self._next(place)
            lasting = self._lasting(edges)
            return Step.of(
                ((self._place(edge.target), edge.weight) for edge in lasting), denominator
            )

        return Markov.reachable(self._place(self.start), step, self.budget)

    def step_chain(self) -> Markov:
        """The chain from step to step, for its duration; situations within a step are summed up."""

        def moves(place: int) -> tuple[list[Move], int]:
            edges, denominator = self._next(place)
            return [
                (self._place(edge.target), edge.finishes, edge.weight)
                for edge in self._lasting(edges)
            ], denominator

        return summed_up(self._place(self.start), moves, self.budget)

    def _next(self, place: int) -> Chance:
        """The transitions from a situation."""
        node = self.nodes[place]
        if isinstance(node, Fork):
            return Chance([node.edges[self.pick(place)]], 1)
        assert isinstance(node, Chance)
        return node

    def _place(self, target: int) -> Target:
        node = self.nodes[target]
        return Absorbing.of(node.outcome) if isinstance(node, End) else target

    def _lasting(self, edges: list[Edge]) -> list[Edge]:
        """The edges, without those that lead to never ending."""
        return [edge for edge in edges if self.nodes[edge.target] != End(NEVER)]


def decided(situations: Situations, decide: Decide) -> Decisions:
    """The option that ``decide`` takes; it is asked only where its own decisions lead."""

    asked = steady(decide)

    @cache
    def pick(place: int) -> int:
        node = situations.nodes[place]
        assert isinstance(node, Fork)
        return node.choice.place_of(asked(node.choice))

    return pick
