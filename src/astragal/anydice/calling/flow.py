"""Data flow: the variables that a function reads before setting them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set
from typing import TYPE_CHECKING

from astragal.anydice.tree.call import Call
from astragal.anydice.tree.expressions import Variable
from astragal.anydice.tree.node import Node, walk
from astragal.anydice.tree.statements import Assign, If, Loop, Result

if TYPE_CHECKING:
    from astragal.anydice.calling.functions import Function
    from astragal.anydice.state import State


def needs_of(function: Function, state: State) -> tuple[str, ...]:
    """The variables of the caller that a call may read, directly or in functions it calls."""
    callers = _callers(function, state)
    needs: dict[str, frozenset[str]] = dict.fromkeys(callers, frozenset())
    # Innermost functions first, so that their needs are known to their callers.
    left = dict.fromkeys(callers)
    while left:
        shape, _ = left.popitem()
        each = state.functions[shape]
        state.budget.spend(LOOKED * each.steps)
        found = _needed(each, needs)
        if found != needs[shape]:
            needs[shape] = found
            left |= callers[shape]
    for shape, names in needs.items():
        state.needs[shape] = tuple(sorted(names))
    return state.needs[function.shape]


LOOKED = 5
"""How many times as long analyzing a function takes as running it once."""


def _needed(function: Function, needs: Mapping[str, Collection[str]]) -> frozenset[str]:
    return _Reading(needs).found(function.body, function.names)


def read_in(block: Iterable[Node], state: State) -> frozenset[str]:
    """The variables that a part of a function reads before setting them.

    The needs of the functions it calls must be known.
    """
    return _Reading(state.needs).found(block, ())


def _callers(function: Function, state: State) -> dict[str, dict[str, None]]:
    """The shapes of a function and of all that it may call, each with its callers."""
    callers: dict[str, dict[str, None]] = {function.shape: {}}
    shapes = [function.shape]
    for shape in shapes:
        state.budget.spend(LOOKED * state.functions[shape].steps)
        for statement in state.functions[shape].body:
            for node in walk(statement):
                if isinstance(node, Call) and node.shape in state.functions:
                    if node.shape not in callers:
                        callers[node.shape] = {}
                        shapes.append(node.shape)
                    callers[node.shape][shape] = None
    return callers


class _Reading:
    """A pass over a body, tracking the variables that are certain to be set."""

    def __init__(self, needs: Mapping[str, Collection[str]]) -> None:
        self._needs = needs
        self._found: set[str] = set()

    def found(self, block: Iterable[Node], known: Iterable[str]) -> frozenset[str]:
        self._block(block, frozenset(known))
        return frozenset(self._found)

    def _block(self, block: Iterable[Node], known: Set[str]) -> Set[str] | None:
        """The variables that are set after a block; None if the block always has a result."""
        for statement in block:
            after = self._statement(statement, known)
            if after is None:
                return None
            known = after
        return known

    def _statement(self, statement: Node, known: Set[str]) -> Set[str] | None:
        if isinstance(statement, Assign):
            self._look(statement.expression, known)
            return known | {statement.name}
        if isinstance(statement, Result):
            self._look(statement.expression, known)
            return None
        if isinstance(statement, Loop):
            self._look(statement.over, known)
            self._block(statement.block, known | {statement.name})
            return known
        assert isinstance(statement, If)
        return self._if(statement, known)

    def _if(self, statement: If, known: Set[str]) -> Set[str] | None:
        ends = []
        for condition, block in statement.cases:
            self._look(condition, known)
            ends.append(self._block(block, known))
        ends.append(self._block(statement.otherwise, known))
        reached = [end for end in ends if end is not None]
        return frozenset.intersection(*map(frozenset, reached)) if reached else None

    def _look(self, expression: Node, known: Set[str]) -> None:
        for node in walk(expression):
            if isinstance(node, Variable) and node.name not in known:
                self._found.add(node.name)
            elif isinstance(node, Call):
                self._found |= set(self._needs.get(node.shape, ())) - known
