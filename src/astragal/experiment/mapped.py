"""What a function makes of an experiment's outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from astragal.errors import RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.solve.paths import is_outcome
from astragal.odds.weights import Weighing, tallied

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory


class Mapped(Experiment[Any]):
    """Another experiment, seen through a function."""

    experiment: Experiment[Any]
    function: Callable[[Any], Any]
    name: str = ""

    def steps(self) -> Asks[Any]:
        return self.function((yield self.experiment))

    def weigh(self, memory: Memory) -> Weighing:
        law = yield self.experiment
        seen = [(self.function(outcome), weight) for outcome, weight in law.pairs]
        for outcome, _ in seen:
            if not is_outcome(outcome):
                raise RuleError("bad-outcome", f"{self} comes to {outcome!r}, which is no outcome")
        return tallied(seen, law.below)

    def __str__(self) -> str:
        name = self.name or getattr(self.function, "__name__", "")
        return f"{name} of {self.experiment}" if name.isidentifier() else str(self.experiment)
