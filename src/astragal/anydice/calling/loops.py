"""Bodies with one loop over a roll, in which each turn looks at one die, or at one face."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from astragal.anydice.calling.asking import order_shows, set_in
from astragal.anydice.calling.flow import LOOKED, needs_of, read_in
from astragal.anydice.tree.call import Call
from astragal.anydice.tree.expressions import At, Comparison, Unary, Variable
from astragal.anydice.tree.node import Node, walk
from astragal.anydice.tree.statements import Assign, Block, Loop

if TYPE_CHECKING:
    from astragal.anydice.calling.functions import Function
    from astragal.anydice.state import State

ELEMENTS, POSITIONS, FACES = "elements", "positions", "faces"
"""What a loop goes over: `loop X over ROLL`, positions for `X@ROLL`, faces for `ROLL = X`."""


class RollLoop(NamedTuple):
    """The one loop of a body that looks at a roll. Nothing else does, but for its length."""

    roll: str
    """the parameter"""
    over: str
    before: Block
    loop: Loop
    after: Block
    live: tuple[str, ...]
    """the variables that a turn may set, and on which the rest of a run may depend"""


def roll_loops(function: Function, state: State) -> dict[str, RollLoop]:
    """The loops of a body by the parameter they look at; none where the order of runs shows."""
    found = state.loops.get(function.shape)
    if found is None:
        found = state.loops[function.shape] = _roll_loops(function, state)
    return found


def _roll_loops(function: Function, state: State) -> dict[str, RollLoop]:
    names = [each.name for each in function.parameters if each.kind == "s"]
    looping = any(isinstance(each, Loop) for each in function.body)
    if not names or not looping or order_shows(function, state):
        return {}
    changed = set_in(function)
    often = Counter(function.names)
    fixed = {name for name in names if often[name] == 1 and name not in changed}
    looks = [_looked_at(each, state) for each in function.body]
    once = Counter(name for each in looks for name in each & fixed)
    loops = [
        _roll_loop(name, place, function, state)
        for place, each in enumerate(looks)
        for name in sorted(each & fixed)
        if once[name] == 1
    ]
    return {each.roll: each for each in loops if each is not None}


def _looked_at(node: Node, state: State) -> set[str]:
    """The variables that something looks at, but for their length."""
    found: set[str] = set()
    for each in walk(node):
        if isinstance(each, Call):
            found |= set(state.needs.get(each.shape) or ())
        if not (isinstance(each, Unary) and each.sign == "#"):
            found |= {part.name for part in each.parts() if isinstance(part, Variable)}
    return found


def _roll_loop(name: str, place: int, function: Function, state: State) -> RollLoop | None:
    """The statement at a place, which alone looks at a roll, if it is a loop over it."""
    body = function.body
    loop, before, after = body[place], body[:place], body[place + 1 :]
    if not isinstance(loop, Loop):
        return None
    state.budget.spend(LOOKED * function.steps)
    over = _over(loop, name, state)
    if over is None:
        return None
    needs_of(function, state)
    # What no turn sets stays as it was before the loop.
    live = read_in([loop, *after], state) & _set_in(loop)
    return RollLoop(name, over, before, loop, after, tuple(sorted(live)))


def _looks(node: Node, name: str, state: State) -> Iterator[Node]:
    """The nodes that look at a roll, directly or in a function they call, but for its length."""
    for each in walk(node):
        if isinstance(each, Call) and name in (state.needs.get(each.shape) or ()):
            yield each
        if not (isinstance(each, Unary) and each.sign == "#"):
            for part in each.parts():
                if isinstance(part, Variable) and part.name == name:
                    yield each


def _over(loop: Loop, name: str, state: State) -> str | None:
    """What a loop goes over, if each turn looks at the roll for itself."""
    inside = [each for statement in loop.block for each in _looks(statement, name, state)]
    if isinstance(loop.over, Variable) and loop.over.name == name:
        return None if inside else ELEMENTS
    changed = set().union(*(_set_in(each) for each in loop.block))
    if not inside or loop.name in changed or any(_looks(loop.over, name, state)):
        return None
    if all(_is_position(each, loop.name) for each in inside):
        return POSITIONS
    return FACES if all(_is_face(each, loop.name, state) for each in inside) else None


def _set_in(node: Node) -> set[str]:
    """The variables that a statement may set."""
    return {each.name for each in walk(node) if isinstance(each, Assign | Loop)}


def _is_position(node: Node, turn: str) -> bool:
    """Whether it is `X@ROLL`."""
    return isinstance(node, At) and _is(node.positions, turn)


def _is_face(node: Node, turn: str, state: State) -> bool:
    """Whether it is `ROLL = X`, or asks a built-in function the same."""
    if isinstance(node, Comparison):
        return node.sign == "=" and (_is(node.left, turn) or _is(node.right, turn))
    if not isinstance(node, Call) or node.shape in state.functions:
        return False
    if node.shape == "? contains ?":
        return _is(node.arguments[1], turn)
    return node.shape == "count ? in ?" and any(_is(each, turn) for each in node.arguments)


def _is(node: Node, name: str) -> bool:
    return isinstance(node, Variable) and node.name == name
