"""The same expression with other parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astragal.notation.expression import Expression
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Node


def with_modifiers(
    expression: Expression, change: Callable[[Modifier], Modifier | None]
) -> Expression:
    """The expression with each modifier of its dice changed; None leaves it out.

    >>> import astragal
    >>> str(with_modifiers(astragal.parse("2d6r! + 3"), lambda each: each.replaced(may=True)
    ...     if str(each) == "r" else each))
    '2d6r?! + 3'
    """

    def changed(value: Any) -> Any:
        if isinstance(value, Node):
            fields = {name: changed(getattr(value, name)) for name in value._positional}
            if isinstance(value, Dice):
                kept = map(change, value.modifiers)
                fields["modifiers"] = tuple(each for each in kept if each is not None)
            return value.replaced(**fields)
        return tuple(map(changed, value)) if type(value) is tuple else value

    body = changed(expression.body)
    bindings = tuple(each.replaced(node=changed(each.node)) for each in expression.bindings)
    return Expression(body, bindings, expression.comment, expression.text, expression.limits)
