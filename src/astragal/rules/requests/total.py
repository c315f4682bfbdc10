"""The sum of several: odds from generating functions, without enumeration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, overload

from astragal._value import field
from astragal._visible import in_short
from astragal.die import Die
from astragal.errors import RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.identity import remembered
from astragal.outcome import Number, tidy
from astragal.probability.weights import NOTHING, AtOnce, Weighing, Weights, tallied
from astragal.rules.requests.dice import experiments_of, listed
from astragal.rules.requests.request import DiceOfNumbers, Rolled, Several, TellRolled
from astragal.symbols import Symbols

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.budget import Budget
    from astragal.probability.laws.law import Law

Worth: TypeAlias = Callable[[Any], Any]
"""Converts a result into its number in the sum."""


class Total(Several[Any]):
    """The sum of several outcomes."""

    remedy: ClassVar[str] = "a total"
    experiments: tuple[Experiment[Any], ...]
    nothing: Any = 0
    """the outcome if there are no experiments"""
    worth: Worth | None = None
    tell: TellRolled | None = field(default=None, compare=False)

    @property
    def inline(self) -> bool:  # type: ignore[override]
        return self.tell is not None

    @property
    def tells_dice(self) -> bool:  # type: ignore[override]
        return self.inline

    def steps(self) -> Asks[Any]:
        total: Any = None
        results = []
        for each in self.experiments:
            found = yield each
            results.append(found)
            one = self._one(found)
            total = one if total is None else _sum_of(total, one)
        if self.tell is not None:
            yield self.tell(tuple(results))
        return self.nothing if total is None else total

    def _one(self, found: Any) -> Any:
        worth = found if self.worth is None else self.worth(found)
        return worth if isinstance(worth, Symbols) else number_of(worth)

    def weigh(self, memory: Memory) -> Weighing:
        parts: list[tuple[Weights, int]] = []
        for each, count in _counted(self.experiments).items():
            one = yield each
            if not one.table:
                return NOTHING
            if self.worth is not None:
                worths = map(memory.steady(self.worth), one.table)
                one = tallied(zip(worths, one.table.values(), strict=True), one.denominator)
            parts.append((one, count))
        if not parts:
            return AtOnce({self.nothing: 1}, 1)
        symbols = any(isinstance(next(iter(one.table)), Symbols) for one, _ in parts)
        with memory.watchdog.rest():
            add_up = _bags if symbols else _numbers
            return add_up(parts, memory.budget)

    def __str__(self) -> str:
        return f"total of {listed(self.experiments)}"


def _counted(experiments: tuple[Experiment[Any], ...]) -> dict[Experiment[Any], int]:
    counts: dict[Experiment[Any], int] = {}
    for each in experiments:
        counts[each] = counts.get(each, 0) + 1
    return counts


def _numbers(parts: Sequence[tuple[Weights, int]], budget: Budget) -> Weights:
    """The odds of a sum of numbers, each counted a number of times."""
    from astragal.probability.laws.law import Law

    def law(one: Weights) -> Law:
        return Law.of_table({number_of(n): weight for n, weight in one.table.items()}, one[1])

    return Weights(*_added(((law(one), count) for one, count in parts), budget).table())


def _bags(parts: Sequence[tuple[Weights, int]], budget: Budget) -> Weights:
    """The odds of a sum of symbols."""
    from astragal.probability.bags import SumOfBags, bag_weights

    for one, _ in parts:
        for bag in one.table:
            _sum_of(Symbols(), bag)
    bags = SumOfBags(parts, budget)
    return bag_weights(bags, sorted(bags.most()), (), budget)


def _added(laws: Iterable[tuple[Law, int]], budget: Budget) -> Law:
    """The sum of independent numbers, each law counted a number of times."""
    return reduce(
        lambda total, each: total.plus(each, budget),
        (law.power(count, budget) for law, count in laws),
    )


def _sum_of(total: Any, found: Any) -> Any:
    """The sum of two numbers, or of two bags of symbols."""
    if isinstance(total, Symbols) != isinstance(found, Symbols):
        raise RuleError("not-a-number", "a total needs numbers alone, or symbols alone")
    return total + found if isinstance(found, Symbols) else tidy(total + found)


def number_of(outcome: Any) -> int | Fraction:
    if not isinstance(outcome, int | Fraction):
        raise RuleError(
            "not-a-number", f"a total needs outcomes that are numbers, not {in_short(outcome)}"
        )
    return tidy(outcome)


@overload
def total(
    number: int,
    what: DiceOfNumbers | Experiment[int],
    *,
    worth: Worth | None = ...,
    tell: TellRolled | None = ...,
) -> Experiment[int]: ...
@overload
def total(
    number: int,
    what: Experiment[Any] | str,
    *,
    worth: Worth | None = ...,
    tell: TellRolled | None = ...,
) -> Experiment[Number]: ...
@overload
def total(
    number: Iterable[DiceOfNumbers],
    *,
    worth: Worth | None = ...,
    tell: TellRolled | None = ...,
) -> Experiment[int]: ...
@overload
def total(
    number: Iterable[Rolled],
    *,
    worth: Worth | None = ...,
    tell: TellRolled | None = ...,
) -> Experiment[Number]: ...
def total(
    number: Any, what: Any = None, *, worth: Worth | None = None, tell: TellRolled | None = None
) -> Experiment[Any]:
    """The sum of several dice or other experiments: ``total(3, 6)``, ``total([d(6), "1d4 + 2"])``.

    ``worth`` is a function that gives the value of each result, by default the result itself.
    ``tell`` makes a note of the rolls, which replaces the list of dice.

    >>> import astragal
    >>> astragal.total(100, 6).odds().mean
    Fraction(350, 1)
    >>> astragal.total([astragal.d(6), astragal.d(8)]).odds().highest
    14
    >>> hits = astragal.Die(["hit", "2 hit", "miss"])
    >>> print(astragal.total(3, hits).roll(faces=["hit", "miss", "2 hit"]).outcome)
    3 hit + miss
    """
    return _total(number, what, worth, tell)


def _total_of(number: Any, what: Any, worth: Worth | None, tell: TellRolled | None) -> Total:
    for each in (worth, tell):
        if not (each is None or callable(each)):
            raise RuleError("bad-key", f"worth and tell are functions, not {in_short(each)}")
    nothing = what.nothing if isinstance(what, Die) else 0
    return Total(experiments_of(number, what), nothing, worth, tell)


_total = remembered(_total_of, also=(Experiment, FunctionType))
