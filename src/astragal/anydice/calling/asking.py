"""Analysis of parameters: which may receive an unknown roll, because the body asks little of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from astragal.anydice.calling.flow import LOOKED, needs_of
from astragal.anydice.tree.call import Call
from astragal.anydice.tree.expressions import (
    Arithmetic,
    At,
    Comparison,
    Sequence,
    Unary,
    Variable,
)
from astragal.anydice.tree.node import Node, walk
from astragal.anydice.tree.statements import Assign, Loop, Result

if TYPE_CHECKING:
    from astragal.anydice.calling.functions import Function
    from astragal.anydice.state import State

_ASKING = {"count ? in ?": (0, 1), "? contains ?": (0,)}
"""Built-in functions that ask unknown rolls, and the positions of those arguments."""


def asked(function: Function, state: State) -> frozenset[str]:
    """The parameters that may be unknown; none if the order of runs matters."""
    found = state.asked.get(function.shape)
    if found is None:
        # Assume none for a recursive call, so that the analysis ends.
        state.asked[function.shape] = frozenset()
        found = state.asked[function.shape] = _asked(function, state)
    return found


def asked_or_added(function: Function, state: State) -> frozenset[str]:
    """The parameters that may be unknown when a call is expanded over them.

    The results of an expanded call are mixed, so a result may also be the sum of the roll: its
    odds, given the answers so far.
    """
    found = state.asked_or_added.get(function.shape)
    if found is None:
        found = _asked(function, state, _added(function))
        state.asked_or_added[function.shape] = found
    return found


def _added(function: Function) -> list[Node]:
    """The variables that a result only adds up."""
    found: list[Node] = []
    for node in _nodes(function):
        if isinstance(node, Result):
            seen = Counter(x.name for x in walk(node.expression) if isinstance(x, Variable))
            terms = (each for each in _terms(node.expression) if isinstance(each, Variable))
            found += [each for each in terms if seen[each.name] == 1]
    return found


def _terms(node: Node) -> Iterator[Node]:
    """The operands of nested arithmetic; a node itself if it is not arithmetic."""
    left = [node]
    while left:
        node = left.pop()
        if isinstance(node, Arithmetic):
            left += node.parts()
        else:
            yield node


def looked_at_once(function: Function, state: State) -> frozenset[str]:
    """The parameters that are read at most once, in the body and in the functions it calls."""
    found = state.once.get(function.shape)
    if found is None:
        needs_of(function, state)
        state.budget.spend(LOOKED * function.steps)
        often = Counter(function.names)
        for node in _nodes(function):
            if isinstance(node, Variable):
                often[node.name] += 1
            elif isinstance(node, Call):
                often.update(2 * tuple(state.needs.get(node.shape) or ()))
            elif isinstance(node, Loop):
                often.update(each.name for each in walk(node) if isinstance(each, Variable))
        names = {name for name in function.names if often[name] <= 2} - set_in(function)
        found = state.once[function.shape] = frozenset(names)
    return found


def order_shows(function: Function, state: State) -> bool:
    """True if a run may read variables that the previous run has set."""
    needed = state.needs.get(function.shape)
    if needed is None:
        needed = needs_of(function, state)
    return bool(set(needed) & set_in(function))


def set_in(function: Function) -> set[str]:
    return {node.name for node in _nodes(function) if isinstance(node, Assign | Loop)}


def _nodes(function: Function) -> Iterator[Node]:
    for statement in function.body:
        yield from walk(statement)


def _asked(function: Function, state: State, added: Collection[Node] = ()) -> frozenset[str]:
    if order_shows(function, state):
        return frozenset()
    names = Counter(each.name for each in function.parameters if each.kind == "s")
    open_ = {name for name in names if names[name] == 1} - set_in(function)
    of_sums = set(map(id, added))
    state.budget.spend(LOOKED * function.steps)
    for node in _nodes(function):
        rolls = [
            each
            for each in node.parts()
            if isinstance(each, Variable) and each.name in names and id(each) not in of_sums
        ]
        # A comparison of two rolls needs both as a whole.
        both = isinstance(node, Comparison) and len(rolls) > 1
        allowed = _allowed(node, state) if rolls and not both else ()
        open_ -= {each.name for each in rolls if each not in allowed}
        if isinstance(node, Call) and node.shape in state.functions:
            open_ -= set(state.needs.get(node.shape) or ())
    return frozenset(open_)


def _allowed(node: Node, state: State) -> list[Node]:
    """The parts of a node that may be unknown rolls."""
    if isinstance(node, Comparison):
        return _allowed_sides(node.left, node.right)
    if isinstance(node, At):
        return [node.of]
    if isinstance(node, Unary):
        return [node.operand] if node.sign == "#" else []
    return _allowed_arguments(node, state) if isinstance(node, Call) else []


def _allowed_sides(left: Node, right: Node) -> list[Node]:
    """The sides of a comparison that may be unknown; next to a sequence, a roll must be known."""
    sides = ((left, right), (right, left))
    return [side for side, other in sides if not isinstance(other, Sequence)]


def _allowed_arguments(call: Call, state: State) -> list[Node]:
    function = state.functions.get(call.shape)
    if function is None:
        return [call.arguments[place] for place in _ASKING.get(call.shape, ())]
    names = asked(function, state)
    pairs = zip(call.arguments, function.parameters, strict=True)
    return [argument for argument, parameter in pairs if parameter.name in names]
