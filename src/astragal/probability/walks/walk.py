"""The walk: a function folded over the faces of pools, told how many of each pool show a face.

{remaining values of each lot: {state: weight}} is carried from face to face. States are numbered,
and each face has a table of transitions for every way to show it. So a step is called once for a
state, a face and the counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, Generic, NamedTuple, TypeAlias

from astragal._generic import T
from astragal._visible import in_short
from astragal.errors import AstragalError, Hints, LimitError, RuleError
from astragal.probability.budget import Budget
from astragal.probability.refusals import no_end_of_a_walk
from astragal.probability.walks.hands import DEAD, Hand, Order, Plain, counts_of
from astragal.probability.walks.lattice import Lattice
from astragal.probability.walks.lots import Beyond
from astragal.probability.weights import Weights, tallied

_CASE = 110
"""The steps of one state for one way to show a face, beside those of long weights."""

_STEP = 300
"""The steps of calling a step written in Python."""


class Done(Generic[T]):
    """Return this from a step to end the walk early, with its last state.

    >>> import astragal
    >>> def highest(state: int, face: int, dice: int) -> int | astragal.Done[int]:
    ...     return astragal.Done(face) if dice else state
    >>> astragal.walk(astragal.pool(2, 20), step=highest).odds().probability(20)
    Fraction(39, 400)
    """

    __slots__ = ("state",)

    def __init__(self, state: T) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Done) and bool(self.state == other.state)

    def __hash__(self) -> int:
        return hash((Done, self.state))

    def __repr__(self) -> str:
        return f"Done({in_short(self.state)})"


def as_it_is(state: Any) -> Any:
    return state


class Reading(NamedTuple):
    """How pools are read: a start, a step from face to face, an end."""

    start: Any
    step: Callable[..., Any]
    """takes a state, a face and the count of each pool; returns the next state, or ``Done``"""
    end: Callable[[Any], Any] = as_it_is
    order: Order = Order.FALLING

    def of(self, faces: Iterable[Any], pools: Sequence[Mapping[Any, int]]) -> Any:
        """The outcome for rolled pools, each given as the count of every face."""
        state, ended = self.start, False
        for face in faces:
            if face is Beyond.FACES:
                raise no_end_of_a_walk()
            shown = [pool.get(face, 0) for pool in pools]
            try:
                after, again = self.step(state, face, *shown), self.step(state, face, *shown)
                ended = isinstance(after, Done)
                hash(after.state if ended else after)
                if after != again:
                    raise self.unsteady(face)
            except Exception as error:
                raise self.failed(error, face) from error
            state = after
            if ended:
                return self.end(state.state)
        return self.end(state)

    @property
    def name(self) -> str:
        return getattr(self.step, "__qualname__", "step").rpartition(".<locals>.")[2]

    def unsteady(self, face: Any) -> RuleError:
        return RuleError(
            "unsteady",
            f"`{self.name}` answers differently the second time, at the face {in_short(face)}",
            hint="let it use nothing but the state, the face and the numbers it is given",
        )

    def failed(self, error: Exception, face: Any) -> AstragalError:
        """The error for a step that fails at a face or returns an unhashable state."""
        if isinstance(error, AstragalError):
            return error
        return RuleError(
            "failed-step",
            f"`{self.name}` fails at the face {in_short(face)}: {type(error).__name__}: {error}",
            hint="a state must be hashable: return a tuple instead of a list"
            if "unhashable" in str(error)
            else None,
        )


EVERY_VALUE = Reading((), lambda shown, face, number: shown + (face,) * number)
"""All values of a pool, the highest first."""


def together(readings: Sequence[Reading]) -> Reading:
    """Several readings at once; the outcome is a tuple of theirs."""

    def step(states: tuple[Any, ...], face: Any, *counts: int) -> Any:
        after = tuple(
            [
                had if had.__class__ is Done else each.step(had, face, *counts)
                for each, had in zip(readings, states, strict=True)
            ]
        )
        return Done(after) if all(each.__class__ is Done for each in after) else after

    def end(states: tuple[Any, ...]) -> tuple[Any, ...]:
        pairs = zip(readings, states, strict=True)
        return tuple([each.end(had.state if had.__class__ is Done else had) for each, had in pairs])

    return Reading(tuple([each.start for each in readings]), step, end)


def _nothing() -> None:
    pass


def walk(
    hands: Sequence[Hand],
    reading: Reading,
    budget: Budget,
    beat: Callable[[], None] = _nothing,
) -> Weights:
    """The odds of a reading. ``beat`` is called again and again, as a sign of life."""
    endless = any(lot.beyond for hand in hands for lot in hand.lots)
    if endless and reading.order is Order.FALLING:
        raise no_end_of_a_walk()
    view = _View(hands, reading)
    changed = view.stateless and not all(type(hand) is Plain for hand in hands)
    told = partial(counts_of, hands) if changed else None
    lattice = Lattice([lot for hand in hands for lot in hand.lots], reading.order, budget, told)
    found = _Fold(lattice, view, budget, beat).ended(view.starts())
    budget.spend(_STEP * len(found))
    ended = [(reading.end(view.last(state)), ways) for state, ways in found if view.complete(state)]
    return tallied(ended, lattice.denominator)


State: TypeAlias = Any
Held: TypeAlias = dict[int, int]
"""By the number of a state: its weight."""

_OVER = -1
"""The number of every state that cannot come to an end."""


class _View:
    """A reading of hands, turned into a reading of their lots.

    A state holds those of the hands too, unless they have none: the lattice counts for them then.
    """

    def __init__(self, hands: Sequence[Hand], reading: Reading) -> None:
        self.hands = hands
        self.reading = reading
        self.stateless = all(hand.stateless for hand in hands)
        self.certain = all(hand.certain for hand in hands)
        self.step = reading.step if self.stateless else self._step

    def starts(self) -> list[State]:
        if self.stateless:
            return [self.reading.start]
        return [
            (held, self.reading.start) for held in product(*(hand.starts for hand in self.hands))
        ]

    def _step(self, state: State, face: Any, *shown: int) -> State:
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
        reached = own if isinstance(own, Done) else self.reading.step(own, face, *counts)
        following = tuple(after), reached
        # Whether a hand has the assumed size is known in the end only.
        return Done(following) if self.certain and isinstance(reached, Done) else following

    def last(self, state: State) -> State:
        """The state of the reading itself."""
        own = state if self.stateless else state[1]
        return own.state if isinstance(own, Done) else own

    def complete(self, state: State) -> bool:
        """Whether the hands turned out to have the assumed sizes."""
        return self.certain or all(
            hand.complete(had) for hand, had in zip(self.hands, state[0], strict=True)
        )


class _Fold:
    """States with their weights, carried through a lattice."""

    def __init__(
        self, lattice: Lattice, view: _View, budget: Budget, beat: Callable[[], None]
    ) -> None:
        self.lattice = lattice
        self.beat = beat
        self.view = view
        self.step = view.step
        self.budget = budget
        self.states: list[State] = []
        self.numbers: dict[Any, int] = {}
        self.stopped: set[int] = set()
        """the numbers of final states"""

    def ended(self, starts: Sequence[State]) -> list[tuple[State, int]]:
        """The final states with their weights: those that stopped, and those that ended."""
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
                raise self.view.reading.failed(error, face) from error
            if self.stopped:
                self._take_stopped(found, place + 1, ended)
        if any(lot.beyond for lot in lattice.lots) and any(found.values()):
            raise no_end_of_a_walk()
        for key, held in found.items():
            ways = lattice.last(key)
            for state, weight in held.items():
                ended[state] = ended.get(state, 0) + weight * ways
        return [(self.states[number], weight) for number, weight in ended.items() if weight]

    def _after(self, place: int, face: Any, found: dict[int, Held]) -> dict[int, Held]:
        """The states after the face at a place."""
        lattice, budget = self.lattice, self.budget
        bits = lattice.denominator.bit_length()
        case = _CASE + bits // 32
        shows = lattice.shows[place]
        moves: list[_Moves] = []
        following: dict[int, Held] = {}
        for key, held in found.items():
            onward = shows[key]
            budget.spend(len(onward) * len(held) * case)
            self.beat()
            moves += [_Moves(self, face, each) for each in lattice.counts[len(moves) :]]
            for after, counts, ways in onward:
                move = moves[counts]
                reached = following.get(after)
                if reached is None:
                    reached = following[after] = {}
                for state, weight in held.items():
                    now = move[state]
                    if now in reached:
                        reached[now] += weight * ways
                    else:
                        reached[now] = weight * ways
        budget.spend(_STEP * sum(map(len, moves)))
        budget.room(sum(map(len, following.values())), bits)
        for move in moves:
            move.check()
        return following

    def _too_many(self, error: LimitError) -> LimitError:
        """The refusal with the number of states."""
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
        """Move final states out of the way, with every way to roll the remaining values."""
        for key, held in found.items():
            for state in self.stopped & held.keys():
                weight = held.pop(state)
                if state != _OVER:
                    ways = weight * self.lattice.rest(place, key)
                    ended[state] = ended.get(state, 0) + ways

    def number(self, state: State) -> int:
        """The number of a state."""
        if state is DEAD:
            self.stopped.add(_OVER)
            return _OVER
        name = (bool, state) if state.__class__ is bool else state  # True == 1
        number = self.numbers.get(name)
        if number is None:
            number = self.numbers[name] = len(self.states)
            stops = isinstance(state, Done)
            self.states.append(state.state if stops else state)
            if stops:
                self.stopped.add(number)
        return number


class _Moves(dict[int, int]):
    """The transitions of one face and one way to show it, found as they are needed."""

    __slots__ = ("counts", "face", "fold")

    def __init__(self, fold: _Fold, face: Any, counts: tuple[int, ...]) -> None:
        self.fold = fold
        self.face = face
        self.counts = counts

    def __missing__(self, state: int) -> int:
        fold = self.fold
        after = fold.step(fold.states[state], self.face, *self.counts)
        number = fold.numbers.get(after)
        if number is None or after.__class__ is bool:
            number = fold.number(after)
        self[state] = number
        return number

    def check(self) -> None:
        """Take one of the steps again: it must lead to the same state."""
        for state, number in self.items():
            after = self.fold.step(self.fold.states[state], self.face, *self.counts)
            if self.fold.number(after) != number:
                raise self.fold.view.reading.unsteady(self.face)
            return
