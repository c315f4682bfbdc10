"""Sparse linear systems over the rationals, as they arise from Markov chains.

A system is ``x = right + rows · x``: each state has a row of transition probabilities. The states
of a strongly connected component are solved together, one component after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import TypeAlias

from flint import fmpq

from astragal.probability.budget import Budget
from astragal.probability.markov.elimination import Equations, Quotient, Value, cancelling_cost

Rows: TypeAlias = Sequence[Mapping[int, fmpq]]

_STATE = 2_000
"""The steps of the fixed work for each state."""

STEP = 400
"""The steps of one multiplication and addition of short fractions."""

_LONG = 50
"""The additional steps per machine word of a fraction, mostly for cancelling."""

_VERY_LONG = 500
"""The length, in machine words, at which cancelling takes twice as many steps per word."""

_FULL = 200
"""The operations of FLINT's dense solver that take as long as one on fractions in Python."""

_TOUCHED, _PAIR = 600, 30
"""The steps of looking at a state again before an elimination, and of recording a link."""

_FEW = 24
"""Components of up to this many states are solved at once, as a dense system."""


def solve(rows: Rows, right: Sequence[fmpq], budget: Budget) -> list[fmpq]:
    """The solution of ``x = right + rows · x``, which must be unique."""
    return [_cancelled(value, budget) for value in solve_uncancelled(rows, right, budget)]


def solve_uncancelled(rows: Rows, right: Sequence[fmpq], budget: Budget) -> list[Value]:
    """The same, not reduced; the values of one component share a denominator."""
    solution: list[Value] = list(right)
    for component in strongly_connected_components(rows):
        members = set(component)
        for state in component:
            others = [other for other in rows[state] if other not in members]
            for other in others:
                solution[other] = _cancelled(solution[other], budget)
            words = sum(int(solution[other].q.bit_length()) for other in others) // 64
            cancelling = _LONG * words * (_VERY_LONG + words) // _VERY_LONG
            budget.spend(_STATE + STEP * len(others) + cancelling)
            value = _cancelled(solution[state], budget)
            for other in others:
                value += rows[state][other] * _cancelled(solution[other], budget)
            solution[state] = value
        if len(component) == 1:
            (state,) = component
            if (own := rows[state].get(state)) is not None:
                solution[state] = _cancelled(solution[state], budget) / (1 - own)
        else:
            _solve_component(rows, component, solution, budget)
    return solution


def _cancelled(value: Value, budget: Budget) -> fmpq:
    if isinstance(value, Quotient):
        words = 1 + int(value.q.bit_length()) // 64
        budget.spend(cancelling_cost(words, words))
        return fmpq(*value)
    return value


def transposed(rows: Rows) -> list[dict[int, fmpq]]:
    """The transposed matrix, as sparse columns."""
    columns: list[dict[int, fmpq]] = [{} for _ in rows]
    for state, row in enumerate(rows):
        for other, weight in row.items():
            columns[other][state] = weight
    return columns


def reaching(rows: Sequence[Mapping[int, object]], goals: Iterable[int]) -> set[int]:
    """The states that can reach one of ``goals``, including the goals."""
    sources: list[list[int]] = [[] for _ in rows]
    for state, row in enumerate(rows):
        for other in row:
            sources[other].append(state)
    waiting = list(goals)
    found = set(waiting)
    while waiting:
        for source in sources[waiting.pop()]:
            if source not in found:
                found.add(source)
                waiting.append(source)
    return found


def strongly_connected_components(rows: Sequence[Mapping[int, object]]) -> Iterator[list[int]]:
    """The components of a graph; each follows all components reachable from it.

    Tarjan's algorithm without recursion, as chains can be long.
    """
    order: dict[int, int] = {}
    least: dict[int, int] = {}
    waiting: list[int] = []
    settled: set[int] = set()
    for root in range(len(rows)):
        if root in order:
            continue
        path = [(root, iter(rows[root]))]
        order[root] = least[root] = len(order)
        waiting.append(root)
        while path:
            state, others = path[-1]
            for other in others:
                if other not in order:
                    order[other] = least[other] = len(order)
                    waiting.append(other)
                    path.append((other, iter(rows[other])))
                    break
                if other not in settled:
                    least[state] = min(least[state], order[other])
            else:
                path.pop()
                if path:
                    caller = path[-1][0]
                    least[caller] = min(least[caller], least[state])
                if least[state] == order[state]:
                    group = [waiting.pop()]
                    while group[-1] != state:
                        group.append(waiting.pop())
                    settled.update(group)
                    yield group


def _solve_component(
    rows: Rows, component: Sequence[int], solution: list[Value], budget: Budget
) -> None:
    """Solve a component by elimination, states with the fewest transitions first.

    ``solution`` holds the right-hand side before the call and the solution after it.
    """
    members = set(component)
    inside = {s: {o: w for o, w in rows[s].items() if o in members} for s in component}
    few = len(component) <= _FEW
    order, rest = ([], list(component)) if few else _elimination_order(inside, budget)
    budget.room(len(rest) ** 2, 64)
    right = {s: _cancelled(solution[s], budget) for s in component}
    equations = Equations(inside, right, budget)
    for state in order:
        equations.eliminate(state, budget)
    for state, value in equations.values(equations.solve_densely(rest, budget), budget):
        solution[state] = value


def _elimination_order(
    inside: Mapping[int, Mapping[int, object]], budget: Budget
) -> tuple[list[int], list[int]]:
    """An elimination order that creates few entries, and the states left for a dense system."""
    onward = {state: set(row) - {state} for state, row in inside.items()}
    back: dict[int, set[int]] = {state: set() for state in inside}
    for state, others in onward.items():
        for other in others:
            back[other].add(state)

    def effort(state: int) -> tuple[int, int, int]:
        # Changing one equation in many places is faster than changing many in one place.
        return len(onward[state]) * len(back[state]), len(back[state]), state

    heap = [effort(state) for state in inside]
    heapify(heap)
    order: list[int] = []
    while heap:
        product, _, state = heappop(heap)
        if state not in onward or product != len(onward[state]) * len(back[state]):
            continue
        if _FULL * product > len(onward) ** 2:
            break
        order.append(state)
        after, before = onward.pop(state), back.pop(state)
        budget.spend(_TOUCHED * (len(after) + len(before)) + _PAIR * product)
        for source in before:
            onward[source].discard(state)
            onward[source] |= after - {source}
        for target in after:
            back[target].discard(state)
            back[target] |= before - {target}
        for touched in after | before:
            heappush(heap, effort(touched))
    return order, list(onward)
