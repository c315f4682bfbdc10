"""Opposed tests: two sides roll, and one of them may roll again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

from astragal._value import Value
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.games.percentile.about import NO_MODIFIERS, Added, Difficulty, TwoNames, game
from astragal.games.percentile.tests import Goal, Tested, roll_noted, tested
from astragal.mechanics.names import not_as_many
from astragal.mechanics.rerolls import Reroll, Rerolling, again
from astragal.probability.facing import Faced, Ladder, Ranked, faced
from astragal.probability.views import View
from astragal.probability.weights import Weights
from astragal.rules.introductions import Words
from astragal.rules.ordered import Contested, Opposed, RankedOutcome
from astragal.rules.parameters import Bounds, Step
from astragal.rules.requests.request import Request, d
from astragal.rules.rule import rule

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.weights import Weighing


class Standing(Opposed):
    """Who is ahead in an opposed test, from our side."""

    LOSE = "lose"
    STALEMATE = "stalemate"
    WIN = "win"


class OpposedTest(Contested):
    """How an opposed test ended for us, and the degrees of both; negative ones are of failure."""

    headline: ClassVar[tuple[str, ...]] = ("wins", "standing")

    standing: Standing
    level: int
    opponent_level: int

    @property
    def ahead(self) -> Standing:
        return self.standing

    def order(self) -> tuple[int, int, int]:
        return (self.standing.rank, self.level, -self.opponent_level)

    @property
    def both(self) -> str:
        levels = (self.level, self.opponent_level)
        return " against ".join(str(Tested(each > 0, abs(each))) for each in levels)

    @property
    def why(self) -> str:
        if self.standing is Standing.STALEMATE:
            return "a full tie" if self.level > 0 else "both fail"
        if self.level == self.opponent_level:
            return "of equal degrees, the bonus and then the lower roll decide"
        return ""


class Side(Value):
    """One side: what it rolls against, its characteristic bonus, and its name."""

    goal: Goal
    bonus: int
    name: str = ""

    def rolled(self, roll: int) -> Rolled:
        made = tested(roll, self.goal.number)
        return Rolled(made.level, (made.level, self.bonus, -roll) if made.passes else ())


class Rolled(NamedTuple):
    """What a side's roll came to: its degrees, and what it is compared by. Failures are equal."""

    level: int
    rank: tuple[int, ...]


def _standing(ours: Rolled, theirs: Rolled) -> Standing:
    if ours.rank == theirs.rank:
        return Standing.STALEMATE
    return Standing.WIN if ours.rank > theirs.rank else Standing.LOSE


def _ended(ours: Rolled, theirs: Rolled) -> OpposedTest:
    return OpposedTest(_standing(ours, theirs), ours.level, theirs.level)


class Met(RankedOutcome):
    """Both have rolled: how it would end, and the opponent's roll if that still matters."""

    ended: OpposedTest
    theirs: Rolled | None

    def order(self) -> tuple[Any, ...]:
        return (self.ended, self.theirs.rank if self.theirs else ())

    def __str__(self) -> str:
        return str(self.ended)


class Clash(Request[Met]):
    """Both sides roll, and the opponent, if they may, once more unless they are winning."""

    ours: Side
    theirs: Side
    they_reroll: bool
    stays: bool
    """whether the opponent's roll matters later, because ours may be rolled again"""

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Met]:
        ours = yield _roll(self.ours)
        theirs = yield _roll(self.theirs)
        if self.they_reroll and _standing(ours, theirs) is not Standing.LOSE:
            yield note("{} rolls again", self.theirs.name)
            theirs = yield _roll(self.theirs)
        return Met(_ended(ours, theirs), theirs if self.stays else None)

    def weigh(self, memory: Memory) -> Weighing:
        ours, theirs = (yield _roll(self.ours)), (yield _roll(self.theirs))
        memory.budget.spend_entries(4 * len(ours.table) * len(theirs.table))
        others = [
            Ranked(each.rank, each if self.stays else each.level, weight)
            for each, weight in theirs.table.items()
        ]
        meetings, rolls = self.meetings(ours, theirs), ours.denominator * theirs.denominator
        met = _faced(meetings, others)
        whole = rolls * theirs.denominator if self.they_reroll else rolls
        return Weights({self._met(*place): weight for place, weight in met.items()}, whole)

    def meetings(self, ours: Weights, theirs: Weights) -> list[_Meeting]:
        """Our rolls, and who may be ahead when they meet the other side's last roll."""
        mine = _ranked(ours)
        if not self.they_reroll:
            return [_Meeting(mine, _ANY)]
        # They keep what wins. Else they roll anew: as often as theirs does not beat ours.
        first = Ladder.of(_ranked(theirs))
        anew = [each._replace(weight=each.weight * first.up_to(each.rank)) for each in mine]
        kept = [each._replace(weight=each.weight * theirs.denominator) for each in mine]
        return [_Meeting(kept, (-1,)), _Meeting(anew, _ANY)]

    def _met(self, sign: int, level: int, other: Any) -> Met:
        rolled = other if self.stays else None
        other_level = other.level if self.stays else other
        return Met(OpposedTest(_STANDINGS[sign], level, other_level), rolled)

    def __str__(self) -> str:
        return "both roll"


