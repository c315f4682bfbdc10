"""The stages of an experiment, each of which continues with the next, as a Markov chain."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm
from typing import TYPE_CHECKING, Any

from astragal.experiment.experiment import Experiment, continues
from astragal.odds.budget import Budget
from astragal.odds.weights import AtOnce, Weights, check_alike

if TYPE_CHECKING:
    from astragal.odds.markov.chain import Markov, Transitions

Stages = Mapping[Experiment[Any], Weights]
"""Every stage that can be reached, with the weights of what it ends or continues with."""


def chain_of(start: Experiment[Any], stages: Stages, budget: Budget) -> Markov:
    """The chain of stages. Those that make no request are skipped: they are no steps."""
    from astragal.odds.markov.chain import Markov

    def step(stage: Experiment[Any]) -> tuple[Transitions, int]:
        weights = stages[stage]
        table, denominator = weights
        if isinstance(weights, AtOnce):  # it leads back to itself: others are skipped
            return [(stage, denominator)], denominator
        return [(_settled(outcome, stage, stages), w) for outcome, w in table.items()], denominator

    return Markov.reachable(_settled(start, start, stages), step, budget)


def _settled(outcome: Any, asking: Experiment[Any], stages: Stages) -> Any:
    """The first stage that makes a request, or the end; or a stage that leads back to itself."""
    from astragal.odds.markov.chain import Absorbing

    seen: set[Experiment[Any]] = set()
    while continues(outcome):
        stage = asking.asked(outcome)
        weights = stages[stage]
        if not isinstance(weights, AtOnce) or stage in seen:
            return stage
        seen.add(stage)
        (outcome,) = weights.table
    return Absorbing.of(outcome)


def weights_of(chain: Markov) -> Weights:
    """The weights of the outcomes in which a chain ends."""
    check_alike([end.outcome for end in chain.ends])
    denominator = lcm(*(int(chance.q) for chance in chain.ends.values()))
    table = {end.outcome: int((chance * denominator).p) for end, chance in chain.ends.items()}
    return Weights(table, denominator)
