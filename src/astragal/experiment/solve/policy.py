"""A policy: situations with a decision in each, which makes them a Markov chain."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from flint import fmpq

from astragal.experiment.choices import Decide
from astragal.experiment.outcomes import NEVER
from astragal.experiment.solve.situations import Chance, Edge, End, Fork, Situations
from astragal.odds.budget import Budget
from astragal.odds.markov.chain import Absorbing, Markov, Step, Target
from astragal.odds.markov.linear import reaching, solve, transposed

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

        def step(place: int) -> Step:
            found = self._one_step(place)
            return Step.of(((self._place(edge.target), chance) for edge, chance in found), 1)

        return Markov.reachable(self._place(self.start), step, self.budget)

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

    def _one_step(self, start: int) -> list[tuple[Edge, fmpq]]:
        """The edges that finish a step from this start, each with its probability."""
        places = {start: 0}
        order = [start]
        rows: list[dict[int, fmpq]] = []
        finishing: list[tuple[int, Edge, fmpq]] = []
        for index, place in enumerate(order):
            edges, denominator = self._next(place)
            row: dict[int, fmpq] = {}
            for edge in self._lasting(edges):
                chance = fmpq(edge.weight, denominator)
                if edge.finishes:
                    finishing.append((index, edge, chance))
                    continue
                if edge.target not in places:
                    places[edge.target] = len(order)
                    order.append(edge.target)
                other = places[edge.target]
                row[other] = row.get(other, fmpq(0)) + chance
            rows.append(row)
        living = reaching(rows, {index for index, _, _ in finishing})
        rows = [
            {other: w for other, w in row.items() if other in living} if index in living else {}
            for index, row in enumerate(rows)
        ]
        first = [fmpq(int(not index)) for index in range(len(rows))]
        visits = solve(transposed(rows), first, self.budget)
        return [(edge, visits[index] * chance) for index, edge, chance in finishing]


def decided(situations: Situations, decide: Decide) -> Decisions:
    """The option that ``decide`` takes; it is asked only where its own decisions lead."""

    @cache
    def pick(place: int) -> int:
        node = situations.nodes[place]
        assert isinstance(node, Fork)
        return node.choice.place_of(decide(node.choice))

    return pick
