"""The cost of processing an expression die by die, known in advance: paths and replays.

An expression is replayed after each answer, with all previous answers. So the cost of an answer
grows with the text and with the number of answers before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from astragal.die import Die
from astragal.limits import Limits
from astragal.notation.cost import Counter
from astragal.notation.modifiers.modifier import Modifier, before_explosion
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.names import Name
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import TYPED

if TYPE_CHECKING:
    from astragal.notation.expression import Expression

_TYPED, _NODE, _LETTER, _LOOK, _ANSWER = 20, 500, 100, 20, 200
"""The steps of a number, of any other node, of each letter of a modifier, of looking at a die, and
of being sent an answer."""

_SETTLED = 4_500
"""The steps of replacing the operands of a modifier by numbers."""

_ALLOWED = 3_000
"""The steps that each answer includes anyway."""

_MOST = 10**30
"""Numbers of paths above this are not counted exactly."""

_FEW_FACES = 1_000
"""Possible re-rolls are not counted for dice with more faces than this."""


class Replay(NamedTuple):
    """The cost of one play of an expression."""

    steps: int
    by_answer: int
    """the additional steps per answer"""
    named: int
    """the minimum number of dice in its names, which are all drawn before anything else is done"""
    naming: int
    """the steps of drawing the names, included in ``steps``"""
    paths: int
    """the minimum number of its paths, for any decisions"""

    def steps_after(self, answers: int) -> int:
        """The steps of playing it with this many answers, beyond those of a small expression."""
        if answers < self.named:
            return max(0, self.naming + answers * _ANSWER - _ALLOWED)
        return max(0, self.steps + answers * self.by_answer - _ALLOWED)


def replay_of(expression: Expression) -> Replay:
    """The cost of one play of an expression."""
    counter = _Replayed(expression.limits)
    for binding in expression.bindings:
        counter.count(binding.node, 1)
        counter.names.add(binding.name)
    named, naming = counter.dice, counter.all_steps
    counter.count(expression.body, 1)
    return Replay(counter.all_steps, counter.by_answer, named, naming, counter.paths)


class _Replayed(Counter):
    """Also counts the steps of nodes and the number of results of their dice."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits)
        self.steps = 0
        self.by_answer = _ANSWER
        self.paths = 1

    @property
    def all_steps(self) -> int:
        return self.steps + _LOOK * self.work

    def count(self, node: Node, times: int) -> None:
        modifiers = [part for part in node.parts if isinstance(part, Modifier)]
        self.steps += times * (_TYPED if isinstance(node, TYPED) else _NODE)
        self.steps += times * sum(map(_steps_of, modifiers))
        self.by_answer += times * _LOOK * (isinstance(node, Name) + _looks_at_more(modifiers))
        if isinstance(node, Dice):
            self.paths = min(_MOST, self.paths * _ways(node) ** min(times, 100))
        super().count(node, times)


def _steps_of(modifier: Modifier) -> int:
    """The steps of a modifier except looks at dice; some are settled before dice are drawn too."""
    own = _LETTER * len(str(modifier))
    if modifier.literal:
        return own
    return own + _SETTLED * (1 if any(node.draws for node in modifier.operands) else 2)


def _looks_at_more(modifiers: list[Modifier]) -> int:
    """The number of modifiers that look at dice added during the roll."""
    return len(modifiers) - before_explosion(modifiers)


def _ways(dice: Dice) -> int:
    """A lower bound for the number of results of dice processed one by one."""
    if not isinstance(dice.die, Die) or not isinstance(dice.count, int):
        return 1
    faces, count = len(dice.die.faces), min(dice.count, 100)
    first = dice.modifiers[0] if dice.modifiers else None
    offered = _offered(first, dice.die) if isinstance(first, Reroll) else 0
    # A face that may be re-rolled stays, or is replaced by any face.
    ways: int = (faces + faces * offered) ** count
    return min(_MOST, ways)


def _offered(reroll: Reroll, die: Die) -> int:
    """The number of faces that a player may re-roll, as far as known."""
    if not reroll.may or not reroll.literal or len(die.faces) > _FEW_FACES:
        return 0
    if reroll.condition is None:
        return min(reroll.lowest, len(die.faces))
    matches = reroll.condition.test()
    return sum(1 for face in die.faces if matches(face))
