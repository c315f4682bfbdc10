"""Two sides against each other: the higher outcome wins, computed from cumulative weights."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, overload

from astragal._visible import in_short
from astragal.errors import RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.outcome import typed, untyped
from astragal.probability.facing import Ranked, faced
from astragal.probability.weights import Weighing, Weights
from astragal.rules.ordered import Side, compared
from astragal.rules.requests.best import Key, as_it_is, no_order, ranks_of
from astragal.rules.requests.request import Request, die_or_experiment

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory


class Against(Request[Side]):
    """The comparison of two independent sides: the higher rank wins."""

    ours: Experiment[Any]
    theirs: Experiment[Any]
    key: Key
    their_key: Key

    inline: ClassVar[bool] = True
    tells_dice: ClassVar[bool] = True

    def steps(self) -> Asks[Side]:
        ours = yield self.ours
        theirs = yield self.theirs
        yield note("{} against {}", ours, theirs)
        try:
            return compared(self.key(ours), self.their_key(theirs))
        except TypeError as error:
            raise no_order(str(error)) from error

    def weigh(self, memory: Memory) -> Weighing:
        ours = yield self.ours
        theirs = yield self.theirs
        memory.budget.spend_entries(8 * (len(ours.table) + len(theirs.table)))
        key, their_key = memory.steady(self.key), memory.steady(self.their_key)
        keys = [*map(key, ours.table), *map(their_key, theirs.table)]
        ranks = ranks_of(keys)
        below = [0] * (2 + max(ranks, default=0))
        for rank, weight in zip(ranks[len(ours.table) :], theirs.table.values(), strict=True):
            below[rank + 1] += weight
        below = list(accumulate(below))
        higher = lower = 0
        for rank, weight in zip(ranks, ours.table.values(), strict=False):
            higher += weight * below[rank]
            lower += weight * (below[-1] - below[rank + 1])
        return _sides(higher, lower, ours, theirs)

    def __str__(self) -> str:
        return f"{self.ours} against {self.theirs}"


class Faced(NamedTuple):
    """The result of a comparison, and the parts that were kept of both outcomes."""

    side: Side
    ours: Any
    theirs: Any


class Facing(Request[Faced]):
    """A comparison of two independent sides that also keeps part of their outcomes."""

    ours: Experiment[Any]
    theirs: Experiment[Any]
    key: Key
    their_key: Key
    keep: Key
    their_keep: Key

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Faced]:
        ours = yield self.ours
        theirs = yield self.theirs
        try:
            side = compared(self.key(ours), self.their_key(theirs))
        except TypeError as error:
            raise no_order(str(error)) from error
        return Faced(side, self.keep(ours), self.their_keep(theirs))

    def weigh(self, memory: Memory) -> Weighing:
        ours = yield self.ours
        theirs = yield self.theirs
        memory.budget.spend_entries(8 * (len(ours.table) + len(theirs.table)))
        mine = _ranked(ours, memory.steady(self.key), memory.steady(self.keep))
        others = _ranked(theirs, memory.steady(self.their_key), memory.steady(self.their_keep))
        ranks_of([each.rank for each in (*mine, *others)])  # raises if there is no order
        found = faced(mine, others)
        memory.budget.spend_entries(8 * len(found))
        table = {
            Faced(_SIDES[sign], untyped(kept), untyped(other)): weight
            for (sign, kept, other), weight in found.items()
        }
        return Weights(table, ours.denominator * theirs.denominator)

    def __str__(self) -> str:
        return f"{self.ours} against {self.theirs}"


_SIDES = {1: Side.WIN, 0: Side.TIE, -1: Side.LOSE}


def _ranked(weights: Weights, key: Key, keep: Key) -> list[Ranked]:
    return [Ranked(key(each), typed(keep(each)), weight) for each, weight in weights.table.items()]


def _sides(higher: int, lower: int, ours: Weights, theirs: Weights) -> Weights:
    met = sum(ours.table.values()) * sum(theirs.table.values())
    counted = {Side.WIN: higher, Side.TIE: met - higher - lower, Side.LOSE: lower}
    table = {side: weight for side, weight in counted.items() if weight}
    return Weights(table, ours.denominator * theirs.denominator)


@overload
def against(
    ours: Any, theirs: Any, *, key: Key = ..., their_key: Key | None = ...
) -> Experiment[Side]: ...
@overload
def against(
    ours: Any,
    theirs: Any,
    *,
    key: Key = ...,
    their_key: Key | None = ...,
    keep: Key,
    their_keep: Key | None = ...,
) -> Experiment[Faced]: ...
def against(
    ours: Any,
    theirs: Any,
    *,
    key: Key = as_it_is,
    their_key: Key | None = None,
    keep: Key | None = None,
    their_keep: Key | None = None,
) -> Experiment[Any]:
    """Compare two independent sides: ``Side.WIN``, ``TIE`` or ``LOSE`` for the first one.

    Each is a number of sides, a die, notation or any experiment. ``key`` gives the rank of an
    outcome, and ``their_key`` that of the other side's outcomes if it differs. The odds come from
    cumulative weights, without comparing every pair of outcomes. If more matters than the winner,
    ``keep`` extracts it from an outcome, and the answer is a ``Faced``: the side, and the kept
    parts of both outcomes.

    >>> import astragal
    >>> duel = astragal.against("1d20 + 3", 20)
    >>> duel.odds().probability("win")
    Fraction(247, 400)
    >>> print(duel.roll(faces=[4, 12]))
    1d20 + 3 against d20: 1d20 + 3: (4) + 3 = 7; 7 against 12 → lose
    """
    ranked = (key, key if their_key is None else their_key)
    kept = () if keep is None else (keep, keep if their_keep is None else their_keep)
    for each in (*ranked, *kept):
        if not callable(each):
            raise RuleError(
                "bad-key", f"a key must be a function of an outcome, not {in_short(each)}"
            )
    sides = die_or_experiment(ours), die_or_experiment(theirs)
    return Facing(*sides, *ranked, *kept) if kept else Against(*sides, *ranked)
