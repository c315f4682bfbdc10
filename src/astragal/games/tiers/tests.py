"""Tests, which add up $ over rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from astragal._value import field, put
from astragal.experiment.experiment import Asks
from astragal.games.tiers.about import (
    DIFFICULTIES,
    AdvantagesOfEach,
    BothEdges,
    Counting,
    DisadvantagesOfEach,
    Helpers,
    Location,
    Next,
    OnCritical,
    OnFumble,
    People,
    RoundsNow,
    Stats,
    Tags,
    Tier,
    game,
)
from astragal.games.tiers.clocks import Clock, ticked
from astragal.games.tiers.edges import Edges
from astragal.games.tiers.endings import (
    Ending,
    OnFailure,
    OpenTest,
    Tested,
    loses_when_full,
    most_survived,
    told_failing,
)
from astragal.games.tiers.people import called, edges_of_each, refused_names, refused_turn
from astragal.games.tiers.roll_under import DiceCount
from astragal.games.tiers.rolls import LOCATION, rolls_in_turn
from astragal.games.tiers.rounds import FAILED, After, Rounds, State, TurnOfRound
from astragal.mechanics.each_or_all import not_for_each
from astragal.mechanics.unsettled import or_unsettled
from astragal.rules.introductions import Words
from astragal.rules.parameters import Absorbed, AloneUpTo, Bounds, Hideable, OrText, counted_in


class RoundsOfTest(Rounds):
    """The rounds of a Test. A state is the $ earned and the failures, which all Clocks count."""

    tier: int | None
    """the Tier of the Test; None if hidden"""
    on_failure: OnFailure
    subtracts: int
    resets: int | None
    counting: tuple[Clock, ...]
    """the Clocks of the Test"""
    location: tuple[Clock, ...]

    survived: int | None = field(default=None, init=False, compare=False)
    """the number of failures that the opportunity survives; None if it survives any number"""
    counted: int = field(default=0, init=False, compare=False)
    """the number of failures that matter; further ones change nothing"""

    def __post_init__(self) -> None:
        clocks = (*self.counting, *self.location)
        survived = most_survived(self.on_failure, self.resets, self.counting)
        put(self, "survived", survived)
        put(self, "counted", max([survived or 0, *(clock.left for clock in clocks)]))
        put(self, "eventful", any(clock.event for clock in clocks))

    @property
    def countless(self) -> bool:
        return self.tier is None

    def after(self, now: State, turn: int, tiers: int) -> After:
        earned, failures = now
        if tiers != FAILED:
            earned += tiers
            if self.tier is not None and earned >= self.tier:
                return self._ended(Ending.PASSED, earned, failures)
            return earned, failures
        lost = self.survived is not None and failures >= self.survived
        failures = min(failures + 1, self.counted)
        if not lost:
            reset = self.on_failure is OnFailure.RESET
            earned = 0 if reset else max(0, earned - self.subtracts)
        ends = (each for each in self.counting if not each.hidden and not loses_when_full(each))
        if any(clock.left <= failures for clock in ends):
            return self._ended(Ending.CLOCK_FULL, earned, failures)
        return self._ended(Ending.LOST, earned, failures) if lost else (earned, failures)

    def later(self, now: State) -> Tested | OpenTest:
        return self._ended(Ending.GOES_ON, *now)

    def _ended(self, ending: Ending, earned: int, failures: int) -> Tested | OpenTest:
        clocks, location = ticked(self.counting, failures), ticked(self.location, failures)
        if self.open:
            seen = "" if ending is Ending.GOES_ON else ending.value
            return OpenTest(earned, seen, clocks, location)
        return Tested(ending, earned, clocks, location)

    @property
    def open(self) -> bool:
        """True if the players cannot know how the Test ends."""
        return self.tier is None or any(clock.hidden for clock in self.counting)

    def clocks(self, now: State) -> tuple[Clock, ...]:
        return ticked((*self.counting, *self.location), now[1])

    def said(self, now: State) -> list[str]:
        earned, failures = now
        said = [f"{earned} $" if self.tier is None else f"{earned} of {self.tier} $"]
        said += [clock.quiet().shown() for clock in ticked(self.counting, failures)]
        said += [clock.quiet().shown(LOCATION) for clock in ticked(self.location, failures)]
        if self.resets is not None:
            left = max(0, self.resets - failures)
            said.append(f"{left or 'no'} {'reset' if left == 1 else 'resets'} left")
        return said

    def __repr__(self) -> str:
        return ""


def _kind(on_failure: OnFailure | None, clocks: Sequence[Clock]) -> OnFailure:
    """The effect of a failed roll; by default it is benevolent with a Clock, else it loses."""
    return on_failure or (OnFailure.BENEVOLENT if clocks else OnFailure.LOST)


def _refuse(given: Any) -> str | None:
    clocks = given.clock
    kind = _kind(given.on_failure, clocks)
    if given.tier is not None and given.earned >= given.tier:
        return f"the Test is passed before anybody rolls: {given.earned} of {given.tier} $"
    if given.subtracts and kind is not OnFailure.BENEVOLENT:
        return (
            f"only a benevolent failure subtracts $, and this one is {kind.value}; "
            "on_failure says how a failed roll counts"
        )
    if given.resets is not None and kind is not OnFailure.RESET:
        return (
            f"resets count only if a failure resets, and this one is {kind.value}; "
            "on_failure says how a failed roll counts"
        )
    return (
        _refused_clocks(clocks, kind, given.resets)
        or _never_ends(given, kind)
        or not_for_each(given, ("advantages", "disadvantages"), len(given.stats))
        or refused_names(given.names, len(given.stats))
        or refused_turn(given.turn, given.names, len(given.stats))
    )


def _never_ends(given: Any, kind: OnFailure) -> str | None:
    """The reason why a Test would never end, as the players cannot see its end; else None."""
    seen = [clock for clock in given.clock if not clock.hidden]
    ends = given.tier is not None or given.rounds is not None or bool(seen)
    if ends or most_survived(kind, given.resets, given.clock) is not None:
        return None
    return (
        "with the Tier hidden nothing ends this Test that those who roll could see; "
        "say how many rounds are rolled now, as in rounds=3"
    )


def _refused_clocks(clocks: Sequence[Clock], kind: OnFailure, resets: int | None) -> str | None:
    survived = most_survived(kind, resets, clocks)
    for clock in clocks:
        if clock.hidden or loses_when_full(clock):
            continue
        if clock.full:
            return f"the Clock is full before anybody rolls: {clock.shown()}"
        if survived is not None and clock.left > survived + 1:
            which = f"failed roll number {survived + 1}" if survived else "the first failed roll"
            return (
                f"{clock.shown()} can never be full, since {which} loses the opportunity; "
                "choose another on_failure or more resets, or leave the Clock out"
            )
    return None


@or_unsettled(Tested)
@game.rule(refuse=_refuse, rounds=True, settle=edges_of_each)
def test(
    stats: Stats,
    tier: Annotated[Tier, AloneUpTo(DIFFICULTIES["Masterful"], "stats")] = 3,
    on_failure: Annotated[
        OrText[OnFailure] | None,
        Words(told_failing),
        "how a failed roll counts; if not said, lost, or benevolent with a Clock",
    ] = None,
    subtracts: Annotated[
        OrText[int],
        Bounds(0, 1000),
        counted_in("$"),
        Words("with {} $ lost on a failure"),
        "$ a benevolent failure takes away",
    ] = 0,
    resets: Annotated[
        int | None,
        Bounds(0, 1000),
        Words("with {} resets", one="with one reset"),
        "how many failures reset; the next one loses",
    ] = None,
    clock: Annotated[
        OrText[Sequence[Clock]],
        Bounds(0, 20),
        Absorbed(3, "clocks"),
        Hideable(),
        Words("with the Clock {}", hidden="with a hidden Clock"),
        "Clocks that count failures; a full one ends the Test: alarm 2/6: the guards come, dawn 4",
    ] = (),
    location: Location = (),
    advantages: AdvantagesOfEach = (0,),
    disadvantages: DisadvantagesOfEach = (0,),
    edges: BothEdges = Edges(),  # noqa: B008
    tags: Tags = (),
    helpers: Helpers = (),
    dice_count: Counting = DiceCount.AT_LEAST_TWO,
    critical_table: OnCritical = None,
    fumble_table: OnFumble = None,
    earned: Annotated[
        OrText[int], Bounds(0, 1000), counted_in("$"), Words("from {} $"), "$ earned so far"
    ] = 0,
    names: People = (),
    turn: Next = None,
    rounds: RoundsNow = None,
) -> Asks[Tested | OpenTest]:
    """A Test: $ add up over rounds, and over several characters, until they meet the Test Tier.

    In every round each character rolls once, in turn. A failed roll loses the opportunity for good,
    or is benevolent (nothing is lost, or $ are subtracted), or resets the $ to 0, perhaps a limited
    number of times. Clocks may count failures; then failures are benevolent unless something else
    is said. A full Clock ends the Test, and says its event; one whose event is "lost opportunity"
    makes the next failure lose instead. A success that earns nothing is not a failure. To go on
    with a Test, say what was earned, how the Clocks stand, and whose turn it is; ``rounds`` leaves
    it after so many. As long as the Tier or a Clock is hidden, it is rolled until everybody sees
    that it ends.
    """
    same = (edges, tags, helpers, dice_count, critical_table, fumble_table)
    who = called(names, len(stats))
    rolls: Any = yield from rolls_in_turn(stats, advantages, disadvantages, same, who)
    kind = _kind(on_failure, clock)
    same_always = (tier, kind, subtracts, resets, tuple(clock), tuple(location))
    first = (turn and turn.place(names, len(stats))) or 0
    course = RoundsOfTest(tuple(rolls), who, *same_always)
    return TurnOfRound(course, (earned, 0), first, left=rounds)
