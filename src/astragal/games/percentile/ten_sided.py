"""Ten-sided dice: the d10, the d5 that is half of one, and the d100; and rolling them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Self

from astragal.die import Die
from astragal.errors import ParameterError
from astragal.experiment.choices import choose
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.experiment.primitives import OneDie
from astragal.games.percentile.about import game
from astragal.mechanics.arithmetic import Multipliers, added_up, rounded_up
from astragal.mechanics.dice import two_dice
from astragal.rules.parameters import Bounds
from astragal.rules.requests.request import d
from astragal.rules.requests.total import total
from astragal.rules.rule import rule
from astragal.rules.types.texts import Find, Written

_DICE = re.compile(
    r"\s*(?P<sign>[+\-])?\s*(?:(?P<count>\d{0,3})d(?P<sides>\d{1,6}|%)|(?P<fixed>\d{1,9}))", re.I
)
_SIDES = (5, 10, 100)
_MOST = 999_999_999


class TenSided(Written):
    """Ten-sided dice and a fixed modifier: ``3d10``, ``2d10+5``, ``1d5-1``, ``d100``."""

    WANTED: ClassVar[str] = "ten-sided dice such as 2d10+5, 1d5-1 or d100"

    dice: tuple[tuple[int, int], ...]
    """numbers of dice and their sides; dice with a negative number are subtracted"""
    fixed: int = 0

    def __post_init__(self) -> None:
        counts = isinstance(self.dice, tuple) and all(
            type(number) is int and 1 <= abs(number) <= 999 for number, _ in self.dice
        )
        if not counts or not self.dice or type(self.fixed) is not int or abs(self.fixed) > _MOST:
            raise ParameterError("bad-dice", f"expected {self.WANTED}")
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
            "not-ten-sided", f"the game uses only ten-sided dice: d10, d5 and d100, not d{sides}"
        )
    return sides


def halved(face: int) -> int:
    """A d5: the d10 halved and rounded up."""
    return rounded_up(face, 2)


D5 = OneDie(Die(10)).map(halved, "d5")
"""A d5 is rolled as a d10, and the record holds the face of the d10."""


def summed(number: int, sides: int) -> Experiment[int]:
    """The sum of dice, which may be d5s."""
    return total(number, D5 if sides == 5 else d(sides))


@game.rule
def d100() -> Asks[int]:
    """Percentile dice: the tens die, named beforehand, then the ones die; two zeros are 100."""
    return (yield from two_dice())


@game.rule(aim="outcome")
def roll(
    dice: Annotated[TenSided, "d10, d5 and d100, with a fixed modifier"],
    multipliers: Annotated[Multipliers, "they add up: ×2 ×2 is ×3"] = (),
    divide: Annotated[int, Bounds(1), "fractions round up"] = 1,
    reroll: Annotated[bool, "may be rolled again; then the second result stands"] = False,
    below_zero: Annotated[bool, "may end below 0"] = False,
) -> Asks[int]:
    """Dice, summed, with a fixed modifier; a result under 0 counts as 0, once, at the end.

    A d5 is a d10 halved and rounded up. Several multipliers add up, each after the first less 1;
    divisions round up. A re-roll's second result stands, even if it is worse.
    """
    if not reroll:
        return (yield from _result(dice, multipliers, divide, below_zero))
    result = yield _once(dice, multipliers, divide, below_zero)
    if (yield choose("re-roll?", {"keep": False, "re-roll": True}, result=result)):
        return _once(dice, multipliers, divide, below_zero)
    return int(result)


@rule(name="once", inline=True)
def _once(dice: Any, multipliers: Sequence[int], divide: int, below_zero: bool) -> Asks[int]:
    return (yield from _result(dice, multipliers, divide, below_zero))


def _result(dice: TenSided, multipliers: Sequence[int], divide: int, below_zero: bool) -> Asks[int]:
    times = added_up(multipliers)
    if times > 1 or divide > 1:
        yield note("×{}, divided by {}", times, divide)
    result = dice.fixed
    for number, sides in dice.dice:
        rolled = yield summed(abs(number), sides)
        result += rolled if number > 0 else -rolled
    result = rounded_up(result * times, divide)
    return result if below_zero else max(0, result)
