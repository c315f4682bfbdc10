"""What an experiment goes on with: the stages of a chain, as a Markov chain to be solved."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm
from typing import Any, NamedTuple

from astragal.exact.budget import Budget
from astragal.exact.markov import Markov, State
from astragal.experiment.asking import experiment_of, goes_on
from astragal.experiment.experiment import Experiment
from astragal.experiment.never import NEVER
from astragal.experiment.weights import Weights

Stages = Mapping[Experiment[Any], Weights]
"""Every experiment that can be gone on with, up to where it ends or goes on."""


class Over(NamedTuple):
    """A chain that is over before its first step."""

    outcome: Any


def chain_of(start: Experiment[Any], stages: Stages, budget: Budget) -> Markov | Over:
    """The chain of steps that ask for something; stages that ask for nothing take no step."""
    first = _settled(start, stages)
    if not goes_on(first):
        return Over(first)
    places = {first: 0}
    order = [first]
    states: list[State] = []
    for experiment in order:
        pairs, below, idle = stages[experiment]
        onward: dict[int, int] = {}
        ends: dict[Any, int] = {}
        for outcome, weight in pairs:
            outcome = experiment if idle else _settled(outcome, stages)
            if not goes_on(outcome):
                ends[outcome] = ends.get(outcome, 0) + weight
                continue
            if outcome not in places:
                places[outcome] = len(order)
                order.append(outcome)
            place = places[outcome]
            onward[place] = onward.get(place, 0) + weight
        # What never ends by itself is no end.
        ends.pop(NEVER, None)
        states.append(State(onward, ends, below))
    return Markov(states, budget)


def _settled(outcome: Any, stages: Stages) -> Any:
    """Where stages that ask for nothing lead; those that lead in a circle stay where they are."""
    seen = set()
    while goes_on(outcome):
        outcome = experiment_of(outcome)
        if not stages[outcome].idle or outcome in seen:
            return outcome
        seen.add(outcome)
        outcome = stages[outcome].pairs[0][0]
    return outcome


def solved(start: Experiment[Any], stages: Stages, budget: Budget) -> Weights:
    """Where it ends, and with which weights; going on for ever is an outcome too."""
    return weights_of(chain_of(start, stages, budget))


def weights_of(chain: Markov | Over) -> Weights:
    """The outcomes of a chain; going on for ever is one too."""
    if isinstance(chain, Over):
        return Weights(((chain.outcome, 1),), 1)
    ends = chain.ends
    below = lcm(*(int(chance.q) for chance in ends.values()))
    pairs = [(outcome, int((chance * below).p)) for outcome, chance in ends.items()]
    never = below - sum(weight for _, weight in pairs)
    return Weights(tuple([*pairs, (NEVER, never)] if never else pairs), below)
