"""The simplest experiments: a single die, and a function of another experiment's outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from astragal._visible import in_short
from astragal.die import Die
from astragal.errors import NOWHERE, RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.outcomes import is_outcome
from astragal.outcome import show

if TYPE_CHECKING:
    from astragal.experiment.run.scenes import Scene
    from astragal.experiment.solve.memory import Memory
    from astragal.limits import Limits
    from astragal.probability.weights import Weighing, Weights


class OneDie(Experiment[int]):
    """A single die, as in ``yield d(6)``."""

    die: Die

    def steps(self) -> Asks[int]:
        return (yield self.die)  # type: ignore[no-any-return]

    def weigh(self, memory: Memory) -> Weighing:
        return self.weights(memory.limits)
        yield

    def weights(self, limits: Limits) -> Weights:
        from astragal.probability.weights import of_die

        die = self.die
        limits.check("sides", die.total if die.weights is None else len(die.faces), NOWHERE)
        return of_die(die)

    @property
    def variable_names(self) -> tuple[str, ...]:
        return ()

    def tell_request(self, scene: Scene) -> str:
        return f"{self}: {show(scene.outcome)}"

    def __str__(self) -> str:
        return self.die.short


class Mapped(Experiment[Any]):
    """A function of another experiment's outcome."""

    experiment: Experiment[Any]
    function: Callable[[Any], Any]
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "limits", self.experiment.limits)

    @property
    def variable_names(self) -> tuple[str, ...] | None:
        return self.experiment.variable_names

    def steps(self) -> Asks[Any]:
        return self.function((yield self.experiment))

    @property
    def definition(self) -> Callable[..., Any]:
        return self.function

    def weigh(self, memory: Memory) -> Weighing:
        from astragal.probability.weights import tallied

        weights = yield self.experiment
        function = memory.steady(self.function)
        seen = [(function(outcome), weight) for outcome, weight in weights.table.items()]
        for outcome, _ in seen:
            if not is_outcome(outcome):
                message = (
                    f"{self}: the function returned {in_short(outcome)}, which cannot be an outcome"
                )
                raise RuleError("bad-outcome", message)
        return tallied(seen, weights.denominator)

    def __str__(self) -> str:
        name = self.name or getattr(self.function, "__name__", "")
        inner = self.experiment.label
        return f"{name} of {inner}" if name.isidentifier() else inner
