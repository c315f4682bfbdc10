"""The best or worst of several, by a key: odds from order statistics, without enumeration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from math import prod
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, overload

from astragal._generic import T
from astragal._value import field
from astragal._visible import in_short
from astragal.errors import RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.identity import remembered
from astragal.experiment.notes import Note
from astragal.outcome import typed
from astragal.probability.weights import Weighing, Weights, tallied
from astragal.rules.requests.dice import experiments_of, listed
from astragal.rules.requests.request import DiceOfNumbers, Request, Rolled, Several, TellRolled

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory

Key = Callable[[Any], Any]

Then: TypeAlias = Callable[[Any], Experiment[Any]]
"""The experiment that follows a result, before the best one is picked."""

TellKept: TypeAlias = Callable[[Sequence[Any], Sequence[Any], int], Note]
"""Makes the note: from all rolls, the result of each, and the index of the one that counts."""


def as_it_is(outcome: Any) -> Any:
    return outcome


class Followed(Request[Any]):
    """An experiment followed by another that depends on its result."""

    first: Experiment[Any]
    then: Then

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Any]:
        result = yield self.first
        return self.then(result)

    def __str__(self) -> str:
        return str(self.first)


class Extreme(Several[Any]):
    """The best or worst of several outcomes by a key; the first of them if several tie.

    If there is a ``then``, it is rolled for each result in order, once all results are there.
    """

    remedy: ClassVar[str] = "the best"
    experiments: tuple[Experiment[Any], ...]
    key: Key
    highest: bool
    then: Then | None = None
    tell: TellRolled | None = field(default=None, compare=False)
    tell_kept: TellKept | None = field(default=None, compare=False)

    @property
    def inline(self) -> bool:  # type: ignore[override]
        return not (self.tell is None and self.tell_kept is None)

    @property
    def tells_dice(self) -> bool:  # type: ignore[override]
        return self.inline

    def picked(self, results: Sequence[Any]) -> int:
        """The index of the result that counts."""
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
        rolled = tuple(results)
        if self.tell is not None:
            yield self.tell(rolled)
        if self.then is not None:
            for place, result in enumerate(results):
                results[place] = yield self.then(result)
        place = self.picked(results)
        if self.tell_kept is not None:
            yield self.tell_kept(rolled, tuple(results), place)
        return results[place]

    def weigh(self, memory: Memory) -> Weighing:
        known: dict[Experiment[Any], Weights] = {}
        key, then = memory.steady(self.key), self.then
        # The follow-ups of dice are independent, so the order of rolling does not matter.
        several = self.experiments
        if then is not None:
            several = tuple(Followed(each, then) for each in several)
        for each in several:
            if each not in known:
                known[each] = yield each
        number = len(several)
        bits = sum(known[each].denominator.bit_length() for each in several)
        if len(known) == 1:
            ((_, weights),) = known.items()
            memory.budget.spend_entries(len(weights.table), bits)
            return _best_of_equals(weights, number, self._ranks(weights.table, key))
        outcomes = {typed(o): o for weights in known.values() for o in weights.table}
        rank_of = dict(zip(outcomes, self._ranks(outcomes.values(), key), strict=True))
        ranks = 1 + max(rank_of.values(), default=0)
        memory.budget.spend_entries(ranks * number**2, bits)
        return _best_of([known[each] for each in several], rank_of, ranks)

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
    """The total weight of outcomes below each rank; the last entry includes all outcomes."""
    each = [0] * ranks
    for outcome, weight in weights.table.items():
        each[rank_of[typed(outcome)]] += weight
    return [0, *accumulate(each)]


def _best_of_equals(weights: Weights, number: int, ranks: Sequence[int]) -> Weights:
    """For identical experiments: outcomes of equal rank win in proportion to their weights."""
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
    """For different experiments: one wins if those before it are worse and none after better."""
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
    number: int,
    what: DiceOfNumbers,
    *,
    key: Callable[[int], Any] = ...,
    then: Then | None = ...,
    tell: TellRolled | None = ...,
    tell_kept: TellKept | None = ...,
) -> Experiment[int]: ...
@overload
def best(
    number: int,
    what: Experiment[T],
    *,
    key: Callable[[T], Any] = ...,
    then: Then | None = ...,
    tell: TellRolled | None = ...,
    tell_kept: TellKept | None = ...,
) -> Experiment[T]: ...
@overload
def best(
    number: int,
    what: str,
    *,
    key: Key = ...,
    then: Then | None = ...,
    tell: TellRolled | None = ...,
    tell_kept: TellKept | None = ...,
) -> Experiment[Any]: ...
@overload
def best(
    number: Iterable[DiceOfNumbers],
    *,
    key: Callable[[int], Any] = ...,
    then: Then | None = ...,
    tell: TellRolled | None = ...,
    tell_kept: TellKept | None = ...,
) -> Experiment[int]: ...
@overload
def best(
    number: Iterable[Experiment[T]],
    *,
    key: Callable[[T], Any] = ...,
    then: Then | None = ...,
    tell: TellRolled | None = ...,
    tell_kept: TellKept | None = ...,
) -> Experiment[T]: ...
@overload
def best(
    number: Iterable[Rolled],
    *,
    key: Key = ...,
    then: Then | None = ...,
    tell: TellRolled | None = ...,
    tell_kept: TellKept | None = ...,
) -> Experiment[Any]: ...
def best(
    number: Any,
    what: Any = None,
    *,
    key: Key = as_it_is,
    then: Then | None = None,
    tell: TellRolled | None = None,
    tell_kept: TellKept | None = None,
) -> Experiment[Any]:
    """The best of several dice or experiments: ``best(3, 20)``, ``best([d(6), "1d4 + 2"])``.

    The best is the outcome with the greatest ``key``; the first, if several tie. Instead of a
    number of sides, you can pass a die, notation or any experiment. ``then`` returns an experiment
    that follows each result, such as a coin for every 10. These are rolled after all results and
    their outcomes are compared. ``tell`` makes a note of the rolls, and ``tell_kept`` one of all
    results and the one that counts; these notes replace the list of dice.

    >>> import astragal
    >>> astragal.best(3, 20).odds().at_least(15)
    Fraction(657, 1000)
    >>> astragal.best(2, 100, key=lambda roll: (roll <= 43, roll)).roll(faces=[96, 21]).outcome
    21
    """
    return _remembered_extreme(number, what, key, True, then, tell, tell_kept)


@overload
def worst(
    number: int,
    what: DiceOfNumbers,
    *,
    key: Callable[[int], Any] = ...,
    then: Then | None = ...,
    tell: TellRolled | None = ...,
    tell_kept: TellKept | None = ...,
) -> Experiment[int]: ...
@overload
def worst(
    number: int,
    what: Experiment[T],
    *,
    key: Callable[[T], Any] = ...,
    then: Then | None = ...,
    tell: TellRolled | None = ...,
    tell_kept: TellKept | None = ...,
) -> Experiment[T]: ...
@overload
def worst(
    number: int,
    what: str,
    *,
    key: Key = ...,
    then: Then | None = ...,
    tell: TellRolled | None = ...,
    tell_kept: TellKept | None = ...,
) -> Experiment[Any]: ...
@overload
def worst(
    number: Iterable[DiceOfNumbers],
    *,
    key: Callable[[int], Any] = ...,
    then: Then | None = ...,
    tell: TellRolled | None = ...,
    tell_kept: TellKept | None = ...,
) -> Experiment[int]: ...
@overload
def worst(
    number: Iterable[Experiment[T]],
    *,
    key: Callable[[T], Any] = ...,
    then: Then | None = ...,
    tell: TellRolled | None = ...,
    tell_kept: TellKept | None = ...,
) -> Experiment[T]: ...
@overload
def worst(
    number: Iterable[Rolled],
    *,
    key: Key = ...,
    then: Then | None = ...,
    tell: TellRolled | None = ...,
    tell_kept: TellKept | None = ...,
) -> Experiment[Any]: ...
def worst(
    number: Any,
    what: Any = None,
    *,
    key: Key = as_it_is,
    then: Then | None = None,
    tell: TellRolled | None = None,
    tell_kept: TellKept | None = None,
) -> Experiment[Any]:
    """The worst of several: the outcome with the least ``key``; the first, if several tie.

    >>> import astragal
    >>> astragal.worst([astragal.d(6), astragal.d(8)]).odds().probability(6)
    Fraction(1, 16)
    """
    return _remembered_extreme(number, what, key, False, then, tell, tell_kept)


def _extreme(
    number: Any, what: Any, key: Key, highest: bool, then: Then | None, *told: Any
) -> Experiment[Any]:
    experiments = experiments_of(number, what)
    if not experiments:
        word = "best" if highest else "worst"
        raise RuleError("bad-number", f"the {word} of several needs at least one experiment, not 0")
    if not callable(key):
        raise RuleError("bad-key", f"key must be a function of the outcome, not {in_short(key)}")
    for each in (then, *told):
        if not (each is None or callable(each)):
            raise RuleError("bad-key", f"then and tell are functions, not {in_short(each)}")
    if len(experiments) == 1 and then is None and told == (None, None):
        return experiments[0]
    return Extreme(experiments, key, highest, then, *told)


# A new lambda is a new cache key each time; a module-level function is not.
_remembered_extreme = remembered(_extreme, also=(Experiment, FunctionType))
