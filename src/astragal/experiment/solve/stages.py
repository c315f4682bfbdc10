"""The stages of an experiment, each of which continues with the next, as a Markov chain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from astragal.experiment.experiment import Experiment, continues
from astragal.odds.weights import AtOnce, Weights, check_alike

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.odds.markov.chain import Markov, Step

Stages = Mapping[Experiment[Any], Weights]
"""Every stage that can be reached, with the weights of what it ends or continues with."""


def chain_of(start: Experiment[Any], stages: Stages, memory: Memory) -> Markov:
    """The chain of stages. Those that make no request are skipped: they are no steps."""
    from astragal.odds.markov.chain import Markov

    def step(stage: Experiment[Any]) -> Step:
        found = memory.steps.get(stage)
        if found is None:
            memory.budget.spend_entries(_OUTCOME * len(stages[stage].table))
            found = memory.steps[stage] = _step(stage, stages, memory)
        return found

    return Markov.reachable(_settled(start, start, stages, memory), step, memory.budget)


_OUTCOME = 5
"""What it takes to see whether an outcome ends a chain, in look-ups."""


def _step(stage: Experiment[Any], stages: Stages, memory: Memory) -> Step:
    from astragal.odds.markov.chain import Step

    weights = stages[stage]
    table, denominator = weights
    if isinstance(weights, AtOnce):  # it leads back to itself: others are skipped
        return Step.of([(stage, denominator)], denominator)
    return Step.of(
        ((_settled(each, stage, stages, memory), weight) for each, weight in table.items()),
        denominator,
    )


def _settled(outcome: Any, asking: Experiment[Any], stages: Stages, memory: Memory) -> Any:
    """The first stage that makes a request, or the end; or a stage that leads back to itself."""
    from astragal.odds.markov.chain import Absorbing

    seen: set[Experiment[Any]] = set()
    while continues(outcome):
        stage = memory.stage_after(asking, outcome)
        weights = stages[stage]
        if not isinstance(weights, AtOnce) or stage in seen:
            return stage
        seen.add(stage)
        (outcome,) = weights.table
    return Absorbing.of(outcome)


def weights_of(chain: Markov) -> Weights:
    """The weights of the outcomes in which a chain ends."""
    ends, denominator = chain.ends
    check_alike([end.outcome for end in ends])
    return Weights({end.outcome: weight for end, weight in ends.items()}, denominator)
