"""A chain: a step repeated on a state until it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from astragal.errors import RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.outcomes import is_outcome
from astragal.odds.weights import AtOnce, Weighing, Weights
from astragal.outcome import typed
from astragal.rules.requests.request import Request

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory


_SALT = hash("chain")


class Chain(Request[Any]):
    """The step at a state; it goes on with the chain at the state that the step comes to."""

    step: Callable[[Any], Any]
    state: Any
    until: Callable[[Any], object]
    name: str = ""

    def __hash__(self) -> int:
        # The functions are compared where it matters, but it takes long to hash them.
        return hash(self.state) ^ _SALT

    def steps(self) -> Asks[Any]:
        if self.until(self.state):
            return self.state
        return self._after((yield self.asked(self.step(self.state))))

    def weigh(self, memory: Memory) -> Weighing:
        """One step at a time: what the step comes to is the next state, or the end."""
        if self.until(self.state):
            return AtOnce({self.state: 1}, 1)
        law = yield self.asked(self.step(self.state))
        memory.count_paths(self, len(law.table))
        links = memory.links_of(self.step, self.until, self.name)
        links.setdefault(typed(self.state), self)
        table: dict[Any, int] = {}
        for state, weight in law.table.items():
            key = typed(state)
            if key not in links:
                links[key] = self._after(state)
            table[links[key]] = weight
        return Weights(table, law.denominator)

    def _after(self, state: Any) -> Any:
        return state if self.until(state) else Chain(self.step, state, self.until, self.name)

    def __str__(self) -> str:
        return f"{self.name} from {self.state!r}"


def chain(
    step: Callable[[Any], Any], start: Any, *, until: Callable[[Any], object], name: str = ""
) -> Experiment[Any]:
    """Repeat a step on a state until the state is one to end with; the outcome is that state.

    ``step`` is a rule of one parameter, or any function from a state to an experiment whose outcome is the
    next state. States must be hashable.

    >>> import astragal
    >>> @astragal.rule
    ... def round(earned: int) -> astragal.Asks[int]:
    ...     \"\"\"Add the tens of a d100 that is 45 or less; a failure loses everything.\"\"\"
    ...     roll = yield "d100"
    ...     return earned + roll // 10 if roll <= 45 else 0
    >>> test = astragal.chain(round, 0, until=lambda earned: earned >= 10)
    >>> float(test.duration().mean)
    95.18289503646879
    """
    for function, what in ((step, "a step"), (until, "until")):
        if not callable(function):
            raise RuleError(
                "not-a-function", f"{what} is a function of the state, not {function!r}"
            )
    if not is_outcome(start):
        raise RuleError("bad-state", f"a state is hashable and exact, and {start!r} is not")
    return Chain(step, start, until, name or f"chain of {getattr(step, '__name__', 'steps')}")
