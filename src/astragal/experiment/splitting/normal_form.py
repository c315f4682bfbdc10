"""A normal form for a generator's statements: each `yield` is a statement of its own.

Values computed before a `yield` in the same expression are stored in variables, in Python's order
of evaluation. A `for` loop around a `yield` becomes a loop over indices. As a result, the entire
state of a waiting generator is in its local variables.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

N = TypeVar("N", bound=ast.AST)


class NotSplitError(Exception):
    """The generator cannot be split."""


class Point(NamedTuple):
    """A point where the generator waits: ``target = yield value`` or ``yield from``."""

    number: int
    target: str
    value: ast.expr
    delegates: bool


class Branch(NamedTuple):
    """An `if` that contains points."""

    test: ast.expr
    body: list[Item]
    orelse: list[Item]


class Loop(NamedTuple):
    """A `while` that contains points."""

    test: ast.expr
    body: list[Item]


Item: TypeAlias = ast.stmt | Point | Branch | Loop

HELD = "__held_"
"""The prefix of variables that hold values computed before a `yield`."""

ITEMS = "__items"
"""The name of the function that turns the iterable of a `for` loop into a sequence."""


def normal_form(
    function: ast.FunctionDef,
    makes_note: Callable[[ast.expr], bool] = lambda called: False,
    asks: Callable[[ast.expr], bool] = lambda called: False,
) -> list[Item]:
    """The body of a generator function in normal form; a NotSplitError if it has none.

    Notes are left out, and so are values computed only for notes, since they do not affect odds.
    Delegating to a function that only ``asks`` for something is treated as asking for it directly.
    """
    normalizer = _Normalizer(makes_note, asks)
    items = normalizer.block(function.body)
    return _without(normalizer.told, items) if normalizer.told else items


def _without(told: set[str], items: list[Item]) -> list[Item]:
    """Remove the assignments whose names were only read by notes (``told``)."""
    while True:
        needed = _loaded(items)
        gone = told - needed
        kept = _left(gone, items, told) if gone else items
        if kept == items:
            return items
        items = kept


def _left(gone: set[str], items: Sequence[Item], told: set[str]) -> list[Item]:
    kept: list[Item] = []
    for item in items:
        match item:
            case ast.Assign([ast.Name(name)], value) if name in gone and _changes_nothing(value):
                told |= _loaded([item])
                continue
            case Branch(test, body, orelse):
                body, orelse = (_left(gone, each, told) for each in (body, orelse))
                if not (body or orelse) and _changes_nothing(test):
                    told |= _loaded([ast.Expr(test)])
                    continue
                item = Branch(test, body, orelse)
            case Loop(test, body):
                item = Loop(test, _left(gone, body, told))
        kept.append(item)
    return kept


def _loaded(items: Iterable[Item]) -> set[str]:
    """All names that are read in these items."""
    found: set[str] = set()
    for item in items:
        match item:
            case Point(_, _, value):
                nodes: list[ast.AST] = [value]
            case Branch(test, body, orelse):
                nodes = [test]
                found |= _loaded([*body, *orelse])
            case Loop(test, body):
                nodes = [test]
                found |= _loaded(body)
            case _:
                nodes = [item]
        for node in (each for part in nodes for each in ast.walk(part)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                found.add(node.id)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                found.add(node.target.id)
    return found


def name(of: str) -> ast.Name:
    return ast.Name(of, ast.Load())


def assigned(target: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(target, ast.Store())], value)


def has_yield(node: ast.AST) -> bool:
    """True if a node yields; functions defined inside it do not count."""
    if isinstance(node, ast.Yield | ast.YieldFrom):
        return True
    if isinstance(node, _SCOPES):
        return False
    return any(map(has_yield, ast.iter_child_nodes(node)))


_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_REFUSED = (ast.Delete, ast.Global, ast.Nonlocal, ast.AsyncFor, ast.AsyncWith, ast.Await)

_IN_ORDER = (
    ast.BinOp,
    ast.UnaryOp,
    ast.Call,
    ast.keyword,
    ast.Attribute,
    ast.Subscript,
    ast.Slice,
    ast.Starred,
    ast.Tuple,
    ast.List,
    ast.Set,
)
"""Expressions that evaluate all of their parts, in the order of their fields."""


_CHANGING = frozenset(
    name
    for kind in (list, dict, set)
    for name in vars(kind)
    if not name.startswith("_") and not hasattr(tuple, name) and not hasattr(frozenset, name)
) - {"get", "items", "keys", "values"}
"""The methods that change a list, a dict or a set."""


def _changes_nothing(node: ast.AST) -> bool:
    """True if an expression appears to be free of side effects."""
    return not any(
        isinstance(each, ast.NamedExpr | ast.Yield | ast.YieldFrom)
        or (isinstance(each, ast.Attribute) and each.attr in _CHANGING)
        for each in ast.walk(node)
    )


class _Normalizer:
    def __init__(
        self, makes_note: Callable[[ast.expr], bool], asks: Callable[[ast.expr], bool]
    ) -> None:
        self._makes_note = makes_note
        self._asks = asks
        self._points = 0
        self._names = 0
        self.told: set[str] = set()
        """the variables that the omitted notes read"""
        self._told = 0
        """the number of omitted notes and of omitted branches that only contain notes"""

    def _new_name(self) -> str:
        self._names += 1
        return f"{HELD}{self._names}"

    # Statements

    def block(self, statements: Sequence[ast.stmt]) -> list[Item]:
        items: list[Item] = []
        for statement in statements:
            items += self._statement(statement)
        return items

    def _statement(self, statement: ast.stmt) -> list[Item]:
        if any(isinstance(node, _REFUSED) for node in ast.walk(statement)):
            raise NotSplitError
        if not has_yield(statement):
            return [statement]
        items: list[Item] = []
        match statement:
            case ast.Expr(ast.Yield(ast.Call(called) as note)) if self._makes_note(
                called
            ) and _changes_nothing(note):
                self._told += 1
                self.told |= _loaded([statement])
            case ast.If(test, body, orelse):
                before = self._told
                test = self._hoisted(test, items)
                branch = Branch(test, self.block(body), self.block(orelse))
                told = self._told > before and not (branch.body or branch.orelse)
                if told and _changes_nothing(test):
                    self._told += 1
                    self.told |= _loaded([ast.Expr(test)])
                else:
                    items.append(branch)
            case ast.While(test, body, []):
                items.append(self._while(test, body))
            case ast.For(target, iterable, body, []) if not has_yield(target):
                items += self._for(statement, target, iterable, body)
            case _:
                self._simple(statement, items)
        return items

    def _simple(self, statement: ast.stmt, items: list[Item]) -> None:
        match statement:
            case ast.Expr(value):
                self._into(self._new_name(), value, items)
            case ast.Assign([ast.Name(target)], value):
                self._into(target, value, items)
            case ast.AnnAssign(ast.Name(target), _, ast.expr() as value):
                self._into(target, value, items)
            case ast.Assign(targets, value) if not any(map(has_yield, targets)):
                items.append(_at(statement, ast.Assign(targets, self._hoisted(value, items))))
            case ast.AugAssign(ast.Name(target), operator, value):
                # Python looks the variable up before it evaluates the value to add.
                held = self._new_name()
                items.append(_at(statement, assigned(held, name(target))))
                value = self._hoisted(value, items)
                stored = ast.Name(held, ast.Store())
                items.append(_at(statement, ast.AugAssign(stored, operator, value)))
                items.append(_at(statement, assigned(target, name(held))))
            case ast.Return(ast.expr() as value):
                items.append(_at(statement, ast.Return(self._hoisted(value, items))))
            case _:
                raise NotSplitError

    def _while(self, test: ast.expr, body: list[ast.stmt]) -> Loop:
        if not has_yield(test):
            return Loop(test, self.block(body))
        items: list[Item] = []
        test = self._hoisted(test, items)
        out: list[Item] = [ast.Break()]
        items.append(Branch(ast.UnaryOp(ast.Not(), test), out, []))
        return Loop(ast.Constant(True), items + self.block(body))

    def _for(
        self, statement: ast.stmt, target: ast.expr, iterable: ast.expr, body: list[ast.stmt]
    ) -> list[Item]:
        """Rewrite a `for` loop as a loop over the indices of a sequence."""
        items: list[Item] = []
        sequence, place = self._new_name(), self._new_name()
        call = ast.Call(name(ITEMS), [self._hoisted(iterable, items)], [])
        items.append(_at(statement, assigned(sequence, call)))
        items.append(_at(statement, assigned(place, ast.Constant(0))))
        length = ast.Call(name("__len"), [name(sequence)], [])
        one = ast.Subscript(name(sequence), name(place), ast.Load())
        step = ast.AugAssign(ast.Name(place, ast.Store()), ast.Add(), ast.Constant(1))
        taken: list[Item] = [
            _at(statement, ast.Assign([target], one)),
            _at(statement, step),
        ]
        test = ast.Compare(name(place), [ast.Lt()], [length])
        items.append(Loop(test, taken + self.block(body)))
        return items

    # Expressions

    def _into(self, target: str, value: ast.expr, items: list[Item]) -> None:
        """Assign a value that contains a yield to a variable."""
        match value:
            case ast.Yield(inner):
                none = _at(value, ast.Constant(None))
                asked = none if inner is None else self._hoisted(inner, items)
                self._point(target, asked, False, items)
            case ast.YieldFrom(ast.Call(called, [inner], [])) if self._asks(called):
                self._point(target, self._hoisted(inner, items), False, items)
            case ast.YieldFrom(inner):
                self._point(target, self._hoisted(inner, items), True, items)
            case _:
                items.append(_at(value, assigned(target, self._hoisted(value, items))))

    def _point(self, target: str, value: ast.expr, delegates: bool, items: list[Item]) -> None:
        self._points += 1
        items.append(Point(self._points, target, value, delegates))

    def _hoisted(self, expression: ast.expr, items: list[Item]) -> ast.expr:
        """The expression without yields; the statements it needs first are added to ``items``."""
        if not has_yield(expression):
            return expression
        match expression:
            case ast.Yield() | ast.YieldFrom():
                held = self._new_name()
                self._into(held, expression, items)
                return _at(expression, name(held))
            case ast.IfExp(test, body, orelse):
                held = self._new_name()
                test = self._hoisted(test, items)
                items.append(Branch(test, self._held(held, body), self._held(held, orelse)))
                return _at(expression, name(held))
            case ast.BoolOp(operator, values):
                return self._short_circuit(operator, values, items)
            case ast.NamedExpr(ast.Name(target), value):
                self._into(target, value, items)
                return _at(expression, name(target))
            case ast.Compare(left, [operator], [right]):
                left, right = self._in_order([left, right], items)
                return _at(expression, ast.Compare(left, [operator], [right]))
            case _ if isinstance(expression, _IN_ORDER):
                return self._parts_hoisted(expression, items)
        raise NotSplitError

    def _held(self, held: str, value: ast.expr) -> list[Item]:
        items: list[Item] = []
        self._into(held, value, items)
        return items

    def _short_circuit(
        self, operator: ast.boolop, values: list[ast.expr], items: list[Item]
    ) -> ast.expr:
        held = self._new_name()
        items += self._held(held, values[0])
        for value in values[1:]:
            further = self._held(held, value)
            sides = (further, []) if isinstance(operator, ast.And) else ([], further)
            items.append(Branch(_at(value, name(held)), *sides))
        return _at(values[0], name(held))

    def _in_order(self, parts: Iterable[ast.expr], items: list[Item]) -> list[ast.expr]:
        """Parts that are evaluated in order; those before a yield are stored in variables."""
        listed = list(parts)
        last = max(place for place, part in enumerate(listed) if has_yield(part))
        return [
            self._kept(part, items) if place < last else self._hoisted(part, items)
            for place, part in enumerate(listed)
        ]

    def _kept(self, part: ast.expr, items: list[Item]) -> ast.expr:
        """Store a part that is evaluated before a yield in a variable."""
        if isinstance(part, ast.Constant):
            return part
        if isinstance(part, ast.Starred):
            return _at(part, ast.Starred(self._kept(part.value, items), ast.Load()))
        if isinstance(part, ast.Attribute):
            # A stored `shown.append` would keep referring to one list when lists are copied.
            return _at(part, ast.Attribute(self._kept(part.value, items), part.attr, ast.Load()))
        held = self._new_name()
        self._into(held, part, items)
        return _at(part, name(held))

    def _parts_hoisted(self, expression: ast.expr, items: list[Item]) -> ast.expr:
        """Remove the yields from an expression whose parts are evaluated in field order."""
        parts = [
            (field, part)
            for field, value in ast.iter_fields(expression)
            for part in (value if isinstance(value, list) else [value])
            if isinstance(part, ast.expr | ast.keyword)
        ]
        plain = [part.value if isinstance(part, ast.keyword) else part for _, part in parts]
        hoisted = self._in_order(plain, items)
        given: dict[str, list[ast.AST]] = {}
        for (field, part), new in zip(parts, hoisted, strict=True):
            replaced = ast.keyword(part.arg, new) if isinstance(part, ast.keyword) else new
            given.setdefault(field, []).append(replaced)
        fields = {
            field: given.get(field, []) if isinstance(value, list) else given.get(field, [value])[0]
            for field, value in ast.iter_fields(expression)
        }
        made: ast.expr = type(expression)(**fields)  # type: ignore[arg-type]
        return _at(expression, made)


def _at(place: ast.AST, new: N) -> N:
    """A new node with the source location of another."""
    return ast.copy_location(new, place)
