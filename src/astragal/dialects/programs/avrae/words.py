"""What may follow dice in Avrae, where that is its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.dialects.complaining import missing_condition, missing_number
from astragal.dialects.words import (
    Conditional,
    Filters,
    Keeps,
    Made,
    Pending,
    Refuses,
    Word,
    Worded,
)
from astragal.notation.conditions import Comparison, Ranked
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.reroll import Reroll

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.dialects.writer import Writer


class Nothing(Pending):
    """``rah0``: no dice, but neighbours on both sides are united with it."""

    kind: str | bool
    """the burst of an explosion, or whether a re-roll goes on"""


class KeepsSome(Keeps):
    """``kh3``; ``kh0`` keeps nothing, and no die shows less than 0."""

    default = None

    def read(self, reader: DialectReader, start: int) -> Made:
        at = reader.at
        if reader.digits() == 0 and not self.drop:
            return (KeepMatching(Comparison("<", 0), span=reader.span(start)),)
        reader.at = at
        return super().read(reader, start)


class Picks(Filters):
    """``k3``; text behind the dice does not begin with the word."""

    def read(self, reader: DialectReader, start: int) -> Made:
        found = super().read(reader, start)
        if found is None:
            raise missing_condition(reader, start)
        return found


class RefusesRanks(Refuses):
    """``eh1``; with 0 dice nothing happens."""

    kind: str | bool

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.digits()
        if number is None:
            raise missing_number(reader, start)
        return super().read(reader, start) if number else (Nothing(self.kind),)


class RerollsRanks(Word):
    """``roh1``: the highest or lowest dice are re-rolled once."""

    highest: bool = True

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.digits()
        if number is None:
            raise missing_number(reader, start)
        if not number:
            return (Nothing(kind=False),)
        return (Reroll(Ranked(number, self.highest), span=reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        aim = worded.condition if isinstance(worded, Reroll) else None
        if not isinstance(aim, Ranked) or aim.highest != self.highest:
            return None
        return f"{self.word}{aim.number}"


class AddsOnce(Conditional):
    """``ra6``: one of the dice that match brings one more die."""

    highest: bool | None = None
    """None for a condition"""

    def read(self, reader: DialectReader, start: int) -> Made:
        if self.highest is None:
            condition = self.condition(reader, start)
            if condition is None:
                raise missing_condition(reader, start)
            return (Explode("!o", condition, at_most=1, span=reader.span(start)),)
        number = reader.digits()
        if number is None:
            raise missing_number(reader, start)
        if not number:
            return (Nothing("!o"),)
        return (Explode("!o", Ranked(1, self.highest), span=reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, Explode) or worded.burst != "!o":
            return None
        aim = worded.condition
        if isinstance(aim, Ranked):
            return f"{self.word}1" if (aim.number, aim.highest) == (1, self.highest) else None
        if self.highest is not None or aim is None or worded.at_most != 1:
            return None
        return self.spelt(aim, writer)
