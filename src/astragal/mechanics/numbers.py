"""Whether dice come to a number that can be added and multiplied."""

from __future__ import annotations

from astragal.notation.expression import Expression
from astragal.notation.nodes import Kind


def no_number(dice: Expression) -> str | None:
    """Why dice do not come to a number, in words; None if they do.

    >>> from astragal import parse
    >>> no_number(parse("2d6+3")), no_number(parse("1d20 >= 15"))
    (None, '`1d20 >= 15` comes to true or false, not to a number')
    """
    kind = dice.body.kind
    if kind in (Kind.NUMBER, Kind.POOL):
        return None
    return f"`{dice}` comes to {kind.value}, not to a number"
