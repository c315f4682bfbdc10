"""The words after dice that only Foundry has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING

from astragal.dialects.programs.foundry.arranging import opposite
from astragal.dialects.words import Explodes, Keeps, Made, Noted, Pending, Rerolls, Word, Worded
from astragal.die import Die
from astragal.notation.conditions import Comparison, Condition, Parity
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.worth import Case, Points, Worth

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.dialects.writer import Writer

COIN = Die([0, 1])
NAME = re.compile(r"@([A-Za-z0-9._-]+)")


class FoundryKeeps(Keeps):
    """``kh=1`` is ``kh``; other numbers after a sign are undocumented. 0 counts as 1."""

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
    """``x2=6``: a number before the sign limits the number of explosions."""

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
    """``r1=1``: a number before the sign limits the number of dice."""

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
    """The next number if a sign follows it; otherwise None."""
    start = reader.at
    number = reader.digits()
    if number is not None and reader.here() in ("<", ">", "="):
        return number
    reader.at = start
    return None


def _limited(word: str, plain: str | None, limit: int | None) -> str | None:
    """The word with a limit in front of its condition, which then needs a sign."""
    if plain is None or limit is None:
        return plain
    condition = plain[len(word) :]
    sign = "=" if condition[:1].isdigit() else ""
    return f"{word}{limit}{sign}{condition}" if condition else None


class Scores(Noted):
    """``cs`` ``cf``: 1 or 0; ``df``: failures are -1; ``sf``: failures are subtracted."""

    bare = "="
    points: Points = 1

    def write(self, worded: Worded, writer: Writer) -> str | None:
        condition = self.scored(worded)
        spelt = None if condition is None else writer.condition(condition, "=")
        return None if spelt is None else self.word + spelt

    def scored(self, worded: Worded) -> Condition | None:
        """The condition of dice worth these points; None for other modifiers."""
        if isinstance(worded, Tally) and worded.points == self.points:
            return worded.condition
        if not isinstance(worded, Worth) or worded.otherwise != "face" or len(worded.cases) > 1:
            return None
        return worded.cases[0].condition if worded.cases[0].points == self.points else None


class ScoresParity(Word):
    """``even`` ``odd``."""

    def read(self, reader: DialectReader, start: int) -> Made:
        parity = Parity(self.word == "even")
        return (Pending(self.word, condition=parity, span=reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        return self.word if worded == Tally(Parity(self.word == "even"), 1) else None


_TOGETHER: Mapping[tuple[tuple[Points, ...], Points], tuple[str, str]] = {
    ((1,), -1): ("cs", "df"),
    ((1,), "-face"): ("cs", "sf"),
    ((-1,), 0): ("cf", "df"),
    (("-face",), 0): ("cf", "sf"),
    ((-1, 1), 0): ("cs", "df"),
}
"""The points of cases and of the rest, with their two words; the last case comes first."""


class Together(Word):
    """Writes ``cs>4df``: two words for scores that one cannot express. They are read singly."""

    def read(self, reader: DialectReader, start: int) -> None:
        return None

    def write(self, worded: Worded, writer: Writer) -> str | None:
        cases, otherwise = _cases(worded)
        points = tuple(case.points for case in cases)
        words = _TOGETHER.get((points, otherwise))
        if words is None:
            return None
        text = ""
        for word, case in zip_longest(words, cases[::-1]):
            condition = case.condition if case else None
            if word == "cs" and isinstance(condition, Parity):
                text += condition.word
                continue
            spelt = writer.condition(condition, "=") if condition else ""
            if spelt is None:
                return None
            text += word + spelt
        return text


def _cases(worded: Worded) -> tuple[tuple[Case, ...], Points]:
    """The cases and the rest of a modifier with scores; empty for other modifiers."""
    if isinstance(worded, Worth):
        return worded.cases, worded.otherwise
    if isinstance(worded, Count) and len(worded.tallies) == 2:
        hits, misses = (each.condition for each in worded.tallies)
        if misses == opposite(hits):
            return (Case(hits, 1),), -1
    return (), "face"


class Calls(Word):
    """``c1``: counts the coins that show the called side."""

    def read(self, reader: DialectReader, start: int) -> Made:
        side = reader.digits()
        if side not in (0, 1):
            raise reader.error("missing-number", "call `c1` or `c0`", reader.span(start))
        return (Tally(Comparison("=", side)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, Tally) or writer.die_behind != COIN:
            return None
        calls = {Tally(Comparison("=", side)): f"{self.word}{side}" for side in (0, 1)}
        return calls.get(worded)
