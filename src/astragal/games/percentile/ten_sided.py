"""Ten-sided dice: the d10, the d5 (half a d10), and the d100; and rolling them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, ClassVar, Self

from astragal.errors import ParameterError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import Note, note
from astragal.games.percentile.about import Divide, HowToRound, game, multiplied_by
from astragal.mechanics.arithmetic import (
    Multipliers,
    Rounding,
    added_up,
    rounded,
    rounded_up,
    worked_out,
)
from astragal.mechanics.dice import two_dice
from astragal.mechanics.rerolls import Reroll, Rerolling, again
from astragal.rolling.counts import Added, Rolled, Sum
from astragal.rules.introductions import Words
from astragal.rules.parameters import OrText
from astragal.rules.requests.request import Request, d
from astragal.rules.requests.total import total
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
    """pairs of a number of dice and their sides; a negative number subtracts the dice"""
    fixed: int = 0

    def __post_init__(self) -> None:
        counts = isinstance(self.dice, tuple) and all(
            type(number) is int and 1 <= abs(number) <= 999 for number, _ in self.dice
        )
        if not counts or type(self.fixed) is not int or abs(self.fixed) > _MOST:
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
        if not text.strip():
            raise ValueError(value)
        return cls(tuple(dice), fixed)

    def __str__(self) -> str:
        parts = "".join(f"{number:+}d{sides}" for number, sides in self.dice)
        parts += f"{self.fixed:+}" if self.fixed or not self.dice else ""
        return parts.removeprefix("+")


def _sides(text: str) -> int:
    return _checked_sides(100 if text == "%" else int(text))


def _checked_sides(sides: int) -> int:
    if sides not in _SIDES:
        raise ParameterError(
            "not-ten-sided", f"the game uses only ten-sided dice: d10, d5 and d100, not d{sides}"
        )
    return sides


def halved(face: int) -> int:
    """The value of a d10 as a d5: halved and rounded up."""
    return rounded_up(face, 2)


def summed(number: int, sides: int, tell: Any = None) -> Experiment[int]:
    """The sum of dice; a d5 is rolled as a d10, and the record holds the face of the d10."""
    if sides == 5:
        return total(number, d(10), worth=halved, tell=tell)
    return total(number, d(sides), tell=tell)


@game.rule(title="d100")
def d100() -> Asks[int]:
    """Percentile dice: the tens die, named beforehand, then the ones die; two zeros are 100."""
    return (yield from two_dice())


class Once(Request[int]):
    """Dice with a fixed modifier, multiplied and divided; a result below 0 counts as 0."""

    dice: TenSided
    times: int
    divide: int
    rounding: Rounding
    below_zero: bool

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[int]:
        fixed, result = self.dice.fixed, self.dice.fixed
        match self.dice.dice:
            case ():
                pass
            case ((number, sides),) if number > 0:
                tell = partial(_told, "", sides, bool(fixed))
                result += yield summed(number, sides, tell)
            case terms:
                result += yield _Terms(terms)
        if fixed or len(self.dice.dice) > 1 or self.times * self.divide > 1:
            yield note(Sum(result - fixed, (Added(fixed),), result))
        yield from worked_out(result, self.times, self.divide, self.rounding)
        if result < 0 and not self.below_zero:
            yield BELOW_ZERO
        whole = rounded(result * self.times, self.divide, self.rounding)
        return whole if self.below_zero else max(0, whole)

    def __str__(self) -> str:
        return str(self.dice)


BELOW_ZERO = note(", and under 0 counts as 0")


class _Terms(Request[int]):
    """Dice of several kinds, some of them subtracted."""

    dice: tuple[tuple[int, int], ...]

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[int]:
        *others, (number, sides) = self.dice
        before: int = (yield _Terms(tuple(others))) if others else 0
        tell = partial(_told, f"{abs(number)}d{sides}: ", sides, False)
        if number > 0:
            last: int = yield summed(number, sides, tell)
            return before + last
        last = yield summed(-number, sides, tell)
        return before - last

    def __str__(self) -> str:
        return "dice"


def _told(label: str, sides: int, added: bool, faces: Sequence[int]) -> Note:
    """A note of dice, with the values of d5s; for very many dice, only the sum.

    A single die is left out if something is ``added``, as the note of the sum shows it.
    """
    values = tuple(map(halved, faces)) if sides == 5 else tuple(faces)
    if len(faces) > _SHOWN:
        return note("{}{} in all", label, sum(values))
    if added and values == faces and len(faces) == 1:
        return note("")
    return note("{}{}", label, Rolled(tuple(faces), read=values))


_SHOWN = 30


@game.rule(aim="outcome")
def roll(
    dice: Annotated[OrText[TenSided], Words("{}"), "d10, d5 and d100, with a fixed modifier"],
    multipliers: Annotated[Multipliers, Words(multiplied_by), "they add up: ×2 ×2 is ×3"] = (),
    divide: Divide = 1,
    reroll: Rerolling = Reroll.NEVER,
    below_zero: Annotated[bool, Words("with results below 0"), "may end below 0"] = False,
    rounding: HowToRound = "up",
) -> Asks[int]:
    """Dice, summed, with a fixed modifier; a result under 0 counts as 0, once, at the end.

    A d5 is a d10 halved and rounded up. Several multipliers add up, each after the first less 1;
    divisions round up, unless another rounding is given. A re-roll's second result stands, even if
    it is worse.
    """
    once = Once(dice, added_up(multipliers), divide, rounding, below_zero)
    if reroll is Reroll.NEVER:
        return once
    result = yield once
    more = yield from again(reroll, result)
    return once if more else int(result)
