"""A chain: a step that is repeated from state to state until the end."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from astragal._generic import T
from astragal._visible import in_short, visible
from astragal.errors import RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.identity import identity_of
from astragal.experiment.outcomes import is_outcome
from astragal.outcome import typed
from astragal.probability.weights import AtOnce, Weighing, Weights
from astragal.rules.requests.request import Request

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory


@lru_cache(maxsize=256)
def _salt(step: Callable[[Any], Any], until: Callable[[Any], object]) -> int:
    """A hash for a chain's functions, cached; distinguishes chains with equal states."""
    return hash((Chain, identity_of(step), identity_of(until)))


class Chain(Request[Any]):
    """One step of a chain from a state; it continues with the chain at the next state."""

    step: Callable[[Any], Any]
    state: Any
    until: Callable[[Any], object]
    name: str = ""

    def __hash__(self) -> int:
        try:
            return hash(self.state) ^ _salt(self.step, self.until)
        except TypeError:  # one of the caller's functions cannot be hashed
            return hash(self.state)

    def steps(self) -> Asks[Any]:
        if self.until(self.state):
            return self.state
        return self._after((yield self.asked(self.step(self.state))), self.until)

    @property
    def definition(self) -> Callable[..., Any]:
        return self.step

    def weigh(self, memory: Memory) -> Weighing:
        """The weights of one step: each outcome is the next state, or the end."""
        step, until = memory.steady(self.step), memory.steady(self.until)
        if until(self.state):
            return AtOnce({self.state: 1}, 1)
        weights = yield self.asked(step(self.state))
        memory.count_paths(self, len(weights.table))
        links = memory.links_of(self.step, self.until, self.name)
        links.setdefault(typed(self.state), self)
        table: dict[Any, int] = {}
        for state, weight in weights.table.items():
            key = typed(state)
            if key not in links:
                links[key] = self._after(state, until)
            table[links[key]] = weight
        return Weights(table, weights.denominator)

    def _after(self, state: Any, until: Callable[[Any], object]) -> Any:
        return state if until(state) else Chain(self.step, state, self.until, self.name)

    def __str__(self) -> str:
        return visible(f"{self.name} from {in_short(self.state)}")


def chain(
    step: Callable[[T], Any], start: T, *, until: Callable[[T], object], name: str = ""
) -> Experiment[T]:
    """Repeat a step, from state to state, until ``until`` is true; the outcome is the last state.

    ``step`` is a rule with one parameter, or any function that takes a state and returns an
    experiment whose outcome is the next state. States must be hashable.

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
    for function, name_of_it in ((step, "step"), (until, "until")):
        if not callable(function):
            raise RuleError(
                "not-a-function",
                f"{name_of_it} must be a function of the state, not {in_short(function)}",
            )
    if not isinstance(name, str):
        raise RuleError("bad-name", f"the name of a chain must be text, not {in_short(name)}")
    if not is_outcome(start):
        raise RuleError(
            "bad-state", f"start must be hashable and exact, and {in_short(start)} is not"
        )
    return Chain(step, start, until, name or f"chain of {getattr(step, '__name__', 'steps')}")
