"""Readings: how a walk reads pools, including those of the notation's functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias

from astragal._generic import T
from astragal._visible import in_short
from astragal.errors import AstragalError, RuleError
from astragal.outcome import Number, counts, tidy
from astragal.probability.refusals import no_end_of_a_walk
from astragal.probability.walks.hands import Order
from astragal.probability.walks.lots import Beyond

if TYPE_CHECKING:
    from astragal.probability.budget import Budget
    from astragal.probability.laws.law import Law


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


QuickWay: TypeAlias = "Callable[[Law, int, Budget], Law | None]"
"""Computes the odds of a reading for equal dice of a finite law; None if a walk is as fast."""


class Reading(NamedTuple):
    """How pools are read: a start, a step from face to face, an end."""

    start: Any
    step: Callable[..., Any]
    """takes a state, a face and the count of each pool; returns the next state, or ``Done``"""
    end: Callable[[Any], Any] = as_it_is
    order: Order = Order.FALLING
    calls: int = 1
    """the function calls in one step, to estimate its cost"""
    quick: QuickWay | None = None
    """the faster way to read equal dice of a finite law"""
    by_presence: bool = False
    """whether it only matters which faces come up at all"""

    def over(self, values: Iterable[Any]) -> Any:
        """The outcome for some values; the step is trusted."""
        shown = counts(values)
        state = self.start
        for face in sorted(shown, reverse=self.order is Order.FALLING):
            state = self.step(state, face, shown[face])
            if state.__class__ is Done:
                return self.end(state.state)
        return self.end(state)

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
"""All values of a pool, highest first."""


def together(readings: Sequence[Reading]) -> Reading:
    """Several readings at once; the outcome is a tuple of their outcomes."""

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

    start = tuple([each.start for each in readings])
    return Reading(start, step, end, calls=1 + sum(each.calls for each in readings))


def total(points: Mapping[Number, Number]) -> Reading:
    """The total, where each face is worth its points."""

    def step(found: Number, face: Number, dice: int) -> Number:
        return found + points[face] * dice if dice else found

    return Reading(0, step, tidy)


def total_of_ranks(
    stretches: Sequence[tuple[int, int]], points: Mapping[Number, Number] | None = None
) -> Reading:
    """The sum of the dice in half-open ranges of ranks, counted from the highest."""
    end = max((last for _, last in stretches), default=0)

    def step(state: tuple[int, Number], face: Number, dice: int) -> Any:
        if not dice:
            return state
        seen, found = state
        now = seen + dice
        kept = sum([max(0, min(now, last) - max(seen, first)) for first, last in stretches])
        if kept:
            found += kept * (face if points is None else points[face])
        return (now, found) if now < end else Done((end, found))

    return Reading((0, 0), step, lambda state: tidy(state[1]))


def middle_ranks(size: int) -> tuple[int, int]:
    """The rank range of the middle value, or the middle two, of at least one value."""
    return (size - 1) // 2, size // 2 + 1


def ranks(first: int, last: int, share: Fraction = Fraction(1)) -> Reading:
    """The sum of the dice of some ranks, from the highest; or a share of that sum."""
    reading = total_of_ranks([(first, last)])
    return reading._replace(end=lambda state: tidy(state[1] * share))


AVERAGE = Reading(
    (0, 0),
    lambda found, face, dice: (found[0] + face * dice, found[1] + dice),
    lambda found: tidy(Fraction(found[0]) / found[1]) if found[1] else 0,
)
"""The mean of all values, 0 if there are none."""


def _largest_set(law: Law, n: int, budget: Budget) -> Law | None:
    from astragal.probability.readings.sets import largest_set

    return largest_set(law, n, budget)


LARGEST_SET = Reading(0, lambda most, _face, dice: max(most, dice), quick=_largest_set)


def _distinct(law: Law, n: int, budget: Budget) -> Law | None:
    from astragal.probability.readings.sets import distinct

    return distinct(law, n, budget)


DISTINCT = Reading(
    0, lambda found, _face, dice: found + (dice > 0), quick=_distinct, by_presence=True
)


def matches(least: int) -> Reading:
    """The number of values shown by ``least`` dice or more."""

    def quick(law: Law, n: int, budget: Budget) -> Law | None:
        from astragal.probability.readings.matches import matches

        return matches(law, n, least, budget)

    return Reading(0, lambda found, _face, dice: found + (dice >= least), quick=quick)


_Run: TypeAlias = tuple[Number, int, int]
"""The last value, the length of its run, and the longest run."""


def _run(state: _Run, face: Number, dice: int) -> _Run:
    last, current, longest = state
    if not dice:
        # A missing value breaks a run only if it would have continued it.
        return (0, 0, longest) if current and face <= last - 1 else state
    current = current + 1 if current and face == last - 1 else 1
    return face, current, max(longest, current)


def _longest_run(law: Law, n: int, budget: Budget) -> Law | None:
    from astragal.probability.readings.runs import is_fair, longest_run_of_fair

    return longest_run_of_fair(sorted(law.table().table), n, budget) if is_fair(law) else None


LONGEST_RUN = Reading((0, 0, 0), _run, lambda state: state[2], quick=_longest_run, by_presence=True)


def _pairs_won(state: tuple[int, int], _face: Any, ours: int, theirs: int) -> tuple[int, int]:
    won, ahead = state
    if ahead > 0:
        won += min(theirs, ahead)
    elif ahead < 0:
        won -= min(ours, -ahead)
    return won, ahead + ours - theirs


PAIRS_WON = Reading((0, 0), _pairs_won, lambda state: state[0])
"""Sorted dice are compared in pairs: pairs won less pairs lost; ties do not count."""
