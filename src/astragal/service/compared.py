"""The total of dice compared with a number, and the comparison in words: hit or missed."""

from __future__ import annotations

from typing import Any

from astragal.errors import AstragalError
from astragal.notation.expression import Expression
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import FIXED
from astragal.rolling.roll import Roll

_ASKED = {
    "=": "{}",
    "!=": "anything but {}",
    "<": "less than {}",
    "<=": "{} or less",
    ">": "more than {}",
    ">=": "{}",
}


def compared(roll: Roll) -> dict[str, str] | None:
    """The total of ``2d6+6 >= 15`` and ``missed 15``; None if the roll is not such a comparison."""
    read = roll.experiment
    body = read.body if isinstance(read, Expression) and not read.bindings else None
    if not isinstance(body, Compare) or body.upto is not None or not isinstance(body.right, FIXED):
        return None
    try:
        total = _outcome(body.left, roll, faces=roll.faces, decisions=roll.decisions or None)
        asked = _ASKED[body.op].format(_outcome(body.right, roll))
    except AstragalError:
        return None  # too expensive to roll again
    return {"total": total, "words": f"{'hit' if roll.outcome else 'missed'} {asked}"}


def _outcome(node: Node, roll: Roll, **given: Any) -> str:
    """The total of one side of the comparison, as printed."""
    side = Expression(node)
    values = {name: roll.variables[name] for name in side.variables}
    outcome: str = side.roll(variables=values, **given).words()["outcome"]
    return outcome
