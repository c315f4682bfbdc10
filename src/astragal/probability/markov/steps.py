"""Chains whose transitions may be parts of a step: they are combined into whole steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from flint import fmpq

from astragal.probability.budget import Budget
from astragal.probability.markov.chain import Absorbing, Markov, Step, Target
from astragal.probability.markov.elimination import cancelling_cost
from astragal.probability.markov.linear import STEP, reaching, strongly_connected_components

Move: TypeAlias = tuple[Target, bool, int]
"""A target, whether the transition finishes a step (as ending the chain does), and its weight."""

Moves: TypeAlias = Callable[[Any], tuple[Sequence[Move], int]]
"""Returns the transitions from a state, and the denominator of their weights."""

Row: TypeAlias = dict[int, fmpq]
Finish: TypeAlias = dict[Target, fmpq]
"""The targets of a step with their probabilities; the missing probability never finishes it."""


def summed_up(start: Target, moves: Moves, budget: Budget) -> Markov:
    """The chain of whole steps, given moves that may be parts of a step."""
    places: dict[Target, int] = {start: 0}
    found = [start]
    within: list[Row] = []
    finishes: list[Finish] = []
    for state in found:
        within.append({})
        finishes.append({})
        listed, denominator = ([], 1) if isinstance(state, Absorbing) else moves(state)
        words = 1 + denominator.bit_length() // 64
        budget.spend(len(listed) * cancelling_cost(words, words))
        budget.room(len(listed), 2 * denominator.bit_length())
        for target, finishing, weight in listed:
            place = places.setdefault(target, len(found))
            if place == len(found):
                found.append(target)
            chance = fmpq(weight, denominator)
            if finishing:
                finishes[-1][target] = finishes[-1].get(target, fmpq(0)) + chance
            else:
                within[-1][place] = within[-1].get(place, fmpq(0)) + chance
    _sum_up(within, finishes, budget)
    return Markov.reachable(
        start, lambda state: Step.of(finishes[places[state]].items(), 1), budget
    )


def _sum_up(within: Sequence[Row], finishes: Sequence[Finish], budget: Budget) -> None:
    """Combine the moves within a step, so that every state finishes its step directly."""
    lasting = reaching(within, [place for place, finish in enumerate(finishes) if finish])
    for row in within:
        for place in row.keys() - lasting:
            del row[place]
    for component in strongly_connected_components(within):
        members = set(component)
        for state in component:
            for other in within[state].keys() - members:
                _go_through(finishes[state], within[state].pop(other), finishes[other], budget)
        for state in component:
            _eliminate(state, within, finishes, members, budget)
            members.discard(state)
        for state in reversed(component):
            for other, chance in within[state].items():
                _go_through(finishes[state], chance, finishes[other], budget)


def _eliminate(
    state: int,
    within: Sequence[Row],
    finishes: Sequence[Finish],
    members: set[int],
    budget: Budget,
) -> None:
    """Substitute the transitions of a state for the state, in the remaining states."""
    row, finish = within[state], finishes[state]
    if own := row.pop(state, None):
        factor = 1 / (1 - own)
        row.update({target: chance * factor for target, chance in row.items()})
        finish.update({target: chance * factor for target, chance in finish.items()})
    for source in members:
        if source != state and (chance := within[source].pop(state, None)):
            _go_through(within[source], chance, row, budget)
            _go_through(finishes[source], chance, finish, budget)


def _go_through(
    row: dict[Any, fmpq], chance: fmpq, onward: dict[Any, fmpq], budget: Budget
) -> None:
    budget.spend(STEP * len(onward))
    for target, further in onward.items():
        known = row.get(target)
        row[target] = chance * further if known is None else known + chance * further
