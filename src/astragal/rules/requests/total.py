"""The sum of several: odds from generating functions, without enumeration."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

from astragal._visible import in_short
from astragal.errors import RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.identity import remembered
from astragal.odds.weights import NOTHING, AtOnce, Weighing, Weights
from astragal.outcome import Number, tidy
from astragal.rules.requests.dice import experiments_of, listed
from astragal.rules.requests.request import DiceOfNumbers, Rolled, Several

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory


class Total(Several[Any]):
    """The sum of several outcomes."""

    experiments: tuple[Experiment[Any], ...]

    def steps(self) -> Asks[Any]:
        total: int | Fraction = 0
        for each in self.experiments:
            total += _number((yield each))
        return tidy(total)

    def weigh(self, memory: Memory) -> Weighing:
        from astragal.odds.laws.law import Law

        budget = memory.budget
        total: Law | None = None
        for each, count in _counted(self.experiments).items():
            one = yield each
            if not one.table:
                return NOTHING
            numbers = {_number(outcome): weight for outcome, weight in one.table.items()}
            law = Law.of_table(numbers, one.denominator)
            with memory.watchdog.rest():
                several = law.power(count, budget)
                total = several if total is None else total.plus(several, budget)
        return AtOnce({0: 1}, 1) if total is None else Weights(*total.table())

    def __str__(self) -> str:
        return f"total of {listed(self.experiments)}"


def _counted(experiments: tuple[Experiment[Any], ...]) -> dict[Experiment[Any], int]:
    counts: dict[Experiment[Any], int] = {}
    for each in experiments:
        counts[each] = counts.get(each, 0) + 1
    return counts


def _number(outcome: Any) -> int | Fraction:
    if not isinstance(outcome, int | Fraction):
        raise RuleError(
            "not-a-number", f"a total needs outcomes that are numbers, not {in_short(outcome)}"
        )
    return tidy(outcome)


@overload
def total(number: int, what: DiceOfNumbers | Experiment[int]) -> Experiment[int]: ...
@overload
def total(number: int, what: Experiment[Any] | str) -> Experiment[Number]: ...
@overload
def total(number: Iterable[DiceOfNumbers]) -> Experiment[int]: ...
@overload
def total(number: Iterable[Rolled]) -> Experiment[Number]: ...
def total(number: Any, what: Any = None) -> Experiment[Any]:
    """The sum of several dice or other experiments: ``total(3, 6)``, ``total([d(6), "1d4 + 2"])``.

    >>> import astragal
    >>> astragal.total(100, 6).odds().mean
    Fraction(350, 1)
    >>> astragal.total([astragal.d(6), astragal.d(8)]).odds().highest
    14
    """
    return _total(number, what)


_total = remembered(lambda number, what: Total(experiments_of(number, what)), also=(Experiment,))
