"""Analysis of bodies with one loop over a roll, where each turn reads one die or one face."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
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
"""The subject of a loop: `loop X over ROLL`, positions for `X@ROLL`, faces for `ROLL >= X`."""


class RollLoop(NamedTuple):
    """A loop that is the only reader of some rolls, except for their length."""

    over: str
    rolls: tuple[str, ...]
    """the parameters that hold them; with elements, the first is the one the loop goes over"""
    ordered: bool
    """True if faces are compared by size, so the loop must go through them in order"""
    before: Block
    loop: Loop
    after: Block
    live: tuple[str, ...]
    """the variables that a turn may set and the rest of the run may read"""

    def goes_over(self, rolled: Collection[str]) -> bool:
        """True if the loop can go over just these of its rolls."""
        return self.over != ELEMENTS or self.rolls[0] in rolled


def roll_loops(function: Function, state: State) -> list[RollLoop]:
    """The suitable loops of a body; none if the order of runs matters."""
    found = state.loops.get(function.shape)
    if found is None:
        found = state.loops[function.shape] = _roll_loops(function, state)
    return found


def _roll_loops(function: Function, state: State) -> list[RollLoop]:
    names = [each.name for each in function.parameters if each.kind == "s"]
    looping = any(isinstance(each, Loop) for each in function.body)
    if not names or not looping or order_shows(function, state):
        return []
    changed = set_in(function)
    often = Counter(function.names)
    fixed = {name for name in names if often[name] == 1 and name not in changed}
    looks = [_looked_at(each, state) for each in function.body]
    once = Counter(name for each in looks for name in each & fixed)
    found: list[RollLoop] = []
    for place, each in enumerate(function.body):
        rolls = sorted(name for name in looks[place] & fixed if once[name] == 1)
        if isinstance(each, Loop) and rolls:
            state.budget.spend(LOOKED * function.steps)
            needs_of(function, state)
            after = function.body[place + 1 :]
            # Variables that no turn sets keep their values from before the loop.
            live = tuple(sorted(read_in([each, *after], state) & _set_in(each)))
            found += [
                RollLoop(over, together, ordered, function.body[:place], each, after, live)
                for over, together, ordered in _rolls_together(each, rolls, state)
            ]
    return found


def _rolls_together(
    loop: Loop, rolls: Sequence[str], state: State
) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """The kinds of turns of a loop, with the rolls that can be walked over together."""
    by: dict[str | None, list[str]] = {}
    for name in rolls:
        by.setdefault(_over(loop, name, state), []).append(name)
    faces, positions = by.get(FACES, []), by.get(POSITIONS, [])
    sizes = any(
        isinstance(look, Comparison) and look.sign not in ("=", "!=")
        for name in faces
        for look in _looks(loop, name, state)
    )
    for name in by.get(ELEMENTS, []):
        yield ELEMENTS, (name, *faces), sizes
    if faces:
        yield FACES, tuple(faces), sizes
    if len(positions) > 1 and all(_is_pair(each, positions, loop.name) for each in walk(loop)):
        yield POSITIONS, tuple(positions), False
    else:
        yield from ((POSITIONS, (name,), False) for name in positions)


def _is_pair(node: Node, rolls: Sequence[str], turn: str) -> bool:
    """False for a node that uses a die other than to compare it with its counterpart."""
    dice = [part for part in node.parts() if _is_die(part, rolls, turn)]
    return not dice or (isinstance(node, Comparison) and len(dice) == 2)


def _is_die(node: Node, rolls: Sequence[str], turn: str) -> bool:
    return _is_position(node, turn) and isinstance(node.of, Variable) and node.of.name in rolls  # type: ignore[attr-defined]


def _looked_at(node: Node, state: State) -> set[str]:
    """The variables that a node reads, except for their length."""
    found: set[str] = set()
    for each in walk(node):
        if isinstance(each, Call):
            found |= set(state.needs.get(each.shape) or ())
        if not (isinstance(each, Unary) and each.sign == "#"):
            found |= {part.name for part in each.parts() if isinstance(part, Variable)}
    return found


def _looks(node: Node, name: str, state: State) -> Iterator[Node]:
    """The nodes that read a roll, directly or in a function they call, except for its length."""
    for each in walk(node):
        if isinstance(each, Call) and name in (state.needs.get(each.shape) or ()):
            yield each
        if not (isinstance(each, Unary) and each.sign == "#"):
            for part in each.parts():
                if isinstance(part, Variable) and part.name == name:
                    yield each


def _over(loop: Loop, name: str, state: State) -> str | None:
    """The kind of a loop, if each turn reads its part of the roll; otherwise None."""
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
    """True for `X@ROLL`."""
    return isinstance(node, At) and _is(node.positions, turn)


def _is_face(node: Node, turn: str, state: State) -> bool:
    """True for a comparison of `ROLL` with `X`, or a built-in search for `X`."""
    if isinstance(node, Comparison):
        return _is(node.left, turn) or _is(node.right, turn)
    if not isinstance(node, Call) or node.shape in state.functions:
        return False
    if node.shape == "? contains ?":
        return _is(node.arguments[1], turn)
    return node.shape == "count ? in ?" and any(_is(each, turn) for each in node.arguments)


def _is(node: Node, name: str) -> bool:
    return isinstance(node, Variable) and node.name == name
