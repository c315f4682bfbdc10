"""Lots: independent groups of values, counted face by face."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from copy import copy
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import compress
from math import comb, gcd, lcm, prod
from typing import Any, TypeAlias

from astragal.probability.budget import Budget

FACE = 3_000
"""The minimum steps of a walk for one face of a lot."""

_PUT_TOGETHER, _TUPLES = 600, 3
"""The steps of combining one way to show a face with another kind, and its memory in numbers."""

Left: TypeAlias = tuple[Any, ...]
"""The remaining values of a lot."""

Shown: TypeAlias = tuple[Left, int, int]
"""The remaining values after a face, the count that shows it, and the number of ways."""


class Beyond(Enum):
    """Stands for the infinitely many faces beyond the last one listed, of exploding dice."""

    FACES = "higher faces"


class Lot(ABC):
    """Values that show faces together, from the highest face down."""

    beyond: bool = False
    """whether there are infinitely many higher faces"""

    faces: Sequence[Any]
    """all faces that can come up"""
    sizes: Sequence[int]
    """the possible numbers of values, not counting filtered ones"""
    begun: Mapping[Left, int]
    """the values at the start, with weights"""
    denominator: int

    def along(self, faces: Sequence[Any]) -> Lot:
        """The lot, prepared to process these faces, highest first."""
        return self

    def rename(self, names: Sequence[Any]) -> None:
        """Replace faces that are indices of names by the names."""
        raise TypeError(f"{type(self).__name__} has faces of its own")

    patterns: Sequence[Hashable]
    """for each place, a key that is equal for faces that can be shown in the same ways"""

    @abstractmethod
    def shows(
        self, place: int, left: Left, budget: Budget, most: int | None = None
    ) -> Sequence[Shown]:
        """Every way to show the face at a place; with ``most``, at most that often.

        Steps are counted before ways of several kinds are combined.
        """

    @abstractmethod
    def rest(self, place: int, left: Left) -> int:
        """The number of ways to roll the remaining values, from a place on."""


class Kind:
    """Dice of one kind: the weights of their faces and of showing none, in lowest terms."""

    def __init__(self, table: Mapping[Any, int], denominator: int, absent: int = 0) -> None:
        self.common = gcd(absent, *table.values()) or 1
        self.denominator = denominator
        """the denominator of the weights times their common factor"""
        self.table = {face: weight // self.common for face, weight in table.items() if weight}
        self.absent = absent // self.common
        self.name: Hashable = (tuple(self.table.items()), self.absent)


class Dice(Lot):
    """Independent dice of several kinds; their numbers may be a mixture of several cases.

    Kinds that show all lower faces with the same weights are merged from there on: a d8 becomes a
    d6 once its two highest faces are passed.
    """

    def __init__(
        self,
        cases: Iterable[tuple[Fraction, Sequence[tuple[Kind, int]]]],
        beyond: bool = False,
    ) -> None:
        self.beyond = beyond
        listed = list(cases)
        kinds = {kind.name: kind for _, parts in listed for kind, _ in parts}
        places = {name: place for place, name in enumerate(kinds)}
        self.kinds = list(kinds.values())
        begun: list[tuple[tuple[int, ...], int, int]] = []
        for chance, parts in listed:
            numbers = [0] * len(places)
            weight, denominator = chance.as_integer_ratio()
            for kind, size in parts:
                numbers[places[kind.name]] += size
                weight *= kind.common**size
                denominator *= kind.denominator**size
            common = gcd(weight, denominator)
            begun.append((tuple(numbers), weight // common, denominator // common))
        self.denominator = lcm(*[denominator for _, _, denominator in begun])
        self._numbers: dict[tuple[int, ...], int] = {}
        for each, weight, denominator in begun:
            weight *= self.denominator // denominator
            self._numbers[each] = self._numbers.get(each, 0) + weight
        self.faces = list({face: None for kind in self.kinds for face in kind.table})
        certain = [not kind.absent for kind in self.kinds]
        least = min([sum(compress(numbers, certain)) for numbers in self._numbers], default=0)
        self.sizes = range(least, max(map(sum, self._numbers), default=0) + 1)

    def rename(self, names: Sequence[Any]) -> None:
        for kind in self.kinds:
            kind.table = {names[face]: weight for face, weight in kind.table.items()}
        self.faces = [names[face] for face in self.faces]

    def along(self, faces: Sequence[Any]) -> Dice:
        """Number the remaining weights of each kind at each place; equal ones share a number."""
        names: dict[Any, int] = {}
        rests = [names.setdefault(("end", kind.absent), len(names)) for kind in self.kinds]
        self._totals = {rest: kind.absent for rest, kind in zip(rests, self.kinds, strict=True)}
        groups = [list(dict.fromkeys(rests))]
        places: list[tuple[Any, ...]] = []
        for place in range(len(faces) - 1, -1, -1):
            before = rests
            rests = list(before)
            weights: dict[int, tuple[int, int]] = {}
            for at, kind in enumerate(self.kinds):
                weight = kind.table.get(faces[place], 0)
                if weight:
                    name = (place, weight, before[at])
                    rests[at] = names.setdefault(name, len(names))
                    self._totals[rests[at]] = weight + self._totals[before[at]]
                weights[rests[at]] = weight, before[at]
            here, below = list(weights), groups[-1]
            groups.append(here)
            places.append(
                (
                    tuple([weights[rest][0] for rest in here]),
                    tuple([below.index(weights[rest][1]) for rest in here]),
                    tuple([not self._totals[weights[rest][1]] for rest in here]),
                    len(below),
                )
            )
        self._groups = groups[::-1]
        self._places = self.patterns = places[::-1]
        self.begun = {}
        for numbers, weight in self._numbers.items():
            left = [0] * len(self._groups[0])
            for number, rest in zip(numbers, rests, strict=True):
                left[self._groups[0].index(rest)] += number
            key = tuple(left)
            self.begun[key] = self.begun.get(key, 0) + weight
        return self

    def mirrored(self) -> Dice:
        """The same dice with all faces negated."""
        other = copy(self)
        other.kinds = [copy(kind) for kind in self.kinds]
        for kind in other.kinds:
            kind.table = {-face: weight for face, weight in kind.table.items()}
        other.faces = [-face for face in self.faces]
        return other

    @property
    def ways(self) -> int:
        """Estimated number of combinations of remaining dice, over all places."""
        numbers = [max(each) for each in zip(*self.begun, strict=True)]
        found = 0
        for _, below, _, size in self._places:
            found += prod([number + 1 for number in numbers])
            after = [0] * size
            for number, at in zip(numbers, below, strict=True):
                after[at] += number
            numbers = after
        return found

    def shows(
        self, place: int, left: Left, budget: Budget, most: int | None = None
    ) -> Sequence[Shown]:
        weights, below, ends, size = self._places[place]
        if len(weights) == size == 1:
            return _shown(left[0], weights[0], ends[0], most)
        found: dict[tuple[Left, int], int] = {((0,) * size, 0): 1}
        for number, weight, at, end in zip(left, weights, below, ends, strict=True):
            if not number:
                continue
            further: dict[tuple[Left, int], int] = {}
            options = _shown(number, weight, end, most)
            budget.spend(_PUT_TOGETHER * len(found) * len(options))
            budget.room(_TUPLES * len(found) * len(options), 0)
            for (after, shown), ways in found.items():
                for (more,), count, chosen in options:
                    if most is not None and shown + count > most:
                        continue
                    now = (*after[:at], after[at] + more, *after[at + 1 :])
                    key = now, shown + count
                    further[key] = further.get(key, 0) + ways * chosen
            found = further
        return [(after, shown, ways) for (after, shown), ways in found.items()]

    def rest(self, place: int, left: Left) -> int:
        totals = self._totals
        found = 1
        for rest, number in zip(self._groups[place], left, strict=True):
            found *= totals[rest] ** number
        return found


def _shown(number: int, weight: int, end: bool, most: int | None) -> Sequence[Shown]:
    """The possible counts of equal dice on a face; all of them if it is their last face."""
    return (_shown_by_few if number <= _FEW else _shown_by)(number, weight, end, most)


_FEW = 40
"""The ways of up to this many dice are cached; those of more would fill the memory."""


def _shown_by(number: int, weight: int, end: bool, most: int | None) -> Sequence[Shown]:
    if not weight:
        return [((number,), 0, 1)]
    last = number if most is None else min(number, most)
    if end:
        return [((0,), number, weight**number)] if last == number else []
    found, ways = [], 1
    for count in range(last + 1):
        found.append(((number - count,), count, ways))
        ways = ways * (number - count) * weight // (count + 1)
    return found


_shown_by_few = lru_cache(maxsize=4096)(_shown_by)


class Cards(Lot):
    """Cards drawn without replacement, from a deck that maps cards to their numbers."""

    def __init__(self, deck: Mapping[Any, int], number: int) -> None:
        self.deck = deck
        self.faces = list(deck)
        self.sizes = (number,)
        self.begun = {(number,): 1}
        self.denominator = comb(sum(deck.values()), number)

    def along(self, faces: Sequence[Any]) -> Cards:
        self._numbers = [self.deck.get(face, 0) for face in faces]
        below = 0
        self._below = [0]
        for number in reversed(self._numbers):
            below += number
            self._below.append(below)
        self._below.reverse()
        self.patterns = list(zip(self._numbers, self._below[1:], strict=True))
        return self

    def shows(
        self, place: int, left: Left, budget: Budget, most: int | None = None
    ) -> Sequence[Shown]:
        (draws,) = left
        number, below = self._numbers[place], self._below[place + 1]
        last = min(draws, number) if most is None else min(draws, number, most)
        return [
            ((draws - count,), count, comb(number, count))
            for count in range(max(0, draws - below), last + 1)
        ]

    def rest(self, place: int, left: Left) -> int:
        return comb(self._below[place], left[0])


class Listed(Lot):
    """Every combination of values, each with its weight."""

    def __init__(self, sets: Mapping[tuple[Any, ...], int], denominator: int) -> None:
        self.sets = sets
        self.denominator = denominator
        self.faces = list({face for values in sets for face in values})
        self.sizes = sorted(set(map(len, sets)))

    def rename(self, names: Sequence[Any]) -> None:
        self.sets = {
            tuple([names[face] for face in values]): weight for values, weight in self.sets.items()
        }
        self.faces = [names[face] for face in self.faces]

    def along(self, faces: Sequence[Any]) -> Listed:
        places = {face: place for place, face in enumerate(faces)}
        self.patterns = range(len(faces))
        self.begun = {}
        for values, weight in self.sets.items():
            key = tuple(sorted([places[value] for value in values]))
            self.begun[key] = self.begun.get(key, 0) + weight
        return self

    def shows(
        self, place: int, left: Left, budget: Budget, most: int | None = None
    ) -> Sequence[Shown]:
        count = left.count(place)
        return [(left[count:], count, 1)] if most is None or count <= most else []

    def rest(self, place: int, left: Left) -> int:
        return 1
