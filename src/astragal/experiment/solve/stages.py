"""What an experiment goes on with: the stages of a chain, as a Markov chain to be solved."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm
from typing import Any

from astragal.experiment.experiment import Experiment
from astragal.odds.budget import Budget
from astragal.odds.markov.chain import Ended, Markov, Ways
from astragal.odds.weights import Weights
from astragal.rules.requests.asking import experiment_of, goes_on

Stages = Mapping[Experiment[Any], Weights]
"""Every experiment that can be gone on with, up to where it ends or goes on."""


def chain_of(start: Experiment[Any], stages: Stages, budget: Budget) -> Markov:
    """The chain of steps that ask for something; stages that ask for nothing take no step."""

    def step(stage: Experiment[Any]) -> tuple[Ways, int]:
        pairs, below, idle = stages[stage]
        if idle:  # it leads in a circle, or it would not be here
            return [(stage, below)], below
        return [(_settled(outcome, stages), weight) for outcome, weight in pairs], below

    return Markov.explored(_settled(start, stages), step, budget)


def _settled(outcome: Any, stages: Stages) -> Any:
    """Where stages that ask for nothing lead; those that lead in a circle stay where they are."""
    seen: set[Experiment[Any]] = set()
    while goes_on(outcome):
        stage = experiment_of(outcome)
        law = stages[stage]
        if not law.idle or stage in seen:
            return stage
        seen.add(stage)
        outcome = law.pairs[0][0]
    return Ended.with_(outcome)


def weights_of(chain: Markov) -> Weights:
    """The outcomes of a chain."""
    below = lcm(*(int(chance.q) for chance in chain.ends.values()))
    pairs = tuple((end.outcome, int((chance * below).p)) for end, chance in chain.ends.items())
    return Weights(pairs, below)
