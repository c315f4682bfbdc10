"""The best re-rolls in an extended test with a number of tries, worked out from the last try."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from astragal.games.percentile.about import MOST
from astragal.games.percentile.tests import tested

if TYPE_CHECKING:
    from astragal.games.percentile.extended import Course

_FACES = 100


class Plan(NamedTuple):
    """The chance to get done with the best re-rolls, by tries left, degrees and step.

    Chances with k tries left are over 100 to the power of 2k: each try may take two rolls.
    """

    course: Course
    chances: list[dict[tuple[int, int], int]]


@lru_cache(maxsize=16)
def plan_of(course: Course) -> Plan:
    """The plan for as many tries as there are in all."""
    assert course.tries is not None
    reach = (MOST + abs(course.difficulty)) // 10 + 1
    states = [
        (earned, step) for step in range(-reach, reach + 1) for earned in range(course.needed)
    ]
    plan = Plan(course, [dict.fromkeys(states, 0)])
    for left in range(1, course.tries + 1):
        plan.chances.append({})
        for earned, step in states:
            worth, anew = _worth(plan, earned, step, left)
            plan.chances[left][earned, step] = sum(
                count * max(_FACES * worth[level], anew)
                for level, count in _levels(course.goal(step).number)
            )
    return plan


def kept_levels(plan: Plan, earned: int, step: int, left: int) -> tuple[int, ...]:
    """The degrees that are better kept, with so many tries left."""
    worth, anew = _worth(plan, earned, step, left)
    return tuple(level for level, chance in worth.items() if _FACES * chance >= anew)


def _worth(plan: Plan, earned: int, step: int, left: int) -> tuple[dict[int, int], int]:
    """The chance after each level, and after a fresh roll, which is over 100 times as much."""
    course, later = plan.course, plan.chances[left - 1]
    done = _FACES ** (2 * left - 2)
    levels = _levels(course.goal(step).number)
    steps = {passes: course.next_step(step, passes) for passes in (True, False)}
    worth = {
        level: done if total >= course.needed else later[total, steps[level > 0]]
        for level, _ in levels
        for total in (max(0, earned + level),)
    }
    return worth, sum(count * worth[level] for level, count in levels)


@lru_cache(maxsize=256)
def _levels(target: int) -> tuple[tuple[int, int], ...]:
    """Degrees of a test, negative for failure, with the number of faces that come to them."""
    counts: dict[int, int] = {}
    for face in range(1, _FACES + 1):
        level = tested(face, target).level
        counts[level] = counts.get(level, 0) + 1
    return tuple(counts.items())
