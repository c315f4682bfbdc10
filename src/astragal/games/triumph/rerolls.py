"""The best use of ♻: every situation of a check's d20s, each looked at once.

A situation is what stands and what may still be re-rolled. Of what stands, only the dice that may
be kept matter (or their sum, if all are), and of what waits only which faces it has. What the dice
come to in the end is worth something to an aim; from there the worth of every situation follows,
for those who want much of it or, if they are opponents, little.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from math import comb, lcm
from operator import add, or_
from typing import TYPE_CHECKING, TypeAlias

from astragal.games.triumph.explosions import SIDES, Final
from astragal.games.triumph.fortunes import Luck
from astragal.probability.budget import Budget, Cache
from astragal.probability.pools.waiting import Faces, Waiting, waiting

if TYPE_CHECKING:
    from astragal.games.triumph.symbol_dice import CheckDice

Key: TypeAlias = tuple[int, ...]
"""What matters of the dice that stand."""

_ADDED, _FACES, _VALUED = 400, 800, 120
"""The steps of adding a die to what stands, of a set of faces that wait, and of a situation."""


class Standing:
    """The dice that stand, in short: those that may be kept, or the sum and marks of all."""

    def __init__(self, dice: CheckDice, luck: Luck) -> None:
        self.luck = luck
        self.kept = dice.kept
        self.lowest = bool(dice.lowest)
        self.explodes = dice.explodes
        self.all = dice.kept == dice.number
        self.nothing: Key = (0, 0, 0) if self.all else ()

    def with_die(self, key: Key, face: int) -> Key:
        if self.all:
            total, twenties, marks = key
            marks |= self.luck.marks(face)
            if self.explodes and face == SIDES:
                return total, twenties + 1, marks
            return total + face, twenties, marks
        faces = list(key)
        insort(faces, face)
        return tuple(self._counting(faces))

    def _counting(self, faces: list[int]) -> list[int]:
        twenties = faces.count(SIDES) if self.explodes else 0
        if not self.lowest:
            return faces[-max(self.kept, twenties) :]
        enough = len(faces) - twenties >= self.kept
        return faces[: self.kept] if enough or not self.explodes else faces

    def of(self, faces: Sequence[int]) -> Key:
        key = self.nothing
        for face in faces:
            key = self.with_die(key, face)
        return key

    def end(self, key: Key) -> Final:
        """What the dice come to, once none is re-rolled any more."""
        if self.all:
            total, twenties, marks = key
            return Final(total, twenties, twenties, marks)
        counting = key[: self.kept] if self.lowest else key[-self.kept :]
        on = counting.count(SIDES) if self.explodes else 0
        going = key.count(SIDES) if on else 0
        marks = reduce(or_, map(self.luck.marks, counting), 0)
        return Final(sum(counting) - SIDES * on, going, on, marks)


class Rerolls:
    """All situations of some d20s, by how many dice stand and which wait."""

    def __init__(self, dice: CheckDice, luck: Luck, budget: Budget) -> None:
        self.dice = dice
        self.number = dice.number
        self.standing = Standing(dice, luck)
        self.keys: list[list[Key]] = [[self.standing.nothing]]
        """what may stand, by the number of dice"""
        self.after: list[list[tuple[int, ...]]] = []
        """for each of these, where it is among the next ones with each face added"""
        for _ in range(self.number):
            budget.spend(_ADDED * SIDES * len(self.keys[-1]))
            self._add_a_die()
        self.cost = sum(
            comb(dice.rerolls + waiting - 1, waiting)
            * (_FACES + _VALUED * len(self.keys[self.number - waiting]))
            for waiting in range(self.number + 1)
        )

    def _add_a_die(self) -> None:
        places: dict[Key, int] = {}
        rows = []
        for key in self.keys[-1]:
            added = [self.standing.with_die(key, face) for face in range(1, SIDES + 1)]
            rows.append(tuple(places.setdefault(each, len(places)) for each in added))
        self.keys.append(list(places))
        self.after.append(rows)

    @cached_property
    def finals(self) -> list[Final]:
        return [self.standing.end(key) for key in self.keys[self.number]]

    def waiting(self, dice: int) -> Waiting:
        """All that may wait on so many dice."""
        return waiting(self.dice.rerolls, dice)

    @cached_property
    def first(self) -> list[list[int]]:
        """The ways of what stands after the first roll, by the number of dice that do.

        With the orders of what waits, they are of 20^(2 · number).
        """
        found = [[1]]
        for stand in range(self.number):
            more = [0] * len(self.keys[stand + 1])
            for row, ways in zip(self.after[stand], found[-1], strict=True):
                for new in row[self.dice.rerolls :]:
                    more[new] += ways
            found.append(more)
        whole = SIDES**self.number
        return [
            [comb(self.number, stand) * whole * ways for ways in each]
            for stand, each in enumerate(found)
        ]

    @cached_property
    def ends(self) -> list[list[list[int]]]:
        """Which final result comes of all that waits, by the dice that wait and by what stands."""
        found = [[[end] for end in range(len(self.finals))]]
        for dice in range(1, self.number + 1):
            shorter, less = found[-1], self.waiting(dice - 1)
            rows = self.after[self.number - dice]
            found.append([less.ends([shorter[new] for new in row]) for row in rows])
        return found


def without(faces: Faces, face: int) -> Faces:
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]


def offered(faces: Faces) -> list[int]:
    """The faces to choose from, the highest first."""
    return sorted(set(faces), reverse=True)


_REMEMBERED = Cache[Rerolls](32)


def rerolls_of(dice: CheckDice, luck: Luck, budget: Budget) -> Rerolls:
    """All situations of some d20s, found once for all aims."""
    found = _REMEMBERED.get((dice, luck))
    if found is None:
        found = Rerolls(dice, luck, budget)
        _REMEMBERED.put((dice, luck), found, sum(map(len, found.keys)))
    budget.spend(found.cost)
    return found


class Best:
    """The best decisions for what final results are worth: the most, or for opponents the least."""

    def __init__(
        self, rerolls: Rerolls, worths: Callable[[Final], Fraction], opposed: bool = False
    ) -> None:
        self.rerolls = rerolls
        self._better: Callable[..., int] = min if opposed else max
        exact = [worths(final) for final in rerolls.finals]
        self._scale = lcm(*(worth.denominator for worth in exact))
        self._finals = [int(worth * self._scale) for worth in exact]
        self._values: list[list[list[int]]] = [[[worth] for worth in self._finals]]
        """the worth of each situation, 20 times as much for each die that waits: by the dice that
        wait, by what stands and by what waits"""
        self._again: list[list[list[int]]] = []
        """the worth of rolling one more die, by what waits beside it"""
        for dice in range(1, rerolls.number + 1):
            self._value(dice)

    def _value(self, dice: int) -> None:
        rerolls, shorter = self.rerolls, self._values[-1]
        scaled = [SIDES**dice * worth for worth in self._finals]
        left = rerolls.waiting(dice).left
        again, values = [], []
        for row, ends in zip(rerolls.after[rerolls.number - dice], rerolls.ends[dice], strict=True):
            rolled = list(map(sum, zip(*[shorter[new] for new in row], strict=True)))
            options = [map(rolled.__getitem__, places) for places in left]
            values.append(list(map(self._better, map(scaled.__getitem__, ends), *options)))
            again.append(rolled)
        self._again.append(again)
        self._values.append(values)

    def law(self) -> tuple[Mapping[Final, int], int]:
        """The final results under the best decisions, with their ways; and all ways."""
        rerolls, number = self.rerolls, self.rerolls.number
        ended = [0] * len(rerolls.finals)
        here: dict[int, list[int]] = {}
        for dice in range(number, -1, -1):
            self._add_first(here, dice)
            if dice:
                here = self._rolled(here, ended, dice)
        for place, (ways,) in here.items():
            ended[place] += ways
        law: dict[Final, int] = defaultdict(int)
        for final, ways in zip(rerolls.finals, ended, strict=True):
            if ways:
                law[final] += ways
        return law, SIDES ** (2 * number)

    def _add_first(self, here: dict[int, list[int]], dice: int) -> None:
        """The first rolls after which so many dice wait, added to the ways to get there later."""
        orders = self.rerolls.waiting(dice).orders
        for place, ways in enumerate(self.rerolls.first[self.rerolls.number - dice]):
            if ways:
                new = [ways * each for each in orders]
                here[place] = list(map(add, here[place], new)) if place in here else new

    def _rolled(
        self, here: Mapping[int, list[int]], ended: list[int], dice: int
    ) -> dict[int, list[int]]:
        """The ways after one die is re-rolled; where none is, they have ended."""
        rerolls = self.rerolls
        rows = rerolls.after[rerolls.number - dice]
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
        """The ways of each face after a re-roll, by what then waits; the others have ended."""
        again, values = self._again[dice - 1][stands], self._values[dice][stands]
        undecided: Sequence[int] = range(len(values))
        rolled = [0] * len(again)
        for left in self.rerolls.waiting(dice).left:
            others = []
            for at in undecided:
                place = left[at]
                if again[place] == values[at]:
                    rolled[place] += ways_of[at]
                else:
                    others.append(at)
            undecided = others
        ends = self.rerolls.ends[dice][stands]
        for at in undecided:
            ended[ends[at]] += ways_of[at]
        return [ways // SIDES for ways in rolled]
