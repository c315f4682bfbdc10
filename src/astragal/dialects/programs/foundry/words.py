"""What may follow dice in Foundry, where that is its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from astragal.dialects.complaining import missing_number
from astragal.dialects.scoring import Scored
from astragal.dialects.words import Explodes, Keeps, Made, Pending, Rerolls, Word, Worded
from astragal.die import Die
from astragal.notation.conditions import Comparison, Condition, Parity
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.worth import Points, Worth
from astragal.notation.operands import Operand

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.dialects.writer import Writer

COIN = Die([0, 1])
NAME = re.compile(r"@([A-Za-z0-9._-]+)")
POWER = "pow"


class FoundryKeeps(Keeps):
    """``kh=1`` is ``kh``; what other numbers behind a sign do is not known. 0 is taken for 1."""

    def read(self, reader: DialectReader, start: int) -> Made:
        if reader.take_here("=") and not (reader.here() == "1" and not reader.here(1).isdigit()):
            message = f"what Foundry makes of a number behind `{self.word}=` is not known"
            raise reader.error("not-known", message, reader.span(start), "leave out the `=`")
        at = reader.at
        if reader.digits() == 0:
            reader.remarks.append(f"Foundry takes the 0 behind `{self.word}` for 1")
            return (Keep(1, self.highest, self.drop, span=reader.span(start)),)
        reader.at = at
        return super().read(reader, start)


class LimitedExplodes(Explodes):
    """``x2=6``: a number before the sign says how many times at most."""

    def read(self, reader: DialectReader, start: int) -> Made:
        limit = _limit(reader)
        condition = self.condition(reader, start)
        return (Explode(self.burst, condition, at_most=limit, span=reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, Explode):
            return None
        plain = super().write(worded.replaced(at_most=None), writer)
        return _limited(self.word, plain, worded.at_most)


class LimitedRerolls(Rerolls):
    """``r1=1``: a number before the sign says how many dice at most."""

    def read(self, reader: DialectReader, start: int) -> Made:
        limit = _limit(reader)
        condition = self.condition(reader, start)
        place = reader.span(start)
        if limit is not None and self.until:
            message = "re-rolls that go on cannot be limited here"
            raise reader.error("untranslatable", message, place)
        return (Reroll(condition, until=self.until, at_most=limit, span=place),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, Reroll):
            return None
        plain = super().write(worded.replaced(at_most=None), writer)
        return _limited(self.word, plain, worded.at_most)


def _limit(reader: DialectReader) -> int | None:
    """The number that comes next, if a sign follows it."""
    start = reader.at
    number = reader.digits()
    if number is not None and reader.here() in ("<", ">", "="):
        return number
    reader.at = start
    return None


def _limited(word: str, plain: str | None, limit: int | None) -> str | None:
    """The word with its limit before the condition, which needs its sign then."""
    if plain is None or limit is None:
        return plain
    condition = plain[len(word) :]
    sign = "=" if condition[:1].isdigit() else ""
    return f"{word}{limit}{sign}{condition}" if condition else None


class Scores(Word):
    """``cs`` ``cf``: 1 or 0; ``df``: failures are -1; ``sf``: failures are taken away."""

    points: Points = 1

    def read(self, reader: DialectReader, start: int) -> Made:
        return (Scored(self.word, reader.condition("="), reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        condition = self.scored(worded)
        spelt = None if condition is None else writer.condition(condition, "=")
        return None if spelt is None else self.word + spelt

    def scored(self, worded: Worded) -> Condition | None:
        """The condition, if dice that match it are worth these points."""
        if isinstance(worded, Tally) and worded.points == self.points:
            return worded.condition
        if not isinstance(worded, Worth) or worded.otherwise != "face" or len(worded.cases) > 1:
            return None
        return worded.cases[0].condition if worded.cases[0].points == self.points else None


class ScoresParity(Word):
    """``even`` ``odd``."""

    def read(self, reader: DialectReader, start: int) -> Made:
        return (Scored(self.word, Parity(self.word == "even"), reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        return self.word if worded == Tally(Parity(self.word == "even"), 1) else None


class Calls(Word):
    """``c1``: the coins that show what was called."""

    def read(self, reader: DialectReader, start: int) -> Made:
        side = reader.digits()
        if side not in (0, 1):
            raise reader.error("missing-number", "call `c1` or `c0`", reader.span(start))
        return (Tally(Comparison("=", side)),)


class Margin(Pending):
    """By how much the total is more than a number, or less if the sign says so."""

    sign: str
    number: Operand


class Margins(Word):
    def read(self, reader: DialectReader, start: int) -> Made:
        condition = reader.condition("=")
        if not isinstance(condition, Comparison):
            raise missing_number(reader, start)
        return (Margin(condition.op, condition.operand),)
