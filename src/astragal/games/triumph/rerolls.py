"""The best use of ♻: every situation of a check's d20s, each looked at once.

A situation is what stands and what may still be re-rolled. Of what stands, only the dice that may
be kept matter (or their sum, if all are), and of what waits only which faces it has. What the dice
come to in the end is worth something to an aim; from there the worth of every situation follows,
for those who want much of it or, if they are opponents, little.
"""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import comb, lcm
from operator import add, itemgetter
from typing import TYPE_CHECKING, TypeAlias

from astragal.games.triumph.explosions import SIDES, Final
from astragal.odds.budget import Budget, Cache

if TYPE_CHECKING:
    from astragal.games.triumph.symbol_dice import CheckDice

Key: TypeAlias = tuple[int, ...]
"""What matters of the dice that stand."""

Faces: TypeAlias = tuple[int, ...]
"""Faces that may be re-rolled, the lowest first."""

_ADDED, _FACES, _VALUED = 400, 4_000, 120
"""The steps of adding a die to what stands, of a set of faces that wait, and of a situation."""


class Standing:
    """What matters of the dice that stand: those that may be kept, or the sum of all."""

    def __init__(self, dice: CheckDice) -> None:
        self.kept = dice.kept
        self.lowest = bool(dice.lowest)
        self.explodes = dice.explodes
        self.all = dice.kept == dice.number
        self.nothing: Key = (0, 0) if self.all else ()

    def with_die(self, key: Key, face: int) -> Key:
        if self.all:
            total, twenties = key
            if self.explodes and face == SIDES:
                return total, twenties + 1
            return total + face, twenties
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
            total, twenties = key
            return Final(total, twenties, twenties)
        counting = key[: self.kept] if self.lowest else key[-self.kept :]
        on = counting.count(SIDES) if self.explodes else 0
        return Final(sum(counting) - SIDES * on, key.count(SIDES) if on else 0, on)


class Rerolls:
    """All situations of some d20s, by how many dice stand and which wait."""

    def __init__(self, dice: CheckDice, budget: Budget) -> None:
        self.dice = dice
        self.number = dice.number
        self.standing = Standing(dice)
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

    def first(self, waiting: int) -> Iterator[tuple[Faces, list[int]]]:
        """What waits after the first roll, with the ways of what stands, of 20^(2 · number)."""
        stand = self.number - waiting
        share = comb(self.number, stand) * SIDES**self.number
        standing = [share * ways for ways in self._first_standing[stand]]
        for faces, ordered in orders(self.dice.rerolls, waiting).items():
            yield faces, [ordered * ways for ways in standing]

    @cached_property
    def _first_standing(self) -> list[list[int]]:
        """The ways of what stands after the first roll, by the number of dice that do."""
        found = [[1]]
        for stand in range(self.number):
            more = [0] * len(self.keys[stand + 1])
            for row, ways in zip(self.after[stand], found[-1], strict=True):
                for new in row[self.dice.rerolls :]:
                    more[new] += ways
            found.append(more)
        return found

    @cached_property
    def ends(self) -> dict[Faces, list[int]]:
        """Which final result comes of what stands, if nothing more is re-rolled."""
        found: dict[Faces, list[int]] = {(): list(range(len(self.finals)))}
        for waiting in range(1, self.number + 1):
            rows = self.after[self.number - waiting]
            for faces in waits(self.dice.rerolls, waiting):
                further, column = found[faces[1:]], faces[0] - 1
                found[faces] = [further[row[column]] for row in rows]
        return found

    @cached_property
    def getters(self) -> list[list[Callable[[list[int]], tuple[int, ...]]]]:
        return [[itemgetter(*row) for row in rows] for rows in self.after]

    def place(self, key: Key, standing: int) -> int:
        return self.keys[standing].index(key)


@lru_cache(maxsize=256)
def waits(rerolls: int, number: int) -> tuple[Faces, ...]:
    """All faces that may wait on so many dice."""
    return tuple(combinations_with_replacement(range(1, rerolls + 1), number))


@lru_cache(maxsize=64)
def orders(rerolls: int, number: int) -> Mapping[Faces, int]:
    """In how many orders the faces that may wait can have come up."""
    found: dict[Faces, int] = {(): 1}
    for _ in range(number):
        more: dict[Faces, int] = defaultdict(int)
        for faces, ways in found.items():
            for face in range(1, rerolls + 1):
                more[tuple(sorted((*faces, face)))] += ways
        found = more
    return found


def without(faces: Faces, face: int) -> Faces:
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]


