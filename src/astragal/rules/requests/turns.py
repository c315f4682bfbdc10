"""Several rolls, followed by an experiment for each of them, in the same order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.experiment.experiment import Asks, Experiment
from astragal.probability.joint import Joint
from astragal.probability.weights import Weighing, Weights
from astragal.rules.requests.best import Followed, Then
from astragal.rules.requests.dice import listed
from astragal.rules.requests.request import Request

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory


class InTurn(Request[tuple[Any, ...]]):
    """Everybody rolls, then a follow-up to each result. The outcome is a tuple of follow-ups.
    Each follow-up is independent of all others, so the order of rolling does not matter.
    """

    experiments: tuple[Experiment[Any], ...]
    thens: tuple[Then, ...]
    """for each experiment, the step that follows its result"""

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[tuple[Any, ...]]:
        results = []
        for each in self.experiments:
            result = yield each
            results.append(result)
        for place, then in enumerate(self.thens):
            results[place] = yield then(results[place])
        return tuple(results)

    def weigh(self, memory: Memory) -> Weighing:
        parts: list[Mapping[Any, int]] = []
        denominator = size = 1
        for each, then in zip(self.experiments, self.thens, strict=True):
            weights: Weights = yield Followed(each, then)
            size *= len(weights.table)
            memory.budget.spend_entries(4 * size)
            denominator *= weights.denominator
            parts.append(weights.table)
        return Weights(Joint(parts), denominator)

    def __str__(self) -> str:
        return listed(self.experiments)
