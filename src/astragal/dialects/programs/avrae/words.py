"""What may follow dice in Avrae, where that is its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.dialects.complaining import missing_number
from astragal.dialects.words import (
    Conditional,
    Keeps,
    Made,
    Pending,
    Refuses,
    Word,
    Worded,
    says,
)
from astragal.errors import NOWHERE, Span
from astragal.notation.conditions import Comparison, Condition, Ranked
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.dialects.writer import Writer


class KeepsSome(Keeps):
    """``kh3``; ``kh0`` keeps nothing, and no die shows less than 0."""

    default = None

    def read(self, reader: DialectReader, start: int) -> Made:
        at = reader.at
        if reader.digits() == 0 and not self.drop:
            return (KeepMatching(Comparison("<", 0), span=reader.span(start)),)
        reader.at = at
        return super().read(reader, start)


class RefusesRanks(Refuses):
    """``eh1``; with 0 dice nothing happens, but neighbours on both sides are united with it."""

    kind: str

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.digits()
        if number is None:
            raise missing_number(reader, start)
        return super().read(reader, start) if number else (Pending(self.kind),)


class Ranks(Word):
    """``roh1`` ``rah1``: the highest or lowest dice are re-rolled once, or bring one die more."""

    highest: bool = True
    adds: bool = False

    def made(self, number: int, span: Span = NOWHERE) -> Modifier:
        if self.adds:
            return Explode("!o", Ranked(1, self.highest), span=span)
        return Reroll(Ranked(number, self.highest), span=span)

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.digits()
        if number is None:
            raise missing_number(reader, start)
        if not number:
            return (Pending("!o" if self.adds else "ro"),)
        return (self.made(number, reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        aim = getattr(worded, "condition", None)
        if not isinstance(aim, Ranked) or not says(worded, self.made, aim.number):
            return None
        return f"{self.word}{aim.number}"


class AddsOnce(Conditional):
    """``ra6``: one of the dice that match brings one more die."""

    needed = True

    def made(self, condition: Condition | None, span: Span = NOWHERE) -> Modifier:
        return Explode("!o", condition, at_most=1, span=span)
