"""A chain of a limited number of steps, which lead elsewhere however many were made."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import lcm
from typing import TYPE_CHECKING, Any, Protocol

from astragal._visible import in_short
from astragal.errors import RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.solve.paths import every_path
from astragal.outcome import is_hashable, typed
from astragal.probability.weights import AtOnce, Weighing, Weights, tallied
from astragal.rules.requests.request import Request

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory

_PLACE = 5
"""What it takes to see where a step leads, in look-ups."""


class Course(Protocol):
    """What stays the same in a chain. Equal ones have equal odds: best it is a value."""

    def step(self, state: Any, /) -> Experiment[Any]:
        """What is done in a state; its outcome is the next one."""

    def over(self, state: Any, /) -> bool:
        """Whether nothing follows a state."""

    def end(self, state: Any, made: int | None, /) -> Any:
        """The outcome, after so many steps; None if they are not counted."""

    def called(self, state: Any, /) -> str:
        """What the step in a state is called."""


class Limited(Request[Any]):
    """One step of a chain, which continues with the next one."""

    course: Course
    state: Any
    last: int | None
    """the number of steps after which there is none; None if there is no limit"""
    made: int | None

    def steps(self) -> Asks[Any]:
        course, state, made = self.course, self.state, self.made
        if course.over(state) or (made is not None and made == self.last):
            return course.end(state, made)
        state = yield course.step(state)
        made = None if made is None else made + 1
        if course.over(state) or (made is not None and made == self.last):
            return course.end(state, made)
        return Limited(course, state, self.last, made)

    def weigh(self, memory: Memory) -> Weighing:
        """Where it ends: all weight after a number of steps is one table, made from the last."""
        if self.last is None or self.made is None or memory.by_steps:
            return (yield from every_path(self, memory))
        course, budget = self.course, memory.budget
        here: dict[Hashable, int] = {typed(self.state): 1}
        states: dict[Hashable, Any] = {typed(self.state): self.state}
        over = {typed(self.state): course.over(self.state)}
        steps: dict[Hashable, tuple[Mapping[Hashable, int], int]] = {}
        ended: list[tuple[list[tuple[Any, int]], int]] = []
        denominator, made = 1, self.made
        while here:
            memory.watchdog.beats += 1
            places = [each for each in here if made == self.last or over[each]]
            ends = [(course.end(states[each], made), here.pop(each)) for each in places]
            ended.append((ends, denominator))
            for place in here:
                if place not in steps:
                    found: Weights = yield course.step(states[place])
                    table = {typed(each): weight for each, weight in found.table.items()}
                    for each, state in zip(table, found.table, strict=True):
                        if each not in states:
                            states[each] = state
                            over[each] = course.over(state)
                    steps[place] = table, found.denominator
            spent = budget.spent
            here, denominator = _pushed(here, steps, denominator, budget)
            made += 1
            # Numbers get longer and places more: the next steps take longer than this one.
            budget.foresee((self.last - made) * (budget.spent - spent) if here else 0)
        factors = [denominator // below for _, below in ended]
        pairs = (
            (end, weight * factor)
            for (ends, _), factor in zip(ended, factors, strict=True)
            for end, weight in ends
        )
        weights = tallied(pairs, denominator)
        return AtOnce(*weights) if made == self.made + 1 and not steps else weights

    def __str__(self) -> str:
        return self.course.called(self.state)


def _pushed(
    here: Mapping[Hashable, int],
    steps: Mapping[Hashable, tuple[Mapping[Hashable, int], int]],
    denominator: int,
    budget: Any,
) -> tuple[dict[Hashable, int], int]:
    """All weight a step later."""
    common = lcm(*(steps[place][1] for place in here))
    entries = sum(len(steps[place][0]) for place in here)
    budget.spend_entries(_PLACE * entries, denominator.bit_length())
    reached: dict[Hashable, int] = {}
    for place, weight in here.items():
        table, below = steps[place]
        share = weight * (common // below)
        for to, more in table.items():
            reached[to] = reached.get(to, 0) + share * more
    return reached, denominator * common


def limited(course: Course, start: Any, most: int | None = None, made: int = 0) -> Experiment[Any]:
    """A chain that ends after ``most`` steps at the latest, of which some may be ``made`` already.

    The ``course`` says what a step is, from which states none follows, and what the outcome is.
    Where a step leads must not depend on how many were made: so odds look at each state once.

    >>> import astragal
    >>> class Climb:
    ...     def step(self, height: int) -> astragal.Experiment[int]:
    ...         return astragal.coin(height + 1, height)
    ...     def over(self, height: int) -> bool:
    ...         return height == 3
    ...     def end(self, height: int, made: int | None) -> bool:
    ...         return height == 3
    ...     def called(self, height: int) -> str:
    ...         return f"from {height}"
    >>> astragal.limited(Climb(), 0, most=5).odds().probability(True)
    Fraction(1, 2)
    """
    for name in ("step", "over", "end", "called"):
        if not callable(getattr(course, name, None)):
            raise RuleError("bad-course", f"{in_short(course)} is no course: it has no {name}")
    for number in (made, 0 if most is None else most):
        if type(number) is not int or number < 0:
            raise RuleError("bad-number", f"steps are counted, not {in_short(number)}")
    if not is_hashable(start):
        raise RuleError("bad-state", f"a state must be hashable, and {in_short(start)} is not")
    return Limited(course, start, most, None if most is None else made)
