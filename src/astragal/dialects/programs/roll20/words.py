"""What may follow dice in Roll20, where that is its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.dialects.words import Made, Pending, Rerolls, Word, Worded
from astragal.notation.conditions import Comparison, Condition, OneOf
from astragal.notation.modifiers.reroll import Reroll

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.dialects.writer import Writer

_MOST_LISTED = 20
"""How many faces to re-roll are written out."""


class Matching(Pending):
    """How many values are shown by ``least`` dice or more, of those that a condition names."""

    least: int
    condition: Condition | None
    counts: bool
    """False if the matches are only shown"""


class Matches(Word):
    """``mt``, ``mt3``, ``mt3>4``; with ``m``, the total stays what it is."""

    counts: bool = True

    def read(self, reader: DialectReader, start: int) -> Made:
        least = reader.digits()
        return (Matching(2 if least is None else least, reader.condition(None), self.counts),)


class Rerolled(Rerolls):
    """``r2r4r6`` names several faces."""

    def write(self, worded: Worded, writer: Writer) -> str | None:
        listed = worded.condition if isinstance(worded, Reroll) else None
        if not isinstance(listed, OneOf) or not listed.wanted:
            return super().write(worded, writer)
        faces = [face for low, high in listed.stretches for face in range(low, high + 1)]
        each = [super(Rerolled, self).write(_rerolling(worded, face), writer) for face in faces]
        return "".join(map(str, each)) if all(each) and len(faces) <= _MOST_LISTED else None


def _rerolling(worded: Worded, face: int) -> Reroll:
    assert isinstance(worded, Reroll)
    return worded.replaced(condition=Comparison("=", face))
