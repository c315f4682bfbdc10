"""Dice that may each be re-rolled once, in any order, by choice or always."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from astragal._value import Value, field
from astragal._visible import in_short
from astragal.errors import RuleError
from astragal.experiment.choices import Choice, OpenChoiceError, choose
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.experiment.solve.aims import Aim, Decided, Worths
from astragal.probability.pools.second_rolls import (
    BestRolls,
    Fold,
    SecondRolls,
    second_rolls,
    without,
)
from astragal.probability.pools.waiting import Faces
from astragal.probability.weights import Weighing, Weights
from astragal.rolling.counts import Rolled
from astragal.rules.requests.pool import pool
from astragal.rules.requests.request import Request, d

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.views import View


class Rerolled(Value):
    """The result of dice after re-rolls."""

    state: Any
    faces: tuple[int, ...] = field(default=(), compare=False)
    """the final faces, the highest first, for notes"""
    first: tuple[int, ...] = field(default=(), compare=False)
    """the faces of the first roll"""


class Rerolling(Request[Rerolled]):
    """Fair dice whose lowest faces may be re-rolled once each, in any order."""

    number: int
    die_sides: int
    rerolls: int
    fold: Fold
    chosen: bool
    by: str
    opposed: bool
    who: str

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Rerolled]:
        first = yield pool(self.number, self.die_sides)
        waiting = [face for face in first if face <= self.rerolls]
        standing = [face for face in first if face > self.rerolls]
        if waiting:
            yield note(Rolled(tuple(first), None, self.who))
        if waiting and self.chosen:
            left = tuple(sorted(waiting))
            return _Waiting(self, self._folded(standing), left, tuple(first), tuple(first))
        for face in waiting:
            new = yield d(self.die_sides)
            yield note("the {} is re-rolled: {}", face, new)
            standing.append(new)
        return Rerolled(self._folded(standing), _falling(standing), tuple(first))

    def _folded(self, faces: Sequence[int]) -> Any:
        state = self.fold.start
        for face in faces:
            state = self.fold.step(state, face)
        return state

    @property
    def chooses(self) -> bool:
        """True if a player may have to decide."""
        return self.chosen and self.rerolls > 0

    def rolls(self, memory: Memory) -> SecondRolls:
        return second_rolls(self.die_sides, self.number, self.rerolls, self.fold, memory.budget)

    def weigh(self, memory: Memory) -> Weighing:
        if self.chooses:
            question = choose("re-roll what may be re-rolled?", ["re-roll", "keep"], by=self.by)
            raise OpenChoiceError(question.at(None, str(self)))
        law, whole = self.rolls(memory).settled(always=True)
        return Weights({Rerolled(state): ways for state, ways in law.items()}, whole)
        yield

    def decided(self) -> Decided | None:
        return _Deciding(self) if self.chooses else None

    def __str__(self) -> str:
        return f"{self.number}d{self.die_sides}"


class _Waiting(Request[Rerolled]):
    """Dice that may still be re-rolled, with others that stand."""

    of: Rerolling
    state: Any
    waiting: Faces
    faces: tuple[int, ...] = field(default=(), compare=False)
    first: tuple[int, ...] = field(default=(), compare=False)

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Rerolled]:
        of, face = self.of, (yield self._choice())
        if not face:
            state = self.state
            for each in self.waiting:
                state = of.fold.step(state, each)
            return Rerolled(state, self.faces, self.first)
        new = yield d(of.die_sides)
        yield note("the {} is re-rolled: {}", face, new)
        left = without(self.waiting, face)
        faces, state = list(self.faces), of.fold.step(self.state, new)
        faces[faces.index(face)] = new
        if not left:
            return Rerolled(state, _falling(faces), self.first)
        return _Waiting(of, state, left, _falling(faces), self.first)

    def _choice(self) -> Choice:
        asked = partial(choose, by=self.of.by, opposed=self.of.opposed, faces=self.faces)
        if len(self.waiting) == 1:
            (face,) = self.waiting
            options = {"re-roll": face, "keep": 0}
            says = {"re-roll": "", "keep": f"the {face} is kept"}
            return asked(f"re-roll the {face}?", options, says=says)
        offers = {f"re-roll the {face}": face for face in _falling({*self.waiting})}
        says = {**dict.fromkeys(offers, ""), "keep": "nothing is re-rolled"}
        return asked("re-roll which?", {**offers, "keep": 0}, says=says)

    def __str__(self) -> str:
        return str(self.of)


class _Deciding(Decided):
    """The best re-rolls."""

    def __init__(self, dice: Rerolling) -> None:
        self.dice = dice

    def outcomes(self, memory: Memory) -> Sequence[Rerolled]:
        return tuple(map(Rerolled, self.dice.rolls(memory).ends))

    def best(self, aim: View | Worths) -> Experiment[Rerolled] | None:
        goal = Aim(aim)
        return _Best(self.dice, goal.worth) if len(goal.goals) == 1 else None

    def odds(self, worths: Worths, memory: Memory) -> Weights:
        return _best_odds(self.dice, worths, memory)


class _Best(Request[Rerolled]):
    """Dice that are re-rolled in the best way for their worth."""

    dice: Rerolling
    worth: Callable[[Rerolled], Fraction]

    def steps(self) -> Asks[Rerolled]:
        return self.dice.steps()

    def weigh(self, memory: Memory) -> Weighing:
        return _best_odds(self.dice, self.worth, memory)
        yield

    def __str__(self) -> str:
        return str(self.dice)


def _best_odds(
    dice: Rerolling, worth: Callable[[Rerolled], int | Fraction], memory: Memory
) -> Weights:
    rolls = dice.rolls(memory)
    memory.budget.spend(rolls.cost)
    worths = [worth(Rerolled(state)) for state in rolls.ends]
    law, whole = BestRolls(rolls, worths, dice.opposed).law()
    return Weights({Rerolled(state): ways for state, ways in law.items()}, whole)


def _falling(faces: Sequence[int] | set[int]) -> tuple[int, ...]:
    return tuple(sorted(faces, reverse=True))


def rerolled(
    number: int,
    sides: int,
    lowest: int,
    fold: Fold,
    *,
    chosen: bool = True,
    by: str = "",
    opposed: bool = False,
    who: str = "",
) -> Experiment[Rerolled]:
    """Fair dice; each that shows one of the ``lowest`` faces may be re-rolled once.

    If ``chosen``, the player ``by`` (an opponent, if ``opposed``) decides die by die, in any order;
    otherwise all of them are re-rolled. The outcome has the dice and the final state of the
    ``fold``: its ``step`` adds a die to a state, and the order of dice must not matter.

    >>> import astragal
    >>> class AddedUp:
    ...     start = 0
    ...     def step(self, state: int, face: int) -> int:
    ...         return state + face
    >>> rolled = rerolled(2, 6, 1, AddedUp(), chosen=False).roll(faces=[1, 4, 6])
    >>> rolled.outcome.state, rolled.outcome.faces
    (10, (6, 4))
    """
    for each in (number, sides, lowest):
        if type(each) is not int or each < 0:
            raise RuleError("bad-number", f"this needs whole numbers, not {in_short(each)}")
    if lowest >= sides:
        raise RuleError(
            "bad-number", f"of {in_short(sides)} faces {in_short(lowest)} cannot all be re-rolled"
        )
    if not callable(getattr(fold, "step", None)):
        raise RuleError("bad-fold", f"{in_short(fold)} is not a fold: it has no step")
    return Rerolling(number, sides, lowest, fold, chosen, by, opposed, who)
