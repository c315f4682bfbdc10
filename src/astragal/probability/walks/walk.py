"""The walk: a function folded over the faces of pools, with the count of each pool on a face.

{remaining values of each lot: {state: weight}} is carried from face to face. States are numbered,
and each face has a table of transitions per way to show it. One table serves all faces if the step
ignores the face. So a step is called once per state, face and counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from opcode import haslocal, opname
from typing import Any, TypeAlias

from astragal.errors import Hints, LimitError
from astragal.probability.budget import FRACTION, Budget
from astragal.probability.refusals import no_end_of_a_walk
from astragal.probability.walks.hands import DEAD, Hand, Order, Plain, counts_of
from astragal.probability.walks.lattice import Lattice, Shows
from astragal.probability.walks.readings import Done, Reading, as_it_is
from astragal.probability.weights import Weights, tallied

_CASE = 50
"""The steps of one state and one way to show a face, not counting those of long weights."""

_STEP = 250
"""The steps of calling a Python function."""


def walk(
    hands: Sequence[Hand],
    reading: Reading,
    budget: Budget,
    beat: Callable[[], None] | None = None,
) -> Weights:
    """The odds of a reading. ``beat`` is called repeatedly, as a sign of life."""
    lots = [lot for hand in hands for lot in hand.lots]
    beyond = True in [lot.beyond for lot in lots]
    if beyond and reading.order is Order.FALLING:
        raise no_end_of_a_walk()
    stateless = False not in [hand.stateless for hand in hands]
    changed = stateless and {*map(type, hands)} != {Plain}
    told = partial(counts_of, hands) if changed else None
    lattice = Lattice(lots, reading.order, budget, told)
    if stateless:
        found = _Fold(lattice, reading, reading.step, budget, beat).ended([reading.start], beyond)
    else:
        view = _View(hands, reading)
        found = _Fold(lattice, reading, view.step, budget, beat).ended(view.starts(), beyond)
        found = [(view.last(state), ways) for state, ways in found if view.complete(state)]
    budget.spend(_STEP * len(found))
    end = reading.end
    ended = found if end is as_it_is else [(end(state), ways) for state, ways in found]
    return tallied(ended, lattice.denominator)


State: TypeAlias = Any
Held: TypeAlias = dict[int, int]
"""The weights of states, by their numbers."""

_OVER = -1
"""The number of every state that cannot reach an end."""


_NAMED_APART = (Done, bool)
"""States of these types get special keys: they may equal states of other types."""


class _View:
    """A reading of hands, converted to a reading of their lots; its states include the hands'."""

    def __init__(self, hands: Sequence[Hand], reading: Reading) -> None:
        self.hands = hands
        self.reading = reading
        self.certain = all(hand.certain for hand in hands)

    def starts(self) -> list[State]:
        return [
            (held, self.reading.start) for held in product(*(hand.starts for hand in self.hands))
        ]

    def step(self, state: State, face: Any, *shown: int) -> State:
        held, own = state
        after, counts, place = [], [], 0
        for hand, had in zip(self.hands, held, strict=True):
            lots = len(hand.lots)
            now, count = hand.counted(had, shown[place : place + lots], self.reading.order)
            if now is DEAD:
                return DEAD
            after.append(now)
            counts.append(count)
            place += lots
        reached = own if own.__class__ is Done else self.reading.step(own, face, *counts)
        following = tuple(after), reached
        # Only the end shows whether a hand has the assumed size.
        return Done(following) if self.certain and isinstance(reached, Done) else following

    def last(self, state: State) -> State:
        """The state of the reading itself."""
        own = state[1]
        return own.state if isinstance(own, Done) else own

    def complete(self, state: State) -> bool:
        """True if the hands turned out to have the assumed sizes."""
        return self.certain or all(
            hand.complete(had) for hand, had in zip(self.hands, state[0], strict=True)
        )


class _Moves(dict[int, list[int | None]]):
    """The transitions from the states known so far, by the index of counts."""

    known = 0

    def __missing__(self, number: int) -> list[int | None]:
        found = self[number] = [None] * self.known
        return found

    def grow(self, known: int) -> None:
        for move in self.values():
            move += [None] * (known - self.known)
        self.known = known


