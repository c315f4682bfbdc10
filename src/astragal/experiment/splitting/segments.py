"""The segments of a generator: one function for its start, and one after each `yield`.

A segment takes the live variables and the answer. It returns the outcome or an ask: the next
request, the segment that follows, and that segment's variables.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from astragal.experiment.splitting.liveness import Names, needed
from astragal.experiment.splitting.normal_form import (
    HELD,
    Branch,
    Item,
    Loop,
    Point,
    assigned,
    name,
)

FACTORY = "__factory"
_ANSWER = "__answer"
_ENTERING = "__entering"

_ASK = "if __type(x) is not __Note:\n    return (__ASK, k, x, ())\nx = None"
"""Returns a request with the segment that follows it. A note gets no answer."""

_RELAY = (
    "x = __started(x)\n"
    "if __type(x) is __tuple and __len(x) == 4 and x[0] is __ASK:\n"
    "    return (__ASK, __relayed, x[2], (x[1], x[3], k, ()))"
)
"""Passes on the requests of a delegated generator until it has an outcome."""


def factory_of(
    items: Sequence[Item], parameters: Sequence[str], given: Sequence[str], names: Names
) -> ast.FunctionDef:
    """A function that builds the segments, the start first, from the values ``given`` to it.

    ``names`` are the generator's local variables.
    """
    rests = {point.number: _rest(items, point.number) for point in _points(items)}
    live = {number: _variables(rest, names) for number, rest in rests.items()}
    starts = [(_called(0), list(parameters), list(items))]
    starts += [(_called(n), [*live[n], _ANSWER], rest) for n, rest in rests.items()]
    segments = [_function(called, taken, _written(rest, live)) for called, taken, rest in starts]
    made = ast.Tuple([name(each.name) for each in segments], ast.Load())
    return _function(FACTORY, given, [*segments, ast.Return(made)])


def _variables(rest: Sequence[Item], names: Names) -> list[str]:
    """The local variables that the rest of a generator needs."""
    return sorted(each for each in needed(rest) if each in names or each.startswith(HELD))


def _called(number: int) -> str:
    return f"__segment_{number}"


def _function(called: str, parameters: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    arguments = ast.arguments([], [ast.arg(each) for each in parameters], None, [], [], None, [])
    return ast.FunctionDef(called, arguments, body or [ast.Pass()], [], None)


# The rest after a point


def _points(items: Sequence[Item]) -> Iterator[Point]:
    for item in items:
        if isinstance(item, Point):
            yield item
        elif isinstance(item, Branch):
            yield from _points([*item.body, *item.orelse])
        elif isinstance(item, Loop):
            yield from _points(item.body)


def _rest(items: Sequence[Item], number: int) -> list[Item]:
    """The items that remain after the point with this number is answered."""
    for place, item in enumerate(items):
        if number in (point.number for point in _points([item])):
            return [*_rest_of(item, number), *items[place + 1 :]]
    raise LookupError(number)


def _rest_of(item: Item, number: int) -> list[Item]:
    if isinstance(item, Point):
        return [assigned(item.target, name(_ANSWER))]
    if isinstance(item, Branch):
        inside = number in (point.number for point in _points(item.body))
        return _rest(item.body if inside else item.orelse, number)
    assert isinstance(item, Loop)
    # The first iteration starts in the middle of the loop, so that `break` still leaves the loop.
    entering = f"{_ENTERING}_{number}"
    left: list[Item] = [assigned(entering, ast.Constant(False)), *_rest(item.body, number)]
    test = ast.BoolOp(ast.Or(), [name(entering), item.test])
    loop = Loop(test, [Branch(name(entering), left, item.body)])
    return [assigned(entering, ast.Constant(True)), loop]


# Python statements


def _written(items: Sequence[Item], live: dict[int, list[str]]) -> list[ast.stmt]:
    """The items as Python statements."""
    statements: list[ast.stmt] = []
    for item in items:
        if isinstance(item, Point):
            statements += _written_point(item, live[item.number])
        elif isinstance(item, Branch):
            body = _written(item.body, live) or [ast.Pass()]
            statements.append(ast.If(item.test, body, _written(item.orelse, live)))
        elif isinstance(item, Loop):
            statements.append(ast.While(item.test, _written(item.body, live), []))
        else:
            statements.append(item)
    return statements


def _written_point(point: Point, variables: Sequence[str]) -> list[ast.stmt]:
    lines = ast.parse(_RELAY if point.delegates else _ASK).body
    filled = [_Filler(point, variables).visit(line) for line in lines]
    for node in (each for line in filled for each in ast.walk(line)):
        ast.copy_location(node, point.value)
    return [ast.copy_location(assigned(point.target, point.value), point.value), *filled]


class _Filler(ast.NodeTransformer):
    """Fills in a template: x is the variable of the point, k the segment that follows."""

    def __init__(self, point: Point, variables: Sequence[str]) -> None:
        self._point = point
        self._variables = variables

    def visit_Name(self, node: ast.Name) -> ast.Name:
        names = {"x": self._point.target, "k": _called(self._point.number)}
        return ast.Name(names.get(node.id, node.id), node.ctx)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        if not node.elts:
            return ast.Tuple(list(map(name, self._variables)), ast.Load())
        return self.generic_visit(node)
