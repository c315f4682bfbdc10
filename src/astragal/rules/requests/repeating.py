"""A roll that may be made once more: kept if it is worth at least as much as a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import mul
from typing import TYPE_CHECKING, Any

from astragal.errors import LimitError
from astragal.experiment.choices import OpenChoiceError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.solve.aims import Aim, Decided, Worths
from astragal.probability.weights import Weighing, Weights
from astragal.rules.requests.request import Request

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.views import View


class Repeating(Decided):
    """The best decisions if a second roll may replace the first one."""

    def __init__(self, whole: Experiment[Any], once: Experiment[Any]) -> None:
        """``whole`` makes the roll ``once``, and makes it again if a player chooses to."""
        self.whole = whole
        self.once = once

    def outcomes(self, memory: Memory) -> Sequence[Any] | None:
        try:
            return tuple(memory.weights(self.once).table)
        except (OpenChoiceError, LimitError):
            return None

    def best(self, aim: View | Worths) -> Experiment[Any] | None:
        goal = Aim(aim)
        return BestOfTwo(self.whole, self.once, goal.worth) if len(goal.goals) == 1 else None

    def odds(self, worths: Worths, memory: Memory) -> Weights:
        return _best_of_two(memory.weights(self.once), worths)


class BestOfTwo(Request[Any]):
    """A roll that is made again if that is worth more on average."""

    whole: Experiment[Any]
    once: Experiment[Any]
    worth: Callable[[Any], Fraction]

    def steps(self) -> Asks[Any]:
        return self.whole.steps()

    def weigh(self, memory: Memory) -> Weighing:
        weights: Weights = yield self.once
        return _best_of_two(weights, self.worth)

    def __str__(self) -> str:
        return str(self.whole)


def _best_of_two(weights: Weights, worth: Callable[[Any], int | Fraction]) -> Weights:
    table, denominator = weights
    worths = [worth(outcome) for outcome in table]
    whole = sum(map(mul, worths, table.values()))
    kept = [each * denominator >= whole for each in worths]
    again = sum(ways for keep, ways in zip(kept, table.values(), strict=True) if not keep)
    found = {
        outcome: ways * (again + (denominator if keep else 0))
        for keep, (outcome, ways) in zip(kept, table.items(), strict=True)
    }
    return Weights({each: ways for each, ways in found.items() if ways}, denominator**2)
