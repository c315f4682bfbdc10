"""What may follow dice and lists in dice, the library for Python."""

from __future__ import annotations

from astragal.dialects.reader import DialectReader
from astragal.dialects.words import Keeps, Made, Pending, Word, Worded
from astragal.dialects.writer import Writer
from astragal.errors import NOWHERE, Span
from astragal.notation.conditions import Comparison
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.keep import Keep

_ORDER = ("x", "rr", "r", "^h", "vl", "om", "a", "e", "f", "t", "s")
TOTAL = _ORDER.index("t")
"""The place of the word that adds a list up."""


def place_of(typed: str) -> int:
    """The level of a word; none may follow one of a later level."""
    word = typed.strip().lower()
    if word.startswith("rr"):
        return 1
    return next(place for place, each in enumerate(_ORDER) if word[0] in each and each != "rr")


class Asked(Pending):
    """A word whose meaning depends on the dice: ``o`` ``a`` ``e`` ``f``, and bare ``^`` ``v``."""

    word: str
    number: int | None
    span: Span = NOWHERE


class Asks(Word):
    """A word with a number after it, or without one."""

    needed: bool = False

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.operand()
        if number is None and self.needed:
            raise reader.missing_number(start)
        if number is not None and not isinstance(number, int):
            raise reader.unknown("a roll here", reader.span(start))
        word = "o" if self.word == "m" else self.word
        return (Asked(word, number, reader.span(start)),)


class Picks(Keeps):
    """``^3`` keeps the highest three; ``^`` all but the lowest, ``^(-3)`` all but three."""

    default = None

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.operand()
        place = reader.span(start)
        if number is None:
            return (Asked("^" if self.highest else "v", None, place),)
        if number == 0:
            raise reader.unknown("keeping no dice", place)
        if isinstance(number, int) and number < 0:
            return (Keep(-number, not self.highest, drop=True, span=place),)
        return (Keep(number, self.highest, span=place),)


class CountsFrom(Asks):
    """``e5``: successes."""

    needed = True

    def write(self, worded: Worded, writer: Writer) -> str | None:
        match worded:
            case Tally(condition=Comparison(op=">=", operand=int(number)), points=1):
                return f"{self.word}{number}"
        return None
