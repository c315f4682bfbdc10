"""Calls with rolled arguments: many runs of one body, and the mixture of their results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal.anydice.calling.gathering import Gathered
from astragal.anydice.calling.open_number import Draw, OpenNumber
from astragal.anydice.calling.paths import Answers, Paths, Probe, TooManyPathsError
from astragal.anydice.calling.unknown import Unknown
from astragal.anydice.dice import Dice
from astragal.anydice.rolls import Rolled
from astragal.anydice.values import Amount

if TYPE_CHECKING:
    from astragal.anydice.state import State

RUN = 400
"""The steps of one run, on top of its body."""
_PATH, _ASK = 2_000, 150
"""The steps of following one path, on top of the body, and of each question along it."""
_PROBES = 16


class Lazily(Enum):
    """How an argument is found out."""

    NOT = "not by asking"
    ONCE = "by asking where the body looks at it once at most"
    OFTEN = "by asking where it may look again"


Body: TypeAlias = "Callable[[Sequence[Amount], State], Amount | None]"


def expanded(given: Sequence[Amount | Rolled], body: Body, steps: int, state: State) -> Dice:
    """The mixture of one run for each combination of rolls. The first argument varies fastest."""
    rolled = [each for each in given if type(each) is Rolled]
    budget = state.budget
    runs = prod(each.size for each in rolled)
    words = sum(each.count * each.dice.bits for each in rolled) // 64
    budget.spend((RUN + steps + 2 * words) * runs)
    gathered = Gathered(budget)
    for values, weight in combinations(given, rolled, state):
        gathered.add(body(values, state), weight)
    return gathered.die(sum(each.doubt for each in rolled))


def combinations(
    given: Sequence[Any], rolled: Sequence[Rolled], state: State
) -> Iterator[tuple[list[Any], int]]:
    """The arguments with each combination of rolls filled in, always in the same list."""
    listed = [each.runs(state) for each in rolled]
    places = [place for place, each in enumerate(given) if each in rolled]
    values = list(given)
    if not places:
        yield values, 1
        return
    if len(places) == 1:
        (place,) = places
        for value, weight in zip(*listed[0], strict=True):
            values[place] = value
            yield values, weight
        return
    # Reversed, because the first must vary fastest, and `product` varies its last.
    places.reverse()
    listed.reverse()
    weights = map(prod, product(*(each[1] for each in listed)))
    for combination, weight in zip(product(*(each[0] for each in listed)), weights, strict=True):
        for place, value in zip(places, combination, strict=True):
            values[place] = value
        yield values, weight


def explored(
    given: Sequence[Any], lazily: Sequence[Lazily], body: Body, steps: int, state: State
) -> Dice | None:
    """The same mixture, but some arguments are found out by asking: one run per list of answers.

    None if that would take longer, as a few random runs estimate beforehand. If the estimate was
    wrong, raises TooManyPathsError as soon as listing every roll would have been faster.
    """
    budget = state.budget
    rolled = [each for each in given if type(each) is Rolled]
    listed = [
        each
        for each, lazy in zip(given, lazily, strict=True)
        if each in rolled and lazy is Lazily.NOT
    ]
    by_asking, each_run = _estimated(given, lazily, listed, body, steps, state)
    most = each_run * prod(each.size for each in rolled)
    if by_asking > most:
        return None
    gathered = Gathered(budget)
    paths = Paths()
    unknown, asked = _with_unknown(given, lazily, paths, state)
    path = _PATH + steps + sum(each.weighing for each in asked)
    begun = budget.spent
    for values, weight in combinations(unknown, listed, state):
        more = True
        while more:
            for each in asked:
                each.forget()
            result = body(values, state)
            budget.spend(path + _ASK * paths.asked)
            if type(result) is OpenNumber and _is_of(result, asked):
                result = result.odds()
            gathered.add(result, weight * prod(each.weight() for each in asked))
            more = paths.another()
            if budget.spent - begun > most:
                raise TooManyPathsError
    return gathered.die(sum(each.doubt for each in rolled))


def _is_of(result: OpenNumber, asked: Sequence[Unknown | Draw]) -> bool:
    return any(type(each) is Draw and each.last() is result.draw for each in asked)


def _with_unknown(
    given: Sequence[Any], lazily: Sequence[Lazily], answers: Answers, state: State
) -> tuple[list[Any], list[Unknown | Draw]]:
    """The arguments with unknown rolls and open numbers filled in, and the list of these."""
    budget, lowest_first = state.budget, state.lowest_first
    values = list(given)
    asked: list[Unknown | Draw] = []
    for place, each in enumerate(given):
        if lazily[place] is Lazily.NOT:
            continue
        if each.kind == "n":
            draw = Draw(each.dice.table, state.depth, answers, budget)
            asked.append(draw)
            once = lazily[place] is Lazily.ONCE
            values[place] = draw.outcome if once else draw.outcome.shared()
        else:
            roll = Unknown(each.dice, answers, budget, lowest_first=lowest_first)
            asked.append(roll)
            values[place] = roll
    return values, asked


def _estimated(
    given: Sequence[Any],
    lazily: Sequence[Lazily],
    listed: Sequence[Rolled],
    body: Body,
    steps: int,
    state: State,
) -> tuple[int, int]:
    """Estimates: the steps of all runs by asking, and those of one run with every roll known."""
    probe, budget = Probe(), state.budget
    together = alone = 0
    runs = {place: each.runs(state)[0] for place, each in enumerate(given) if each in listed}
    values, unknown = _with_unknown(given, lazily, probe, state)
    weighing = sum(each.weighing for each in unknown)
    for _ in range(_PROBES):
        probe.begin()
        for each in unknown:
            each.forget()
        for place, known in runs.items():
            values[place] = known[probe.choose(len(known) - 1)]
        begun = budget.spent
        body(values, state)
        # Loops and calls have already charged for themselves.
        run = steps + budget.spent - begun
        budget.spend(_PATH + steps + _ASK * probe.asked)
        together += probe.paths * (_PATH + run + weighing + _ASK * probe.asked)
        alone += RUN + run - sum(each.looked for each in unknown)
        if together > _PROBES * budget.limits.odds:
            return together // _PROBES, 0  # asking would be refused in any case
    return together // _PROBES, alone // _PROBES
