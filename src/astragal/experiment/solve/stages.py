"""What an experiment goes on with: the stages of a chain, as a Markov chain to be solved."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm
from typing import Any

from astragal.experiment.experiment import Experiment, goes_on
from astragal.odds.budget import Budget
from astragal.odds.markov.chain import Absorbing, Markov, Transitions
from astragal.odds.weights import AtOnce, Weights, check_alike

Stages = Mapping[Experiment[Any], Weights]
"""Every experiment that can be gone on with, up to where it ends or goes on."""


def chain_of(start: Experiment[Any], stages: Stages, budget: Budget) -> Markov:
    """The chain of steps that ask for something; stages that ask for nothing take no step."""

    def step(stage: Experiment[Any]) -> tuple[Transitions, int]:
        law = stages[stage]
        table, denominator = law
        if isinstance(law, AtOnce):  # it leads back to itself, or it would not be here
            return [(stage, denominator)], denominator
        return [(_settled(outcome, stage, stages), w) for outcome, w in table.items()], denominator

    return Markov.reachable(_settled(start, start, stages), step, budget)


def _settled(outcome: Any, asking: Experiment[Any], stages: Stages) -> Any:
    """Where stages that ask for nothing lead; those that lead back to themselves stay where they are."""
    seen: set[Experiment[Any]] = set()
    while goes_on(outcome):
        stage = asking.asked(outcome)
        law = stages[stage]
        if not isinstance(law, AtOnce) or stage in seen:
            return stage
        seen.add(stage)
        (outcome,) = law.table
    return Absorbing.of(outcome)


def weights_of(chain: Markov) -> Weights:
    """The outcomes of a chain."""
    check_alike([end.outcome for end in chain.ends])
    denominator = lcm(*(int(chance.q) for chance in chain.ends.values()))
    table = {end.outcome: int((chance * denominator).p) for end, chance in chain.ends.items()}
    return Weights(table, denominator)
