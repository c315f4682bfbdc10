"""The words of dialects: what may follow dice elsewhere, and the modifier that it is here.

A word goes both ways. ``read`` makes a modifier of what follows the word, ``write`` spells a
modifier, or gives None if the word does not say that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, TypeAlias

from astragal._value import Value
from astragal.dialects.complaining import missing_condition, missing_number
from astragal.notation.conditions import Comparison, Condition
from astragal.notation.modifiers.clamp import Clamp
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.each import Each
from astragal.notation.modifiers.explode import Burst, Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.sort import Sort
from astragal.notation.modifiers.unique import Unique

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.dialects.writer import Writer


class Pending(Value):
    """Something after dice that is no modifier by itself: the program's arranging makes use of it,
    or its reader."""


Worded: TypeAlias = Modifier | Tally | Pending
"""A modifier, a part of a count, or what only goes with others."""
Made: TypeAlias = tuple[Worded, ...]
"""What a word makes: mostly one modifier."""


class Word(Value, ABC):
    """A word after dice, as typed in lower case; "" if a condition follows the dice directly."""

    word: str

    @abstractmethod
    def read(self, reader: DialectReader, start: int) -> Made | None:
        """What the word and what follows it make; None if it is another word after all."""

    def write(self, worded: Worded, writer: Writer) -> str | None:
        """The word and what follows it, if it says just this; one that is only read never does."""
        return None


class Keeps(Word):
    """Keeps or drops by rank."""

    highest: bool = True
    drop: bool = False
    default: int | None = 1
    """how many if none are named; None if that is a mistake"""

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.operand()
        if number is None and self.default is None:
            raise missing_number(reader, start)
        number = self.default if number is None else number
        assert number is not None
        return (Keep(number, self.highest, self.drop, span=reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, Keep) or (worded.highest, worded.drop) != (
            self.highest,
            self.drop,
        ):
            return None
        return self.word + writer.operand(worded.number)


class Conditional(Word):
    """A word with a condition after it; ``bare`` is what a number without a sign means."""

    bare: str | None = "="
    """None if a number without a sign is a mistake"""
    needed: bool = False
    """whether there must be a condition"""

    def condition(self, reader: DialectReader, start: int) -> Condition | None:
        found = reader.condition(self.bare)
        if found is None and self.needed:
            raise missing_condition(reader, start)
        return found

    def spelt(self, condition: Condition | None, writer: Writer) -> str | None:
        if condition is None:
            return None if self.needed else self.word
        spelt = writer.condition(condition, self.bare)
        return None if spelt is None else self.word + spelt


class Explodes(Conditional):
    burst: Burst = "!"

    def read(self, reader: DialectReader, start: int) -> Made:
        condition = self.condition(reader, start)
        return (Explode(self.burst, condition, span=reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, Explode) or worded.burst != self.burst:
            return None
        return self.spelt(worded.condition, writer)


class Rerolls(Conditional):
    until: bool = False

    def read(self, reader: DialectReader, start: int) -> Made:
        condition = self.condition(reader, start)
        return (Reroll(condition, until=self.until, span=reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, Reroll) or worded.until != self.until:
            return None
        if worded.may or worded.lowest != 1:
            return None
        return self.spelt(worded.condition, writer)


class Filters(Conditional):
    """Keeps or drops by a condition."""

    drop: bool = False
    needed = True

    def read(self, reader: DialectReader, start: int) -> Made | None:
        condition = reader.condition(self.bare)
        if condition is None:
            return None
        return (KeepMatching(condition, self.drop, span=reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, KeepMatching) or worded.drop != self.drop:
            return None
        return self.spelt(worded.condition, writer)


class Counts(Conditional):
    """Counts what matches, or takes it away."""

    points: int = 1
    default: Condition | None = None
    """what is counted if no condition follows; None if there must be one"""

    def read(self, reader: DialectReader, start: int) -> Made | None:
        condition = reader.condition(self.bare if self.word else None) or self.default
        if condition is None:
            if not self.word:
                return None
            raise missing_condition(reader, start)
        return (Tally(condition, self.points),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, Tally) or worded.points != self.points:
            return None
        spelt = writer.condition(worded.condition, self.bare if self.word else None)
        return None if spelt is None else self.word + spelt


class Marks(Conditional):
    """Marks dice, which changes no total."""

    good: bool = True

    def read(self, reader: DialectReader, start: int) -> Made:
        condition = self.condition(reader, start)
        return (Mark(condition, self.good, span=reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, Mark) or worded.good != self.good:
            return None
        return self.spelt(worded.condition, writer)


class Clamps(Word):
    """Raises each die to a number, or caps it at one."""

    raises: bool = True
    needed: bool = True
    """whether there must be a number; without one, nothing happens"""

    def read(self, reader: DialectReader, start: int) -> Made:
        bound = reader.operand(signed=True)
        if bound is None and self.needed:
            raise missing_number(reader, start)
        if bound is None:
            return ()
        return (Clamp(bound, self.raises, span=reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, Clamp) or worded.raises != self.raises:
            return None
        return self.word + writer.operand(worded.bound)


class Makes(Word):
    """A word with nothing after it, which always makes the same; nothing, if it only shows."""

    modifiers: tuple[Modifier, ...] = ()

    def read(self, reader: DialectReader, start: int) -> Made:
        return tuple(each.replaced(span=reader.span(start)) for each in self.modifiers)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        return self.word if (worded,) == self.modifiers else None


class Refuses(Word):
    """A word that cannot be said here."""

    why: str

    def read(self, reader: DialectReader, start: int) -> Made:
        typed = reader.text[start : reader.at]
        raise reader.error("untranslatable", f"`{typed}`: {self.why}", reader.span(start))


class Adds(Word):
    """Adds a number to each die, takes it away or multiplies each die with it."""

    sign: str = "+"

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.operand()
        if number is None:
            raise missing_number(reader, start)
        return (Each(self.sign, number, span=reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, Each) or worded.sign != self.sign:
            return None
        return self.word + writer.operand(worded.number)


def sorts(word: str, *, highest: bool = False) -> Makes:
    return Makes(word, (Sort(highest),))


def unique(word: str) -> Makes:
    return Makes(word, (Unique(),))


def at_least(number: int) -> Comparison:
    return Comparison(">=", number)


def exactly(number: int) -> Comparison:
    return Comparison("=", number)
