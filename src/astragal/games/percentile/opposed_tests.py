"""Opposed tests: both sides roll, and one of them may re-roll."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

from astragal._value import Value
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.percentile.about import NO_MODIFIERS, Added, Difficulty, TwoNames, game
from astragal.games.percentile.opposed_outcomes import OpenOpposedTest, OpposedTest, Standing
from astragal.games.percentile.tests import Goal, roll_told, tested
from astragal.mechanics.names import not_as_many
from astragal.mechanics.rerolls import Reroll, Rerolling, again
from astragal.mechanics.unsettled import or_unsettled
from astragal.rolling.counts import Rolled as ByHand
from astragal.rules.introductions import Words
from astragal.rules.ordered import RankedOutcome
from astragal.rules.ordered import Side as Win
from astragal.rules.parameters import Bounds, Hideable, Step
from astragal.rules.requests.against import against
from astragal.rules.requests.request import Request, d
from astragal.rules.rule import rule


class Side(Value):
    """One side: its goal, whether its characteristic bonus is the higher one, and its name."""

    goal: Goal
    edge: int
    """1 with the higher characteristic bonus, -1 with the lower, 0 if the lower roll decides"""
    name: str = ""

    def rolled(self, roll: int) -> Rolled:
        made = tested(roll, self.goal.number)
        last = self.edge or -roll
        return Rolled(made.level, (made.level, last) if made.passes else ())


class Rolled(NamedTuple):
    """The result of one side's roll: its degrees, and its sort key. All failures rank equal."""

    level: int
    rank: tuple[int, ...]


def _standing(ours: Rolled, theirs: Rolled) -> Standing:
    if ours.rank == theirs.rank:
        return Standing.STALEMATE
    return Standing.WIN if ours.rank > theirs.rank else Standing.LOSE


def _ended(ours: Rolled, theirs: Rolled) -> OpposedTest:
    return OpposedTest(_standing(ours, theirs), ours.level, theirs.level)


class Met(RankedOutcome):
    """The result after both rolls, and the opponent's roll if it still matters."""

    ended: OpposedTest
    theirs: Rolled | None

    def order(self) -> tuple[Any, ...]:
        return (self.ended, self.theirs.rank if self.theirs else ())

    def __str__(self) -> str:
        return str(self.ended)


class Clash(Request[Met]):
    """Both sides roll; the opponent, if allowed, re-rolls unless they are winning."""

    ours: Side
    theirs: Side
    they_reroll: bool
    stays: bool
    """True if the opponent's roll must be kept, because ours may be rolled again"""

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Met]:
        ours, theirs = _roll(self.ours), _roll(self.theirs)
        kept = _whole if self.stays else _level
        if not self.they_reroll:
            met = yield against(ours, theirs, key=_rank, keep=_level, their_keep=kept)
            return self._met(_STANDINGS[met.side], met.ours, met.theirs)
        met = yield against(ours, theirs, key=_rank, keep=_whole, their_keep=kept)
        mine = met.ours
        if met.side is Win.LOSE:
            return self._met(Standing.LOSE, mine.level, met.theirs)
        yield note("{} rolls again", self.theirs.name)
        second = yield theirs
        return self._met(_standing(mine, second), mine.level, kept(second))

    def _met(self, standing: Standing, level: int, other: Any) -> Met:
        other_level = other.level if self.stays else other
        return Met(OpposedTest(standing, level, other_level), other if self.stays else None)

    def __str__(self) -> str:
        return "both roll"


_STANDINGS = {Win.WIN: Standing.WIN, Win.TIE: Standing.STALEMATE, Win.LOSE: Standing.LOSE}


def _rank(rolled: Rolled) -> tuple[int, ...]:
    return rolled.rank


def _level(rolled: Rolled) -> int:
    return rolled.level


def _whole(rolled: Rolled) -> Rolled:
    return rolled


@rule(name="roll", inline=True)
def _roll(side: Any) -> Asks[Rolled]:
    """One side rolls; all failures of one degree are the same."""
    face = yield d(100)
    made = tested(face, side.goal.number)
    yield note(roll_told(face, side.goal, side.name))
    yield note(": {}", made)
    came_to: Rolled = side.rolled(face)
    return came_to


@rule(name="again", inline=True)
def _again(ours: Any, theirs: Any) -> Asks[OpposedTest]:
    """Our second roll, against what the opponent has."""
    mine = yield _roll(ours)
    return (yield from _decided(ours, _ended(mine, theirs)))


def _decided(ours: Side, made: OpposedTest) -> Asks[OpposedTest]:
    """The result, with a note of the tiebreaker if degrees are equal."""
    if made.level == made.opponent_level and made.standing is not Standing.STALEMATE:
        decides = "the higher bonus" if ours.edge else "the lower roll"
        yield note("of equal degrees, {} wins", decides)
    return made


def _refuse(given: Any) -> str | None:
    if given.opponent is None and given.opponent_reroll:
        return "whether the opponent rolls again would tell the hidden target; leave it out"
    return not_as_many(given.names, 2)


@or_unsettled(OpposedTest)
@game.rule(
    aim="wins",
    open_aim=lambda given: "total" if given.opponent is None else "",
    refuse=_refuse,
    title="Opposed test",
)
def opposed(
    target: Annotated[
        int, Bounds(0, 1000), Step(10), Words("{}"), "the characteristic or skill tested"
    ],
    opponent: Annotated[
        int | None,
        Bounds(0, 1000),
        Hideable(),
        Words("{}", hidden="a hidden target"),
        "the opponent's target",
    ],
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
        "the opponent rolls again unless they are winning",
    ] = False,
    names: TwoNames = (),
) -> Asks[OpposedTest | OpenOpposedTest]:
    """An opposed test: the only success wins, and two failures are a stalemate.

    If both succeed, more degrees win, then the higher characteristic bonus (its tens), then the
    lower roll. An opponent who may re-roll does so at once, unless they are winning; then our side
    may. The second result stands, even if it is worse. As long as the opponent's target is hidden,
    only our roll is read.
    """
    if opponent is None:
        we, they = names or ("", "the opponent")
        return (yield from _open(Goal(target, difficulty, modifiers), reroll, we, they))
    ours, theirs = _sides(
        target,
        opponent,
        difficulty,
        opponent_difficulty,
        modifiers,
        opponent_modifiers,
        characteristic,
        opponent_characteristic,
        names,
    )
    met: Met = yield Clash(ours, theirs, opponent_reroll, reroll is not Reroll.NEVER)
    more = yield from again(reroll, met, ours.name, who="our side")
    if more:
        return _again(ours, met.theirs)
    return (yield from _decided(ours, met.ended))


def _open(goal: Goal, reroll: Reroll, we: str, they: str) -> Asks[OpenOpposedTest]:
    """Our test, and the roll of an opponent whose target is hidden."""
    once = _roll(Side(goal, 1, we))
    made: Any = yield once
    face: int = yield d(100)
    yield note(ByHand((face,), who=they))
    seen = OpenOpposedTest(made.level, "", face)
    more = yield from again(reroll, seen, we, who="our side")
    if more:
        made = yield once
    return OpenOpposedTest(made.level, "", face)


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
) -> tuple[Side, Side]:
    we, they = names or ("", "the opponent")
    ours = (target if characteristic is None else characteristic) // 10
    theirs = (opponent if opponent_characteristic is None else opponent_characteristic) // 10
    edge = (ours > theirs) - (ours < theirs)
    return (
        Side(Goal(target, difficulty, modifiers), edge, we),
        Side(Goal(opponent, opponent_difficulty, opponent_modifiers), -edge, they),
    )
