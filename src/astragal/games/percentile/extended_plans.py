"""Extended tests with a number of tries: the best re-rolls, worked out from the last try."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from astragal.games.percentile.about import MOST
from astragal.games.percentile.tests import tested
from astragal.probability.weights import tallied

if TYPE_CHECKING:
    from astragal.games.percentile.extended_tests import Course

_FACES = 100


Place: TypeAlias = tuple[int, int]
"""Degrees so far, and the step."""

Row: TypeAlias = tuple[int, int, int]
"""What a test may come to: its level, the number of faces that do, and the step after it."""


class Plan(NamedTuple):
    """The chance to get done with the best re-rolls, and the levels that are better kept.

    Both are by tries left, degrees and step. Chances with k tries left are over 100 to the power
    of 2k: each try may take two rolls.
    """

    chances: list[dict[Place, int]]
    kept: list[dict[Place, frozenset[int]]]


@lru_cache(maxsize=16)
def plan_of(course: Course) -> Plan:
    """The plan for as many tries as there are in all."""
    assert course.tries is not None
    reach = (MOST + abs(course.difficulty)) // 10 + 1
    tests = {step: _rows(course, step) for step in range(-reach, reach + 1)}
    assert course.needed is not None
    plan = Plan([{(earned, step): 0 for step in tests for earned in range(course.needed)}], [{}])
    for left in range(1, course.tries + 1):
        done, later = _FACES ** (2 * left - 2), plan.chances[-1]
        chances: dict[Place, int] = {}
        kept: dict[Place, frozenset[int]] = {}
        for step, rows in tests.items():
            for earned in range(course.needed):
                worth = _worth(rows, earned, course.needed, done, later)
                anew = sum(count * worth[level] for level, count, _ in rows)
                place = earned, step
                kept[place] = frozenset(level for level in worth if _FACES * worth[level] >= anew)
                chances[place] = sum(
                    count * (_FACES * worth[level] if level in kept[place] else anew)
                    for level, count, _ in rows
                )
        plan.chances.append(chances)
        plan.kept.append(kept)
    return plan


def _worth(
    rows: tuple[Row, ...], earned: int, needed: int, done: int, later: dict[Place, int]
) -> dict[int, int]:
    """The chance after each level."""
    return {
        level: done if earned + level >= needed else later[max(0, earned + level), after]
        for level, _, after in rows
    }


def _rows(course: Course, step: int) -> tuple[Row, ...]:
    steps = course.next_step(step, False), course.next_step(step, True)
    target = course.goal(step).number
    table, denominator = tallied(((tested(face, target), 1) for face in range(1, 101)), 100)
    faces = _FACES // denominator
    return tuple((made.level, count * faces, steps[made.passes]) for made, count in table.items())


def reached(earned: int, rows: Iterable[Row]) -> dict[tuple[int, int], int]:
    """The degrees and the step after a test."""
    found: dict[tuple[int, int], int] = {}
    for level, weight, step in rows:
        place = max(0, earned + level), step
        found[place] = found.get(place, 0) + weight
    return found


def keeping(rows: Sequence[Row], denominator: int, kept: Set[int]) -> Iterator[Row]:
    """A test that is made again unless it comes to one of some levels."""
    again = sum(weight for level, weight, _ in rows if level not in kept)
    for level, weight, step in rows:
        yield level, weight * (again + (denominator if level in kept else 0)), step
