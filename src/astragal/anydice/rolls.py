"""Arguments that a call is expanded over: every outcome, or every sorted roll, with its weight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal.anydice.calling.open_number import OpenNumber
from astragal.anydice.calling.unknown import Unknown
from astragal.anydice.dice import Amount, Dice
from astragal.anydice.faces import Faces, certain

if TYPE_CHECKING:
    from astragal.anydice.state import State

Runs: TypeAlias = "tuple[Sequence[Amount], Sequence[int]]"
"""Values and their weights, in the order in which a body runs for them."""


class Rolled:
    """An argument that is rolled: the dice, as a number (``n``) or as a sequence (``s``)."""

    __slots__ = ("_size", "count", "faces", "kind")

    def __init__(self, kind: str, faces: Faces, count: int) -> None:
        self.kind = kind
        self.faces = faces
        self.count = count
        self._size: int | None = None

    @property
    def total(self) -> int:
        """The sum of the weights of all runs."""
        return int(self.faces.total**self.count)

    @property
    def doubt(self) -> int:
        return self.faces.doubt * self.count

    @property
    def size(self) -> int:
        """How many runs there are."""
        if self._size is None:
            self._size = comb(self.count + len(self.faces.table) - 1, self.count)
        return self._size

    @property
    def steps_to_size(self) -> int:
        """The steps of finding out how many runs there are, which may be a very long number."""
        few, many = sorted((self.count, len(self.faces.table) - 1))
        return few * few * (1 + 3 * many // max(few, 1)).bit_length() // 64

    def runs(self, state: State) -> Runs:
        faces, count = self.faces, self.count
        if count == 1:
            state.budget.spend(_LISTED * len(faces.table))
        if self.kind == "n":
            return list(faces.table), list(faces.table.values())
        if count == 1:
            return [(each,) for each in faces.table], list(faces.table.values())
        key = (faces, count, state.lowest_first)
        found: Runs | None = state.remembered.get(key)
        if found is None:
            bits = count * faces.total.bit_length()
            state.budget.spend((_ROLL + bits // 32) * self.size)
            state.budget.room(2 * self.size, 64 * count + bits)
            found = state.remembered[key] = sorted_rolls(
                faces, count, lowest_first=state.lowest_first
            )
        return found


_LISTED = 50
"""The steps of listing one outcome."""
_ROLL = 250
"""The steps of listing one sorted roll."""


def sorted_rolls(faces: Faces, count: int, *, lowest_first: bool) -> Runs:
    """Every sorted roll of equal dice with its weight.

    Highest first they are 66, 65, 64 …, lowest first 11, 12, 13 …: by the number of dice on the
    first outcome, from all of them to none.
    """
    outcomes = list(faces.table) if lowest_first else list(reversed(faces.table))
    if len(outcomes) > 3 * count:
        return _die_by_die(outcomes, faces, count)
    return _outcome_by_outcome(outcomes, faces, count)


def _die_by_die(outcomes: Sequence[int], faces: Faces, count: int) -> Runs:
    """The rolls of one die more: an outcome, and before it the rolls that have none before it.

    In their order these are the last of all rolls. Those that begin with the same outcome are the
    first of them, and have as many orders fewer as it stands there more often.
    """
    rolls: list[tuple[int, ...]] = [()]
    ways, begun = [1], [0]
    for dice in range(1, count + 1):
        longer: list[tuple[int, ...]] = []
        weights: list[int] = []
        often: list[int] = []
        for place, outcome in enumerate(outcomes):
            left = len(outcomes) - place
            first = len(rolls) - comb(dice + left - 2, dice - 1)
            same = first + (comb(dice + left - 3, dice - 2) if dice > 1 else 0)
            factor = dice * faces.table[outcome]
            longer += [(outcome, *rest) for rest in rolls[first:]]
            again = zip(ways[first:same], begun[first:same], strict=True)
            weights += [factor * way // (times + 1) for way, times in again]
            weights += [factor * way for way in ways[same:]]
            often += [times + 1 for times in begun[first:same]]
            often += [1] * (len(rolls) - same)
        rolls, ways, begun = longer, weights, often
    return rolls, ways


def _outcome_by_outcome(outcomes: list[int], faces: Faces, count: int) -> Runs:
    """The rolls of one outcome more: so many dice on it, and the others on those behind it."""
    last = outcomes.pop()
    weight = faces.table[last]
    rolls: list[list[tuple[int, ...]]] = [[(last,) * n] for n in range(count + 1)]
    ways: list[list[int]] = [[weight**n] for n in range(count + 1)]
    for outcome in reversed(outcomes):
        weight = faces.table[outcome]
        sizes = range(count + 1) if outcome != outcomes[0] else (count,)
        following: list[list[tuple[int, ...]]] = [[] for _ in range(count + 1)]
        numbers: list[list[int]] = [[] for _ in range(count + 1)]
        for n in sizes:
            found, weights = following[n], numbers[n]
            for k in range(n, -1, -1):
                head, factor = (outcome,) * k, comb(n, k) * weight**k
                found += [head + rest for rest in rolls[n - k]]
                weights += [factor * way for way in ways[n - k]]
        rolls, ways = following, numbers
    return rolls[count], ways[count]


def all_coerced(kinds: Sequence[str], values: Sequence[Amount], state: State) -> list[Any] | None:
    """Values as parameters take them; None if one is the empty die and would have to be rolled."""
    given: list[Any] = []
    for kind, value in zip(kinds, values, strict=True):
        if _PLAIN[kind] is type(value) or kind == "?" or type(value) in (Unknown, OpenNumber):
            given.append(value)
        elif isinstance(value, Dice) and value.empty and kind != "d":
            return None
        else:
            given.append(_coerced(kind, value, state))
    return given


_PLAIN: Mapping[str, type | None] = {"n": int, "s": tuple, "d": None, "?": None}
"""The types of values that parameters take as they are."""


def _coerced(kind: str, value: Amount, state: State) -> Amount | Rolled:
    if type(value) is int:
        return (value,) if kind == "s" else Dice(certain(value))
    if type(value) is tuple:
        if kind == "s":
            return value
        total = certain(state.budget.summed(value))
        return Rolled("n", total, 1) if kind == "n" else Dice(total)
    assert isinstance(value, Dice)
    if kind == "d":
        return value
    if kind == "n":
        return Rolled("n", value.total(state.budget), 1)
    return Rolled("s", value.faces, value.count)
