"""Contests: two checks against each other."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.triumph.about import (
    DICE_OF,
    Ability,
    Bonus,
    Dice,
    DisasterTo,
    Dominance,
    Proficiency,
    Rerolling,
    Skill,
    Threat,
    TriumphFrom,
    game,
)
from astragal.games.triumph.checks import (
    Beyond,
    Fortune,
    Margin,
    circumstance,
    fortune_of,
    margin_order,
    margin_text,
    refused_dice,
)
from astragal.games.triumph.symbol_dice import CheckDice, D20Result, D20s, Reroll
from astragal.mechanics.arithmetic import net
from astragal.odds.weights import Weights
from astragal.rules.ordered import RankedOutcome, Side, compared
from astragal.rules.requests.request import Request
from astragal.rules.requests.total import total
from astragal.rules.requests.weighted import coin
from astragal.rules.rule import rule

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.odds.weights import Weighing


class Reactive(Enum):
    """Who uses a reactive skill: a tie goes to them."""

    NOBODY = "nobody"
    US = "us"
    THEM = "them"
    BOTH = "both"


class Contest(RankedOutcome):
    """How a contest ended for us: uncancelled triumphs and disasters, and the margin."""

    side: Side
    margin: Margin
    ours: Fortune = Fortune.NONE
    theirs: Fortune = Fortune.NONE

    @property
    def wins(self) -> bool:
        return self.side.wins

    def order(self) -> tuple[Any, ...]:
        return (self.side.rank, self.ours.rank, -self.theirs.rank, margin_order(self.margin))

    def __str__(self) -> str:
        said = [self.side.value]
        said += [f"our {self.ours.value}"] if self.ours is not Fortune.NONE else []
        said += [f"their {self.theirs.value}"] if self.theirs is not Fortune.NONE else []
        return ", ".join([*said, margin_text(self.margin)])


class Swing(Request[int]):
    """The sum of dominance and threat on both sides, from our side."""

    dominance: int
    threat: int
    their_dominance: int
    their_threat: int

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[int]:
        ours = yield circumstance(self.dominance, self.threat)
        theirs = yield circumstance(self.their_dominance, self.their_threat)
        return int(ours - theirs)

    def weigh(self, memory: Memory) -> Weighing:
        # A d6 that is taken away is as good as 7 less and a d6 more.
        nets = net(self.dominance, self.threat), -net(self.their_dominance, self.their_threat)
        taken = -sum(each for each in nets if each < 0)
        law = yield total(sum(map(abs, nets)), 6)
        return Weights({six - 7 * taken: ways for six, ways in law.table.items()}, law.denominator)

    def __str__(self) -> str:
        return "circumstances"


def _refuse(given: Any) -> str | None:
    return refused_dice(given) or refused_dice(given, "opponent_")


@game.rule(refuse=_refuse, aim="wins")
def contest(
    ability: Ability = 0,
    opponent: Annotated[int, "the opponent's ability score"] = 0,
    proficiency: Skill = Proficiency.INCOMPETENCE,
    opponent_proficiency: Skill = Proficiency.INCOMPETENCE,
    reactive: Annotated[Reactive, "who uses a reactive skill"] = Reactive.NOBODY,
    dominance: Dominance = 0,
    threat: Threat = 0,
    opponent_dominance: Dominance = 0,
    opponent_threat: Threat = 0,
    bonus: Bonus = 0,
    opponent_bonus: Bonus = 0,
    dice: Dice = None,
    opponent_dice: Dice = None,
    reroll: Rerolling = Reroll.CHOOSE,
    triumph_from: TriumphFrom = 20,
    disaster_to: DisasterTo = 1,
    opponent_triumph_from: TriumphFrom = 20,
    opponent_disaster_to: DisasterTo = 1,
) -> Asks[Contest]:
    """A contest: both make a check, and the higher total wins.

    A tie goes to whoever reacts; otherwise a coin decides. Two triumphs, or two disasters, cancel
    out, and totals are compared; one alone decides; if there is one of each, both apply. The
    opponent re-rolls whatever ♻ allows. First both sides' d20s are rolled, then the d6s.
    """
    d20s = (dice or DICE_OF[proficiency], opponent_dice or DICE_OF[opponent_proficiency])
    ours = yield D20s(d20s[0], reroll, 1)
    theirs = yield D20s(d20s[1], Reroll.ALWAYS, 1)
    fortunes = (
        fortune_of(ours.natural, triumph_from, disaster_to),
        fortune_of(theirs.natural, opponent_triumph_from, opponent_disaster_to),
    )
    exploding = (
        _still_exploding(d20s[0], ours.exploding),
        _still_exploding(d20s[1], theirs.exploding),
    )
    lead = ours.total + ability + bonus - theirs.total - opponent - opponent_bonus
    lead += yield Swing(dominance, threat, opponent_dominance, opponent_threat)
    margin: Margin = lead
    if any(exploding):
        lead, direction = yield _race(*exploding, lead)
        margin = Beyond(lead, direction) if direction else lead
    yield note("with abilities and circumstances, {}", margin_text(margin))
    if fortunes[0] is not fortunes[1]:
        return Contest(compared(*fortunes), margin, *fortunes)
    if fortunes[0] is not Fortune.NONE:
        yield note("two of {} cancel out", fortunes[0].value)
    side = compared(lead, 0)
    if side is Side.TIE:
        side = yield _tie(reactive)
    return Contest(side, margin)


@rule(name="tie", inline=True)
def _tie(reactive: Reactive) -> Asks[Side]:
    if reactive in (Reactive.US, Reactive.THEM):
        yield note("a tie goes to the reactive party")
        return Side.WIN if reactive is Reactive.US else Side.LOSE
    side: Side = yield coin(Side.WIN, Side.LOSE)
    yield note("a tie, and the coin says {}", side)
    return side


def _still_exploding(dice: CheckDice, exploding: int) -> CheckDice | None:
    """The dice that go on exploding, if any do."""
    if not exploding:
        return None
    return CheckDice(exploding, dice.highest, dice.lowest, True)


@rule(name="explosions", inline=True)
def _race(ours: Any, theirs: Any, lead: int) -> Asks[tuple[int, str]]:
    """Dice that explode are rolled again as long as that can still decide who is ahead.

    Once it cannot, the margin is only a bound.
    """
    if not (ours or theirs):
        return lead, ""
    if theirs is None and lead > 0:
        return lead, "more"
    if ours is None and lead < 0:
        return lead, "less"
    our_more = (yield D20s(ours, Reroll.NEVER, 1)) if ours else _STOPPED
    their_more = (yield D20s(theirs, Reroll.NEVER, 1)) if theirs else _STOPPED
    return _race(
        _still_exploding(ours, our_more.exploding),
        _still_exploding(theirs, their_more.exploding),
        lead + our_more.total - their_more.total,
    )


_STOPPED = D20Result(0, 0)
