"""Rolls that a body only compares with one another: `2@A > 2@B`, `A = B`.

A walk over the rolls finds the joint odds of all comparisons. The body then runs once for each
combination of their results, with rolls that give these as an example.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from astragal.anydice.calling.asking import order_shows, set_in
from astragal.anydice.calling.expanding import RUN, Body, combinations
from astragal.anydice.calling.flow import LOOKED, needs_of
from astragal.anydice.calling.gathering import Gathered
from astragal.anydice.dice import Dice
from astragal.anydice.rolls import Rolled
from astragal.anydice.tree.call import Call
from astragal.anydice.tree.expressions import At, Comparison, Number, Unary, Variable
from astragal.anydice.tree.node import Node, walk
from astragal.probability.walks import lots
from astragal.probability.walks.hands import Order, Plain
from astragal.probability.walks.readings import Reading
from astragal.probability.walks.walk import walk as walk_over

if TYPE_CHECKING:
    from astragal.anydice.calling.functions import Function
    from astragal.anydice.state import State

_MOST = 6
"""The most comparisons: this many have some hundred possible results."""
_MOST_WAYS = 2_000_000
"""The longest walk. Asking for dice may be quicker than a longer one."""


class Side(NamedTuple):
    """A roll or, if its place is not 0, the die at that place."""

    roll: str
    place: int


Pair: TypeAlias = tuple[Side, Side]


def pairs_compared(function: Function, state: State) -> frozenset[Pair]:
    """The comparisons of rolls that a body only compares; empty if there are too many."""
    found = state.faced.get(function.shape)
    if found is None:
        found = state.faced[function.shape] = _pairs_compared(function, state)
    return found


def _pairs_compared(function: Function, state: State) -> frozenset[Pair]:
    if order_shows(function, state):
        return frozenset()
    needs_of(function, state)
    state.budget.spend(LOOKED * function.steps)
    often = Counter(function.names)
    names = {
        each.name for each in function.parameters if each.kind == "s" and often[each.name] == 1
    }
    nodes = [node for statement in function.body for node in walk(statement)]
    names -= set_in(function)
    for node in nodes:
        if isinstance(node, Call):
            names -= set(state.needs.get(node.shape) or ())
    pairs = [pair for node in nodes if (pair := _pair(node))]
    looks = Counter(side.roll for pair in pairs for side in pair)
    all_looks = Counter(name for node in nodes for name in _looked_at(node))
    names = {name for name in names if looks[name] == all_looks[name]}
    if any((one.roll in names) is not (other.roll in names) for one, other in pairs):
        return frozenset()
    found = frozenset(pair for pair in pairs if pair[0].roll in names)
    return found if len(found) <= _MOST else frozenset()


def _looked_at(node: Node) -> Iterator[str]:
    """The variables that a node reads, except for their length."""
    if not (isinstance(node, Unary) and node.sign == "#"):
        yield from (part.name for part in node.parts() if isinstance(part, Variable))


def _pair(node: Node) -> Pair | None:
    if not isinstance(node, Comparison):
        return None
    left, right = _side(node.left), _side(node.right)
    if left is None or right is None or bool(left.place) is not bool(right.place):
        return None
    return left, right


def _side(node: Node) -> Side | None:
    if isinstance(node, Variable):
        return Side(node.name, 0)
    if (
        isinstance(node, At)
        and isinstance(node.positions, Number)
        and isinstance(node.of, Variable)
    ):
        return Side(node.of.name, node.positions.number) if node.positions.number > 0 else None
    return None


class _Seen:
    """Rolls so far. They count as equal if all comparisons have the same result so far."""

    __slots__ = ("known", "rolls")

    def __init__(self, known: tuple[Any, ...], rolls: tuple[tuple[int, ...], ...]) -> None:
        self.known = known
        self.rolls = rolls

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Seen) and self.known == other.known

    def __hash__(self) -> int:
        return hash(self.known)


def worth_facing(pairs: Sequence[Pair], rolled: Collection[Rolled]) -> bool:
    """True if a walk is short, and not longer than the list of all rolls."""
    faces = len({face for each in rolled for face in each.dice.table})
    shows = prod((each.count + 1) * (each.count + 2) // 2 for each in rolled)
    ways = shows * faces * 3 ** len(pairs)
    return bool(ways <= min(_MOST_WAYS, prod(each.size for each in rolled)))


class _Comparing:
    """A reading of some rolls that finds the results of comparisons."""

    def __init__(self, pairs: Iterable[Pair], rolled: Mapping[str, Rolled], order: Order) -> None:
        names = list(rolled)
        self._questions = [
            tuple((names.index(side.roll), side.place) for side in pair) for pair in pairs
        ]
        self._counts = [each.count for each in rolled.values()]
        self._order = order
        self._first = 1 if order is Order.FALLING else -1
        """the sign of comparing a die seen earlier with one seen later"""
        self.ended: list[_Seen] = []

    @property
    def reading(self) -> Reading:
        known = (None,) * len(self._questions), (0,) * len(self._counts)
        return Reading(_Seen(known, ((),) * len(self._counts)), self._step, self._end, self._order)

    def _step(self, seen: _Seen, face: int, *dice: int) -> _Seen:
        signs, before = seen.known
        now = tuple(map(add, before, dice))
        found = []
        for sign, ((one, place), (other, beside)) in zip(signs, self._questions, strict=True):
            if sign is None and place:
                here, there = now[one] >= place, now[other] >= beside
                sign = self._first * (here - there) if here or there else None
            elif sign is None and dice[one] != dice[other]:
                sign = self._of_rolls(one, other, dice, now)
            found.append(sign)
        rolls = tuple([roll + (face,) * more for roll, more in zip(seen.rolls, dice, strict=True)])
        return _Seen((tuple(found), now), rolls)

    def _of_rolls(self, one: int, other: int, dice: Sequence[int], now: Sequence[int]) -> int:
        """The sign of the first difference of two rolls; a prefix is the smaller roll."""
        fewer, sign = (other, 1) if dice[one] > dice[other] else (one, -1)
        return sign if now[fewer] == self._counts[fewer] else sign * self._first

    def _end(self, seen: _Seen) -> int:
        self.ended.append(seen)
        return len(self.ended) - 1


def faced(
    pairs: frozenset[Pair],
    rolled: Mapping[str, Rolled],
    given: Sequence[Any],
    body: Body,
    steps: int,
    state: State,
) -> Dice:
    """The mixture of one run for each combination of results of the comparisons."""
    budget = state.budget
    comparing = _Comparing(pairs, rolled, Order.RISING if state.lowest_first else Order.FALLING)
    hands = []
    for each in rolled.values():
        kind = lots.Kind(each.dice.table, each.dice.below)
        hands.append(Plain(lots.Dice([(Fraction(1), [(kind, each.count)])])))
    table, below = walk_over(hands, comparing.reading, budget)
    others = [each for each in given if type(each) is Rolled and each not in rolled.values()]
    factor = prod(each.total for each in rolled.values()) // below
    places = [given.index(each) for each in rolled.values()]
    gathered = Gathered(budget)
    for values, weight in combinations(given, others, state):
        budget.spend((RUN + steps) * len(table))
        for number, ways in table.items():
            for place, roll in zip(places, comparing.ended[number].rolls, strict=True):
                values[place] = roll
            gathered.add(body(values, state), weight * ways * factor)
    return gathered.die(sum(each.doubt for each in (*rolled.values(), *others)))
