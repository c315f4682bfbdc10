"""A chain with a limited number of steps, where a step does not depend on the number made."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import lcm
from typing import TYPE_CHECKING, Any, Protocol

from astragal._visible import in_short
from astragal.errors import RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.solve.paths import every_path
from astragal.outcome import is_hashable, typed
from astragal.probability.weights import AtOnce, Weighing, Weights, merged
from astragal.rules.requests.request import Request

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory

_PLACE = 5
"""The look-ups it takes to find where a step leads."""


class Course(Protocol):
    """The fixed part of a chain. Equal courses must have equal odds; use a value class."""

    def step(self, state: Any, /) -> Experiment[Any]:
        """The experiment to run in a state; its outcome is the next state."""

    def over(self, state: Any, /) -> bool:
        """True if the chain ends in this state."""

    def end(self, state: Any, made: int | None, /) -> Any:
        """The outcome of a chain after ``made`` steps; None if steps are not counted."""

    def called(self, state: Any, /) -> str:
        """The name of the step in a state."""


class Limited(Request[Any]):
    """One step of a chain, which continues with the next one."""

    course: Course
    state: Any
    last: int | None
    """the number of the last step; None if there is no limit"""
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
        """The weights of the chain's outcomes, by moving all weight forward one step at a time."""
        if self.last is None or self.made is None or memory.by_steps:
            return (yield from every_path(self, memory))
        course, budget = self.course, memory.budget
        # States are numbered, as numbers are faster to look up.
        numbers: dict[Hashable, int] = {typed(self.state): 0}
        states, over = [self.state], [course.over(self.state)]
        here = {0: 1}
        steps: dict[int, tuple[Mapping[int, int], int]] = {}
        ended: dict[int, dict[Any, int]] = {}
        denominator, made = 1, self.made
        while here:
            memory.watchdog.beats += 1
            ends = ended.setdefault(denominator, {})
            for place in [each for each in here if made == self.last or over[each]]:
                outcome = typed(course.end(states[place], made))
                ends[outcome] = ends.get(outcome, 0) + here.pop(place)
            for place in here:
                if place not in steps:
                    found: Weights = yield course.step(states[place])
                    table: dict[int, int] = {}
                    for state, weight in found.table.items():
                        to = numbers.setdefault(typed(state), len(states))
                        if to == len(states):
                            states.append(state)
                            over.append(course.over(state))
                        table[to] = weight
                    steps[place] = table, found.denominator
            spent = budget.spent
            here, denominator = _pushed(here, steps, denominator, budget)
            made += 1
            # Numbers get longer and places more, so later steps take longer than this one.
            budget.foresee((self.last - made) * (budget.spent - spent) if here else 0)
        weights = merged(ended)
        return AtOnce(*weights) if made == self.made + 1 and not steps else weights

    def __str__(self) -> str:
        return self.course.called(self.state)


def _pushed(
    here: Mapping[int, int],
    steps: Mapping[int, tuple[Mapping[int, int], int]],
    denominator: int,
    budget: Any,
) -> tuple[dict[int, int], int]:
    """All weight, one step later."""
    common = lcm(*(steps[place][1] for place in here))
    entries = sum(len(steps[place][0]) for place in here)
    budget.spend_entries(_PLACE * entries, denominator.bit_length())
    reached: dict[int, int] = {}
    for place, weight in here.items():
        table, below = steps[place]
        share = weight * (common // below)
        for to, more in table.items():
            reached[to] = reached.get(to, 0) + share * more
    return reached, denominator * common


def limited(course: Course, start: Any, most: int | None = None, made: int = 0) -> Experiment[Any]:
    """A chain that ends after at most ``most`` steps, of which ``made`` have already been made.

    The ``course`` defines the steps, the final states, and the outcome. A step
    must not depend on the number of steps made, so that odds need to look at each state only once.

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
            raise RuleError("bad-course", f"{in_short(course)} is not a course: it has no {name}")
    for number in (made, 0 if most is None else most):
        if type(number) is not int or number < 0:
            raise RuleError("bad-number", f"steps are counted, not {in_short(number)}")
    if not is_hashable(start):
        raise RuleError("bad-state", f"a state must be hashable, and {in_short(start)} is not")
    return Limited(course, start, most, None if most is None else made)
