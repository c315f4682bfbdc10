"""Named values, substituted into an expression for ``@name``."""

from __future__ import annotations

from collections.abc import Callable

from astragal._value import put
from astragal.errors import NotationError
from astragal.notation.cost import nodes_in
from astragal.notation.expression import Expression
from astragal.notation.nodes.node import Kind
from astragal.notation.nodes.values import Given
from astragal.notation.syntax.parser import parse
from astragal.outcome import Number


def put_in(
    expression: Expression, find: Callable[[str], tuple[str, Number | str] | None]
) -> Expression:
    """The expression with each ``@name`` that ``find`` knows replaced by a number or dice.

    Dice are rolled anew at every place. Names inside them are not looked up.

    >>> dice = parse("1d20 + @{Attack}")
    >>> print(put_in(dice, lambda name: (name, "1d4+3")))
    1d20 + (1d4 + 3)
    """
    text, known, limits = str(expression), vars(expression), expression.limits
    expression = parse(text, limits=limits)  # so that spans match this text
    named = {
        node.span: node.name
        for node in nodes_in(expression.bindings, expression.body)
        if isinstance(node, Given)
    }
    names = dict.fromkeys(named.values())
    operands = {name: _operand(*found) for name in names if (found := find(name)) is not None}
    places = sorted(place for place, name in named.items() if name in operands)
    longer = sum(len(operands[named[place]]) - (place.end - place.start) for place in places)
    limits.check("length", len(text) + longer, expression.body.span)
    parts, end = [], 0
    for place in places:
        parts += [text[end : place.start], operands[named[place]]]
        end = place.end
    made = parse("".join([*parts, text[end:]]), limits=limits) if places else expression
    if "remarks" in known:  # remarks on a text in another program's notation
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
