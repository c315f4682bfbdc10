"""The stages of an experiment, each continuing with the next, as a Markov chain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal.experiment.experiment import Experiment, any_continues, continues
from astragal.probability.weights import AtOnce, Weights, check_alike

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.markov.chain import Markov, Step
    from astragal.probability.markov.steps import Move, Moves

Stages = Mapping[Experiment[Any], Weights]
"""Every reachable stage, with the weights of its outcomes and next stages."""

_OUTCOME = 5
"""The look-ups it takes to see whether an outcome ends a chain."""


def chain_of(start: Experiment[Any], stages: Stages, memory: Memory) -> Markov:
    """The chain of stages. Stages that make no request are skipped."""
    from astragal.probability.markov.chain import Markov

    def step(stage: Experiment[Any]) -> Step:
        found = memory.steps.get(stage)
        if found is None:
            memory.budget.spend_entries(_OUTCOME * len(stages[stage].table))
            found = memory.steps[stage] = _step(stage, stages, memory)
        return found

    first = _settled(start, start, start, stages, memory).target
    return Markov.reachable(first, step, memory.budget)


def chain_of_steps(start: Experiment[Any], stages: Stages, memory: Memory) -> Markov:
    """The chain of steps, for its duration; the stages within a step are merged."""
    if not any(is_within_step(stage, start) for stage in stages):
        return chain_of(start, stages, memory)
    from astragal.probability.markov.steps import summed_up

    first = _settled(start, start, start, stages, memory).target
    return summed_up(first, _moves(start, stages, memory), memory.budget)


def is_within_step(outcome: Any, start: Experiment[Any]) -> bool:
    """True if a chain that continues with this outcome stays in the same step: it is inline.

    If the start itself is inline, every stage is a step.
    """
    return isinstance(outcome, Experiment) and outcome.inline and not start.inline


class _Settled(NamedTuple):
    """The first stage that makes a request, the end, or a stage that leads back to itself."""

    target: Any
    finishes: bool
    """whether the transition finishes a step"""


def _step(stage: Experiment[Any], stages: Stages, memory: Memory) -> Step:
    from astragal.probability.markov.chain import Ends, Step

    weights = stages[stage]
    table, denominator = weights
    if isinstance(weights, AtOnce):  # it leads back to itself: others are skipped
        return Step.of([(stage, denominator)], denominator)
    if not any_continues(weights.kinds):
        return Step({}, Ends(table), denominator)
    settled = (_settled(each, stage, stage, stages, memory).target for each in table)
    return Step.of(zip(settled, table.values(), strict=True), denominator)


def _moves(start: Experiment[Any], stages: Stages, memory: Memory) -> Moves:
    """The moves from every stage that makes a request."""
    known: dict[Any, _Settled] = {}

    def settled(outcome: Any, stage: Experiment[Any]) -> _Settled:
        place = id(outcome)  # valid as a key, since the stages hold each of them
        if place not in known:
            known[place] = _settled(outcome, stage, start, stages, memory)
        return known[place]

    def moves(stage: Experiment[Any]) -> tuple[list[Move], int]:
        weights = stages[stage]
        table, denominator = weights
        if isinstance(weights, AtOnce):  # it leads back to itself: others are skipped
            return [(stage, True, denominator)], denominator
        memory.budget.spend_entries(_OUTCOME * len(table))
        return [(*settled(outcome, stage), w) for outcome, w in table.items()], denominator

    return moves


def _settled(
    outcome: Any,
    asking: Experiment[Any],
    start: Experiment[Any],
    stages: Stages,
    memory: Memory,
) -> _Settled:
    from astragal.probability.markov.chain import Absorbing

    seen: set[Experiment[Any]] = set()
    finishes = False
    while continues(outcome):
        stage = memory.stage_after(asking, outcome)
        finishes = finishes or not is_within_step(stage, start)
        weights = stages[stage]
        if not isinstance(weights, AtOnce) or stage in seen:
            return _Settled(stage, finishes)
        seen.add(stage)
        (outcome,) = weights.table
    return _Settled(Absorbing.of(outcome), True)


def weights_of(chain: Markov) -> Weights:
    """The weights of a chain's final outcomes."""
    ends, denominator = chain.ends
    check_alike([end.outcome for end in ends])
    return Weights({end.outcome: weight for end, weight in ends.items()}, denominator)
