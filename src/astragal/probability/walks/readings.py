"""The readings of the notation's functions, of one pool or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from astragal.outcome import Number, tidy
from astragal.probability.walks.walk import Done, Reading


def total(points: Mapping[Number, Number]) -> Reading:
    """The total, each face worth its points."""

    def step(found: Number, face: Number, dice: int) -> Number:
        return found + points[face] * dice if dice else found

    return Reading(0, step, tidy)


def total_of_ranks(
    stretches: Sequence[tuple[int, int]], points: Mapping[Number, Number] | None = None
) -> Reading:
    """The sum of the dice in half-open stretches of ranks, counted from the highest."""
    end = max((last for _, last in stretches), default=0)

    def step(state: tuple[int, Number], face: Number, dice: int) -> Any:
        if not dice:
            return state
        seen, found = state
        now = seen + dice
        kept = sum([max(0, min(now, last) - max(seen, first)) for first, last in stretches])
        if kept:
            found += kept * (face if points is None else points[face])
        return (now, found) if now < end else Done((end, found))

    return Reading((0, 0), step, lambda state: tidy(state[1]))


def ranks(first: int, last: int, share: Fraction = Fraction(1)) -> Reading:
    """The sum of the dice of some ranks, from the highest; or a share of that sum."""
    reading = total_of_ranks([(first, last)])
    return reading._replace(end=lambda state: tidy(state[1] * share))


AVERAGE = Reading(
    (0, 0),
    lambda found, face, dice: (found[0] + face * dice, found[1] + dice),
    lambda found: tidy(Fraction(found[0]) / found[1]) if found[1] else 0,
)
"""The mean of all values, 0 if there are none."""

LARGEST_SET = Reading(0, lambda most, _face, dice: max(most, dice))
DISTINCT = Reading(0, lambda found, _face, dice: found + (dice > 0))


def matches(least: int) -> Reading:
    """The number of values that ``least`` dice or more show."""
    return Reading(0, lambda found, _face, dice: found + (dice >= least))


_Run: TypeAlias = tuple[Number, int, int]
"""The last value, the length of its run, and the longest run."""


def _run(state: _Run, face: Number, dice: int) -> _Run:
    last, current, longest = state
    if not dice:
        # A missing value breaks a run only if it would have continued the run.
        return (0, 0, longest) if current and face <= last - 1 else state
    current = current + 1 if current and face == last - 1 else 1
    return face, current, max(longest, current)


LONGEST_RUN = Reading((0, 0, 0), _run, lambda state: state[2])


def _pairs_won(state: tuple[int, int], _face: Any, ours: int, theirs: int) -> tuple[int, int]:
    won, ahead = state
    if ahead > 0:
        won += min(theirs, ahead)
    elif ahead < 0:
        won -= min(ours, -ahead)
    return won, ahead + ours - theirs


PAIRS_WON = Reading((0, 0), _pairs_won, lambda state: state[0])
"""Sorted dice face each other: pairs won less pairs lost; ties count for neither."""
