"""The words after dice in dialects, and the modifiers that they stand for.

A word works in both directions. ``read`` reads the text after the word as a modifier; ``write``
writes a modifier, or gives None if the word cannot express it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal._value import Value
from astragal.dialects.complaining import missing_condition, missing_number
from astragal.dialects.stretches import pieces
from astragal.errors import NOWHERE, NotationError, Span
from astragal.notation.conditions import Condition
from astragal.notation.modifiers.clamp import Clamp
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.explode import Burst, Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.sort import Sort

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.dialects.writer import Writer
    from astragal.notation.operands import Operand


class Pending(Value):
    """A word after dice that the dialect's ``arrange`` turns into a modifier later."""

    word: str
    number: int | None = None
    condition: Condition | None = None
    span: Span = NOWHERE


_MOST_PIECES = 40
"""Longer lists of numbers are not written out."""
Worded: TypeAlias = Modifier | Tally | Pending
"""A modifier, a part of a count, or a word for later."""
Made: TypeAlias = tuple[Worded, ...]
"""The result of a word, usually one modifier."""


class Word(Value, ABC):
    """A word after dice, as typed in lower case; "" if a condition follows the dice directly."""

    word: str

    @abstractmethod
    def read(self, reader: DialectReader, start: int) -> Made | None:
        """Read the text after the word; None if the text is another word after all."""

    def write(self, worded: Worded, writer: Writer) -> str | None:
        """Write a modifier with this word; None if the word cannot express it or is only read."""
        return None


def says(worded: Worded, made: Callable[[Any], Modifier], value: Any) -> bool:
    """True if ``made`` turns the value into this modifier; false if the value is invalid."""
    try:
        return worded == made(value)
    except NotationError:
        return False


class Numbered(Word):
    """A word with a number after it."""

    @abstractmethod
    def made(self, number: Operand, span: Span = NOWHERE) -> Modifier:
        """The modifier with this number."""

    def spelt(self, worded: Worded, number: Operand, writer: Writer) -> str | None:
        return self.word + writer.operand(number) if says(worded, self.made, number) else None


class Keeps(Numbered):
    """Keeps or drops by rank."""

    highest: bool = True
    drop: bool = False
    default: int | None = 1
    """the number if none is typed; None if it is required"""

    def made(self, number: Operand, span: Span = NOWHERE) -> Keep:
        return Keep(number, self.highest, self.drop, span=span)

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.operand()
        number = self.default if number is None else number
        if number is None:
            raise missing_number(reader, start)
        return (self.made(number, reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        return self.spelt(worded, worded.number, writer) if isinstance(worded, Keep) else None


class Clamps(Numbered):
    """Raises each die to a number, or caps it at one."""

    raises: bool = True
    needed: bool = True
    """true if the number is required; a word without it has no effect"""

    def made(self, number: Operand, span: Span = NOWHERE) -> Clamp:
        return Clamp(number, self.raises, span=span)

    def read(self, reader: DialectReader, start: int) -> Made:
        bound = reader.operand(signed=True)
        if bound is None and self.needed:
            raise missing_number(reader, start)
        return () if bound is None else (self.made(bound, reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        return self.spelt(worded, worded.bound, writer) if isinstance(worded, Clamp) else None


class Conditional(Word):
    """A word with a condition after it; ``bare`` is the implied sign of a number without one."""

    bare: str | None = "="
    """None if the sign is required"""
    needed: bool = False
    """true if the condition is required"""
    united: bool = False
    """true if consecutive words of this kind match any of their conditions"""

    @abstractmethod
    def made(self, condition: Condition | None, span: Span = NOWHERE) -> Modifier:
        """The modifier with this condition."""

    def condition(self, reader: DialectReader, start: int) -> Condition | None:
        found = reader.condition(self.bare)
        if found is None and self.needed:
            raise missing_condition(reader, start)
        return found

    def read(self, reader: DialectReader, start: int) -> Made:
        condition = self.condition(reader, start)
        return (self.made(condition, reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        condition = getattr(worded, "condition", None)
        if (condition is None and self.needed) or not says(worded, self.made, condition):
            return None
        if condition is None:
            return self.word
        parts = pieces(condition, _MOST_PIECES) if self.united else [condition]
        spelt = [writer.condition(each, self.bare) for each in parts or [condition]]
        return None if None in spelt else "".join(f"{self.word}{each}" for each in spelt)


class Explodes(Conditional):
    burst: Burst = "!"

    def made(self, condition: Condition | None, span: Span = NOWHERE) -> Modifier:
        return Explode(self.burst, condition, span=span)


class Rerolls(Conditional):
    until: bool = False

    def made(self, condition: Condition | None, span: Span = NOWHERE) -> Modifier:
        return Reroll(condition, until=self.until, span=span)


class Filters(Conditional):
    """Keeps or drops by a condition."""

    drop: bool = False
    needed = True

    def made(self, condition: Condition | None, span: Span = NOWHERE) -> Modifier:
        assert condition is not None
        return KeepMatching(condition, self.drop, span=span)


class Marks(Conditional):
    """Marks dice, which changes no total."""

    good: bool = True

    def made(self, condition: Condition | None, span: Span = NOWHERE) -> Modifier:
        return Mark(condition, self.good, span=span)


class Counts(Word):
    """Counts matching dice, or subtracts them; ``bare`` is the implied sign of a number."""

    bare: str = "="
    points: int = 1

    def read(self, reader: DialectReader, start: int) -> Made | None:
        condition = reader.condition(self.bare if self.word else None)
        if condition is None and self.word:
            raise missing_condition(reader, start)
        return None if condition is None else (Tally(condition, self.points),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, Tally) or worded.points != self.points:
            return None
        spelt = writer.condition(worded.condition, self.bare if self.word else None)
        return None if spelt is None else self.word + spelt


class Makes(Word):
    """A word without arguments, for fixed modifiers; none, if it only affects the display."""

    modifiers: tuple[Modifier, ...] = ()

    def read(self, reader: DialectReader, start: int) -> Made:
        return tuple(each.replaced(span=reader.span(start)) for each in self.modifiers)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        return self.word if (worded,) == self.modifiers else None


class Noted(Word):
    """A word that is kept with its number or condition until all words are read."""

    numbered: bool = False
    """true if a number follows; ``default`` if none is typed"""
    default: int | None = None
    bare: str | None = None
    """the implied sign of a number without one; None if the sign is required"""

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.operand() if self.numbered else None
        number = self.default if number is None else number
        if self.numbered and not isinstance(number, int):
            raise missing_number(reader, start)
        condition = reader.condition(self.bare)
        return (Pending(self.word, number, condition, reader.span(start)),)  # type: ignore[arg-type]


class Refuses(Word):
    """A word that our notation cannot express."""

    why: str

    def read(self, reader: DialectReader, start: int) -> Made:
        typed = reader.text[start : reader.at]
        raise reader.error("untranslatable", f"`{typed}`: {self.why}", reader.span(start))


def keeps(kind: type[Keeps] = Keeps, default: int | None = 1) -> tuple[Keeps, ...]:
    """The six words for keeps and drops in most programs."""
    ranks = (("kh", True, False), ("k", True, False), ("kl", False, False))
    drops = (("dh", True, True), ("dl", False, True), ("d", False, True))
    return tuple(kind(word, highest, drop, default) for word, highest, drop in (*ranks, *drops))


SORTS = (Makes("s", (Sort(),)), Makes("sa", (Sort(),)), Makes("sd", (Sort(highest=True),)))
