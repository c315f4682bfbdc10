"""Situations once every choice is made: a Markov chain."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm
from typing import Any

from flint import fmpq

from astragal.exact.budget import Budget
from astragal.exact.linear import solve, transposed
from astragal.exact.markov import Markov, State
from astragal.experiment.never import NEVER
from astragal.experiment.situations import Chance, Edge, End, Fork, Situations
from astragal.experiment.stages import Over

Picks = Mapping[int, int]


def _next(situations: Situations, picks: Picks, place: int) -> Chance:
    """What comes after a situation."""
    node = situations.nodes[place]
    if isinstance(node, Fork):
        return Chance([node.edges[picks[place]]], 1)
    assert isinstance(node, Chance)
    return node


def played(situations: Situations, picks: Picks, budget: Budget) -> Markov | Over:
    """The chain from situation to situation: for where it ends."""
    first = situations.nodes[situations.start]
    if isinstance(first, End):
        return Over(first.outcome)
    places = {situations.start: 0}
    order = [situations.start]
    states = []
    for place in order:
        after = _next(situations, picks, place)
        onward: dict[int, int] = {}
        ends: dict[Any, int] = {}
        for edge in after.edges:
            node = situations.nodes[edge.target]
            if isinstance(node, End):
                if node.outcome is not NEVER:
                    ends[node.outcome] = ends.get(node.outcome, 0) + edge.weight
                continue
            if edge.target not in places:
                places[edge.target] = len(order)
                order.append(edge.target)
            index = places[edge.target]
            onward[index] = onward.get(index, 0) + edge.weight
        states.append(State(onward, ends, after.below))
    return Markov(states, budget)


def censored(situations: Situations, picks: Picks, budget: Budget) -> Markov | Over:
    """The chain from step to step: for how long it goes on. What happens within a step is summed up."""
    first = situations.nodes[situations.start]
    if isinstance(first, End):
        return Over(first.outcome)
    places = {situations.start: 0}
    order = [situations.start]
    states = []
    for place in order:
        onward: dict[int, fmpq] = {}
        ends: dict[Any, fmpq] = {}
        for edge, chance in _one_step(situations, picks, place, budget):
            node = situations.nodes[edge.target]
            if isinstance(node, End):
                if node.outcome is not NEVER:
                    ends[node.outcome] = ends.get(node.outcome, fmpq(0)) + chance
                continue
            if edge.target not in places:
                places[edge.target] = len(order)
                order.append(edge.target)
            index = places[edge.target]
            onward[index] = onward.get(index, fmpq(0)) + chance
        below = lcm(*(int(each.q) for each in (*onward.values(), *ends.values())))
        states.append(
            State(
                {index: int((chance * below).p) for index, chance in onward.items()},
                {outcome: int((chance * below).p) for outcome, chance in ends.items()},
                below,
            )
        )
    return Markov(states, budget)


def _one_step(
    situations: Situations, picks: Picks, start: int, budget: Budget
) -> list[tuple[Edge, fmpq]]:
    """The edges that finish a step, each with the probability to go it, from where a step begins."""
    places = {start: 0}
    order = [start]
    rows: list[dict[int, fmpq]] = []
    finishing: list[tuple[int, Edge, fmpq]] = []
    for place in order:
        after = _next(situations, picks, place)
        row: dict[int, fmpq] = {}
        for edge in after.edges:
            chance = fmpq(edge.weight, after.below)
            if edge.steps or isinstance(situations.nodes[edge.target], End):
                finishing.append((places[place], edge, chance))
                continue
            if edge.target not in places:
                places[edge.target] = len(order)
                order.append(edge.target)
            index = places[edge.target]
            row[index] = row.get(index, fmpq(0)) + chance
        rows.append(row)
    alive = _that_finish(rows, {index for index, _, _ in finishing})
    rows = [
        {i: w for i, w in row.items() if i in alive} if place in alive else {}
        for place, row in enumerate(rows)
    ]
    visits = solve(transposed(rows), [fmpq(int(not index)) for index in range(len(rows))], budget)
    return [(edge, visits[index] * chance) for index, edge, chance in finishing]


def _that_finish(rows: list[dict[int, fmpq]], finishing: set[int]) -> set[int]:
    """The situations from which a step can be finished."""
    sources: list[list[int]] = [[] for _ in rows]
    for place, row in enumerate(rows):
        for target in row:
            sources[target].append(place)
    found, waiting = set(finishing), list(finishing)
    while waiting:
        for source in sources[waiting.pop()]:
            if source not in found:
                found.add(source)
                waiting.append(source)
    return found
