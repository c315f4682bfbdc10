"""The names of outputs, with variables replaced by their values."""

from __future__ import annotations

import re
from collections.abc import Mapping

from astragal.anydice import mistakes
from astragal.anydice.budget import Budget
from astragal.anydice.dice import Dice
from astragal.anydice.values import Amount
from astragal.errors import Span

_VARIABLE = re.compile(r"(\[[A-Z_]+\])")
_PIECE, _FACE = 50, 10
"""The steps of one piece of a name, and of each face of dice inside a name."""


def label_of(name: str, variables: Mapping[str, Amount], budget: Budget, start: int) -> str:
    """A name with each ``[VAR]`` replaced by its value; other brackets stay as they are.

    ``start`` is its place in the program. Refuses names longer than a whole program may be.
    """
    if "[" not in name:
        return name
    # Every second piece is a variable.
    pieces = _VARIABLE.split(name)
    budget.spend(_PIECE * len(pieces))
    shown: dict[str, str] = {}
    for found in _VARIABLE.finditer(name):
        variable = found[0][1:-1]
        if variable not in variables:
            span = Span(start + found.start() + 1, start + found.end() - 1)
            raise mistakes.unknown_variable(variable, span, variables)
        if found[0] not in shown:
            shown[found[0]] = value_in_name(variables[variable], budget)
    pieces[1::2] = [shown[piece] for piece in pieces[1::2]]
    length = sum(map(len, pieces))
    if length > budget.limits.length:
        raise budget.limits.exceeded(
            "length",
            length,
            budget.span,
            about="the name of this output",
            advice="put fewer variables into it, or smaller numbers",
        )
    return "".join(pieces)


def value_in_name(value: Amount, budget: Budget) -> str:
    """The text of a value inside a name."""
    if type(value) is int:
        budget.spend_digits()
        return str(value)
    if type(value) is tuple:
        return "{?}" if value else "{}"
    assert isinstance(value, Dice)
    budget.spend(_FACE * len(value.table))
    return dice_in_name(value)


def dice_in_name(dice: Dice) -> str:
    """The text of dice: consecutive faces of equal weight as a range, others as ``?``."""
    if dice.empty:
        return "d{}"
    count = "" if dice.count == 1 else str(dice.count)
    table = dice.table
    low, high = dice.lowest, dice.highest
    alike = len(set(table.values())) == 1
    if not alike or high - low + 1 != len(table):
        return f"{count}d{{?}}"
    return f"{count}d{high}" if low == 1 else f"{count}d{{{low}..{high}}}"
