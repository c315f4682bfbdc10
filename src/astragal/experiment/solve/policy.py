"""A policy: situations with a decision in each, which makes them a Markov chain."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Protocol

from astragal._steady import steady
from astragal.experiment.choices import Decide
from astragal.experiment.outcomes import NEVER
from astragal.experiment.solve.situations import (
    Chance,
    Edge,
    End,
    Fork,
    Nested,
    Situation,
    Situations,
)
from astragal.experiment.solve.stages import weights_of
from astragal.probability.budget import Budget
from astragal.probability.markov.chain import Absorbing, Markov, Step, Target
from astragal.probability.markov.steps import Move, summed_up
from astragal.probability.weights import Weights


class Decisions(Protocol):
    """What is decided in each situation of a graph."""

    def pick(self, place: int) -> int:
        """The option taken."""

    def weights_within(self, place: int) -> Generator[Any, Any, Weights]:
        """The odds of a nested experiment, with its own decisions."""


class Decided:
    """The options that a function takes; it is asked only where its own decisions lead."""

    def __init__(
        self, graph: Situations, decide: Decide, budget: Budget, outer: Situation = ()
    ) -> None:
        self._graph = graph
        self._decide = steady(decide)
        self._budget = budget
        self._outer = outer
        self._picks: dict[int, int] = {}

    def pick(self, place: int) -> int:
        found = self._picks.get(place)
        if found is None:
            node = self._graph.nodes[place]
            assert isinstance(node, Fork)
            choice = node.choice.within(self._outer)
            found = self._picks[place] = choice.place_of(self._decide(choice))
        return found

    def weights_within(self, place: int) -> Generator[Any, Any, Weights]:
        node = self._graph.nodes[place]
        assert isinstance(node, Nested)
        outer = (*self._outer, *node.situation)
        inner = Decided(node.inner, self._decide, self._budget, outer)
        return Policy(node.inner, inner, self._budget).weighed()


class Policy:
    """Situations, and what is decided in each of them."""

    def __init__(self, graph: Situations, decisions: Decisions, budget: Budget) -> None:
        self._graph = graph
        self._decisions = decisions
        self._budget = budget
        self._chances: dict[int, Chance] = {}

    def weighed(self) -> Generator[Any, Any, Weights]:
        """The odds of the outcomes."""
        yield from self._follow()
        return weights_of(self._chain())

    def step_chain(self) -> Generator[Any, Any, Markov]:
        """The chain from step to step, for its duration; situations within a step are summed up."""
        yield from self._follow()

        def moves(place: int) -> tuple[list[Move], int]:
            edges, denominator = self._chances[place]
            return [
                (self._place(edge.target), edge.finishes, edge.weight)
                for edge in self._lasting(edges)
            ], denominator

        return summed_up(self._place(self._graph.start), moves, self._budget)

    def _chain(self) -> Markov:
        """The chain from situation to situation; its ends have the odds of the outcomes."""

        def step(place: int) -> Step:
            edges, denominator = self._chances[place]
            lasting = self._lasting(edges)
            return Step.of(
                ((self._place(edge.target), edge.weight) for edge in lasting), denominator
            )

        return Markov.reachable(self._place(self._graph.start), step, self._budget)

    def _follow(self) -> Generator[Any, Any, None]:
        """Find the transitions from every situation that the decisions lead to."""
        waiting = [self._graph.start]
        while waiting:
            place = waiting.pop()
            node = self._graph.nodes[place]
            if place in self._chances or isinstance(node, End):
                continue
            if isinstance(node, Fork):
                chance = Chance([node.edges[self._decisions.pick(place)]], 1)
            elif isinstance(node, Nested):
                weights: Weights = yield self._decisions.weights_within(place)
                chance = node.chance(weights)
            else:
                chance = node
            self._chances[place] = chance
            waiting += [edge.target for edge in chance.edges]

    def _place(self, target: int) -> Target:
        node = self._graph.nodes[target]
        return Absorbing.of(node.outcome) if isinstance(node, End) else target

    def _lasting(self, edges: list[Edge]) -> list[Edge]:
        """The edges, without those that lead to never ending."""
        return [edge for edge in edges if self._graph.nodes[edge.target] != End(NEVER)]
