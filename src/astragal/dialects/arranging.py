"""Puts what was read after dice into the order in which it applies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from astragal.errors import NotationError
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.modifier import Modifier

if TYPE_CHECKING:
    from astragal.dialects.words import Worded
    from astragal.die import Die


def as_written(read: Sequence[Worded], die: Die | None) -> list[Modifier]:
    """As written; parts of a count that stand side by side are one count."""
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
    """One count of all tallies, those that count first."""
    ordered = sorted(tallies, key=lambda each: -each.points)
    if ordered[0].points < 0:
        raise NotationError(
            "nothing-counted", "failures are taken away from a count, and nothing is counted"
        )
    return Count(tuple(ordered))
