"""Values that somebody has by name, put into an expression in place of ``@name``."""

from __future__ import annotations

from collections.abc import Callable

from astragal._value import put
from astragal.errors import NotationError, Span
from astragal.notation.cost import nodes_in
from astragal.notation.expression import Expression
from astragal.notation.nodes.node import Kind
from astragal.notation.nodes.values import Given
from astragal.notation.syntax.parser import parse
from astragal.outcome import Number


def put_in(
    expression: Expression, find: Callable[[str], tuple[str, Number | str] | None]
) -> Expression:
    """The expression with a number or dice in place of each ``@name`` that is found.

    Dice are rolled anew wherever they stand. Names in them are not looked up.

    >>> dice = parse("1d20 + @{Attack}")
    >>> print(put_in(dice, lambda name: (name, "1d4+3")))
    1d20 + (1d4 + 3)
    """
    text, known = str(expression), vars(expression)
    expression = parse(text, limits=expression.limits)  # so that its places are those in the text
    found: dict[Span, str] = {}
    for node in nodes_in(expression.bindings, expression.body):
        named = find(node.name) if isinstance(node, Given) else None
        if named is not None:
            found[node.span] = _operand(*named)
    for place in sorted(found, reverse=True):
        text = text[: place.start] + found[place] + text[place.end :]
    made = parse(text, limits=expression.limits) if found else expression
    if "remarks" in known:  # of a text in another program's notation
        put(made, "remarks", known["remarks"])
    return made


def _operand(name: str, value: Number | str) -> str:
    if not isinstance(value, str):
        return f"({value})"
    try:
        dice = parse(value)
    except NotationError:
        dice = None
    if dice is None or dice.bindings or dice.comment or dice.body.kind not in _PARTS:
        raise NotationError("not-dice", f"{name} is `{value}`, which cannot be part of other dice")
    return f"({dice})"


_PARTS = (Kind.NUMBER, Kind.POOL)
