"""Rolls against opponents: countdown tests and Opposed Rolls."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Annotated, Any

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.tiers.about import Advantages, Counting, Disadvantages, Stat, game
from astragal.games.tiers.checks import Check, check_of
from astragal.games.tiers.clocks import Clock
from astragal.games.tiers.roll_under import CheckRolls, DiceCount
from astragal.mechanics.arithmetic import net
from astragal.rules.ordered import Ordered, Side
from astragal.rules.parameters import Bounds
from astragal.rules.requests.against import against
from astragal.rules.rule import rule


class Countdown(Ordered):
    """How a countdown test ended."""

    EMPTIED = "the opponents emptied the Clock"
    FILLED = "the characters filled the Clock"

    @property
    def passes(self) -> bool:
        return self is Countdown.FILLED


class Ticks(Enum):
    """How many segments a success moves the Clock."""

    ONE = "one"
    TIERS = "$"

    def segments(self, tiers: int) -> int:
        return 1 if self is Ticks.ONE else tiers


def _refuse(given: Any) -> str | None:
    if given.clock.full:
        return f"the Clock is full before anybody rolls: {given.clock}"
    return None


@game.rule(refuse=_refuse)
def countdown(
    stats: Annotated[Sequence[Stat], Bounds(1, 20), "the Stats of the characters, in turn"],
    opponents: Annotated[Sequence[Stat], Bounds(1, 20), "the Stats of the opponents, in turn"],
    clock: Annotated[Clock, "the Clock at the start"] = Clock(6, 3),  # noqa: B008
    ticks: Annotated[Ticks, "how many segments a success moves it"] = Ticks.ONE,
) -> Asks[Countdown]:
    """A countdown test: the characters fill a Clock while their opponents empty it.

    In every round the characters roll in turn, and each success fills a segment; then the opponents
    roll, and each success empties one. It ends when the Clock is full, or when an opponent's
    success leaves it empty.
    """
    now = yield _moves(tuple(stats), tuple(opponents), clock, ticks)
    return now if isinstance(now, Countdown) else countdown(stats, opponents, now, ticks)


@rule(name="moves", inline=True)
def _moves(stats: Any, opponents: Any, now: Any, ticks: Ticks) -> Asks[Any]:
    """The Clock after these characters and opponents, or how it ended."""
    *before, stat = opponents or stats
    if opponents:
        now = yield _moves(stats, tuple(before), now, ticks)
    elif before:
        now = yield _moves(tuple(before), (), now, ticks)
    if isinstance(now, Countdown):
        return now
    segments = yield _moved(stat, ticks)
    if opponents:
        now = now.empty(segments)
        yield note("after the opponents it is at {}", now)
        return Countdown.EMPTIED if segments and not now.filled else now
    now = now.tick(segments)
    yield note("the characters' Clock is at {}", now)
    return Countdown.FILLED if now.full else now


@rule(name="move", inline=True)
def _moved(stat: int, ticks: Ticks) -> Asks[int]:
    """The number of segments that a roll moves the Clock."""
    grade, tiers = yield CheckRolls(stat, 0)
    return ticks.segments(tiers) if grade.succeeds else 0


@game.rule
def opposed(
    stat: Stat,
    opponent: Annotated[int, Bounds(0, 999), "the opponent's Stat"],
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    opponent_advantages: Advantages = 0,
    opponent_disadvantages: Disadvantages = 0,
    dice_count: Counting = DiceCount.AT_LEAST_TWO,
) -> Asks[Side]:
    """An Opposed Roll: Critical beats Success beats Failure beats Fumble, then more $ win."""
    ours = _side(stat, net(advantages, disadvantages), dice_count)
    theirs = _side(opponent, net(opponent_advantages, opponent_disadvantages), dice_count)
    side: Side = yield against(ours, theirs)
    return side


@rule(name="side", inline=True)
def _side(stat: int, edge: int, dice_count: DiceCount) -> Asks[Check]:
    """One side of an Opposed Roll."""
    grade, tiers = yield CheckRolls(stat, edge, dice_count)
    return check_of(grade, tiers, 1)
