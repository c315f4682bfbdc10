"""A single die, as an experiment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.die import Die
from astragal.errors import NOWHERE
from astragal.experiment.experiment import Asks, Experiment
from astragal.outcome import show

if TYPE_CHECKING:
    from astragal.experiment.run.scenes import Scene
    from astragal.experiment.solve.memory import Memory
    from astragal.odds.weights import Weighing


class OneDie(Experiment[int]):
    """A single die: what ``yield d(6)`` asks for."""

    die: Die

    def steps(self) -> Asks[int]:
        return (yield self.die)  # type: ignore[no-any-return]

    def weigh(self, memory: Memory) -> Weighing:
        from astragal.odds.weights import of_die

        die = self.die
        memory.limits.check("sides", die.total if die.weights is None else len(die.faces), NOWHERE)
        return of_die(die)
        yield

    def tell_request(self, scene: Scene) -> str:
        return f"{self}: {show(scene.outcome)}"

    def __str__(self) -> str:
        return str(self.die)
