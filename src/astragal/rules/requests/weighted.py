"""Weighted alternatives and coins: dice whose faces stand for other outcomes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import lcm
from typing import TYPE_CHECKING, Any, TypeVar, overload

from astragal._visible import in_short
from astragal.die import Die, WordDie, standard_die
from astragal.errors import RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.identity import remembered
from astragal.experiment.outcomes import is_outcome
from astragal.outcome import digits, show
from astragal.probability.weights import Weighing, tallied

if TYPE_CHECKING:
    from astragal.experiment.run.scenes import Scene
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.distribution import Distribution

T = TypeVar("T")


class Weighted(Experiment[Any]):
    """One of several alternatives, rolled on a die with the sum of the weights as sides."""

    alternatives: tuple[Any, ...]
    weights: tuple[int, ...]

    def steps(self) -> Asks[Any]:
        face = yield standard_die(sum(self.weights))
        return self.alternatives[bisect_left(list(accumulate(self.weights)), face)]

    def weigh(self, memory: Memory) -> Weighing:
        listed = list(zip(self.alternatives, self.weights, strict=True))
        return tallied(listed, sum(self.weights))
        yield

    def __str__(self) -> str:
        parts = zip(self.alternatives, self.weights, strict=True)
        return (
            "weighted("
            + ", ".join(f"{show(each)}: {digits(weight)}" for each, weight in parts)
            + ")"
        )

    def tell_request(self, scene: Scene) -> str:
        return f"{self}: {show(scene.outcome)}"

    def name_of_die(self, die: Die) -> str:
        return str(self)

    def faces_hint(self) -> str:
        texts = []
        last = 0
        for alternative, weight in zip(self.alternatives, self.weights, strict=True):
            first, last = last + 1, last + weight
            faces = f"{show(first)} is" if weight == 1 else f"{show(first)} to {show(last)} are"
            texts.append(f"{faces} {show(alternative)}")
        return ", ".join(texts)


class Coin(Weighted):
    """Two equally likely alternatives."""

    def steps(self) -> Asks[Any]:
        face = yield _coin_of(*map(show, self.alternatives))
        return self.alternatives[face - 1]

    def __str__(self) -> str:
        return "coin"


@lru_cache(maxsize=64)
def _coin_of(*sides: str) -> Die:
    """A coin whose sides may be typed by name, or as heads and tails."""
    return WordDie(sides)


def weighted(
    alternatives: Mapping[T, int | Fraction] | Distribution[T],
) -> Experiment[T]:
    """One of several alternatives, each with its weight: a mapping, or a distribution.

    Weights are whole numbers or Fractions. It is rolled with one die: ``{"hit": 3, "miss": 1}`` is
    a d4, which hits on 1 to 3 and misses on 4.

    >>> import astragal
    >>> weather = astragal.weighted({"sun": 3, "rain": 2, "storm": 1})
    >>> weather.odds().probability("sun"), weather.roll(faces=[6]).outcome
    (Fraction(1, 2), 'storm')
    """
    given: Any = alternatives
    if not isinstance(alternatives, Mapping) and hasattr(alternatives, "finite"):
        if not alternatives.finite:
            raise RuleError(
                "endless",
                "the distribution has infinitely many outcomes, and no die has as many sides",
            )
        given = alternatives.weights
    if not isinstance(given, Mapping) or not given:
        raise RuleError(
            "no-alternatives",
            f"alternatives must be a mapping to weights, or a distribution, not {in_short(given)}",
        )
    for alternative, weight in given.items():
        _check(alternative)
        if isinstance(weight, bool) or not isinstance(weight, int | Fraction) or weight < 0:
            raise RuleError(
                "bad-weight",
                "a weight must be a whole number or a Fraction of at least 0, "
                f"not {in_short(weight)}",
            )
    denominator = lcm(*(weight.denominator for weight in given.values()))
    counted = {each: int(weight * denominator) for each, weight in given.items() if weight}
    if not counted:
        raise RuleError("no-alternatives", "at least one alternative must have a weight above 0")
    return Weighted(tuple(counted), tuple(counted.values()))


@overload
def coin() -> Experiment[bool]: ...
@overload
def coin(heads: T, tails: T) -> Experiment[T]: ...
def coin(heads: Any = True, tails: Any = False) -> Experiment[Any]:
    """One of two equally likely outcomes. By hand, 1 or heads means the first, 2 the second.
    >>> import astragal
    >>> astragal.coin("heads", "tails").roll(faces=[2]).outcome
    'tails'
    """
    return _coin(heads, tails)


def _tossed(heads: Any, tails: Any) -> Experiment[Any]:
    for side in (heads, tails):
        _check(side)
    return Coin((heads, tails), (1, 1))


_coin = remembered(_tossed)


def _check(alternative: Any) -> None:
    if not is_outcome(alternative):
        raise RuleError(
            "bad-alternative",
            f"{in_short(alternative)} cannot be an outcome: it must be hashable and exact",
        )
