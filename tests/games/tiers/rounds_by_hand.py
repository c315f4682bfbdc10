"""Rounds of Tests and countdown tests, written down from the rules as chains."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from astragal import Experiment
from tests.games.tiers.by_hand import (
    Made,
    rolled,
)
from tests.support.chains_by_hand import Step, ended_within, solved, tally

Law = dict[Made, Fraction]


class Standing(NamedTuple):
    """Between two rounds: $, the Clock, the resets left, and the location's Clock."""

    earned: int = 0
    failures: int = 0
    resets: int | None = None
    location: int = 0


def rounds(
    laws: Sequence[Law],
    tier: int,
    on_failure: str,
    *,
    subtracts: int = 0,
    clock: int | None = None,
    location: int | None = None,
) -> Step:
    """One round of a Test, written down from the rules: each character rolls once, in turn.

    A Clock is full after so many failures.
    """

    def ended(how: str, earned: int, failures: int, ticked: int) -> str:
        said = [how, f"{earned} $"]
        said += [] if clock is None else [f"{failures}/{clock}"]
        said += [] if location is None else [f"{min(ticked, location)}/{location}"]
        return " ".join(said)

    def roll(now: Standing, made: Made) -> Standing | str:
        earned, failures, resets, ticked = now
        if made.outcome in ("Success", "Critical"):
            earned += made.tiers
            if earned >= tier:
                return ended("passed", earned, failures, ticked)
            return now._replace(earned=earned)
        ticked = 0 if location is None else min(ticked + 1, location)
        failures = 0 if clock is None else failures + 1
        lost = on_failure == "lost" or resets == 0
        if on_failure == "benevolent":
            earned = max(0, earned - subtracts)
        elif not lost:
            earned, resets = 0, None if resets is None else resets - 1
        if clock is not None and failures >= clock:
            return ended("the Clock is full", earned, failures, ticked)
        if lost:
            return ended("the opportunity is lost", earned, failures, ticked)
        return Standing(earned, failures, resets, ticked)

    def turn(law: Law) -> Callable[[Any], dict[Any, Fraction]]:
        return lambda now: tally((roll(now, made), share) for made, share in law.items())

    return one_after_another([turn(law) for law in laws])


def one_after_another(turns: Sequence[Callable[[Any], dict[Any, Fraction]]]) -> Step:
    """A round of these turns; where it has ended, in words, nobody moves again."""

    def step(start: Any) -> dict[Any, Fraction]:
        now: dict[Any, Fraction] = {start: Fraction(1)}
        for turn in turns:
            now = tally(
                (after, chance * share)
                for before, chance in now.items()
                for after, share in (
                    {before: Fraction(1)} if isinstance(before, str) else turn(before)
                ).items()
            )
        return now

    return step


def said(tested: Any) -> str:
    clocks = [*tested.clocks, *tested.location]
    return " ".join([tested.ending.value, f"{tested.earned} $", *map(str, clocks)])


def agrees(test: Experiment[Any], step: Step, start: Any, say: Callable[[Any], str]) -> None:
    """Where it ends, in how many rounds in the mean, and within how many with which chance."""
    odds, mean = solved(step, start)
    assert tally((say(each), chance) for each, chance in test.odds().items()) == odds
    duration = test.duration()
    assert duration.mean == mean
    for n in (0, 1, 2, 3, 7):
        assert duration.within(n) == ended_within(step, start, n)


def countdown_round(
    stats: Sequence[int | Law], opponents: Sequence[int | Law], segments: int, ticks: str
) -> Step:
    """The characters fill, then the opponents empty; a Clock emptied by a success is the end."""

    def moves(stat: int | Law) -> dict[int | None, Fraction]:
        law = rolled(stat) if isinstance(stat, int) else stat
        return tally((move(made), share) for made, share in law.items())

    def move(made: Any) -> int | None:
        if made.outcome in ("Fumble", "Failure"):
            return None
        return made.tiers if ticks == "$" else 1

    def filled(now: int, by: int | None) -> int | str:
        by = by or 0
        return "filled" if now + by >= segments else now + by

    def emptied(now: int, by: int | None) -> int | str:
        return "emptied" if by is not None and now - (by or 0) <= 0 else now - (by or 0)

    def turn(
        law: dict[int | None, Fraction], move: Callable[[int, int | None], int | str]
    ) -> Callable[[int], dict[Any, Fraction]]:
        return lambda now: tally((move(now, by), share) for by, share in law.items())

    turns = [turn(moves(stat), filled) for stat in stats]
    turns += [turn(moves(stat), emptied) for stat in opponents]
    return one_after_another(turns)


def which(ended: Any) -> str:
    return "filled" if ended.passes else "emptied"
