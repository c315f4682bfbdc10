"""Earthdawn's steps: the dice for each, which all explode, in Dice Maiden's words."""

from __future__ import annotations

from collections.abc import Iterator

_LOW = ("4 -2", "4 -1", "4", "6", "8", "10", "12")
_ROUND = (
    "6 6",
    "8 6",
    "8 8",
    "10 8",
    "10 10",
    "12 10",
    "12 12",
    "12 6 6",
    "12 8 6",
    "12 8 8",
    "12 10 8",
)
"""From step 8 on, these dice come round again with one d20 more, in the fourth edition always."""
_FIRST = (
    *("20 6 6", "20 8 6", "20 10 6", "20 10 8", "20 10 10", "20 12 10"),
    *("20 12 8 4", "20 12 8 6", "20 12 8 8", "20 10 10 8", "20 12 10 8", "20 12 10 8"),
    *("20 10 8 8 6", "20 10 10 8 6", "20 10 10 8 8", "20 10 10 10 8", "20 12 10 10 8"),
    *("20 20 10 8 4", "20 20 10 8 6", "20 20 10 8 8", "20 20 10 10 8", "20 20 12 10 8"),
    *("20 20 10 8 6 6", "20 20 10 8 8 6", "20 20 10 10 8 6", "20 20 10 10 10 8"),
    *("20 20 10 10 10 8", "20 20 12 10 10 8", "20 20 10 10 8 8 4", "20 20 10 10 8 8 6"),
    *("20 20 10 10 8 8 8", "20 20 10 10 10 8 8"),
)
"""The steps of the first edition from 19 to 50."""


def steps() -> Iterator[tuple[str, str]]:
    """Each step's name in both editions, with what is rolled for it."""
    low = [*_LOW, *_ROUND]
    for step, dice in enumerate([*low, *_FIRST], 1):
        yield f"ed{step}", _rolled(dice)
    for step in range(1, 101):
        twenties, place = divmod(step - 8, len(_ROUND))
        dice = low[step - 1] if step < 8 else "20 " * twenties + _ROUND[place]
        yield f"ed4e{step}", _rolled(dice)


def _rolled(dice: str) -> str:
    """``"10 8 8"`` is ``1d10 ie + 2d8 ie``; a number with a sign is taken away."""
    sides = [each for each in dice.split() if each[0] != "-"]
    less = "".join(f" - {each[1:]}" for each in dice.split() if each[0] == "-")
    pools = (f"{sides.count(each)}d{each} ie" for each in dict.fromkeys(sides))
    return " + ".join(pools) + less
