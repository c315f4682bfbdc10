"""d20s with symbols, in notation: ▲ and ▼ keep, ! explodes, ♻ may re-roll."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any, ClassVar, Self

from astragal._value import field
from astragal.die import Die
from astragal.errors import NotationError, ParameterError
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.reroll import Reroll as RerollSymbol
from astragal.notation.nodes.dice import Dice
from astragal.notation.syntax.parser import parse
from astragal.rules.types.texts import Find, Written

_ARROWS = str.maketrans("^vV", "▲▼▼")
"""ASCII spellings of the arrows."""
_D20 = Die(20)
_BEGINS = re.compile(r"\d*d20(?!\d)")
_NATURAL_BY_ITSELF = 4
"""The version of records from which each kept die is natural by itself."""
_MOST = 10


class CheckDice(Written):
    """The d20s of a check with their symbols: ``2d20▲``, ``1d20!♻♻``.

    >>> CheckDice.of("2d20▲♻")
    CheckDice(number=2, highest=1, lowest=0, explodes=False, rerolls=1)
    """

    WANTED: ClassVar[str] = "d20s with symbols, such as 2d20▲, 1d20♻♻ or 2d20▼! (or kh, kl, r, !)"

    number: int
    highest: int = 0
    lowest: int = 0
    explodes: bool = False
    rerolls: int = 0
    typed: str = field(default="", compare=False)
    """the original text"""

    def __post_init__(self) -> None:
        counts = (self.number, self.highest, self.lowest, self.rerolls)
        if not all(type(each) is int for each in counts):
            raise ParameterError("bad-dice", f"expected {self.WANTED}")
        if min(self.highest, self.lowest, self.rerolls) < 0:
            raise ParameterError("bad-dice", "the number of a symbol cannot be negative")
        if self.highest and self.lowest:
            raise ParameterError(
                "both-ways", "▲ keeps the highest and ▼ the lowest; a check cannot do both"
            )
        if not 1 <= self.number <= _MOST:
            raise ParameterError("bad-dice", f"a check rolls 1 to {_MOST} d20s, not {self.number}")
        if max(self.highest, self.lowest) > self.number:
            raise ParameterError(
                "bad-dice", f"a check of {self.number} d20s cannot keep more of them"
            )
        if self.rerolls > 19:
            raise ParameterError(
                "bad-dice", "♻ must leave a face that is not re-rolled: at most 19"
            )

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        try:
            dice = parse(value.translate(_ARROWS))
        except NotationError as error:
            if error.code not in ("both-arrows", "bad-count"):
                raise ValueError(value) from None
            raise ParameterError("bad-dice", error.message) from None
        if dice.bindings or dice.comment or not isinstance(dice.body, Dice):
            raise ValueError(value)
        return cls.of_dice(dice.body).replaced(typed="".join(value.split()))

    @classmethod
    def tells(cls, word: str) -> bool:
        return _BEGINS.match(word) is not None

    @classmethod
    def of_dice(cls, dice: Dice) -> Self:
        """The dice of a check from notation; raises ValueError if no check has such dice."""
        number, keeps, rerolls = dice.count, [], 0
        if dice.die != _D20 or not isinstance(number, int):
            raise ValueError(dice)
        for modifier in dice.modifiers:
            match modifier:
                case Keep(number=int(count), drop=False):
                    keeps.append((modifier.highest, min(count, number)))
                case Explode(burst="!" | "!!", condition=None, at_most=None):
                    pass
                case RerollSymbol(condition=None, until=False, at_most=None):
                    rerolls += modifier.lowest
                case _:
                    raise ValueError(dice)
        if len(keeps) > 1:
            raise ParameterError(
                "both-ways", "▲ keeps the highest and ▼ the lowest; a check does one, once"
            )
        kept: dict[str, Any] = {
            "highest" if highest else "lowest": count for highest, count in keeps
        }
        explodes = any(isinstance(each, Explode) for each in dice.modifiers)
        return cls(number, **kept, explodes=explodes, rerolls=rerolls)

    @property
    def kept(self) -> int:
        """The number of kept dice."""
        return self.highest or self.lowest or self.number

    def newer_than(self, version: int) -> str | None:
        """Several kept dice are read differently in older records: natural by their sum."""
        return str(self) if self.kept > 1 and version < _NATURAL_BY_ITSELF else None

    def __str__(self) -> str:
        if self.typed:
            return self.typed
        keeps = "▲" * self.highest + "▼" * self.lowest
        return f"{self.number}d20{keeps}{'!' * self.explodes}{'♻' * self.rerolls}"


class Reroll(Enum):
    """Whether a face that ♻ covers is re-rolled."""

    CHOOSE = "choose"
    ALWAYS = "always"
    NEVER = "never"
