"""tiers: d100 equal to or under a Stat; the tens digit of a success is its Tier of Success ($)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Annotated, Any

from astragal._value import Value
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.tiers.clocks import Clock
from astragal.games.tiers.roll_under import DiceCount, Grade, Rolled, grade_of, tiers_of
from astragal.games.tiers.tags import Tag, tiers_of_tags
from astragal.mechanics.edges import Edges, net
from astragal.mechanics.opposed import Side, compared
from astragal.mechanics.ordered import Ordered, Ranked
from astragal.mechanics.tables import RandomTable
from astragal.rules.game import Game
from astragal.rules.parameters import Bounds, Names
from astragal.rules.rule import rule

__all__ = [
    "DIFFICULTIES",
    "Check",
    "Clock",
    "Countdown",
    "DiceCount",
    "Edges",
    "Ending",
    "Grade",
    "OnFailure",
    "RandomTable",
    "Side",
    "Tag",
    "Tested",
    "Ticks",
    "check",
    "countdown",
    "game",
    "grade_of",
    "opposed",
    "test",
    "tiers_of",
]

game = Game(
    "tiers",
    "d100 equal to or under a Stat, Tiers of Success ($), Tests that accumulate",
    short=(
        "Roll d100, 00 to 99, equal to or under the Stat; 96 to 99 always fail.",
        "$ is the tens digit of a success. Doubles are Criticals, or Fumbles if they fail.",
        "A Check of a higher Tier needs as many $; a success that falls short is partial.",
        "A Test adds up $ over rounds until its Tier is met. A failed roll is benevolent, or it loses the "
        "opportunity, or it resets the Test; a Clock may count failures.",
        "/+/ picks the best of several rolls, /-/ the worst, by Critical, Success, Failure, Fumble.",
        "A Stat over 99 multiplies $ by its hundreds digit + 1.",
        "Tags: gold is an edge, silver +10 a Tier to the Stat, any other $ after a success.",
    ),
    examples=(
        "check --stat 43 --advantages 1",
        "check --stat 43 --advantages 3 --faces 96,21,11",
        "check --stat 45 --tier Normal --odds --of passes",
        'check --stat 45 --tags "gold eyes, silver rope +2, torch" --odds --of tiers',
        "test --stats 45 --tier Hard --on-failure reset --steps",
        "test --stats 45,60 --tier Hard --on-failure lost --odds",
        "test --stats 45 --sweep tier=1..6 --within 3",
        "opposed --stat 45 --opponent 60 --odds",
        "countdown --stats 45,45 --opponents 60 --clock 3/6 --odds",
    ),
    named=("check", "stat"),
)

DIFFICULTIES = {
    "Very Easy": 1,
    "Easy": 2,
    "Normal": 3,
    "Challenging": 4,
    "Hard": 5,
    "Very Hard": 6,
    "Masterful": 10,
}

# The Check


class Check(Ranked):
    """What a Check comes to: its grade, its $, and whether the Check Tier was met."""

    grade: Grade
    tiers: int
    full: bool
    effect: str = ""
    """what the table of Criticals or Fumbles says, where there is one"""

    @property
    def passes(self) -> bool:
        """Whether it is a full success."""
        return self.full

    @property
    def succeeds(self) -> bool:
        """Whether it is a success, if only a partial one."""
        return self.grade.succeeds

    @property
    def partial(self) -> bool:
        """Whether it is a success that falls short of the Check Tier."""
        return self.grade.succeeds and not self.full

    def order(self) -> tuple[int, int, bool, str]:
        return (self.grade.rank, self.tiers, self.full, self.effect)

    def __str__(self) -> str:
        said = [self.grade.value]
        if self.grade.succeeds:
            said.append(f"{self.tiers} $")
        if self.partial:
            said.append("partial")
        return ", ".join([*said, *([self.effect] if self.effect else [])])


Stat = Annotated[int, Bounds(0, 999), "rolled equal to or under"]
Tier = Annotated[int, Bounds(1, 1000), Names(DIFFICULTIES), "$ needed"]
Advantages = Annotated[int, Bounds(0, 1000), "/+/"]
Disadvantages = Annotated[int, Bounds(0, 1000), "/-/"]
Counting = Annotated[DiceCount, "d100 for n Advantages or Disadvantages"]
Tags = Annotated[Sequence[Tag], "gold, silver and other tags"]


@game.rule
def check(
    stat: Stat,
    tier: Tier = 1,
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    edges: Annotated[Edges, "more of both, as the game writes them: 2/+/"] = Edges(),  # noqa: B008
    tags: Tags = (),
    helpers: Annotated[Sequence[Stat], Bounds(0, 20), "the Stats of those who help"] = (),
    dice_count: Counting = DiceCount.AT_LEAST_TWO,
    critical_table: Annotated[RandomTable | None, "consulted on a Critical"] = None,
    fumble_table: Annotated[RandomTable | None, "consulted on a Fumble"] = None,
) -> Asks[Check]:
    """A Check: d100 equal to or under the Stat succeeds; 96 to 99 always fail.

    $ is the tens digit of a success. With a Check Tier over 1 a full success needs as many $; a success
    that falls short is partial. Doubles are Criticals, or Fumbles if they fail. /+/ and /-/ cancel one to
    one; what remains rolls several times and picks the best or the worst, by Critical, Success, Failure,
    Fumble. Gold tags are edges, silver ones change the Stat by 10 a Tier, any other adds $ to a success.
    Each helper who passes a Check of the same Tier gives +10 to the Stat, with a Critical +20.
    """
    bonus = yield _help(helpers, tier)
    stat, edge = _position(stat + bonus, advantages, disadvantages, edges, tags)
    grade, tiers = yield Rolled(stat, edge, dice_count)
    made = _check(grade, tiers, tier, tags)
    table = {Grade.CRITICAL: critical_table, Grade.FUMBLE: fumble_table}.get(grade)
    if table is None:
        return made
    effect = yield table
    return Check(grade, made.tiers, made.full, effect)


@rule(name="help", told_inside=True)
def _help(helpers: Sequence[int], tier: int) -> Asks[int]:
    """What helpers add to the Stat."""
    if not helpers:
        return 0
    *others, stat = helpers
    bonus: int = yield _help(others, tier)
    grade, tiers = yield Rolled(stat, 0)
    helper = _check(grade, tiers, tier)
    if helper.full:
        bonus += 20 if grade is Grade.CRITICAL else 10
    yield note("a helper's {}: {:+} so far", helper, bonus)
    return bonus


def _position(
    stat: int, advantages: int, disadvantages: int, edges: Edges, tags: Sequence[Tag]
) -> tuple[int, int]:
    """The Stat that is rolled under, and the Advantages or Disadvantages that remain."""
    gold = tiers_of_tags(tags, "gold")
    silver = tiers_of_tags(tags, "silver")
    edge = net(advantages + edges.advantages, disadvantages + edges.disadvantages) + gold
    return stat + 10 * silver, edge


def _check(grade: Grade, tiers: int, tier: int, tags: Sequence[Tag] = ()) -> Check:
    if not grade.succeeds:
        return Check(grade, 0, False)
    tiers = max(0, tiers + tiers_of_tags(tags, ""))
    return Check(grade, tiers, tier <= 1 or tiers >= tier)


# The Test


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


class Tested(Ranked):
    """How a Test ended, and where the location's Clock stands if there is one."""

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
    """How a Test stands: the $ so far, the Clocks, and the resets that are left (None is unlimited)."""

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