_STANDINGS = {1: Standing.WIN, 0: Standing.STALEMATE, -1: Standing.LOSE}


def _ranked(side: Weights) -> list[Ranked]:
    """What a side may roll, of which the level is kept."""
    return [Ranked(each.rank, each.level, weight) for each, weight in side.table.items()]


class _Meeting(NamedTuple):
    """What we may have rolled, and who may be ahead then."""

    ours: list[Ranked]
    signs: tuple[int, ...]

    def only(self, signs: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sign for sign in self.signs if sign in signs)


_ANY = (1, 0, -1)


def _faced(
    meetings: Iterable[_Meeting], theirs: list[Ranked], signs: tuple[int, ...] = _ANY
) -> Faced:
    """What both come to, where one of some signs is ahead."""
    found: Faced = {}
    for meeting in meetings:
        allowed = meeting.only(signs)
        for place, weight in faced(meeting.ours, theirs).items() if allowed else ():
            if place[0] in allowed:
                found[place] = found.get(place, 0) + weight
    return found


def _met(meetings: list[_Meeting], theirs: list[Ranked], signs: tuple[int, ...]) -> list[Ranked]:
    """The opponent's rolls, as often as they meet one of ours with one of some signs ahead."""
    ladders = [(Ladder.of(each.ours), each.only(signs)) for each in meetings]
    found = []
    for each in theirs:
        ways = 0
        for ladder, allowed in ladders:
            shares = ladder.against(each.rank)
            ways += sum(shares[sign] for sign in allowed)
        found.append(each._replace(weight=each.weight * ways))
    return found


@rule(name="roll", inline=True)
def _roll(side: Any) -> Asks[Rolled]:
    """One side rolls; all failures of one degree are the same."""
    face = yield d(100)
    made = tested(face, side.goal.number)
    yield from roll_noted(face, side.goal, side.name)
    yield note(": {}", made)
    came_to: Rolled = side.rolled(face)
    return came_to


@rule(name="again", inline=True)
def _again(ours: Any, theirs: Any) -> Asks[OpposedTest]:
    """Our second roll, against what the opponent has."""
    mine = yield _roll(ours)
    return _ended(mine, theirs)


def _refuse(given: Any) -> str | None:
    return not_as_many(given.names, 2)


def _for_the_win(aim: View, *values: Any) -> Experiment[OpposedTest] | None:
    """To win, whatever does not win yet is rolled again if that can win at all."""
    given = dict(zip(_PARAMETERS, values, strict=True))
    reroll = given["reroll"]
    if reroll is Reroll.NEVER or (reroll is Reroll.CHOOSE and aim != "wins"):
        return None
    return SecondRoll(*_sides(**given), given["opponent_reroll"], reroll is Reroll.ALWAYS)


