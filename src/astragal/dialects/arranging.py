"""Puts what was read after dice into the order in which it applies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from astragal.errors import NotationError
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.worth import Case, Worth

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


def counted_once(tallies: Sequence[Tally], die: Die | None) -> Modifier:
    """One count in which a die goes by the first condition that it matches."""
    if len(tallies) == 1 and tallies[0].points > 0:
        return Count(tuple(tallies))
    faces = () if die is None else tuple(set(die.faces))
    tests = [each.condition.test() for each in tallies] if faces else []
    apart = faces and all(sum(test(face) for test in tests) < 2 for face in faces)
    if apart and tallies[0].points > 0:
        return counted(tallies)
    return Worth(tuple(Case(each.condition, each.points) for each in tallies), 0)


def in_order(read: Sequence[Worded], order: Sequence[type[Worded]]) -> list[Worded]:
    """Sorted by kind, whatever the order in the text; those of one kind as written."""
    return sorted(read, key=lambda each: order.index(type(each)))
