"""Puts modifiers into the order in which a program applies them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from astragal.dialects.complaining import unknown
from astragal.errors import NOWHERE, NotationError, Span
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.dialects.words import Worded
    from astragal.die import Die
    from astragal.notation.nodes.node import Node


def arranged(
    reader: DialectReader, read: Sequence[Worded], die: Die | None, count: int | Node
) -> list[Modifier]:
    """The modifiers in the order of the program's table; undocumented combinations are refused."""
    dialect = reader.dialect
    for kind, doing in dialect.single.items():
        alike = [each for each in read if isinstance(each, kind)]
        if len(alike) > 1:
            raise unknown(reader, f"several words that {doing}", place_of(alike))
    if dialect.order:
        read = sorted(read, key=lambda each: _rank(each, dialect.order))
    found = as_written(read, die)
    left = count
    for each in found if dialect.leaves else ():
        if isinstance(each, Keep) and isinstance(each.number, int) and isinstance(left, int):
            left = left - each.number if each.drop else min(each.number, left)
            if left < dialect.leaves:
                raise unknown(reader, "keeping or dropping so many dice", each.span)
    return found


def _rank(each: Worded, order: Sequence[type[Worded] | tuple[type[Worded], ...]]) -> int:
    return next((at for at, kinds in enumerate(order) if isinstance(each, kinds)), len(order))


def place_of(read: Sequence[Worded]) -> Span:
    """The span from the first modifier to the last, ignoring parts of counts."""
    spans = [each.span for each in read if not isinstance(each, Tally)]
    return Span(spans[0].start, spans[-1].end) if spans else NOWHERE


def as_written(read: Sequence[Worded], die: Die | None) -> list[Modifier]:
    """Modifiers in the written order; adjacent parts of a count become one count."""
    found: list[Modifier] = []
    tallies: list[Tally] = []
    for each in read:
        if isinstance(each, Tally):
            tallies.append(each)
            continue
        found += [counted(tallies)] if tallies else []
        tallies = []
        found += [each] if isinstance(each, Modifier) else []
    return [*found, counted(tallies)] if tallies else found


def counted(tallies: Sequence[Tally]) -> Count:
    """One count of all tallies, with positive points first."""
    ordered = sorted(tallies, key=lambda each: -each.points)
    if ordered[0].points < 0:
        raise NotationError(
            "nothing-counted", "failures are taken away from a count, and nothing is counted"
        )
    return Count(tuple(ordered))
