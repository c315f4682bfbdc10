"""Dice that may each be re-rolled once: all situations, each evaluated once.

A situation consists of standing dice and of waiting dice that may be re-rolled. Only the state that
a fold computes from the standing dice matters, and the set of faces that wait. Given the worth of
the final states, the worth of every situation follows, for players who want much of it or, if they
are opponents, little.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from operator import add
from typing import Any, Protocol, TypeAlias

from astragal.probability.budget import Budget, Cache
from astragal.probability.pools.waiting import Faces, Waiting, waiting

State: TypeAlias = Hashable
"""The part of the standing dice that matters."""

_ADDED, _FACES, _VALUED = 400, 800, 120
"""The steps of adding a die to a state, of a set of waiting faces, and of a situation."""


class Fold(Protocol):
    """A state computed from dice one after another, independent of their order."""

    @property
    def start(self) -> Any: ...

    def step(self, state: Any, face: int, /) -> Any:
        """The state with one more die."""


class SecondRolls:
    """All situations of fair dice whose lowest faces may be re-rolled, by the number standing."""

    def __init__(self, sides: int, number: int, rerolls: int, fold: Fold, budget: Budget) -> None:
        self.sides = sides
        self.number = number
        self.rerolls = rerolls
        self.states: list[list[State]] = [[fold.start]]
        """the possible states, by the number of standing dice"""
        self.after: list[list[tuple[int, ...]]] = []
        """for each state, the index of its successor for each face added"""
        known: dict[State, list[State]] = {}
        for _ in range(number):
            budget.spend(_ADDED * sides * len(self.states[-1]))
            self._add_a_die(fold, known)

    def _add_a_die(self, fold: Fold, known: dict[State, list[State]]) -> None:
        places: dict[State, int] = {}
        rows = []
        for state in self.states[-1]:
            added = known.get(state)
            if added is None:
                added = [fold.step(state, face) for face in range(1, self.sides + 1)]
                known[state] = added
            rows.append(tuple([places.setdefault(each, len(places)) for each in added]))
        self.states.append(list(places))
        self.after.append(rows)

    @property
    def cost(self) -> int:
        """The steps of evaluating every situation."""
        return sum(
            comb(self.rerolls + waiting - 1, waiting)
            * (_FACES + _VALUED * len(self.states[self.number - waiting]))
            for waiting in range(self.number + 1)
        )

    @property
    def ends(self) -> list[State]:
        """The possible final states."""
        return self.states[self.number]

    def waiting(self, dice: int) -> Waiting:
        """All sets of faces that may wait on this many dice."""
        return waiting(self.rerolls, dice)

    def settled(self, *, always: bool) -> tuple[dict[State, int], int]:
        """The final states if eligible dice are always or never re-rolled; and all their ways."""
        sides, rerolls = self.sides, self.rerolls if always else 0
        ways_of = [rerolls] * rerolls + [rerolls + sides] * (sides - rerolls)
        if not rerolls:
            ways_of = [1] * sides
        here = [1]
        for rows, states in zip(self.after, self.states[1:], strict=True):
            more = [0] * len(states)
            for row, ways in zip(rows, here, strict=True):
                for new, each in zip(row, ways_of, strict=True):
                    more[new] += ways * each
            here = more
        pairs = zip(self.ends, here, strict=True)
        return {state: ways for state, ways in pairs if ways}, sum(ways_of) ** self.number

    @cached_property
    def first(self) -> list[list[int]]:
        """The ways of the standing dice after the first roll, by their number.

        Multiplied by the orders of the waiting dice, they count out of all ways to roll all dice
        twice.
        """
        found = [[1]]
        for stand in range(self.number):
            more = [0] * len(self.states[stand + 1])
            for row, ways in zip(self.after[stand], found[-1], strict=True):
                for new in row[self.rerolls :]:
                    more[new] += ways
            found.append(more)
        whole = self.sides**self.number
        return [
            [comb(self.number, stand) * whole * ways for ways in each]
            for stand, each in enumerate(found)
        ]

    @cached_property
    def kept(self) -> list[list[list[int]]]:
        """The final state if all waiting dice are kept, by their number and the standing dice."""
        found = [[[end] for end in range(len(self.ends))]]
        for dice in range(1, self.number + 1):
            shorter, less = found[-1], self.waiting(dice - 1)
            rows = self.after[self.number - dice]
            found.append([less.ends([shorter[new] for new in row]) for row in rows])
        return found


def without(faces: Faces, face: int) -> Faces:
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]


_REMEMBERED = Cache[SecondRolls](32)


def second_rolls(sides: int, number: int, rerolls: int, fold: Fold, budget: Budget) -> SecondRolls:
    """All situations of some dice, computed once for all worths."""
    key = sides, number, rerolls, fold
    found = _REMEMBERED.get(key)
    if found is None:
        found = SecondRolls(*key, budget)
        _REMEMBERED.put(key, found, sum(map(len, found.states)))
    return found


class BestRolls:
    """The best decisions given the worths of final states: highest worth, or lowest if opposed."""

    def __init__(
        self, rolls: SecondRolls, worths: Sequence[int | Fraction], opposed: bool = False
    ) -> None:
        self.rolls = rolls
        self._better: Callable[..., int] = min if opposed else max
        scale = lcm(*(worth.denominator for worth in worths))
        self._ends = [int(worth * scale) for worth in worths]
        self._values: list[list[list[int]]] = [[[worth] for worth in self._ends]]
        """the worth of each situation, scaled by the number of sides for each waiting die: by the
        number of waiting dice, by state and by the waiting faces"""
        self._again: list[list[list[int]]] = []
        """the worth of rolling one more die, by the other waiting faces"""
        for dice in range(1, rolls.number + 1):
            self._value(dice)

    def _value(self, dice: int) -> None:
        rolls, shorter = self.rolls, self._values[-1]
        scaled = [rolls.sides**dice * worth for worth in self._ends]
        left = rolls.waiting(dice).left
        again, values = [], []
        for row, kept in zip(rolls.after[rolls.number - dice], rolls.kept[dice], strict=True):
            rolled = list(map(sum, zip(*[shorter[new] for new in row], strict=True)))
            options = [map(rolled.__getitem__, places) for places in left]
            values.append(list(map(self._better, map(scaled.__getitem__, kept), *options)))
            again.append(rolled)
        self._again.append(again)
        self._values.append(values)

    def law(self) -> tuple[Mapping[State, int], int]:
        """The final states under the best decisions, with their ways; and the total of all ways."""
        rolls, number = self.rolls, self.rolls.number
        ended = [0] * len(rolls.ends)
        here: dict[int, list[int]] = {}
        for dice in range(number, -1, -1):
            self._add_first(here, dice)
            if dice:
                here = self._rolled(here, ended, dice)
        for place, (ways,) in here.items():
            ended[place] += ways
        law: dict[State, int] = defaultdict(int)
        for end, ways in zip(rolls.ends, ended, strict=True):
            if ways:
                law[end] += ways
        return law, rolls.sides ** (2 * number)

    def _add_first(self, here: dict[int, list[int]], dice: int) -> None:
        """Add the ways of first rolls that leave this many dice waiting."""
        orders = self.rolls.waiting(dice).orders
        for place, ways in enumerate(self.rolls.first[self.rolls.number - dice]):
            if ways:
                new = [ways * each for each in orders]
                here[place] = list(map(add, here[place], new)) if place in here else new

    def _rolled(
        self, here: Mapping[int, list[int]], ended: list[int], dice: int
    ) -> dict[int, list[int]]:
        """The ways after one die is re-rolled; situations without a re-roll go to ``ended``."""
        rows = self.rolls.after[self.rolls.number - dice]
        then: dict[int, list[int]] = {}
        for place, ways_of in here.items():
            rolled = self._decided(ways_of, ended, dice, place)
            for new, faces in Counter(rows[place]).items():
                more = rolled if faces == 1 else [faces * ways for ways in rolled]
                then[new] = list(map(add, then[new], more)) if new in then else more
        return then

    def _decided(
        self, ways_of: Sequence[int], ended: list[int], dice: int, stands: int
    ) -> list[int]:
        """The ways after a re-roll, by the waiting dice; other situations go to ``ended``."""
        again, values = self._again[dice - 1][stands], self._values[dice][stands]
        undecided: Sequence[int] = range(len(values))
        rolled = [0] * len(again)
        for left in self.rolls.waiting(dice).left:
            others = []
            for at in undecided:
                place = left[at]
                if again[place] == values[at]:
                    rolled[place] += ways_of[at]
                else:
                    others.append(at)
            undecided = others
        kept = self.rolls.kept[dice][stands]
        for at in undecided:
            ended[kept[at]] += ways_of[at]
        return [ways // self.rolls.sides for ways in rolled]
