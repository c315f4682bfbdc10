"""Readings of a pool value by value: the lowest two and the highest two of ten at once.

From the highest value down, some of the dice that are left fall on each. What is remembered is how
many are left of each block, and what has been read so far.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import inf, prod
from typing import Any, NamedTuple, TypeAlias

from astragal.outcome import Number, tidy
from astragal.probability.budget import FRACTION, Budget
from astragal.probability.readings.blocks import Block, Term
from astragal.probability.readings.columns import Columns, Numbers

State: TypeAlias = tuple[Any, ...]
"""What each reading has come to so far."""

_FALL, _CHANCE = 100, 1_000
"""The steps of seeing how many of a block fall on a value, and of writing down a chance."""


class Reading(NamedTuple):
    """Reads a pool value by value, from the highest down."""

    start: Any
    step: Callable[[Any, int, int, int], Any]
    """from the state, a value, the dice seen before and the dice showing it, to the next state"""
    end: Callable[[Any], Number]
    multiplied: Callable[[int], Reading] | None = None
    """the same reading of values that were multiplied by a number; None if that changes nothing"""


def ranks(first: int, last: int, share: Fraction = Fraction(1)) -> Reading:
    """The sum of the dice of some ranks, from the highest; or a share of that sum."""

    def step(total: int, value: int, seen: int, more: int) -> int:
        return total + value * max(0, min(seen + more, last) - max(seen, first))

    return Reading(
        0, step, lambda total: tidy(total * share), lambda by: ranks(first, last, share / by)
    )


LARGEST_SET = Reading(0, lambda most, _value, _seen, more: max(most, more), lambda most: most)
DISTINCT = Reading(0, lambda found, _value, _seen, more: found + (more > 0), lambda found: found)


def matches(least: int) -> Reading:
    """How many values at least so many dice show."""
    return Reading(
        0, lambda found, _value, _seen, more: found + (more >= least), lambda found: found
    )


def _runs(apart: int = 1) -> Reading:
    """The longest run of values that are so far apart; a state is the run under way and that."""

    def step(state: tuple[int, int, int], value: int, _seen: int, more: int) -> Any:
        last, current, longest = state
        if not more:
            # A missing value breaks a run only if it would have continued the run.
            return (0, 0, longest) if current and value <= last - apart else state
        current = current + 1 if current and value == last - apart else 1
        return value, current, max(longest, current)

    return Reading((0, 0, 0), step, lambda state: state[2], _runs)


LONGEST_RUN = _runs()


def read_together(
    blocks: Sequence[Block], readings: Sequence[Reading], budget: Budget
) -> dict[tuple[Number, ...], Fraction]:
    """The joint probabilities of several readings of finite blocks."""
    columns = Columns(blocks, budget)
    if (by := columns.multiplied_by) > 1:
        readings = [each.multiplied(by) if each.multiplied else each for each in readings]
    ended = _read(columns, readings, budget)
    budget.spend(len(ended) * (_CHANCE if by == 1 else _CHANCE + FRACTION * len(readings)))
    ends = [cache(each.end) for each in readings]
    result: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
    for state, ways in ended.items():
        said = tuple(end(each) for end, each in zip(ends, state, strict=True))
        result[said] += Fraction(ways, columns.denominator)
    return result


def cases_by_value(terms: Sequence[Term]) -> float:
    """About how many cases there are, for each reading, in terms that are finite."""
    if any(block.endless for _, blocks in terms for block in blocks):
        return inf
    return sum(
        sum(block.law.size for block in blocks)
        * prod((block.size + 1) * (block.size + 2) // 2 for block in blocks)
        for _, blocks in terms
    )


def _read(columns: Columns, readings: Sequence[Reading], budget: Budget) -> dict[State, int]:
    """What has been read in the end, with the ways to it."""
    each = 150 + 270 * len(readings) + 4 * columns.words + columns.words**2 // 16
    states: dict[Numbers, dict[State, int]] = {columns.sizes: {tuple(r.start for r in readings): 1}}
    ended: dict[State, int] = defaultdict(int)
    for value in columns.values:
        following: dict[Numbers, dict[State, int]] = defaultdict(lambda: defaultdict(int))
        for left, read in states.items():
            number = columns.number_of_falls(left, value)
            budget.spend(number * (each * len(read) + _FALL * len(left)))
            seen = columns.size - sum(left)
            for below, more, ways in columns.falls(left, value):
                # No value that is missing from there on changes a reading.
                reached = following[below] if any(below) else ended
                for state, weight in read.items():
                    now = tuple(
                        reading.step(had, value, seen, more)
                        for reading, had in zip(readings, state, strict=True)
                    )
                    reached[now] += weight * ways
        states = following
    for left, read in states.items():
        if absent := columns.absent(left):
            for state, weight in read.items():
                ended[state] += weight * absent
    return ended
