"""Ten-sided dice: the d10, the d5 that is half of one, and the d100."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Self

from astragal.die import Die
from astragal.errors import ParameterError
from astragal.mechanics.rounding import rounded_up
from astragal.rules.requests.asking import OneDie
from astragal.rules.written import Find, Written

_DICE = re.compile(
    r"\s*(?P<sign>[+\-])?\s*(?:(?P<count>\d{0,3})d(?P<sides>\d{1,6}|%)|(?P<fixed>\d{1,9}))", re.I
)
_SIDES = (5, 10, 100)
_MOST = 999_999_999


class TenSided(Written):
    """Ten-sided dice and a fixed modifier: ``3d10``, ``2d10+5``, ``1d5-1``, ``d100``."""

    WANTED: ClassVar[str] = "ten-sided dice such as 2d10+5, 1d5-1 or d100"

    dice: tuple[tuple[int, int], ...]
    """how many of how many sides; taken away where the number is under 0"""
    fixed: int = 0

    def __post_init__(self) -> None:
        counts = isinstance(self.dice, tuple) and all(
            type(number) is int and 1 <= abs(number) <= 999 for number, _ in self.dice
        )
        if not counts or not self.dice or type(self.fixed) is not int or abs(self.fixed) > _MOST:
            raise ParameterError("bad-dice", f"these are not {self.WANTED}")
        for _, sides in self.dice:
            _checked_sides(sides)

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        text = value.translate(str.maketrans("−–", "--")).rstrip()
        dice, fixed, at = [], 0, 0
        while at < len(text):
            found = _DICE.match(text, at)
            if found is None or (at and not found["sign"]):
                raise ValueError(value)
            sign = -1 if found["sign"] == "-" else 1
            if found["fixed"]:
                fixed += sign * int(found["fixed"])
            else:
                dice.append((sign * int(found["count"] or 1), _sides(found["sides"])))
            at = found.end()
        if not dice:
            raise ValueError(value)
        return cls(tuple(dice), fixed)

    def __str__(self) -> str:
        parts = "".join(f"{number:+}d{sides}" for number, sides in self.dice).removeprefix("+")
        return f"{parts}{self.fixed:+}" if self.fixed else parts


def _sides(text: str) -> int:
    return _checked_sides(100 if text == "%" else int(text))


def _checked_sides(sides: int) -> int:
    if sides not in _SIDES:
        raise ParameterError(
            "not-ten-sided", f"only ten-sided dice are used: d10, d5 and d100, not d{sides}"
        )
    return sides


def halved(face: int) -> int:
    """A d5: the d10 halved and rounded up."""
    return rounded_up(face, 2)


D5 = OneDie(Die(10)).map(halved, "d5")
"""A d5 is rolled as the d10 that it is: that is the face in the record."""
