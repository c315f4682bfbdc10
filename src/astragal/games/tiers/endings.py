"""How a Test ends, and what a failed roll does."""

from __future__ import annotations

from enum import Enum
from typing import Any, ClassVar

from astragal.games.tiers.clocks import Clock, orders
from astragal.games.tiers.rolls import LOCATION
from astragal.mechanics.unsettled import Unsettled
from astragal.outcome import Verdict
from astragal.rules.ordered import Ordered, RankedOutcome


class OnFailure(Enum):
    """What a failed roll does to a Test."""

    BENEVOLENT = "benevolent"
    LOST = "lost"
    RESET = "reset"

    # Other spellings
    BENEVOLENT_TEST = BENEVOLENT
    BENEVOLENT_TESTS = BENEVOLENT  # noqa: PIE796
    LOST_OPPORTUNITY = LOST
    TEST_RESET = RESET


class Ending(Ordered):
    """How a Test ended."""

    CLOCK_FULL = "the Clock is full"
    LOST = "the opportunity is lost"
    GOES_ON = "goes on"
    PASSED = "passed"


class Tested(RankedOutcome):
    """How a Test ended: with how many $, and how the Clocks stand."""

    headline: ClassVar[tuple[str, ...]] = ("passes", "ending")

    ending: Ending
    earned: int = 0
    clocks: tuple[Clock, ...] = ()
    """the Clocks on the Test"""
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
        clocks = [clock.shown() for clock in self.clocks]
        clocks += [clock.quiet().shown(LOCATION) for clock in self.location]
        return (f"{self.earned} $", *clocks)


class OpenTest(Unsettled):
    """A Test whose Tier or Clock is hidden: the $ so far, and what everybody saw end it, if any."""

    clocks: tuple[Clock, ...] = ()
    """those on the Test that everybody sees"""
    location: tuple[Clock, ...] = ()

    def order(self) -> tuple[Any, ...]:
        return (*super().order(), orders((*self.clocks, *self.location)))

    def __str__(self) -> str:
        clocks = [clock.shown() for clock in self.clocks]
        clocks += [clock.quiet().shown(LOCATION) for clock in self.location]
        seen = f"{self.natural} unless it ended before" if self.natural else "so far"
        return ", ".join([f"{self.total} $", *clocks, seen])
