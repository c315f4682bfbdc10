"""Several dice or other experiments, in the order rolled."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, overload

from astragal._generic import T
from astragal._visible import in_short
from astragal.errors import RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.identity import remembered
from astragal.experiment.primitives import OneDie
from astragal.probability.joint import Joint
from astragal.probability.walks.hands import Hand, Plain
from astragal.probability.walks.lots import Dice, Kind
from astragal.probability.weights import AtOnce, Weighing, Weights
from astragal.rolling.phrases import phrase
from astragal.rules.requests.request import DiceOfNumbers, Pool, Rolled, die_or_experiment

if TYPE_CHECKING:
    from astragal.experiment.run.scenes import Scene
    from astragal.experiment.solve.memory import Memory
    from astragal.rolling.phrases import Said


class InOrder(Pool):
    """Several experiments; the outcome is a tuple of their outcomes, in order."""

    experiments: tuple[Experiment[Any], ...]

    kind: ClassVar[Any] = tuple
    """the tuple class of the outcome, such as one with named items"""

    def steps(self) -> Asks[tuple[Any, ...]]:
        results = []
        for each in self.experiments:
            result = yield each
            results.append(result)
        return tuple(results)

    def weigh(self, memory: Memory) -> Weighing:
        parts: list[Mapping[Any, int]] = []
        denominator = size = 1
        for each in self.experiments:
            weights = yield each
            size *= len(weights.table)
            memory.budget.spend_entries(4 * size)
            denominator *= weights.denominator
            parts.append(weights.table)
            memory.budget.room(size, 64 * len(parts) + denominator.bit_length())
        found = Weights(Joint(parts, self.kind), denominator)
        return found if self.experiments else AtOnce(*found)

    def hand(self, memory: Memory) -> Generator[Any, Weights, Hand]:
        return hand_of(self.experiments, memory)

    def tell_request(self, scene: Scene) -> Said:
        return phrase([f"{self}: ", self.tell_stage(scene.stages[0])])

    def __str__(self) -> str:
        return listed(self.experiments)


def hand_of(
    experiments: Iterable[Experiment[Any]], memory: Memory
) -> Generator[Any, Weights, Hand]:
    """Independent experiments as the hand that a walk reads."""
    kinds = []
    for _, same in groupby(experiments, key=id):
        each, *others = same
        weights = each.weights(memory.limits) if type(each) is OneDie else (yield each)
        kinds.append((Kind(weights.table, weights.denominator), 1 + len(others)))
    return Plain(Dice([(Fraction(1), kinds)]))


@overload
def dice(number: int, what: DiceOfNumbers) -> Experiment[tuple[int, ...]]: ...
@overload
def dice(number: int, what: Experiment[T]) -> Experiment[tuple[T, ...]]: ...
@overload
def dice(number: int, what: str) -> Experiment[tuple[Any, ...]]: ...
@overload
def dice(number: Iterable[DiceOfNumbers]) -> Experiment[tuple[int, ...]]: ...
@overload
def dice(number: Iterable[Experiment[T]]) -> Experiment[tuple[T, ...]]: ...
@overload
def dice(number: Iterable[Rolled]) -> Experiment[tuple[Any, ...]]: ...
def dice(number: Any, what: Any = None) -> Experiment[tuple[Any, ...]]:
    """Several dice, as a tuple in the order rolled: ``dice(2, 10)``, ``dice([d(6), d(8)])``.

    Instead of a number of sides, you can pass a die, notation or any experiment. If the order does
    not matter, use ``pool``, which has far fewer outcomes.

    >>> import astragal
    >>> astragal.dice(2, 6).roll(faces=[3, 5]).outcome
    (3, 5)
    """
    return _several(number, what)


_several = remembered(
    lambda number, what: InOrder(experiments_of(number, what)), also=(Experiment,)
)


def experiments_of(number: Any, what: Any) -> tuple[Experiment[Any], ...]:
    """A number of identical experiments; or, if ``what`` is None, the experiments in a list."""
    if what is not None:
        return (die_or_experiment(what),) * checked_count(number)
    if isinstance(number, str) or not isinstance(number, Iterable):
        raise RuleError(
            "bad-number", f"give a number and what to roll, or a list, not only {in_short(number)}"
        )
    return tuple(map(die_or_experiment, number))


_MOST = 1_000_000
"""More dice than the limits allow in any roll; a list of this many still fits into memory."""


def checked_count(number: Any) -> int:
    if type(number) is not int or not 0 <= number <= _MOST:
        raise RuleError(
            "bad-number",
            f"the number of dice must be a whole number from 0 to {_MOST:,}, "
            f"not {in_short(number)}",
        )
    return number


def counted(number: int, what: Experiment[Any]) -> str:
    """A number of identical experiments in words: ``3d6``, ``3 of test(2)``."""
    if isinstance(what, OneDie):
        return f"{number}{what}"
    return f"{number} of {what}"


def listed(experiments: tuple[Experiment[Any], ...]) -> str:
    """Experiments in words; equal neighbours are counted: ``2d6, 1d8``."""
    groups = [tuple(group) for _, group in groupby(experiments, _spelling)]
    texts = (str(each[0]) if len(each) == 1 else counted(len(each), each[0]) for each in groups)
    return ", ".join(texts) or "nothing"


def _spelling(experiment: Experiment[Any]) -> object:
    """A key for equal wording: a die's notation, so that the two dice of a d100 count as equal."""
    return str(experiment.die) if isinstance(experiment, OneDie) else experiment
