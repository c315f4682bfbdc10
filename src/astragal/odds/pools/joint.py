"""Several readings of the same dice at once: the lowest two and the highest two of ten."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from astragal.odds.budget import Budget
from astragal.odds.laws.law import Law
from astragal.outcome import Number, tidy


class Reading(NamedTuple):
    """Reads a pool value by value, from the highest down."""

    start: Any
    step: Callable[[Any, Number, int, int], Any]
    """from the state, a value, the dice seen before and the dice showing it, to the next state"""
    end: Callable[[Any], Number]


def ranks(first: int, last: int, share: Fraction = Fraction(1)) -> Reading:
    """The sum of the dice of some ranks, from the highest; or a share of that sum."""

    def step(total: Number, value: Number, seen: int, more: int) -> Number:
        return total + value * max(0, min(seen + more, last) - max(seen, first))

    return Reading(0, step, lambda total: tidy(total * share))


LARGEST_SET = Reading(0, lambda most, _value, _seen, more: max(most, more), lambda most: most)
DISTINCT = Reading(0, lambda found, _value, _seen, more: found + (more > 0), lambda found: found)


def _run(state: tuple[Number, int, int], value: Number, _seen: int, more: int) -> Any:
    last, current, longest = state
    if not more:
        # A missing value breaks a run only if it would have continued the run.
        return (value, 0, longest) if current and value <= last - 1 else state
    current = current + 1 if current and value == last - 1 else 1
    return value, current, max(longest, current)


LONGEST_RUN = Reading((0, 0, 0), _run, lambda state: state[2])


def read_together(
    law: Law, n: int, readings: Sequence[Reading], budget: Budget
) -> dict[tuple[Number, ...], Fraction]:
    """The joint probabilities of several readings of ``n`` dice of a finite law."""
    table, denominator = law.table()
    words = 1 + n * denominator.bit_length() // 64
    states: dict[tuple[int, tuple[Any, ...]], int] = {(0, tuple(r.start for r in readings)): 1}
    ended: dict[tuple[Any, ...], int] = defaultdict(int)
    for value in sorted(table, reverse=True):
        budget.spend(len(states) * (n + 1) * (100 + 150 * len(readings) + words))
        following: dict[tuple[int, tuple[Any, ...]], int] = defaultdict(int)
        for (seen, state), ways in states.items():
            weight = ways
            for more in range(n - seen + 1):
                now = tuple(
                    reading.step(each, value, seen, more)
                    for reading, each in zip(readings, state, strict=True)
                )
                if seen + more == n:  # no value that is missing from here on changes a reading
                    ended[now] += weight
                else:
                    following[seen + more, now] += weight
                # The next binomial coefficient, and one more die that shows the value.
                weight = weight * (n - seen - more) * table[value] // (more + 1)
        states = following
    result: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
    whole = denominator**n
    for state, ways in ended.items():
        said = tuple(r.end(each) for r, each in zip(readings, state, strict=True))
        result[said] += Fraction(ways, whole)
    return result
