"""The readings of the notation: what functions read from one pool, or from two."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from astragal.outcome import Number, tidy
from astragal.probability.walks.walk import Done, Reading


def ranks(first: int, last: int, share: Fraction = Fraction(1)) -> Reading:
    """The sum of the dice of some ranks, from the highest; or a share of that sum."""

    def step(state: tuple[int, Number], face: Number, dice: int) -> Any:
        if not dice:
            return state
        seen, total = state
        now = min(seen + dice, last)
        if now > first:
            total += face * (now - max(seen, first))
        return (now, total) if now < last else Done((now, total))

    return Reading((0, 0), step, lambda state: tidy(state[1] * share))


def nth(rank: int) -> Reading:
    """The value of a rank, 1 for the highest; 0 if there are not as many."""

    def step(seen: int, face: Number, dice: int) -> int | Done[tuple[Number]]:
        return seen + dice if seen + dice < rank else Done((face,))

    return Reading(0, step, lambda found: found[0] if isinstance(found, tuple) else 0)


LARGEST_SET = Reading(0, lambda most, _face, dice: max(most, dice))
DISTINCT = Reading(0, lambda found, _face, dice: found + (dice > 0))


def matches(least: int) -> Reading:
    """How many values at least so many dice show."""
    return Reading(0, lambda found, _face, dice: found + (dice >= least))


_Run: TypeAlias = tuple[Number, int, int]
"""The last value, how long the run is that it ends, and the longest run so far."""


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
