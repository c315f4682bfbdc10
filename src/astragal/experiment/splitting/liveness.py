"""Live variables: the ones that the rest of a generator reads before assigning them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from astragal.experiment.splitting.normal_form import Branch, Item, Loop, Point

Names = frozenset[str]
_NONE: Names = frozenset()


class _Around(NamedTuple):
    """The variables that are live where `break` and `continue` lead to."""

    after: Names = _NONE
    again: Names = _NONE


def needed(items: Sequence[Item]) -> Names:
    """The names that these items read before they assign them."""
    return _needed(items, _NONE, _Around())


def _needed(items: Sequence[Item], after: Names, around: _Around) -> Names:
    for item in reversed(items):
        after = _before(item, after, around)
    return after


def _before(item: Item, after: Names, around: _Around) -> Names:
    """The variables that are live before an item, given those that are live after it."""
    match item:
        case Point(_, target, value):
            return (after - {target}) | read(value)
        case Branch(test, body, orelse) | ast.If(test, body, orelse):
            return read(test) | _needed(body, after, around) | _needed(orelse, after, around)
        case Loop(test, body) | ast.While(test, body, []):
            return _before_loop(read(test), body, after)
        case ast.For(target, iterable, body, []):
            return _before_loop(_NONE, body, after, _stored([target])) | read(iterable)
        case ast.Return() | ast.Raise():
            return read(item)
        case ast.Break():
            return around.after
        case ast.Continue():
            return around.again
        case ast.stmt():
            return (after - _assigned(item)) | read(item)
    raise TypeError(item)


def _assigned(statement: ast.stmt) -> Names:
    """The variables that a statement always assigns."""
    match statement:
        case ast.Assign(targets):
            return _stored(targets)
        case ast.AnnAssign(target, _, ast.expr()):
            return _stored([target])
    return _NONE


def _before_loop(turn: Names, body: Sequence[Item], after: Names, given: Names = _NONE) -> Names:
    """The variables that are live before a loop.

    ``turn`` are those that each iteration reads, ``given`` those that it assigns first.
    """
    again = after | turn
    while True:
        more = again | (_needed(body, again, _Around(after, again)) - given)
        if more == again:
            return again
        again = more


def read(node: ast.AST) -> Names:
    """All names that are read in a node, including in functions defined inside it."""
    if isinstance(node, ast.Name):
        return frozenset({node.id}) if isinstance(node.ctx, ast.Load) else _NONE
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        return read(node.value) | {node.target.id}
    inside = _NONE.union(*map(read, ast.iter_child_nodes(node)))
    if isinstance(node, _COMPREHENSIONS):
        return inside - _stored(each.target for each in node.generators)
    if isinstance(node, ast.Lambda):
        return inside - {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
    return inside


_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _stored(targets: Iterable[ast.expr]) -> Names:
    """The variables that these targets always assign."""
    found: set[str] = set()
    for target in targets:
        if isinstance(target, ast.Name):
            found.add(target.id)
        elif isinstance(target, ast.Tuple | ast.List):
            found |= _stored(target.elts)
    return frozenset(found)