@lru_cache(maxsize=64)
def lefts(rerolls: int, number: int) -> Mapping[Faces, tuple[Faces, ...]]:
    """What would still wait after each re-roll that is offered."""
    return {
        faces: tuple(without(faces, face) for face in offered(faces))
        for faces in waits(rerolls, number)
    }


def offered(faces: Faces) -> list[int]:
    """The faces to choose from, the highest first."""
    return sorted(set(faces), reverse=True)


_REMEMBERED = Cache[Rerolls](32)


def rerolls_of(dice: CheckDice, budget: Budget) -> Rerolls:
    """All situations of some d20s, found once for all aims."""
    found = _REMEMBERED.get(dice)
    if found is None:
        found = Rerolls(dice, budget)
        _REMEMBERED.put(dice, found, sum(map(len, found.keys)))
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
        self._values: dict[Faces, list[int]] = {(): self._finals}
        """the worth of each situation, 20 times as much for each die that waits"""
        self._again: dict[Faces, list[int]] = {}
        """the worth of rolling one more die, with these faces still waiting"""
        for waiting in range(1, rerolls.number + 1):
            self._value(waiting)

    def _value(self, waiting: int) -> None:
        rerolls, values, again = self.rerolls, self._values, self._again
        getters = rerolls.getters[rerolls.number - waiting]
        for faces in waits(rerolls.dice.rerolls, waiting - 1):
            after = values[faces]
            again[faces] = [sum(getter(after)) for getter in getters]
        scale, finals, ends = SIDES**waiting, self._finals, rerolls.ends
        left_of = lefts(rerolls.dice.rerolls, waiting)
        for faces in waits(rerolls.dice.rerolls, waiting):
            keeping = [scale * finals[end] for end in ends[faces]]
            options = [again[left] for left in left_of[faces]]
            values[faces] = list(map(self._better, keeping, *options))

    def options(self, key: Key, faces: Faces) -> list[Fraction]:
        """What each option is worth: to re-roll one of the faces offered, or to keep them all."""
        rerolls = self.rerolls
        place = rerolls.place(key, rerolls.number - len(faces))
        scale = SIDES ** len(faces)
        rolled = [self._again[without(faces, face)][place] for face in offered(faces)]
        kept = scale * self._finals[rerolls.ends[faces][place]]
        return [Fraction(each, scale * self._scale) for each in (*rolled, kept)]

    def law(self) -> tuple[Mapping[Final, int], int]:
        """The final results under the best decisions, with their ways; and all ways."""
        rerolls, number = self.rerolls, self.rerolls.number
        ended = [0] * len(rerolls.finals)
        here: dict[Faces, list[int]] = {}
        for waiting in range(number, -1, -1):
            for faces, ways in rerolls.first(waiting):
                known = here.get(faces)
                here[faces] = ways if known is None else list(map(add, known, ways))
            if waiting:
                rolled = self._decided(here, ended, waiting)
                here = self._rolled(rolled, waiting)
        for place, ways_there in enumerate(here.get((), ())):
            ended[place] += ways_there
        law: dict[Final, int] = defaultdict(int)
        for final, ways_there in zip(rerolls.finals, ended, strict=True):
            if ways_there:
                law[final] += ways_there
        return law, SIDES ** (2 * number)

    def _decided(
        self, here: Mapping[Faces, list[int]], ended: list[int], waiting: int
    ) -> dict[Faces, list[int]]:
        """The ways that go on with a re-roll, by what then waits; the others have ended."""
        rerolls, values, again = self.rerolls, self._values, self._again
        size = len(rerolls.keys[rerolls.number - waiting])
        left_of = lefts(rerolls.dice.rerolls, waiting)
        rolled: dict[Faces, list[int]] = defaultdict(lambda: [0] * size)
        for faces, ways_at in here.items():
            best, ends = values[faces], rerolls.ends[faces]
            options = [(left, again[left]) for left in left_of[faces]]
            for place, ways in enumerate(ways_at):
                if not ways:
                    continue
                worth = best[place]
                for left, worths in options:
                    if worths[place] == worth:
                        rolled[left][place] += ways
                        break
                else:
                    ended[ends[place]] += ways
        return rolled

    def _rolled(self, rolled: Mapping[Faces, list[int]], waiting: int) -> dict[Faces, list[int]]:
        """What the re-roll of one die leads to."""
        rerolls = self.rerolls
        stand = rerolls.number - waiting
        rows, size = rerolls.after[stand], len(rerolls.keys[stand + 1])
        here = {}
        for faces, ways_at in rolled.items():
            here[faces] = target = [0] * size
            for row, ways in zip(rows, ways_at, strict=True):
                if ways:
                    share = ways // SIDES
                    for new in row:
                        target[new] += share
        return here