def _mixed_up(given: Any) -> str | None:
    if given.subtracts and given.on_failure is not OnFailure.BENEVOLENT:
        return f"only a benevolent failure subtracts $, and this one is {given.on_failure.value}"
    if given.clock is not None and given.clock.full:
        return f"the Clock is full before anybody rolls: {given.clock}"
    if given.resets is not None and given.on_failure is not OnFailure.RESET:
        return (
            f"resets are counted where a failure resets, and this one is {given.on_failure.value}"
        )
    return None


@game.rule(refuse=_mixed_up)
def test(
    stats: Annotated[Sequence[Stat], Bounds(1, 20), "the Stats of those who roll, in turn"],
    tier: Tier = 3,
    on_failure: Annotated[OnFailure, "what a failed roll does"] = OnFailure.BENEVOLENT,
    subtracts: Annotated[int, Bounds(0, 1000), "$ a benevolent failure takes away"] = 0,
    resets: Annotated[
        int | None, Bounds(0, 1000), "so many failures reset, the next one loses"
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

    In every round each character rolls once, in turn. A failed roll is benevolent (nothing is lost, or $
    are subtracted), loses the opportunity for good, or resets the $ to 0; perhaps only so many times. A
    Clock may count failures, and ends the Test when it is full. A success that earns nothing is no failure.
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
    now = yield _turns(terms, len(terms.stats), now)
    return now if isinstance(now, Tested) else _round(terms, now)


@rule(name="turns", told_inside=True)
def _turns(terms: Any, count: int, now: Any) -> Asks[Any]:
    """How a Test stands after the first so many characters of a round: by then many ways are one again."""
    if count > 1:
        now = yield _turns(terms, count - 1, now)
    if isinstance(now, Tested):
        return now
    bonus = yield _help(terms.helpers, 1)
    position, edge = _position(
        terms.stats[count - 1] + bonus, max(terms.edge, 0), max(-terms.edge, 0), Edges(), terms.tags
    )
    grade, tiers = yield Rolled(position, edge, terms.dice_count)
    made = _check(grade, tiers, 1, terms.tags)
    now = now.succeeded(terms, made.tiers) if grade.succeeds else now.failed(terms)
    if isinstance(now, Tested):
        yield note("{}", made)
    else:
        yield note("{}; now {}", made, now)
    return now


# Clocks against opponents, and opposed rolls


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


def _decided(given: Any) -> str | None:
    if given.clock.full:
        return f"the Clock is full before anybody rolls: {given.clock}"
    return None


@game.rule(refuse=_decided)
def countdown(
    stats: Annotated[Sequence[Stat], Bounds(1, 20), "the Stats of the characters, in turn"],
    opponents: Annotated[Sequence[Stat], Bounds(1, 20), "the Stats of the opponents, in turn"],
    clock: Annotated[Clock, "where the Clock stands at first"] = Clock(6, 3),  # noqa: B008
    ticks: Annotated[Ticks, "how many segments a success moves it"] = Ticks.ONE,
) -> Asks[Countdown]:
    """A countdown test: the characters fill a Clock while their opponents empty it.

    In every round the characters roll in turn, each success fills a segment, and then the opponents, whose
    successes empty one. It ends when the Clock is full, or when an opponent's success leaves it empty.
    """
    now = yield _moves(tuple(stats), tuple(opponents), clock, ticks)
    return now if isinstance(now, Countdown) else countdown(stats, opponents, now, ticks)


@rule(name="moves", told_inside=True)
def _moves(stats: Any, opponents: Any, now: Any, ticks: Ticks) -> Asks[Any]:
    """Where the Clock stands after these characters and opponents, or how it ended."""
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


@rule(name="move", told_inside=True)
def _moved(stat: int, ticks: Ticks) -> Asks[int]:
    """How many segments a roll moves the Clock."""
    grade, tiers = yield Rolled(stat, 0)
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
    """An Opposed Roll: both roll; Critical beats Success beats Failure beats Fumble, then more $ win."""
    edges = (net(advantages, disadvantages), net(opponent_advantages, opponent_disadvantages))
    ours = yield Rolled(stat, edges[0], dice_count)
    theirs = yield Rolled(opponent, edges[1], dice_count)
    yield note("{} against {}", _check(ours[0], ours[1], 1), _check(theirs[0], theirs[1], 1))
    return compared(ours, theirs)
