"""Two checks against each other: who wins, and by how much, with decisions on both sides.

We roll and decide on our ♻ first. The opponent sees the result, rolls, and decides on theirs.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias

from astragal._value import Value, field
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.games.triumph.contest_outcomes import Contest, OpenContest, Reactive
from astragal.games.triumph.d20s import D20Result, D20s
from astragal.games.triumph.fortunes import Fortune
from astragal.games.triumph.margins import (
    Beyond,
    Margin,
    beyond,
    margin_order,
)
from astragal.games.triumph.parties import Party, Total
from astragal.games.triumph.symbol_dice import CheckDice, Reroll
from astragal.rolling.counts import Rolled
from astragal.rules.ordered import Side, compared
from astragal.rules.requests.request import Request
from astragal.rules.requests.turns import InTurn
from astragal.rules.requests.weighted import coin
from astragal.rules.rule import rule


class Shown(Value):
    """The part of one side's dice that matters for the result."""

    fortune: Fortune
    going: CheckDice | None
    """the dice that explode further; None if none does"""
    total: int
    """the total without those further explosions"""
    endless: bool = False
    """True if the total is only a lower bound, out of reach for the other side"""
    rolled: Any = field(default=None, compare=False)
    """the d20s, for the note"""
    more: Margin = field(default=0, compare=False)
    """the bonus added to the d20s, for the note"""


class Adding(Value):
    """The dice that a party adds to its d20s."""

    party: Party
    goal: int | None

    def __call__(self, rolled: D20Result) -> Experiment[Shown]:
        return _added(self.party, self.goal, rolled)


@rule(name="added", inline=True)
def _added(party: Any, goal: int | None, rolled: Any) -> Asks[Shown]:
    more: Any = yield party.circumstance(goal)
    yield note("", Rolled((), who=party.shown))
    return shown(party, rolled, more)


Direction: TypeAlias = Literal["more", "less", ""]


class Bout(Request[Contest]):
    """Both sides roll their d20s, then their d6s; then dice explode, and a tie is settled."""

    ours: Party
    theirs: Party
    reactive: Reactive

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Contest]:
        yield from self.ours.cancels()
        yield from self.theirs.cancels()
        ours, theirs = yield self.rolls
        lead, direction = first_lead(ours, theirs)
        if ours.going or theirs.going:
            lead, direction = yield race(ours.going, theirs.going, lead)
        made = ended(ours, theirs, lead, direction)
        yield note(
            "{}, {}",
            Total(self.ours, ours.rolled, ours.more, made.total, ours.fortune),
            Total(self.theirs, theirs.rolled, theirs.more, made.opponent_total, theirs.fortune),
        )
        if ours.fortune is theirs.fortune is not Fortune.NONE:
            yield note("the {}s cancel out", ours.fortune.value)
        if made.side is Side.TIE:
            side = yield _tie(self.reactive)
            return made.replaced(side=side)
        return made

    @property
    def rolls(self) -> Experiment[Any]:
        """The d20s of both sides, then their additions."""
        ours, theirs = self.ours, self.theirs
        return InTurn(
            (ours.d20s(1), theirs.d20s(1)),
            (
                Adding(ours, theirs.most if ours.explodes else None),
                Adding(theirs, ours.most if theirs.explodes else None),
            ),
        )

    def open_steps(self) -> Asks[OpenContest]:
        """The contest against a hidden ability score: every roll that may be needed."""
        made: Any = yield from self.open_dice()
        won, *others = self.reactive.settles(Side.TIE)
        tie: Side = (yield coin(won, *others)) if others else won
        return made.replaced(tie=tie)  # type: ignore[no-any-return]

    def open_dice(self) -> Asks[OpenContest]:
        """Both sides' dice, without the coin for a tie."""
        yield from self.ours.cancels()
        yield from self.theirs.cancels()
        ours, theirs = yield self.rolls
        yield note(
            "{}, {}",
            Total(self.ours, ours.rolled, ours.more, ours.total, ours.fortune),
            Total(self.theirs, theirs.rolled, theirs.more, theirs.total, theirs.fortune),
        )
        seen = "" if ours.fortune is Fortune.NONE else ours.fortune.value
        return OpenContest(ours.total, seen, theirs.total, theirs.fortune)

    def __str__(self) -> str:
        return "contest"


