"""What a function makes of an experiment's outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from astragal.errors import RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.outcomes import is_outcome

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.odds.weights import Weighing


class Mapped(Experiment[Any]):
    """Another experiment, seen through a function."""

    experiment: Experiment[Any]
    function: Callable[[Any], Any]
    name: str = ""

    def steps(self) -> Asks[Any]:
        return self.function((yield self.experiment))

    def weigh(self, memory: Memory) -> Weighing:
        from astragal.odds.weights import tallied

        law = yield self.experiment
        seen = [(self.function(outcome), weight) for outcome, weight in law.table.items()]
        for outcome, _ in seen:
            if not is_outcome(outcome):
                raise RuleError("bad-outcome", f"{self} came to {outcome!r:.60}: not an outcome")
        return tallied(seen, law.denominator)

    def __str__(self) -> str:
        name = self.name or getattr(self.function, "__name__", "")
        inner = self.experiment.label
        return f"{name} of {inner}" if name.isidentifier() else inner
