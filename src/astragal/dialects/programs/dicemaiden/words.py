"""Words of Dice Maiden that only go with others, or with the dice before them."""

from __future__ import annotations

from astragal.dialects.complaining import missing_number
from astragal.dialects.reader import DialectReader
from astragal.dialects.words import Made, Pending, Word
from astragal.errors import NOWHERE, Span
from astragal.notation.conditions import Comparison
from astragal.notation.modifiers.worth import Case, Worth


class Extra(Pending):
    """``adv1``: one more die, and the lowest goes before any explode; below 0 the highest."""

    level: int
    span: Span = NOWHERE


class Middle(Pending):
    """``km2``: so many dice in the middle."""

    number: int
    span: Span = NOWHERE


class Twice(Pending):
    """``ds10`` behind a target: what counts twice; 0 for all that the target counts."""

    number: int
    span: Span = NOWHERE


class Imploding(Pending):
    """``i1``: dice that show no more roll another die, which is taken away."""

    number: int
    span: Span = NOWHERE


class Noted(Word):
    """A word with a number, which is remembered for when all words are read."""

    kind: type[Extra | Middle | Twice | Imploding]
    sign: int = 1
    default: int | None = None

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.operand()
        number = self.default if number is None else number
        if not isinstance(number, int):
            raise missing_number(reader, start)
        return (self.kind(self.sign * number, reader.span(start)),)


DAMAGE = Worth(
    tuple(Case(Comparison("<=", n), points) for n, points in ((1, 0), (5, 1), (9, 2))), 4
)
"""Godbound's chart: what each die comes to."""
