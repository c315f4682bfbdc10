"""The best or the worst of several, by a key: odds from order statistics, without enumeration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from math import prod
from types import FunctionType
from typing import TYPE_CHECKING, Any, overload

from astragal._generic import T
from astragal._visible import in_short
from astragal.errors import RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.identity import remembered
from astragal.outcome import typed
from astragal.probability.weights import Weighing, Weights, tallied
from astragal.rules.requests.dice import experiments_of, listed
from astragal.rules.requests.request import DiceOfNumbers, Rolled, Several

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory

Key = Callable[[Any], Any]


def as_it_is(outcome: Any) -> Any:
    return outcome


class Extreme(Several[Any]):
    """The best or worst of several outcomes by a key; the first one, if several tie."""

    experiments: tuple[Experiment[Any], ...]
    key: Key
    highest: bool

    def picked(self, results: Sequence[Any]) -> int:
        """The place of the result that counts."""
        pick = max if self.highest else min
        keys = [self.key(result) for result in results]
        try:
            return pick(range(len(keys)), key=keys.__getitem__)
        except TypeError as error:
            raise no_order(str(error)) from error

    def steps(self) -> Asks[Any]:
        results = []
        for each in self.experiments:
            result = yield each
            results.append(result)
        return results[self.picked(results)]

    def weigh(self, memory: Memory) -> Weighing:
        known: dict[Experiment[Any], Weights] = {}
        key = memory.steady(self.key)
        for each in self.experiments:
            if each not in known:
                known[each] = yield each
        number = len(self.experiments)
        bits = sum(known[each].denominator.bit_length() for each in self.experiments)
        if len(known) == 1:
            ((_, weights),) = known.items()
            memory.budget.spend_entries(len(weights.table), bits)
            return _best_of_equals(weights, number, self._ranks(weights.table, key))
        outcomes = {typed(o): o for weights in known.values() for o in weights.table}
        rank_of = dict(zip(outcomes, self._ranks(outcomes.values(), key), strict=True))
        ranks = 1 + max(rank_of.values(), default=0)
        memory.budget.spend_entries(ranks * number**2, bits)
        return _best_of([known[each] for each in self.experiments], rank_of, ranks)

    def _ranks(self, outcomes: Iterable[Any], key: Key) -> list[int]:
        """The rank of every outcome, from 0 for the worst; outcomes with equal keys share one."""
        ranked = ranks_of(list(map(key, outcomes)))
        if self.highest:
            return ranked
        worst = max(ranked, default=0)
        return [worst - rank for rank in ranked]

    def __str__(self) -> str:
        word = "best" if self.highest else "worst"
        return f"{word} of {listed(self.experiments)}"


def ranks_of(keys: Sequence[Any]) -> list[int]:
    """The rank of each key, from 0 for the least; equal keys share one."""
    ranks = [0] * len(keys)
    try:
        order = sorted(range(len(keys)), key=keys.__getitem__)
        for before, place in pairwise(order):
            less, more = keys[before], keys[place]
            if less != more and not less < more:
                raise no_order(f"neither {in_short(less)} nor {in_short(more)} is the greater one")
            ranks[place] = ranks[before] + (less != more)
    except TypeError as error:
        raise no_order(str(error)) from error
    return ranks


def _up_to(weights: Weights, rank_of: dict[Any, int], ranks: int) -> list[int]:
    """The weight of all outcomes below each rank; the last entry is that of all outcomes."""
    each = [0] * ranks
    for outcome, weight in weights.table.items():
        each[rank_of[typed(outcome)]] += weight
    return [0, *accumulate(each)]


def _best_of_equals(weights: Weights, number: int, ranks: Sequence[int]) -> Weights:
    """For identical experiments: outcomes of one rank win in proportion to their weights."""
    each = [0] * (1 + max(ranks, default=0))
    for rank, weight in zip(ranks, weights.table.values(), strict=True):
        each[rank] += weight
    reach = [0, *accumulate(each)]
    share = [
        (high**number - low**number) // (high - low) if high > low else 0
        for low, high in pairwise(reach)
    ]
    pairs = zip(weights.table.items(), ranks, strict=True)
    table = {outcome: weight * share[rank] for (outcome, weight), rank in pairs}
    return Weights(table, weights.denominator**number)


def _best_of(several: Sequence[Weights], rank_of: dict[Any, int], ranks: int) -> Weights:
    """For different ones: one wins if all before it are worse and none after it is better."""
    reaches = [_up_to(weights, rank_of, ranks) for weights in several]
    pairs: list[tuple[Any, int]] = []
    for place, weights in enumerate(several):
        others = [
            prod(reach[rank] for reach in reaches[:place])
            * prod(reach[rank + 1] for reach in reaches[place + 1 :])
            for rank in range(ranks)
        ]
        for outcome, weight in weights.table.items():
            if product := weight * others[rank_of[typed(outcome)]]:
                pairs.append((outcome, product))
    return tallied(pairs, prod(weights.denominator for weights in several))


def no_order(why: str) -> RuleError:
    return RuleError(
        "no-order",
        f"outcomes can be compared only if they, or their keys, have an order: {why}",
        hint="give a key: a function that takes the outcome and returns a number",
    )


@overload
def best(
    number: int, what: DiceOfNumbers, *, key: Callable[[int], Any] = ...
) -> Experiment[int]: ...
@overload
def best(number: int, what: Experiment[T], *, key: Callable[[T], Any] = ...) -> Experiment[T]: ...
@overload
def best(number: int, what: str, *, key: Key = ...) -> Experiment[Any]: ...
@overload
def best(
    number: Iterable[DiceOfNumbers], *, key: Callable[[int], Any] = ...
) -> Experiment[int]: ...
@overload
def best(number: Iterable[Experiment[T]], *, key: Callable[[T], Any] = ...) -> Experiment[T]: ...
@overload
def best(number: Iterable[Rolled], *, key: Key = ...) -> Experiment[Any]: ...
def best(number: Any, what: Any = None, *, key: Key = as_it_is) -> Experiment[Any]:
    """The best of several dice or experiments: ``best(3, 20)``, ``best([d(6), "1d4 + 2"])``.

    The best is the outcome with the greatest ``key``; the first one, if several tie. Instead of a
    number of sides, give a die, notation or any experiment.

    >>> import astragal
    >>> astragal.best(3, 20).odds().at_least(15)
    Fraction(657, 1000)
    >>> astragal.best(2, 100, key=lambda roll: (roll <= 43, roll)).roll(faces=[96, 21]).outcome
    21
    """
    return _remembered_extreme(number, what, key, True)


@overload
def worst(
    number: int, what: DiceOfNumbers, *, key: Callable[[int], Any] = ...
) -> Experiment[int]: ...
@overload
def worst(number: int, what: Experiment[T], *, key: Callable[[T], Any] = ...) -> Experiment[T]: ...
@overload
def worst(number: int, what: str, *, key: Key = ...) -> Experiment[Any]: ...
@overload
def worst(
    number: Iterable[DiceOfNumbers], *, key: Callable[[int], Any] = ...
) -> Experiment[int]: ...
@overload
def worst(number: Iterable[Experiment[T]], *, key: Callable[[T], Any] = ...) -> Experiment[T]: ...
@overload
def worst(number: Iterable[Rolled], *, key: Key = ...) -> Experiment[Any]: ...
def worst(number: Any, what: Any = None, *, key: Key = as_it_is) -> Experiment[Any]:
    """The worst of several: the outcome with the least ``key``; the first one, if several tie.

    >>> import astragal
    >>> astragal.worst([astragal.d(6), astragal.d(8)]).odds().probability(6)
    Fraction(1, 16)
    """
    return _remembered_extreme(number, what, key, False)


def _extreme(number: Any, what: Any, key: Key, highest: bool) -> Experiment[Any]:
    experiments = experiments_of(number, what)
    if not experiments:
        word = "best" if highest else "worst"
        raise RuleError("bad-number", f"the {word} of several needs at least one experiment, not 0")
    if not callable(key):
        raise RuleError("bad-key", f"key must be a function of the outcome, not {in_short(key)}")
    return Extreme(experiments, key, highest) if len(experiments) > 1 else experiments[0]


# A lambda made anew is another key for the cache; a function at module level is not.
_remembered_extreme = remembered(_extreme, also=(Experiment, FunctionType))
