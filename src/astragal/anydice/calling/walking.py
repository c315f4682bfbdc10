"""Walks through rolls: runs that have reached the same state continue as one.

If each turn of a loop reads one die or one face of some rolls, the loop is a reading of a walk over
them. Its state is what has been seen of each roll, and the variables that are still live.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import prod
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from astragal.anydice import mistakes
from astragal.anydice.calling.expanding import combinations
from astragal.anydice.calling.gathering import Gathered
from astragal.anydice.calling.loops import ELEMENTS, FACES, POSITIONS, RollLoop
from astragal.anydice.dice import Dice
from astragal.anydice.rolls import Rolled
from astragal.anydice.tree.node import steps_of
from astragal.anydice.tree.statements import do_all
from astragal.anydice.values import Amount, described
from astragal.errors import LimitError
from astragal.probability.walks import lots
from astragal.probability.walks.hands import Order, Plain
from astragal.probability.walks.readings import Done, Reading
from astragal.probability.walks.walk import walk

if TYPE_CHECKING:
    from astragal.anydice.state import State

Live: TypeAlias = "tuple[Amount | None, ...]"
"""The values of the variables that will still be read."""
Bind: TypeAlias = "Callable[[Sequence[Amount], State], None]"
"""Sets the parameters of a function."""
Turn: TypeAlias = tuple[int, Sequence[tuple[int, ...]]]
"""The loop element of a turn, and the part of each roll that the turn reads."""

_TURN = 900
"""The steps of one turn, on top of its block."""
_KNOWN_TURN = 200
"""The steps of looking up a turn that has already run."""
_RUNS = 10
"""This many runs take as long as one way to show a face."""
_SHORT = 30
"""Storing sequences longer than this is charged by the element."""
_DIE, _ELEMENT, _COPIED = 20, 10, 2
"""The steps of one die in a turn with its weight, of one element of a stored sequence, and of
copying one variable."""


class NoWalkError(Exception):
    """Raised if the loop does not go through the rolls once and in order."""


def worth_walking(rolled: Rolled) -> bool:
    """True if there are many more rolls than numbers of dice on a face."""
    return rolled.size > _RUNS * rolled.count * len(rolled.dice.table)


def walked(
    way: RollLoop, rolled: Mapping[str, Rolled], given: Sequence[Any], bind: Bind, state: State
) -> Dice:
    """The mixture of all runs, with a walk over these rolls.

    Other rolled arguments are expanded, one combination at a time.
    """
    others = [each for each in given if type(each) is Rolled and each not in rolled.values()]
    gathered = Gathered(state.budget)
    for values, weight in combinations(given, others, state):
        bind(values, state)
        _KINDS[way.over](way, rolled, state).gather(gathered, weight)
    return gathered.die(sum(each.doubt for each in (*rolled.values(), *others)))


class _At(NamedTuple):
    """The common state of runs that have become alike."""

    turn: int
    seen: tuple[int, ...]
    """the number of dice of each roll that earlier faces have shown"""
    live: Live


class _Over(NamedTuple):
    result: Amount


class _Runs:
    """All runs of a body over some rolls. The other parameters are already set."""

    def __init__(self, way: RollLoop, rolled: Mapping[str, Rolled], state: State) -> None:
        self.way = way
        self.state = state
        self.rolled = list(rolled.values())
        self.names = list(rolled)
        self.counts = [each.count for each in self.rolled]
        self.unseen = [(0,) * count for count in self.counts]
        """placeholders for the rolls where only their length is read"""
        self.over: Sequence[int] = ()
        self.order = Order.RISING if state.lowest_first else Order.FALLING
        self.further = 1 if state.lowest_first else -1
        """the direction from a face to those that come later"""
        self._before: dict[str, Amount] = {}
        self._known: dict[tuple[object, ...], tuple[Amount | None, Live]] = {}
        words = sum(each.count * each.dice.bits for each in self.rolled) // 64
        copied = _COPIED * len(state.variables)
        self._steps = (
            _TURN + steps_of(way.loop.block) + 20 * words + _DIE * sum(self.counts) + copied
        )

    def turns(
        self, turn: int, face: int, seen: Sequence[int], now: Sequence[int]
    ) -> Iterator[Turn]:
        """The turns, from one turn on, that are possible once a face has been seen."""
        raise NotImplementedError

    def last_turns(self, turn: int, seen: Sequence[int]) -> Iterator[Turn]:
        """The remaining turns after all faces have been seen."""
        for element in self.over[turn:]:
            yield element, self.unseen

    def faces_of(self, dice: Dice) -> Mapping[int, int]:
        """The weights of a die's faces, in the order of the walk."""
        return dice.table

    def check(self) -> None:
        """Raise NoWalkError if the elements of the loop do not suit a walk."""

    def gather(self, gathered: Gathered, weight: int) -> None:
        """Add the results of all runs, with the weight of the other arguments."""
        state, way = self.state, self.way
        state.variables.update(zip(self.names, self.unseen, strict=True))
        weight *= prod(each.total for each in self.rolled)
        result = do_all(way.before, state)
        if result is not None:
            gathered.add(result, weight)
            return
        self._before = state.variables.copy()
        if way.over != ELEMENTS:
            over = way.loop.over.value(state)
            if type(over) is not tuple:
                raise mistakes.not_a_sequence(described(over), way.loop.over.span)
            self.over = over
            self.check()
        get = self._before.get
        start = _At(0, (0,) * len(self.counts), tuple([get(name) for name in way.live]))
        results: list[Amount | None] = []

        def end(at: _At | _Over) -> int:
            results.append(self._end(at))
            return len(results) - 1

        table, below = self._walk(Reading(start, self._step, end, self.order))
        for place, ways in table.items():
            gathered.add(results[place], ways * (weight // below))

    def _walk(self, reading: Reading) -> tuple[Mapping[int, int], int]:
        budget = self.state.budget
        hands = []
        for each in self.rolled:
            kind = lots.Kind(self.faces_of(each.dice), each.dice.below)
            hands.append(Plain(lots.Dice([(Fraction(1), [(kind, each.count)])])))
        try:
            return walk(hands, reading, budget)
        except LimitError as error:
            if error.code != "too-many-odds":
                raise
            raise budget.limits.exceeded("odds", budget.spent, budget.span, at_least=True) from None

    def _step(self, at: _At, face: int, *shown: int) -> _At | Done[_Over]:
        turn, seen, live = at
        now = tuple(map(add, seen, shown))
        for element, rolls in self.turns(turn, face, seen, now):
            result, live = self._turn(live, element, rolls)
            turn += 1
            if result is not None:
                return Done(_Over(result))
        self.state.budget.spend(_KNOWN_TURN * (turn - at.turn))
        return _At(turn, now, live)

    def _end(self, at: _At | _Over) -> Amount | None:
        """The result of a run: of the loop, or else of the statements after it."""
        if isinstance(at, _Over):
            return at.result
        live = at.live
        for element, rolls in self.last_turns(at.turn, at.seen):
            result, live = self._turn(live, element, rolls)
            if result is not None:
                return result
        self._resume(live)
        self.state.budget.spend(_TURN + steps_of(self.way.after))
        return do_all(self.way.after, self.state)

    def _resume(self, live: Live) -> None:
        """Restore the variables to a common state of runs."""
        variables = self._before.copy()
        for name, value in zip(self.way.live, live, strict=True):
            if value is not None:
                variables[name] = value
        self.state.variables = variables

    def _turn(
        self, live: Live, element: int, rolls: Sequence[tuple[int, ...]]
    ) -> tuple[Amount | None, Live]:
        """One turn of the loop, memoized: its result, and the live variables after it."""
        key = (live, element, *rolls)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._turned(live, element, rolls)
        return found

    def _turned(
        self, live: Live, element: int, rolls: Sequence[tuple[int, ...]]
    ) -> tuple[Amount | None, Live]:
        state, loop = self.state, self.way.loop
        state.budget.spend(self._steps)
        self._resume(live)
        variables = state.variables
        variables.update(zip(self.names, rolls, strict=True))
        variables[loop.name] = element
        try:
            result = do_all(loop.block, state)
        except RecursionError:
            raise mistakes.too_deep() from None
        get = variables.get
        then = tuple([get(name) for name in self.way.live])
        for value in then:
            if type(value) is tuple and len(value) > _SHORT:
                state.budget.spend_elements(len(value), _ELEMENT)
                state.budget.keep(len(value), 0)
        return result, then


class _ByPosition(_Runs):
    """A turn for each position in the sorted rolls, once one of them shows its die there.

    Dice seen later are only compared with that die: they lie beyond it.
    """

    def check(self) -> None:
        if tuple(self.over) != tuple(range(1, len(self.over) + 1)):
            raise NoWalkError

    def turns(
        self, turn: int, face: int, seen: Sequence[int], now: Sequence[int]
    ) -> Iterator[Turn]:
        for position in range(turn + 1, min(max(now), len(self.over)) + 1):
            rolls = []
            for reached, count in zip(now, self.counts, strict=True):
                value = face if position <= reached else face + self.further
                rolls.append(((0,) * (position - 1) + (value,) + (0,) * count)[:count])
            yield position, rolls


class _ByFace(_Runs):
    """A turn for each face that the loop names, in its order.

    The walk goes over indices in that order: an odd one for each face, and even ones between them.
    """

    def __init__(self, way: RollLoop, rolled: Mapping[str, Rolled], state: State) -> None:
        super().__init__(way, rolled, state)
        self.order = Order.FALLING

    def check(self) -> None:
        over = self.over
        steps = {one < other for one, other in pairwise(over)}
        if len(set(over)) < len(over) or (self.way.ordered and len(steps) > 1):
            raise NoWalkError
        self.further = 1 if True in steps else -1

    def faces_of(self, dice: Dice) -> Mapping[int, int]:
        found: dict[int, int] = {}
        for face, weight in dice.table.items():
            place = -self._place(face)
            found[place] = found.get(place, 0) + weight
        return found

    def _place(self, face: int) -> int:
        if face in self.over:
            return 2 * self.over.index(face) + 1
        if not self.way.ordered:
            return 2 * len(self.over)
        return 2 * bisect_left(self.over, self.further * face, key=lambda each: self.further * each)

    def turns(
        self, turn: int, face: int, seen: Sequence[int], now: Sequence[int]
    ) -> Iterator[Turn]:
        last, named = divmod(-face, 2)
        for element in self.over[turn:last]:
            yield element, self._looked_at(element, seen, seen)
        if named:
            yield self.over[last], self._looked_at(self.over[last], seen, now)

    def last_turns(self, turn: int, seen: Sequence[int]) -> Iterator[Turn]:
        for element in self.over[turn:]:
            yield element, self._looked_at(element, seen, seen)

    def _looked_at(
        self, face: int, seen: Sequence[int], now: Sequence[int]
    ) -> list[tuple[int, ...]]:
        """The rolls, with dice before, on and beyond a face in place of the actual ones."""
        before, beyond = face - self.further, face + self.further
        return [
            (before,) * earlier + (face,) * (reached - earlier) + (beyond,) * (count - reached)
            for earlier, reached, count in zip(seen, now, self.counts, strict=True)
        ]


class _ByElement(_ByFace):
    """A turn for each die of the first roll; of other rolls, it reads the dice on the same face."""

    def __init__(self, way: RollLoop, rolled: Mapping[str, Rolled], state: State) -> None:
        super().__init__(way, rolled, state)
        self.order = Order.RISING if state.lowest_first else Order.FALLING

    def faces_of(self, dice: Dice) -> Mapping[int, int]:
        return dice.table

    def turns(
        self, turn: int, face: int, seen: Sequence[int], now: Sequence[int]
    ) -> Iterator[Turn]:
        rolls = [self.unseen[0], *self._looked_at(face, seen, now)[1:]]
        for _ in range(now[0] - seen[0]):
            yield face, rolls


_KINDS: Mapping[str, type[_Runs]] = {ELEMENTS: _ByElement, POSITIONS: _ByPosition, FACES: _ByFace}
