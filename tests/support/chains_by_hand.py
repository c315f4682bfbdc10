"""Odds added up, and chains solved by elimination, as plainly as possible."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

T = TypeVar("T")


def tally(pairs: Iterable[tuple[T, Fraction]]) -> dict[T, Fraction]:
    odds: dict[T, Fraction] = defaultdict(Fraction)
    for outcome, chance in pairs:
        odds[outcome] += chance
    return {outcome: chance for outcome, chance in odds.items() if chance}


State = Hashable
Step = Callable[[Any], Mapping[Any, Fraction]]
"""The odds of what follows a state; ends are texts, states are not."""


def solved(step: Step, start: State) -> tuple[dict[str, Fraction], Fraction]:
    """Where a chain ends, and its mean number of steps: states are eliminated one by one."""
    states: list[Any] = [start]
    rows: dict[Any, dict[Any, Fraction]] = {}
    for state in states:
        rows[state] = dict(step(state))
        found = rows[state].keys() - set(states)
        states += [each for each in found if not isinstance(each, str)]
    means = dict.fromkeys(states, Fraction(1))
    for state in reversed(states):
        own = rows.pop(state)
        leaves = 1 - own.pop(state, Fraction(0))
        own = {after: chance / leaves for after, chance in own.items()}
        means[state] /= leaves
        for other, row in rows.items():
            if chance := row.pop(state, Fraction(0)):
                for after, share in own.items():
                    row[after] = row.get(after, Fraction(0)) + chance * share
                means[other] += chance * means[state]
    return own, means[start]


def ended_within(step: Step, start: State, steps: int) -> Fraction:
    """The chance that a chain has ended within so many steps, one step after another."""
    now: dict[Any, Fraction] = {start: Fraction(1)}
    for _ in range(steps):
        now = tally(
            (after, chance * share)
            for state, chance in now.items()
            for after, share in (
                {state: Fraction(1)} if isinstance(state, str) else step(state)
            ).items()
        )
    return sum((chance for state, chance in now.items() if isinstance(state, str)), Fraction(0))
