"""Tests, which add up $ over rounds."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Annotated, Any

from astragal._value import Value
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.tiers.about import (
    Advantages,
    Counting,
    Disadvantages,
    Stat,
    Tags,
    Tier,
    game,
)
from astragal.games.tiers.checks import check_of, help_bonus, stat_and_edge
from astragal.games.tiers.clocks import Clock
from astragal.games.tiers.edges import Edges
from astragal.games.tiers.roll_under import CheckRolls, DiceCount
from astragal.games.tiers.tags import Tag
from astragal.mechanics.arithmetic import net
from astragal.rules.ordered import Ordered, RankedOutcome
from astragal.rules.parameters import Bounds
from astragal.rules.rule import rule


class OnFailure(Enum):
    """What a failed roll does to a Test."""

    BENEVOLENT = "benevolent"
    LOST = "lost"
    RESET = "reset"


class Ending(Ordered):
    """How a Test ended."""

    CLOCK_FULL = "the Clock is full"
    LOST = "the opportunity is lost"
    PASSED = "passed"


class Tested(RankedOutcome):
    """How a Test ended, and the location's Clock, if there is one."""

    ending: Ending
    location: Clock | None = None

    @property
    def passes(self) -> bool:
        return self.ending is Ending.PASSED

    def order(self) -> tuple[int, ...]:
        clock = self.location
        return (self.ending.rank, -clock.filled if clock else 0, clock.segments if clock else 0)

    def __str__(self) -> str:
        clock = f", the location's Clock at {self.location}" if self.location else ""
        return f"{self.ending.value}{clock}"


class Terms(Value):
    """What stays the same during a Test."""

    stats: tuple[int, ...]
    tier: int
    on_failure: OnFailure
    subtracts: int
    edge: int
    tags: tuple[Tag, ...]
    helpers: tuple[int, ...]
    dice_count: DiceCount

    def __repr__(self) -> str:
        return ""


class Progress(Value):
    """The state of a Test: the $ so far, the Clocks, and the resets left (None is unlimited)."""

    earned: int = 0
    clock: Clock | None = None
    location: Clock | None = None
    resets: int | None = None

    def failed(self, terms: Terms) -> Progress | Tested:
        """After a failed roll."""
        clock = self.clock and self.clock.tick()
        location = self.location and self.location.tick()
        if clock is not None and clock.full:
            return Tested(Ending.CLOCK_FULL, location)
        if terms.on_failure is OnFailure.BENEVOLENT:
            earned = max(0, self.earned - terms.subtracts)
            return Progress(earned, clock, location, self.resets)
        if terms.on_failure is OnFailure.LOST or self.resets == 0:
            return Tested(Ending.LOST, location)
        left = None if self.resets is None else self.resets - 1
        return Progress(0, clock, location, left)

    def succeeded(self, terms: Terms, tiers: int) -> Progress | Tested:
        """After a successful roll."""
        earned = self.earned + tiers
        if earned >= terms.tier:
            return Tested(Ending.PASSED, self.location)
        return Progress(earned, self.clock, self.location, self.resets)

    def __repr__(self) -> str:
        said = [f"{self.earned} $"]
        said += [f"Clock {self.clock}"] if self.clock else []
        said += [f"location {self.location}"] if self.location else []
        said += [f"{self.resets} resets left"] if self.resets is not None else []
        return ", ".join(said)


def _refuse(given: Any) -> str | None:
    if given.subtracts and given.on_failure is not OnFailure.BENEVOLENT:
        return f"only a benevolent failure subtracts $, and this one is {given.on_failure.value}"
    if given.clock is not None and given.clock.full:
        return f"the Clock is full before anybody rolls: {given.clock}"
    if given.resets is not None and given.on_failure is not OnFailure.RESET:
        return f"resets count only if a failure resets, and this one is {given.on_failure.value}"
    return None


@game.rule(refuse=_refuse)
def test(
    stats: Annotated[Sequence[Stat], Bounds(1, 20), "the Stats of those who roll, in turn"],
    tier: Tier = 3,
    on_failure: Annotated[OnFailure, "what a failed roll does"] = OnFailure.BENEVOLENT,
    subtracts: Annotated[int, Bounds(0, 1000), "$ a benevolent failure takes away"] = 0,
    resets: Annotated[
        int | None, Bounds(0, 1000), "how many failures reset; the next one loses"
    ] = None,
    clock: Annotated[Clock | None, "counts failures; full, it ends the Test"] = None,
    location: Annotated[Clock | None, "a location's Clock, ticked by failures too"] = None,
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    tags: Tags = (),
    helpers: Annotated[
        Sequence[Stat], Bounds(0, 20), "the Stats of those who help in every round"
    ] = (),
    dice_count: Counting = DiceCount.AT_LEAST_TWO,
) -> Asks[Tested]:
    """A Test: $ add up over rounds, and over several characters, until they meet the Test Tier.

    In every round each character rolls once, in turn. A failed roll is benevolent (nothing is lost,
    or $ are subtracted), loses the opportunity for good, or resets the $ to 0, perhaps a limited
    number of times. A Clock may count failures, and ends the Test when it is full. A success that
    earns nothing is not a failure.
    """
    edge = net(advantages, disadvantages)
    terms = Terms(
        tuple(stats), tier, on_failure, subtracts, edge, tuple(tags), tuple(helpers), dice_count
    )
    return _round(terms, Progress(0, clock, location, resets))
    yield


@rule(name="round")
def _round(terms: Any, now: Any) -> Asks[Tested]:
    """Each character rolls once, in turn, until the Test ends."""
    return (yield from _turn_of(terms, 0, now))


@rule(name="turn", inline=True)
def _turn(terms: Any, place: int, now: Any) -> Asks[Tested]:
    """The rest of a round, from this character on."""
    return (yield from _turn_of(terms, place, now))


def _turn_of(terms: Terms, place: int, now: Progress) -> Asks[Tested]:
    """A character rolls, and that leads to the end, to another turn or to another round."""
    earned = yield _earned(terms, place)
    after = now.failed(terms) if earned == _FAILED else now.succeeded(terms, earned)
    if isinstance(after, Tested):
        return after
    yield note("now {}", after)
    if place + 1 < len(terms.stats):
        return _turn(terms, place + 1, after)
    return _round(terms, after)


_FAILED = -1


@rule(name="roll", inline=True)
def _earned(terms: Any, place: int) -> Asks[int]:
    """The $ that a character earns; or that the roll failed."""
    bonus = yield help_bonus(terms.helpers, 1)
    stat, edge = stat_and_edge(
        terms.stats[place] + bonus, max(terms.edge, 0), max(-terms.edge, 0), Edges(), terms.tags
    )
    grade, tiers = yield CheckRolls(stat, edge, terms.dice_count)
    made = check_of(grade, tiers, 1, terms.tags)
    yield note("{}", made)
    return made.tiers if grade.succeeds else _FAILED