class _Fold:
    """States with their weights, carried through a lattice."""

    def __init__(
        self,
        lattice: Lattice,
        reading: Reading,
        step: Callable[..., Any],
        budget: Budget,
        beat: Callable[[], None] | None,
    ) -> None:
        self.lattice = lattice
        self.reading = reading
        self.step = step
        self.budget = budget
        self.beat = beat
        self.sees_faces = _sees_faces(reading.step)
        self.price = _STEP * reading.calls
        """the budget steps of one step of the reading"""
        if Fraction in map(type, lattice.faces):
            self.price += FRACTION
        self.steps = 0
        """the steps not charged to the budget yet"""
        self.last = 0, 0, 0
        """the last step: its state, the number of its counts, and the next state"""
        self.moves = _Moves()
        self.states: list[State] = []
        self.numbers: dict[Any, int] = {}
        self.stopped: set[int] = set()
        """the numbers of the states that stopped the walk"""

    def ended(self, starts: Sequence[State], beyond: bool) -> list[tuple[State, int]]:
        """The final states with their weights, both stopped early and at the end."""
        lattice = self.lattice
        numbers = list(map(self.number, starts))
        found: dict[int, Held] = {
            key: dict.fromkeys(numbers, ways) for key, ways in lattice.first.items()
        }
        ended: Held = {}
        for place, face in enumerate(lattice.faces):
            try:
                found = self._after(place, face, found)
            except LimitError as error:
                raise self._too_many(error) from None
            except Exception as error:
                raise self.reading.failed(error, face) from error
            if self.stopped:
                self._take_stopped(found, place + 1, ended)
        if beyond and any(found.values()):
            raise no_end_of_a_walk()
        self.budget.spend(lattice.ending * len(found))
        for key, held in found.items():
            ways = lattice.last(key)
            for state, weight in held.items():
                ended[state] = ended.get(state, 0) + weight * ways
        return [(self.states[number], weight) for number, weight in ended.items() if weight]

    def _after(self, place: int, face: Any, found: dict[int, Held]) -> dict[int, Held]:
        """The states after the face at a place."""
        budget, shows = self.budget, self.lattice.shows[place]
        bits = self.lattice.denominator.bit_length()
        case = _CASE + bits // 32
        if self.sees_faces:
            self.moves = _Moves()
        self.moves.grow(len(self.states))
        following: dict[int, Held] = defaultdict(dict)
        before = self.last
        for key, held in found.items():
            onward = shows[key]
            budget.spend(len(onward) * len(held) * case + self.price * self.steps)
            self.steps = 0
            if self.beat is not None:
                self.beat()
            self._spread(held, onward, face, following)
        budget.room(sum(map(len, following.values())), bits)
        if self.last is not before:
            self._check(face, *self.last)
        return following

    def _spread(self, held: Held, onward: Shows, face: Any, following: dict[int, Held]) -> None:
        """Advance the states of a key in every way."""
        step, states, numbers = self.step, self.states, self.numbers
        moves, counts_of = self.moves, self.lattice.counts
        for after, number, ways in onward:
            move, reached = moves[number], following[after]
            for state, weight in held.items():
                now = move[state]
                if now is None:
                    counts = counts_of[number]
                    if len(counts) == 1:
                        result = step(states[state], face, counts[0])
                    else:
                        result = step(states[state], face, *counts)
                    now = None if result.__class__ in _NAMED_APART else numbers.get(result)
                    if now is None:
                        now = self.number(result)
                    move[state] = now
                    self.steps += 1
                    self.last = state, number, now
                if now in reached:
                    reached[now] += weight * ways
                else:
                    reached[now] = weight * ways

    def _check(self, face: Any, state: int, counts: int, number: int) -> None:
        """Repeat a step to check that it leads to the same state."""
        after = self.step(self.states[state], face, *self.lattice.counts[counts])
        if self.number(after) != number:
            raise self.reading.unsteady(face)

    def _too_many(self, error: LimitError) -> LimitError:
        """The limit error, extended with the number of states."""
        limits = self.budget.limits
        if error.code != "too-many-odds":
            return error
        return limits.exceeded(
            "odds",
            self.budget.spent,
            self.budget.span,
            about=f"a walk with {len(self.states):,} states or more",
            advice=Hints("keep only what the end still needs in the state, so that fewer differ"),
            at_least=True,
        )

    def _take_stopped(self, found: dict[int, Held], place: int, ended: Held) -> None:
        """Remove final states, multiplied by the number of ways to roll the remaining values."""
        for key, held in found.items():
            over = self.stopped & held.keys()
            if not over:
                continue
            self.budget.spend(_CASE * len(over) + self.lattice.ending)
            rest = self.lattice.rest(place, key)
            for state in over:
                weight = held.pop(state)
                if state != _OVER:
                    ended[state] = ended.get(state, 0) + weight * rest

    def number(self, state: State) -> int:
        """The number of a state."""
        if state is DEAD:
            self.stopped.add(_OVER)
            return _OVER
        stops = isinstance(state, Done)
        if stops:
            state = state.state
        kind = (stops, state.__class__ is bool)  # True == 1
        name = (kind, state) if True in kind else state
        number = self.numbers.get(name)
        if number is None:
            number = self.numbers[name] = len(self.states)
            self.states.append(state)
            if stops:
                self.stopped.add(number)
        return number


def _sees_faces(step: Callable[..., Any]) -> bool:
    """True if a step may look at the face it is given; True if in doubt."""
    function = getattr(step, "__func__", step)
    code = getattr(function, "__code__", None)
    place = 1 if function is step else 2
    if code is None or code.co_argcount <= place or hasattr(function, "__wrapped__"):
        return True
    if code.co_varnames[place] in code.co_cellvars or not _LOOKS_AROUND.isdisjoint(code.co_names):
        return True
    for operation, number in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        if operation in _LOCALS and (
            number == place or (operation in _TWO_LOCALS and place in (number >> 4, number & 15))
        ):
            return True
    return False


_LOCALS = frozenset(haslocal)
_TWO_LOCALS = frozenset([each for each in haslocal if opname[each].count("FAST") > 1])
_LOOKS_AROUND = frozenset(("locals", "vars", "eval", "exec", "dir", "breakpoint", "_getframe"))
"""Names of functions that can see their caller's variables."""
