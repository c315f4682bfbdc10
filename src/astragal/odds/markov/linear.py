"""Sparse linear systems over the rationals, as Markov chains give them.

A system is ``x = right + rows · x``: each state has a row of transition probabilities. The states
of a strongly connected component are solved together, and the components one after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import TypeAlias

from flint import fmpq, fmpq_mat

from astragal.odds.budget import Budget

Rows: TypeAlias = Sequence[Mapping[int, fmpq]]

_STATE = 2_000
"""What is done once for each state, in steps of the budget."""

STEP = 400
"""One multiplication and addition of short fractions."""

_LONG = 50
"""The steps that each machine word of a fraction adds to that, most of them for cancelling."""

_VERY_LONG = 500
"""From so many machine words on, cancelling takes longer than that for each of them."""

_FULL = 200
"""How many operations of FLINT's dense solver take as long as one on fractions in Python."""

_FEW = 24
"""Components of up to this many states are solved as a dense system at once."""


def solve(rows: Rows, right: Sequence[fmpq], budget: Budget) -> list[fmpq]:
    """The solution of ``x = right + rows · x``, which must be unique."""
    solution = list(right)
    for component in strongly_connected_components(rows):
        members = set(component)
        for state in component:
            others = [other for other in rows[state] if other not in members]
            words = sum(int(solution[other].q.bit_length()) for other in others) // 64
            cancelling = _LONG * words * (_VERY_LONG + words) // _VERY_LONG
            budget.spend(_STATE + STEP * len(others) + cancelling)
            for other in others:
                solution[state] += rows[state][other] * solution[other]
        if len(component) == 1:
            (state,) = component
            if (own := rows[state].get(state)) is not None:
                solution[state] /= 1 - own
        else:
            _solve_component(rows, component, solution, budget)
    return solution


def transposed(rows: Rows) -> list[dict[int, fmpq]]:
    """The transposed matrix."""
    columns: list[dict[int, fmpq]] = [{} for _ in rows]
    for state, row in enumerate(rows):
        for other, weight in row.items():
            columns[other][state] = weight
    return columns


def reaching(rows: Sequence[Mapping[int, object]], goals: Iterable[int]) -> set[int]:
    """The states from which one of ``goals`` is reachable, the goals included."""
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
    """The components of a graph, each after all that are reachable from it.

    Tarjan's algorithm, without recursion: chains are long.
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
    rows: Rows, component: Sequence[int], solution: list[fmpq], budget: Budget
) -> None:
    """Solve a component by elimination, the states with the fewest transitions first.

    ``solution`` holds the right-hand side at first, and the solution at the end.
    """
    members = set(component)
    inside = {s: {o: w for o, w in rows[s].items() if o in members} for s in component}
    few = len(component) <= _FEW
    order, rest, operations = ([], list(component), 0) if few else _elimination_order(inside)
    longest = max(int(w.q.bit_length()) for row in inside.values() for w in row.values())
    words = 1 + len(component) * longest // 64
    size = len(rest)
    wide = 1 + max(map(_bits_of_common_denominator, inside.values())) // 64
    budget.spend(operations * (STEP + words // 2) + size**3 * wide + size**2 * words)
    budget.room(size**2, 64 * wide)
    sources: dict[int, set[int]] = {state: set() for state in component}
    for state, row in inside.items():
        for other in row:
            sources[other].add(state)
    for state in order:
        budget.look()
        _eliminate(state, inside, sources, solution)
    _solve_dense(inside, rest, solution)
    for state in reversed(order):
        for other, weight in inside[state].items():
            solution[state] += weight * solution[other]


def _bits_of_common_denominator(row: Mapping[int, fmpq]) -> int:
    """At most the length of the denominator that FLINT brings a row to."""
    return sum(each.bit_length() for each in {int(weight.q) for weight in row.values()})


def _eliminate(
    state: int,
    inside: Mapping[int, dict[int, fmpq]],
    sources: dict[int, set[int]],
    solution: list[fmpq],
) -> None:
    """Put a state's row in place of the state, in every row that leads to it."""
    row = inside[state]
    if own := row.pop(state, None):
        sources[state].discard(state)
        factor = 1 / (1 - own)
        solution[state] *= factor
        for other in row:
            row[other] *= factor
    for source in sources.pop(state):
        target = inside[source]
        weight = target.pop(state)
        solution[source] += weight * solution[state]
        for other, onward in row.items():
            if other in target:
                target[other] += weight * onward
            else:
                target[other] = weight * onward
                sources[other].add(source)
    for other in row:
        sources[other].discard(state)


def _elimination_order(
    inside: Mapping[int, Mapping[int, fmpq]],
) -> tuple[list[int], list[int], int]:
    """An order that creates few new entries, the states left for a dense system, and the cost."""
    onward = {state: set(row) - {state} for state, row in inside.items()}
    back: dict[int, set[int]] = {state: set() for state in inside}
    for state, others in onward.items():
        for other in others:
            back[other].add(state)
    heap = [(len(onward[state]) * len(back[state]), state) for state in inside]
    heapify(heap)
    order: list[int] = []
    operations = 0
    while heap:
        product, state = heappop(heap)
        if state not in onward or product != len(onward[state]) * len(back[state]):
            continue
        if _FULL * product > len(onward) ** 2:
            break
        order.append(state)
        operations += product + len(back[state])
        after, before = onward.pop(state), back.pop(state)
        for source in before:
            onward[source].discard(state)
            onward[source] |= after - {source}
        for target in after:
            back[target].discard(state)
            back[target] |= before - {target}
        for touched in after | before:
            heappush(heap, (len(onward[touched]) * len(back[touched]), touched))
    return order, list(onward), operations


def _solve_dense(
    inside: Mapping[int, Mapping[int, fmpq]], rest: Sequence[int], solution: list[fmpq]
) -> None:
    if not rest:
        return
    place = {state: index for index, state in enumerate(rest)}
    size = len(rest)
    matrix = fmpq_mat(size, size)
    for state, index in place.items():
        matrix[index, index] = fmpq(1)
        for other, weight in inside[state].items():
            matrix[index, place[other]] -= weight
    solved = matrix.solve(fmpq_mat(size, 1, [solution[state] for state in rest]))
    for state, index in place.items():
        solution[state] = solved[index, 0]