def shown(party: Party, rolled: D20Result, more: Margin) -> Shown:
    going = exploded_in(party.dice, rolled)
    reached, _ = margin_order(more)
    endless = isinstance(more, Beyond)
    whole = rolled.total + party.added + reached
    return Shown(rolled.fortune, going, whole, endless, rolled, more)


def first_lead(ours: Shown, theirs: Shown) -> tuple[int, Direction]:
    """Our lead before d20s explode further; only a bound if a bonus explodes."""
    direction: Direction = "more" if ours.endless else "less" if theirs.endless else ""
    return ours.total - theirs.total, direction


def ended(ours: Shown, theirs: Shown, lead: int, direction: Any) -> Contest:
    """A contest before a tie is settled."""
    margin: Margin = beyond(lead, direction) if direction else lead
    totals = _totals(ours, theirs, margin)
    if ours.fortune is theirs.fortune:
        return Contest(compared(lead, 0), margin, Fortune.NONE, Fortune.NONE, *totals)
    side = compared(ours.fortune, theirs.fortune)
    return Contest(side, margin, ours.fortune, theirs.fortune, *totals)


def _totals(ours: Shown, theirs: Shown, margin: Margin) -> tuple[Margin, Margin]:
    """Both totals; if dice on both sides explode, only lower bounds."""
    if ours.endless or theirs.endless:
        both = ((each.total, each.endless) for each in (ours, theirs))
        first, second = (beyond(total) if endless else total for total, endless in both)
        return first, second
    if ours.going and theirs.going:
        return beyond(ours.total), beyond(theirs.total)
    if not (ours.going or theirs.going):
        return ours.total, theirs.total
    lead = margin.bound if isinstance(margin, Beyond) else margin
    endless = isinstance(margin, Beyond)
    if ours.going:
        reached = theirs.total + lead
        return beyond(reached) if endless else reached, theirs.total
    reached = ours.total - lead
    return ours.total, beyond(reached) if endless else reached


@rule(name="tie", inline=True)
def _tie(reactive: Reactive) -> Asks[Side]:
    won, *others = reactive.settles(Side.TIE)
    if not others:
        yield note("a tie goes to the side that reacts")
        return won
    side: Side = yield coin(won, *others)
    yield note("a tie, the coin decides")
    return side


def exploded_in(dice: CheckDice, rolled: D20Result) -> CheckDice | None:
    """The dice that explode further, or None."""
    if not rolled.exploding:
        return None
    kept = rolled.keeping
    highest, lowest = (0, kept) if dice.lowest else (kept, 0)
    return CheckDice(rolled.exploding, highest, lowest, True)


@rule(name="explosions", inline=True)
def race(ours: Any, theirs: Any, lead: int) -> Asks[tuple[int, str]]:
    """Dice that explode are rolled again as long as that can still decide who is ahead.

    Once it cannot, the margin is only a bound.
    """
    if (end := settled_lead(ours, theirs, lead)) is not None:
        return end
    our_more = (yield D20s(ours, Reroll.NEVER, 1)) if ours else _STOPPED
    their_more = (yield D20s(theirs, Reroll.NEVER, 1)) if theirs else _STOPPED
    return race(
        None if ours is None else exploded_in(ours, our_more),
        None if theirs is None else exploded_in(theirs, their_more),
        lead + our_more.total - their_more.total,
    )


def settled_lead(
    ours: CheckDice | None, theirs: CheckDice | None, lead: int
) -> tuple[int, str] | None:
    """The final lead and the direction in which it may change; None if more must be rolled."""
    if ours is None and theirs is None:
        return lead, ""
    if theirs is None and lead > 0:
        return lead, "more"
    return (lead, "less") if ours is None and lead < 0 else None


_STOPPED = D20Result(Fortune.NONE, 0)
