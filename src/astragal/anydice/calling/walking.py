"""Runs that go through a roll together: those that have become alike go on as one.

A sorted roll is so many dice on its first face, so many on the next, and so on. Where a body looks
at one die or at one face in each turn of a loop, all that matters after a turn is how many dice are
left, and the variables that are still read. So a turn is made once for each of these, not once for
each roll.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal.anydice import mistakes
from astragal.anydice.calling.expanding import combinations
from astragal.anydice.calling.gathering import Gathered
from astragal.anydice.calling.loops import ELEMENTS, FACES, RollLoop
from astragal.anydice.dice import Amount, Dice, described
from astragal.anydice.rolls import Rolled
from astragal.anydice.tree.node import steps_of
from astragal.anydice.tree.statements import do_all

if TYPE_CHECKING:
    from astragal.anydice.state import State

Live: TypeAlias = "tuple[Amount | None, ...]"
"""The values of the variables that are still read."""
States: TypeAlias = "dict[tuple[int, Live], int]"
"""Weights by the number of dice that are left, and by what is still read."""

_TURN = 900
"""The steps of one turn, beside those of its block."""


Bind: TypeAlias = "Callable[[Sequence[Amount], State], None]"
"""Sets the parameters of a function."""


_SHORT = 30
"""Sequences of more elements are counted where they are kept."""
_DIE, _ELEMENT, _COPIED = 20, 10, 2
"""The steps of one die in a turn and its weight, of one element of a sequence that is kept, and of
one variable that is copied."""


class NoWalkError(Exception):
    """The loop does not go through the roll once and in order."""


def worth_walking(rolled: Rolled) -> bool:
    """Whether there are more rolls than numbers of dice on a face."""
    return rolled.size > rolled.count * len(rolled.faces.table)


def walked(way: RollLoop, place: int, given: Sequence[Any], bind: Bind, state: State) -> Dice:
    """The mixture of all runs. What else is rolled is gone through, one combination at a time."""
    rolled = given[place]
    listed = [each for each in given if type(each) is Rolled and each is not rolled]
    gathered = Gathered(state.budget)
    walk = _Walk(way, rolled, gathered, state)
    for values, weight in combinations(given, listed, state):
        bind(values, state)
        walk.go(weight)
    return gathered.die(sum(each.doubt for each in (rolled, *listed)))


class _Walk:
    """All runs of a body over one roll. What else is given is set already."""

    def __init__(self, way: RollLoop, rolled: Rolled, gathered: Gathered, state: State) -> None:
        self._way = way
        self._faces = rolled.faces
        self._count = rolled.count
        self._gathered = gathered
        self._state = state
        self._unseen = (0,) * rolled.count
        """stands for the roll where nothing but its length is asked"""
        words = rolled.count * rolled.faces.total.bit_length() // 64
        copied = _COPIED * len(state.variables)
        self._steps = _TURN + steps_of(way.loop.block) + 20 * words + _DIE * rolled.count + copied

    def go(self, weight: int) -> None:
        """Gather the results of all runs, with a weight for this combination of what is given."""
        state, way = self._state, self._way
        state.variables[way.roll] = self._unseen
        result = do_all(way.before, state)
        if result is not None:
            self._gathered.add(result, weight * self._faces.total**self._count)
            return
        self._before = state.variables.copy()
        if way.over == ELEMENTS:
            positions: Sequence[int] = range(1, self._count + 1)
            self._finish(self._by_dice(positions, weight))
            return
        over = way.loop.over.value(state)
        if type(over) is not tuple:
            raise mistakes.not_a_sequence(described(over), way.loop.over.span)
        if way.over == FACES:
            self._finish(self._by_faces(over, weight))
        elif over == tuple(range(1, len(over) + 1)):
            self._finish(self._by_dice(over, weight))
        else:
            raise NoWalkError

    def _start(self) -> Live:
        get = self._before.get
        return tuple([get(name) for name in self._way.live])

    def _resume(self, live: Live) -> None:
        """Set the variables to what they were where some runs have become alike."""
        variables = self._before.copy()
        for name, value in zip(self._way.live, live, strict=True):
            if value is not None:
                variables[name] = value
        self._state.variables = variables

    def _turn(self, live: Live, element: int, roll: tuple[int, ...]) -> tuple[Amount | None, Live]:
        """One turn of the loop: a result, or what is still read after it."""
        state, loop = self._state, self._way.loop
        state.budget.spend(self._steps)
        self._resume(live)
        variables = state.variables
        variables[loop.name] = element
        if self._way.over != ELEMENTS:
            variables[self._way.roll] = roll
        result = do_all(loop.block, state)
        get = variables.get
        then = tuple([get(name) for name in self._way.live])
        for value in then:
            if type(value) is tuple and len(value) > _SHORT:
                state.budget.spend_elements(len(value), _ELEMENT)
                state.budget.keep(len(value), 0)
        return result, then

    def _finish(self, ended: Iterable[tuple[Live, int]]) -> None:
        """What stands behind the loop."""
        together: dict[Live, int] = defaultdict(int)
        for live, weight in ended:
            together[live] += weight
        for live, weight in together.items():
            self._resume(live)
            self._state.budget.spend(_TURN + steps_of(self._way.after))
            self._gathered.add(do_all(self._way.after, self._state), weight)

    def _by_faces(self, faces: Sequence[int], weight: int) -> Iterable[tuple[Live, int]]:
        """A turn for each face, in which the dice on it are counted."""
        if len(set(faces)) < len(faces):
            raise NoWalkError
        states: States = {(self._count, self._start()): weight}
        rest = self._faces.total
        for face in faces:
            each = self._faces.table.get(face, 0)
            rest -= each
            following: States = defaultdict(int)
            for (left, live), ways in states.items():
                fewest = 0 if rest else left
                for dice in range(fewest, left + 1) if each else (0,):
                    roll = (face,) * dice + (face + 1,) * (self._count - dice)
                    result, then = self._turn(live, face, roll)
                    on_face = ways * comb(left, dice) * each**dice
                    if result is None:
                        following[left - dice, then] += on_face
                    else:
                        self._gathered.add(result, on_face * rest ** (left - dice))
            states = following
        return [(live, ways * rest**left) for (left, live), ways in states.items()]

    def _by_dice(self, positions: Sequence[int], weight: int) -> Iterable[tuple[Live, int]]:
        """A turn for each die, in the order of the roll."""
        most = min(len(positions), self._count)
        if not most:
            ended = {self._start(): weight * self._faces.total**self._count}
            return self._beyond(positions, ended)
        self._ended: dict[Live, int] = defaultdict(int)
        states: States = {(self._count, self._start()): weight}
        rest = self._faces.total
        table: Any = self._faces.table
        for face in table if self._state.lowest_first else reversed(table):
            rest -= table[face]
            following: States = defaultdict(int)
            for (left, live), ways in states.items():
                if rest:
                    following[left, live] += ways
                self._on_face(face, left, live, ways, most, rest, following)
            states = following
        return self._beyond(positions, self._ended)

    def _on_face(
        self, face: int, left: int, live: Live, ways: int, most: int, rest: int, following: States
    ) -> None:
        """Go on with one die on a face, with two, and so on."""
        each, count = self._faces.table[face], self._count
        at_least = (each + rest) ** left
        for dice in range(1, left + 1):
            at_least -= comb(left, dice - 1) * each ** (dice - 1) * rest ** (left - dice + 1)
            position = count - left + dice
            roll = (0,) * (position - 1) + (face,) + (0,) * (count - position)
            element = face if self._way.over == ELEMENTS else position
            result, live = self._turn(live, element, roll)
            if result is not None:
                self._gathered.add(result, ways * at_least)
                return
            if position == most:
                self._ended[live] += ways * at_least
                return
            if rest:
                following[left - dice, live] += ways * comb(left, dice) * each**dice

    def _beyond(
        self, positions: Sequence[int], ended: dict[Live, int]
    ) -> Iterable[tuple[Live, int]]:
        """The turns for positions that no die has."""
        for position in positions[self._count :]:
            following: dict[Live, int] = defaultdict(int)
            for live, ways in ended.items():
                result, then = self._turn(live, position, self._unseen)
                if result is None:
                    following[then] += ways
                else:
                    self._gathered.add(result, ways)
            ended = following
        return ended.items()