class SecondRoll(Request[OpposedTest]):
    """An opposed test in which we roll again: always, or whatever does not win but still can."""

    ours: Side
    theirs: Side
    they_reroll: bool
    always: bool

    def steps(self) -> Asks[OpposedTest]:
        met: Met = yield self._clash
        assert met.theirs is not None
        again = self.always or (not met.ended.wins and self._highest > met.theirs.rank)
        return _again(self.ours, met.theirs) if again else met.ended

    @property
    def _clash(self) -> Clash:
        return Clash(self.ours, self.theirs, self.they_reroll, True)

    @property
    def _highest(self) -> tuple[int, ...]:
        # The highest rank is that of the lowest roll.
        return self.ours.rolled(1).rank

    def weigh(self, memory: Memory) -> Weighing:
        ours, theirs = (yield _roll(self.ours)), (yield _roll(self.theirs))
        memory.budget.spend_entries(4 * len(ours.table) * len(theirs.table))
        meetings, second = self._clash.meetings(ours, theirs), _ranked(ours)
        found: Faced = {}
        for others, signs in self._rolled_again(_ranked(theirs)):
            stands = tuple(sign for sign in _ANY if sign not in signs)
            for place, weight in _faced(meetings, others, stands).items():
                found[place] = found.get(place, 0) + weight * ours.denominator
            for place, weight in faced(second, _met(meetings, others, signs)).items():
                found[place] = found.get(place, 0) + weight
        table = {
            OpposedTest(_STANDINGS[sign], *levels): weight
            for (sign, *levels), weight in found.items()
        }
        rolls = (theirs.denominator if self.they_reroll else 1) * ours.denominator
        return Weights(table, rolls * ours.denominator * theirs.denominator)

    def _rolled_again(self, theirs: list[Ranked]) -> list[tuple[list[Ranked], tuple[int, ...]]]:
        """The opponent's rolls, and where we roll again against them, by who is ahead."""
        if self.always:
            return [(theirs, _ANY)]
        highest = self._highest
        beatable = [each for each in theirs if highest > each.rank]
        return [(beatable, (0, -1)), ([each for each in theirs if highest <= each.rank], ())]

    def __str__(self) -> str:
        return "opposed"


@game.rule(aim="wins", refuse=_refuse, towards=_for_the_win, title="Opposed test")
def opposed(
    target: Annotated[
        int, Bounds(0, 1000), Step(10), Words("{}"), "the characteristic or skill tested"
    ],
    opponent: Annotated[int, Bounds(0, 1000), Words("{}"), "the opponent's target"],
    difficulty: Difficulty = 0,
    opponent_difficulty: Difficulty = 0,
    modifiers: Added = NO_MODIFIERS,
    opponent_modifiers: Added = NO_MODIFIERS,
    characteristic: Annotated[
        int | None,
        Bounds(0, 1000),
        Words("with a characteristic of {}"),
        "whose tens are the bonus; the target's",
    ] = None,
    opponent_characteristic: Annotated[
        int | None, Bounds(0, 1000), Words("with a characteristic of {}"), "likewise"
    ] = None,
    reroll: Rerolling = Reroll.NEVER,
    opponent_reroll: Annotated[
        bool,
        Words("with a re-roll"),
        "the opponent rolls again whatever does not win",
    ] = False,
    names: TwoNames = (),
) -> Asks[OpposedTest]:
    """An opposed test: the only success wins, and two failures are a stalemate.

    If both succeed, more degrees win, then the higher characteristic bonus (its tens), then the
    lower roll. An opponent who may re-roll does so at once, unless they are winning; then our side
    may. The second result stands, even if it is worse.
    """
    ours, theirs = _sides(
        target,
        opponent,
        difficulty,
        opponent_difficulty,
        modifiers,
        opponent_modifiers,
        characteristic,
        opponent_characteristic,
        names=names,
    )
    met: Met = yield Clash(ours, theirs, opponent_reroll, reroll is not Reroll.NEVER)
    more = yield from again(reroll, met, ours.name)
    return _again(ours, met.theirs) if more else met.ended


_PARAMETERS = tuple(each.name for each in opposed.parameters)


def _sides(
    target: int,
    opponent: int,
    difficulty: int,
    opponent_difficulty: int,
    modifiers: Any,
    opponent_modifiers: Any,
    characteristic: int | None,
    opponent_characteristic: int | None,
    names: Any,
    **_: Any,
) -> tuple[Side, Side]:
    we, they = names or ("", "the opponent")
    ours = target if characteristic is None else characteristic
    theirs = opponent if opponent_characteristic is None else opponent_characteristic
    return (
        Side(Goal(target, difficulty, modifiers), ours // 10, we),
        Side(Goal(opponent, opponent_difficulty, opponent_modifiers), theirs // 10, they),
    )
