"""Expressions with some of their parts replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astragal._value import Value, put
from astragal.notation.expression import Expression
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Node

Change = Callable[[Node], Node]
"""Returns the replacement for a node whose children have already been changed."""


def rewritten(
    expression: Expression, change: Change, *, leave: Callable[[Node], bool] = lambda node: False
) -> Expression:
    """The expression with each node changed, innermost first; the same object if nothing changes.

    Nodes among the operands of modifiers are changed too. Nodes for which ``leave`` is true stay as
    they are, including all nodes inside.

    >>> import astragal
    >>> double = lambda node: node.replaced(count=2 * node.count) if hasattr(node, "die") else node
    >>> str(rewritten(astragal.parse("2d6k>=(1d4) + 3"), double))
    '4d6k>=(2d4) + 3'
    """

    def changed(value: Any) -> Any:
        if isinstance(value, Value):
            if isinstance(value, Node) and leave(value):
                return value
            whole = _with_parts(value, changed)
            return change(whole) if isinstance(whole, Node) else whole
        if type(value) is tuple:  # not a span, which is a named tuple
            parts = tuple(map(changed, value))
            return value if all(map(_is, parts, value)) else parts
        return value

    body, bindings = changed(expression.body), changed(expression.bindings)
    if body is expression.body and bindings is expression.bindings:
        return expression
    return Expression(body, bindings, expression.comment, expression.text, expression.limits)


def _with_parts(value: Value, change: Callable[[Any], Any]) -> Value:
    parts = {name: getattr(value, name) for name in value._positional}
    changed = {name: change(part) for name, part in parts.items()}
    return value if all(map(_is, changed.values(), parts.values())) else value.replaced(**changed)


def _is(one: object, other: object) -> bool:
    return one is other


def with_body(expression: Expression, body: Node) -> Expression:
    """The expression with another body."""
    if body is expression.body:
        return expression
    return Expression(
        body, expression.bindings, expression.comment, expression.text, expression.limits
    )


def told_as(expression: Expression, typed: str) -> Expression:
    """The expression, displayed as this text."""
    if expression.typed == typed:
        return expression
    given = expression.bindings, expression.comment, expression.text, expression.limits
    told = Expression(expression.body, *given, cost=expression.cost)
    put(told, "typed", typed)
    return told


def with_modifiers(
    expression: Expression, change: Callable[[Modifier], Modifier | None]
) -> Expression:
    """The expression with each modifier of its dice changed; None removes the modifier.

    >>> import astragal
    >>> str(with_modifiers(astragal.parse("2d6r! + 3"), lambda each: each.replaced(may=True)
    ...     if str(each) == "r" else each))
    '2d6r?! + 3'
    """

    def changed(node: Node) -> Node:
        if not isinstance(node, Dice) or not node.modifiers:
            return node
        kept = tuple(each for each in map(change, node.modifiers) if each is not None)
        return node if kept == node.modifiers else node.replaced(modifiers=kept)

    return rewritten(expression, changed)
