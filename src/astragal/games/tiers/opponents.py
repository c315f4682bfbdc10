"""Opposed Rolls: the better outcome wins, then the higher number of $."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.tiers.about import (
    Advantages,
    BothEdges,
    Counting,
    Disadvantages,
    Helpers,
    Location,
    OnCritical,
    OnFumble,
    OpponentsAdvantages,
    OpponentsDisadvantages,
    OpponentsEdges,
    OpponentsHelpers,
    OpponentsTags,
    Tags,
    game,
)
from astragal.games.tiers.clocks import Clock, before_the_roll, orders, ticked
from astragal.games.tiers.edges import Edges
from astragal.games.tiers.people import called, refused_names
from astragal.games.tiers.roll_under import DiceCount, Grade, RollsToRead
from astragal.games.tiers.rolls import (
    LOCATION,
    Check,
    Manner,
    help_bonus,
    rolled_in_turn,
)
from astragal.mechanics.unsettled import Unsettled, or_unsettled
from astragal.rules.introductions import Words
from astragal.rules.ordered import Contested, Side, compared
from astragal.rules.parameters import Bounds, Hideable, Step


class OpposedRoll(Contested):
    """The result of an Opposed Roll for us, and both sides' rolls."""

    headline: ClassVar[tuple[str, ...]] = ("wins", "ties", "loses")

    side: Side
    ours: Check
    theirs: Check
    location: tuple[Clock, ...] = ()

    @property
    def ahead(self) -> Side:
        return self.side

    @property
    def ties(self) -> bool:
        return self.side is Side.TIE

    @property
    def both(self) -> str:
        return f"{self.ours} against {self.theirs}"

    @property
    def event(self) -> str:
        theirs = str(self.theirs).removeprefix(f"{self.ours.grade.value}, ")  # said of ours
        return ", ".join((self.called, f"{self.ours} against {theirs}", *self.shows))

    @property
    def shows(self) -> tuple[str, ...]:
        return tuple(clock.shown(LOCATION) for clock in self.location)

    @property
    def why(self) -> str:
        if self.ours.grade is not self.theirs.grade:
            return ""
        if self.ours.succeeds:
            return "equal $" if self.ties else "the $ decide"
        return "neither succeeds"

    def order(self) -> tuple[Any, ...]:
        theirs = (-self.theirs.grade.rank, -self.theirs.tiers)
        return (self.side.rank, self.ours.order(), theirs, orders(self.location))


class OpenOpposedRoll(Unsettled):
    """An Opposed Roll against a hidden Stat: our $ and grade, and all of the opponent's rolls."""

    rolls: tuple[int, ...] = ()
    location: tuple[Clock, ...] = ()
    """the location's Clocks after our roll"""

    def order(self) -> tuple[Any, ...]:
        return (*super().order(), self.rolls, orders(self.location))

    def __str__(self) -> str:
        ours = Check(Grade(self.natural), self.total, True, "", self.location)
        return f"{ours} against {' and '.join(f'{each:02}' for each in self.rolls)}"


def _refuse_opposed(given: Any) -> str | None:
    if given.opponent is None and (given.critical_table or given.fumble_table):
        return "whether a table is consulted would tell the hidden Stat; leave the tables out"
    return refused_names(given.names, 2)


@or_unsettled(OpposedRoll)
@game.rule(refuse=_refuse_opposed, title="Opposed Roll")
def opposed(
    stat: Annotated[int, Bounds(0, 999), Step(5), Words("{}"), "rolled equal to or under"],
    opponent: Annotated[
        int | None,
        Bounds(0, 999),
        Step(5),
        Hideable(),
        Words("{}", hidden="a hidden Stat"),
        "the opponent's Stat",
    ],
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    edges: BothEdges = Edges(),  # noqa: B008
    tags: Tags = (),
    helpers: Helpers = (),
    opponent_advantages: OpponentsAdvantages = 0,
    opponent_disadvantages: OpponentsDisadvantages = 0,
    opponent_edges: OpponentsEdges = Edges(),  # noqa: B008
    opponent_tags: OpponentsTags = (),
    opponent_helpers: OpponentsHelpers = (),
    dice_count: Counting = DiceCount.AT_LEAST_TWO,
    critical_table: OnCritical = None,
    fumble_table: OnFumble = None,
    location: Location = (),
    names: Annotated[Sequence[str], Bounds(0, 2), "the names of both, the opponent's last"] = (),
) -> Asks[OpposedRoll | OpenOpposedRoll]:
    """An Opposed Roll: Critical beats Success beats Failure beats Fumble, then more $ win.

    Otherwise it is a tie. Each roll that fails ticks the location's Clocks. As long as the
    opponent's Stat is hidden, only our roll is read.
    """
    tables = (dice_count, critical_table, fumble_table)
    manner = Manner.of(advantages, disadvantages, edges, tags, helpers, *tables)
    other = Manner.of(
        opponent_advantages,
        opponent_disadvantages,
        opponent_edges,
        opponent_tags,
        opponent_helpers,
        *tables,
    )
    who, their_name = called(names, 2) if names else ("", "the opponent")
    yield from manner.cancels(who)
    ours: Check = yield rolled_in_turn(stat, manner, who)
    yield note(": {}", ours)
    yield from other.cancels(their_name)
    if opponent is None:
        if other.helpers:
            yield help_bonus(other.helpers, 1)
        rolls: tuple[int, ...] = yield RollsToRead(other.edge, other.dice_count, their_name)
        clocks = ticked(before_the_roll(location), 0 if ours.succeeds else 1)
        return OpenOpposedRoll(ours.tiers, ours.grade.value, rolls, clocks)
    theirs: Check = yield rolled_in_turn(opponent, other, their_name)
    yield note(": {}", theirs)
    side = compared((ours.grade, ours.tiers), (theirs.grade, theirs.tiers))
    failures = (not ours.succeeds) + (not theirs.succeeds)
    return OpposedRoll(side, ours, theirs, ticked(before_the_roll(location), failures))
