"""A policy: situations with a decision in each, which form a Markov chain."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import cache, partial
from typing import Any, TypeAlias

from astragal._steady import steady
from astragal.experiment.choices import Decide
from astragal.experiment.outcomes import NEVER
from astragal.experiment.solve.situations import (
    Chance,
    Edge,
    End,
    Fork,
    Nested,
    Situations,
)
from astragal.experiment.solve.stages import weights_of
from astragal.probability.budget import Budget
from astragal.probability.markov.chain import Absorbing, Markov, Step, Target
from astragal.probability.markov.steps import Move, summed_up
from astragal.probability.weights import Weights

Decisions: TypeAlias = Callable[[int], int]
"""The index of the option taken in a player's situation, by the place of that situation."""


class Policy:
    """Situations, and the option taken wherever a player decides.

    ``within`` gives the odds of nested experiments. Play starts at ``start``, by default at the
    beginning.
    """

    def __init__(
        self,
        graph: Situations,
        pick: Decisions,
        budget: Budget,
        within: Callable[[int], Generator[Any, Any, Weights]] | None = None,
        start: int | None = None,
    ) -> None:
        self._graph = graph
        self._start = graph.start if start is None else start
        self._pick = pick
        self._budget = budget
        self._within = within
        self._chances: dict[int, Chance] = {}

    def weighed(self) -> Generator[Any, Any, Weights]:
        """The odds of the outcomes."""
        yield from self._follow()
        return weights_of(self._chain())

    def step_chain(self) -> Generator[Any, Any, Markov]:
        """The chain of steps, for its duration; situations within a step are merged."""
        yield from self._follow()

        def moves(place: int) -> tuple[list[Move], int]:
            edges, denominator = self._chances[place]
            return [
                (self._place(edge.target), edge.finishes, edge.weight)
                for edge in self._lasting(edges)
            ], denominator

        return summed_up(self._place(self._start), moves, self._budget)

    def _chain(self) -> Markov:
        """The chain of situations; its absorbing states are the outcomes."""

        def step(place: int) -> Step:
            edges, denominator = self._chances[place]
            lasting = self._lasting(edges)
            return Step.of(
                ((self._place(edge.target), edge.weight) for edge in lasting), denominator
            )

        return Markov.reachable(self._place(self._start), step, self._budget)

    def _follow(self) -> Generator[Any, Any, None]:
        """Find the transitions from every situation that the decisions lead to."""
        waiting = [self._start]
        while waiting:
            place = waiting.pop()
            node = self._graph.nodes[place]
            if place in self._chances or isinstance(node, End):
                continue
            if isinstance(node, Fork):
                chance = Chance([node.edges[self._pick(place)]], 1)
            elif isinstance(node, Nested):
                assert self._within is not None
                chance = node.chance((yield self._within(place)))
            else:
                chance = node
            self._chances[place] = chance
            waiting += [edge.target for edge in chance.edges]

    def _place(self, target: int) -> Target:
        node = self._graph.nodes[target]
        return Absorbing.of(node.outcome) if isinstance(node, End) else target

    def _lasting(self, edges: list[Edge]) -> list[Edge]:
        """The edges, except for those to the outcome "never ends"."""
        return [edge for edge in edges if self._graph.nodes[edge.target] != End(NEVER)]


def decided(graph: Situations, decide: Decide) -> Decisions:
    """The options that ``decide`` takes; it is only called for situations that can come up."""

    asked = steady(decide)

    @cache
    def pick(place: int) -> int:
        node = graph.nodes[place]
        assert isinstance(node, Fork)
        return node.choice.place_of(asked(node.choice))

    return pick


def following(
    graph: Situations, decide: Decide, budget: Budget, opponent: Decisions | None = None
) -> Policy:
    """The policy of a function that only uses the facts of a choice, in nested graphs too.

    An ``opponent``, if given, makes the opponent's decisions.
    """
    known: dict[int, Weights] = {}

    def policy(graph: Situations, opponent: Decisions | None) -> Policy:
        ours = decided(graph, decide)

        def pick(place: int) -> int:
            node = graph.nodes[place]
            theirs = isinstance(node, Fork) and node.request.opposed
            return opponent(place) if theirs and opponent is not None else ours(place)

        return Policy(graph, pick, budget, partial(inside, graph))

    def inside(graph: Situations, place: int) -> Generator[Any, Any, Weights]:
        node = graph.nodes[place]
        assert isinstance(node, Nested)
        assert isinstance(node.inner, Situations)
        if id(node.inner) not in known:
            known[id(node.inner)] = yield policy(node.inner, None).weighed()
        return known[id(node.inner)]

    return policy(graph, opponent)
