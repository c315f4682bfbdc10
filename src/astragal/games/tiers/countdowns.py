"""Countdown tests: characters fill a Clock while opponents empty it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Annotated, Any

from astragal._value import put
from astragal.experiment.experiment import Asks
from astragal.games.tiers.about import (
    AdvantagesOfEach,
    BothEdges,
    Counting,
    DisadvantagesOfEach,
    Helpers,
    Location,
    Next,
    OnCritical,
    OnFumble,
    OpponentsAdvantagesOfEach,
    OpponentsDisadvantagesOfEach,
    OpponentsEdges,
    OpponentsHelpers,
    OpponentsTags,
    People,
    RoundsNow,
    Stat,
    Stats,
    Tags,
    game,
)
from astragal.games.tiers.clocks import Clock, ticked
from astragal.games.tiers.edges import Edges
from astragal.games.tiers.endings import Countdown, CountedDown, OpenCountdown, segments_moved
from astragal.games.tiers.people import called, edges_of_each, refused_names, refused_turn
from astragal.games.tiers.roll_under import DiceCount
from astragal.games.tiers.rolls import (
    LOCATION,
    rolls_in_turn,
)
from astragal.games.tiers.rounds import FAILED, After, Rounds, State, TurnOfRound
from astragal.mechanics.each_or_all import not_for_each
from astragal.mechanics.unsettled import or_unsettled
from astragal.rules.introductions import Words
from astragal.rules.parameters import Bounds, Hideable, OrText


class Ticks(Enum):
    """The number of segments by which a success moves the Clock."""

    ONE = "one"
    TIERS = "$"

    def segments(self, tiers: int) -> int:
        return 1 if self is Ticks.ONE else tiers


class RoundsOfCountdown(Rounds):
    """The rounds of a countdown test. A state is the filled segments and the failures."""

    characters: int
    """the number of rollers who fill the Clock; the others empty it"""
    clock: Clock
    ticks: Ticks
    location: tuple[Clock, ...]

    def __post_init__(self) -> None:
        put(self, "eventful", any(clock.event for clock in (self.clock, *self.location)))

    def after(self, now: State, turn: int, tiers: int) -> After:
        filled, failures = now
        opposes = turn >= self.characters
        if tiers == FAILED:
            most = max((clock.left for clock in self.location), default=0)
            return filled, failures if opposes else min(failures + 1, most)
        segments = self.ticks.segments(tiers)
        if self.clock.hidden:
            return filled + (-segments if opposes else segments), failures
        if not opposes and filled + segments >= self.clock.segments:
            return self._ended(Countdown.FILLED, self.clock.segments, failures)
        if opposes and segments >= filled:
            return self._ended(Countdown.EMPTIED, 0, failures)
        return filled + (-segments if opposes else segments), failures

    def later(self, now: State) -> CountedDown | OpenCountdown:
        if self.clock.hidden:
            return OpenCountdown(now[0], "", ticked(self.location, now[1]))
        return self._ended(Countdown.GOES_ON, *now)

    def _ended(self, ending: Countdown, filled: int, failures: int) -> CountedDown:
        return CountedDown(ending, self.clock.at(filled), ticked(self.location, failures))

    def clocks(self, now: State) -> tuple[Clock, ...]:
        filled, failures = now
        return (self.clock.at(filled), *ticked(self.location, failures))

    def said(self, now: State) -> list[str]:
        clock, *location = self.clocks(now)
        stands = segments_moved(now[0]) if clock.hidden else clock.shown()
        return [stands, *(clock.quiet().shown(LOCATION) for clock in location)]

    def __repr__(self) -> str:
        return ""


def _refuse_countdown(given: Any) -> str | None:
    if given.clock.full:
        return f"the Clock is full before anybody rolls: {given.clock.shown()}"
    if given.clock.hidden and given.rounds is None:
        return (
            "with the Clock hidden nothing ends this that those who roll could see; "
            "say how many rounds are rolled now, as in rounds=3"
        )
    everybody = (*given.names, *given.opponent_names)
    count = len(given.stats) + len(given.opponents)
    return (
        refused_names(given.names, len(given.stats))
        or refused_names(given.opponent_names, len(given.opponents), "opponent_names")
        or refused_names(everybody, count if len(everybody) == count else len(everybody))
        or refused_turn(given.turn, _everybody(given), count)
        or not_for_each(given, ("advantages", "disadvantages"), len(given.stats))
        or not_for_each(
            given, ("opponent_advantages", "opponent_disadvantages"), len(given.opponents)
        )
    )


def _everybody(given: Any) -> tuple[str, ...]:
    """The names of the characters, then those of the opponents."""
    ours = called(given.names, len(given.stats))
    return ours + called(given.opponent_names, len(given.opponents), "opponent")


def _settle_countdown(values: dict[str, Any]) -> dict[str, Any]:
    return edges_of_each(edges_of_each(values), "opponent_")


@or_unsettled(CountedDown)
@game.rule(refuse=_refuse_countdown, rounds=True, settle=_settle_countdown, title="Countdown test")
def countdown(
    stats: Stats,
    opponents: Annotated[Sequence[Stat], Bounds(1, 20), "the Stats of the opponents, in turn"],
    clock: Annotated[
        OrText[Clock],
        Hideable(),
        Words("on the Clock {}", hidden="on a hidden Clock", always=True),
        "the Clock at the start",
    ] = Clock(6, 3),  # noqa: B008
    ticks: Annotated[
        OrText[Ticks], Words("with as many segments as {}"), "how many segments a success moves it"
    ] = Ticks.ONE,
    location: Location = (),
    advantages: AdvantagesOfEach = (0,),
    disadvantages: DisadvantagesOfEach = (0,),
    edges: BothEdges = Edges(),  # noqa: B008
    tags: Tags = (),
    helpers: Helpers = (),
    opponent_advantages: OpponentsAdvantagesOfEach = (0,),
    opponent_disadvantages: OpponentsDisadvantagesOfEach = (0,),
    opponent_edges: OpponentsEdges = Edges(),  # noqa: B008
    opponent_tags: OpponentsTags = (),
    opponent_helpers: OpponentsHelpers = (),
    dice_count: Counting = DiceCount.AT_LEAST_TWO,
    critical_table: OnCritical = None,
    fumble_table: OnFumble = None,
    names: People = (),
    opponent_names: Annotated[
        Sequence[str], Bounds(0, 20), "the names of the opponents, in turn"
    ] = (),
    turn: Next = None,
    rounds: RoundsNow = None,
) -> Asks[CountedDown | OpenCountdown]:
    """A countdown test: the characters fill a Clock while their opponents empty it.

    In every round the characters roll in turn, and each success fills a segment; then the opponents
    roll, and each success empties one. It ends when the Clock is full, or when an opponent's
    success takes it to 0 or finds it there. The characters' failures tick the location's Clocks.
    ``rounds`` leaves it after so many; a hidden Clock has to be left like that.
    """
    same = (dice_count, critical_table, fumble_table)
    our_names = called(names, len(stats))
    their_names = called(opponent_names, len(opponents), "opponent")
    ours: Any = yield from rolls_in_turn(
        stats, advantages, disadvantages, (edges, tags, helpers, *same), our_names
    )
    theirs: Any = yield from rolls_in_turn(
        opponents,
        opponent_advantages,
        opponent_disadvantages,
        (opponent_edges, opponent_tags, opponent_helpers, *same),
        their_names,
    )
    rolls = [*ours, *theirs]
    who = (*our_names, *their_names)
    same_always = (len(stats), clock, ticks, tuple(location))
    first = (turn and turn.place(who, len(rolls))) or 0
    course = RoundsOfCountdown(tuple(rolls), who, *same_always)
    return TurnOfRound(course, (clock.filled, 0), first, left=rounds)
