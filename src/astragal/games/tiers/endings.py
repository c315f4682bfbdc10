"""The outcomes of Tests and countdown tests, and the effect of a failed roll on a Test."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, ClassVar

from astragal.games.tiers.clocks import Clock, orders
from astragal.games.tiers.rolls import LOCATION
from astragal.mechanics.unsettled import Unsettled
from astragal.outcome import Verdict
from astragal.rules.ordered import Ordered, RankedOutcome


class OnFailure(Enum):
    """The effect of a failed roll on a Test."""

    BENEVOLENT = "benevolent"
    LOST = "lost"
    RESET = "reset"

    # Other spellings
    BENEVOLENT_TEST = BENEVOLENT
    BENEVOLENT_TESTS = BENEVOLENT  # noqa: PIE796
    LOST_OPPORTUNITY = LOST
    TEST_RESET = RESET


def loses_when_full(clock: Clock) -> bool:
    """True if a full Clock does not end the Test but makes the next failure lose it."""
    event = clock.event.casefold()
    return event in ("lost", "lost opportunity", "the opportunity is lost")


def most_survived(on_failure: OnFailure, resets: int | None, clocks: Sequence[Clock]) -> int | None:
    """The number of failures before the opportunity is lost; None if it never is."""
    limits = [clock.left for clock in clocks if loses_when_full(clock)]
    if on_failure is OnFailure.LOST:
        limits.append(0)
    if on_failure is OnFailure.RESET and resets is not None:
        limits.append(resets)
    return min(limits, default=None)


def told_failing(on_failure: OnFailure) -> str:
    """The effect of a failed roll, in the description of a roll."""
    said = {
        OnFailure.BENEVOLENT: "benevolent failures",
        OnFailure.LOST: "failures that lose the opportunity",
    }
    return f"with {'failures that reset' if on_failure is OnFailure.RESET else said[on_failure]}"


class Ending(Ordered):
    """The end of a Test."""

    CLOCK_FULL = "the Clock is full"
    LOST = "the opportunity is lost"
    GOES_ON = "goes on"
    PASSED = "passed"


def _standing(clocks: Sequence[Clock], location: Sequence[Clock]) -> list[str]:
    """The states of the Clocks: those of the Test, then those of the location."""
    shown = [clock.shown() for clock in clocks]
    return shown + [clock.quiet().shown(LOCATION) for clock in location]


class Tested(RankedOutcome):
    """The result of a Test: its end, its $, and the states of the Clocks."""

    headline: ClassVar[tuple[str, ...]] = ("passes", "ending")

    ending: Ending
    earned: int = 0
    clocks: tuple[Clock, ...] = ()
    """the Clocks of the Test"""
    location: tuple[Clock, ...] = ()

    @property
    def passes(self) -> bool:
        return self.ending is Ending.PASSED

    @property
    def verdict(self) -> Verdict | None:
        return None if self.ending is Ending.GOES_ON else super().verdict

    def order(self) -> tuple[Any, ...]:
        return (self.ending.rank, self.earned, orders((*self.clocks, *self.location)))

    @property
    def called(self) -> str:
        return self.ending.value

    @property
    def shows(self) -> tuple[str, ...]:
        return (f"{self.earned} $", *_standing(self.clocks, self.location))


class OpenTest(Unsettled):
    """A Test with a hidden Tier or Clock: the $ so far, and the end that everybody saw, if any."""

    clocks: tuple[Clock, ...] = ()
    """the visible Clocks of the Test"""
    location: tuple[Clock, ...] = ()

    def order(self) -> tuple[Any, ...]:
        return (*super().order(), orders((*self.clocks, *self.location)))

    def __str__(self) -> str:
        seen = f"{self.natural} unless it ended before" if self.natural else "so far"
        return ", ".join([f"{self.total} $", *_standing(self.clocks, self.location), seen])


class Countdown(Ordered):
    """The end of a countdown test: which side moved the Clock to its end."""

    EMPTIED = "the opponents emptied the Clock"
    GOES_ON = "goes on"
    FILLED = "the characters filled the Clock"


class CountedDown(RankedOutcome):
    """The result of a countdown test, and the states of the Clocks."""

    headline: ClassVar[tuple[str, ...]] = ("passes",)

    ending: Countdown
    clock: Clock
    location: tuple[Clock, ...] = ()

    @property
    def passes(self) -> bool:
        return self.ending is Countdown.FILLED

    @property
    def verdict(self) -> Verdict | None:
        return None if self.ending is Countdown.GOES_ON else super().verdict

    def order(self) -> tuple[Any, ...]:
        return (self.ending.rank, orders((self.clock, *self.location)))

    @property
    def called(self) -> str:
        return self.ending.value

    @property
    def shows(self) -> tuple[str, ...]:
        called = "Clock" if self.ending is Countdown.GOES_ON else ""
        return (self.clock.shown(called).strip(), *_standing((), self.location))


class OpenCountdown(Unsettled):
    """A countdown test with a hidden Clock: the segments filled so far, less those emptied."""

    location: tuple[Clock, ...] = ()

    def order(self) -> tuple[Any, ...]:
        return (*super().order(), orders(self.location))

    def __str__(self) -> str:
        return ", ".join([segments_moved(self.total), *_standing((), self.location)])


def segments_moved(count: int) -> str:
    """The moves of a hidden Clock so far, unless it reached its end before."""
    plural = "" if abs(count) == 1 else "s"
    return f"{abs(count)} segment{plural} {'emptied' if count < 0 else 'filled'} so far"
