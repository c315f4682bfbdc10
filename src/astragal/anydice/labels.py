"""The names of outputs, with the values of variables put in."""

from __future__ import annotations

import re
from collections.abc import Mapping

from astragal.anydice.dice import Amount, Dice
from astragal.outcome import show

_LONGEST = 1_000
"""Nobody reads a longer label."""
_VARIABLE = re.compile(r"\[([A-Z_]+)\]")


def label_of(name: str, variables: Mapping[str, Amount]) -> str:
    """A name in which ``[VAR]`` is replaced by the value; one that has none stays as it is.

    What is very long is cut.
    """
    parts: list[str] = []
    length = at = 0
    for match in _VARIABLE.finditer(name) if "[" in name else ():
        value = variables.get(match[1])
        shown = match[0] if value is None else value_in_name(value)
        parts += (name[at : match.start()], shown)
        length += len(parts[-2]) + len(shown)
        at = match.end()
        if length > _LONGEST:
            break
    label = "".join((*parts, name[at:]))
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…"


def value_in_name(value: Amount) -> str:
    """A value as names show it."""
    if type(value) is int:
        return show(value)
    if type(value) is tuple:
        return "{?}" if value else "{}"
    assert isinstance(value, Dice)
    return dice_in_name(value)


def dice_in_name(dice: Dice) -> str:
    """Dice whose faces are an unbroken range are named by it, others are not named."""
    if dice.empty:
        return "d{}"
    count = "" if dice.count == 1 else str(dice.count)
    table = dice.faces.table
    low, high = dice.faces.lowest, dice.faces.highest
    alike = len(set(table.values())) == 1
    if not alike or high - low + 1 != len(table):
        return f"{count}d{{?}}"
    return f"{count}d{high}" if low == 1 else f"{count}d{{{show(low)}..{show(high)}}}"
