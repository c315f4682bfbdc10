"""Effects on the values of a pool, applied in order.

A new effect is a subclass of ``Effect``, in any module. Its ``on`` may use everything that every
``Pool`` offers; ``pool.multisets().changed(function)`` always works for small pools.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeAlias

from astragal._value import Value, field
from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law, union
from astragal.probability.walks.hands import number_of_ranks, ranks_of_ranks

if TYPE_CHECKING:
    from astragal.probability.pools.pool import Pool

_FEW = 1_000
"""Laws of up to this many numbers need no check of their memory."""

_EFFECT = 1_500
"""The minimum steps of an effect on a law."""

_PLACE = 600
"""The steps per place of an infinite series, which is split and rejoined."""

_BITS = 24
"""The bits of a weight that add one step to changing it."""

Split: TypeAlias = Callable[[Law], tuple[Law, Law]]
"""Splits a law by value: the values that match, and the rest."""


class Effect(Value, ABC):
    """A change to the values of a pool."""

    apart: ClassVar[bool] = True
    """whether each value is changed independently, so that a sum can be computed value by value"""
    foresees: ClassVar[bool] = False
    """whether its result depends on the effects after it"""

    @property
    def steps(self) -> int:
        """The minimum steps per number of a law if each value is changed on its own."""
        return 1

    def spend_on(self, law: Law, budget: Budget) -> None:
        """Count the steps and memory for changing all numbers of a law."""
        size, bits = law.size, law.bits
        budget.spend(_EFFECT + size * (3 * self.steps // 2 + bits // _BITS))
        if size > _FEW:
            budget.room(size, bits)
        for part in law.parts if not law.finite else ():
            budget.spend(part.longest * (_PLACE + part.height))

    @abstractmethod
    def on(self, pool: Pool) -> Pool:
        """The pool after this effect."""

    def foreseeing(self, pool: Pool, following: Sequence[Effect]) -> Pool:
        """The pool after this effect, given the effects that follow."""
        return self.on(pool)

    def contribution(self, law: Law, following: Onward, budget: Budget) -> Law:
        """The contribution of a value of this law to a sum, after this effect and ``following``."""
        raise TypeError(f"{type(self).__name__} does not change each value on its own")


class Onward:
    """The remaining effects, each changing every value on its own.

    The contribution of extra dice does not depend on the value that brings them, so it is cached.
    """

    __slots__ = ("_effects", "_extras", "_place")

    def __init__(
        self, effects: Sequence[Effect], place: int = 0, extras: dict[int, Law] | None = None
    ) -> None:
        self._effects = effects
        self._place = place
        self._extras: dict[int, Law] = {} if extras is None else extras

    def contribution(self, law: Law, budget: Budget) -> Law:
        """The contribution of a value of this law to a sum, after all remaining effects."""
        # Iterative, not nested: there may be hundreds of effects, each with another long law.
        lost = Fraction(0)
        for place in range(self._place, len(self._effects)):
            if not law.mass:
                break
            effect = self._effects[place]
            effect.spend_on(law, budget)
            if isinstance(effect, Each):
                law = effect.change(law)
            elif isinstance(effect, Filter):
                law, going = effect.split(law)
                lost += going.mass
            else:
                following = Onward(self._effects, place + 1, self._extras)
                law = effect.contribution(law, following, budget)
                break
        return union([law, Law.certain(0).weighted(lost)]) if lost else law

    def extra_of(self, burst: Burst, budget: Budget) -> Law:
        """The contribution of all extra dice of one value, if these effects follow the burst."""
        if self._place not in self._extras:
            self._extras[self._place] = burst.extra(self, budget)
        return self._extras[self._place]


_NO_MORE = Onward(())


def contribution(law: Law, effects: Sequence[Effect], budget: Budget) -> Law:
    """The contribution of a value of this law to a sum, after effects that are all ``apart``."""
    return Onward(effects).contribution(law, budget)


class Each(Effect):
    """Every value is replaced by another, possibly random, value."""

    change: Callable[[Law], Law]
    monotone: bool = False
    """whether values keep their order: the greater of two never becomes the lesser"""
    steps: int = field(default=20, kw_only=True)
    moves: bool = field(default=False, kw_only=True)
    """whether all values are shifted equally, which takes no time for a row of them"""

    def spend_on(self, law: Law, budget: Budget) -> None:
        if not (self.moves and isinstance(law, Finite) and not law.tabled):
            super().spend_on(law, budget)

    def on(self, pool: Pool) -> Pool:
        for law in pool.laws:
            self.spend_on(law, pool.budget)
        return pool.each(self)


class Filter(Effect):
    """Only values in the first part of the split are kept."""

    split: Split
    looks: int = field(default=1, kw_only=True)
    """the steps of testing one number"""

    @property
    def steps(self) -> int:
        return 20 + self.looks

    def on(self, pool: Pool) -> Pool:
        for law in pool.laws:
            self.spend_on(law, pool.budget)
        return pool.filter(self.split)


class Burst(Effect):
    """Every matching value brings another die, which may match and bring another.

    Each extra die counts ``less`` less. With ``once``, a value brings only one die. With
    ``folded``, the extra dice are added to the value instead of joining the pool.
    """

    split: Split
    face: Law
    less: int = 0
    once: bool = False
    folded: bool = False

    @property
    def steps(self) -> int:
        return 30

    def on(self, pool: Pool) -> Pool:
        return pool.fold(self) if self.folded else pool.burst(self)

    def contribution(self, law: Law, following: Onward, budget: Budget) -> Law:
        if self.folded:
            return following.contribution(self.folds(law, budget), budget)
        hit, miss = self.split(law)
        if not hit.mass:
            return following.contribution(law, budget)
        extra = following.extra_of(self, budget)
        stopped = following.contribution(miss, budget)
        # The result is reduced by a common divisor of polynomials.
        budget.spend(extra.degree**2 * (1 + extra.degree // 16) // 16)
        return union([stopped, following.contribution(hit, budget).plus(extra, budget)])

    def hits(self, value: Number) -> bool:
        """True if a value brings another die."""
        return bool(self.split(Law.certain(value))[0].mass)

    @property
    def endless(self) -> bool:
        """True if the number of extra dice is unbounded."""
        return not self.once and bool(self.split(self.face)[0].mass)

    def folds(self, law: Law, budget: Budget) -> Law:
        """The law of a value with all its extra dice added."""
        hit, miss = self.split(law)
        return union([miss, hit.plus(self.extra(_NO_MORE, budget), budget)])

    def extra(self, following: Onward, budget: Budget) -> Law:
        """The contribution of all extra dice of one value, after the effects that follow."""
        self.spend_on(self.face, budget)
        if self.once:
            return following.contribution(self.face.shifted(-self.less), budget)
        hit, miss = (
            following.contribution(part.shifted(-self.less), budget)
            for part in self.split(self.face)
        )
        return miss.plus(hit.geometric_series(), budget)


Stretch: TypeAlias = tuple[int, int]
"""A range of ranks, half-open, counted from the highest value."""


class Window(NamedTuple):
    """The decisive highest and lowest values; all values between them are kept or all dropped."""

    high: int
    low: int
    middle: bool
    """whether the middle values stay, rather than the outer ones"""


_LOOKED_AT = 1_000
"""A keep that depends on more ranks than this is not analysed for every number of values."""


class Keep(Effect):
    """Only the values of some ranks are kept."""

    apart: ClassVar[bool] = False

    @abstractmethod
    def stretches(self, size: int) -> Sequence[Stretch]:
        """The ranks kept of ``size`` values."""

    @property
    @abstractmethod
    def window(self) -> Window:
        """The ranks that decide which values are kept."""

    def then(self, other: Keep) -> Keep:
        """The combination of this keep and another one on the values kept."""

        def by_size(size: int) -> Sequence[Stretch]:
            kept = self.stretches(size)
            return ranks_of_ranks(kept, other.stretches(number_of_ranks(kept)))

        mine, more = self.window, other.window
        window = Window(mine.high + more.high, mine.low + more.low, mine.middle and more.middle)
        return KeepStretches(by_size, window)

    def at_one_end(self, least: int) -> Keep:
        """An equivalent keep from one end for ``least`` or more values; self if there is none."""
        room = self.window.high + self.window.low
        if room > _LOOKED_AT:
            return self
        sizes = range(least, max(least, room) + 2)
        known = [self.stretches(size) for size in sizes]
        number = number_of_ranks(known[0])
        for keep in (KeepRanks(number, highest, drop=False) for highest in (True, False)):
            if known == [keep.stretches(size) for size in sizes]:
                return keep
        return self

    def on(self, pool: Pool) -> Pool:
        return pool.keep(self)

    def kept(self, values: Sequence[Number]) -> list[Number]:
        """The kept values; both lists are sorted lowest first."""
        return of_ranks(values, self.stretches(len(values)))


def of_ranks(values: Sequence[Number], stretches: Sequence[Stretch]) -> list[Number]:
    """The values at these ranks, from values sorted lowest first."""
    size = len(values)
    found: list[Number] = []
    for first, last in reversed(stretches):
        found += values[size - last : size - first]
    return found


class KeepRanks(Keep):
    """Keep only the ``number`` highest or lowest values; or, with ``drop``, drop them."""

    number: int
    highest: bool
    drop: bool

    def ranks(self, size: int) -> Stretch:
        """The ranks kept of ``size`` values, counted from the highest."""
        staying = max(0, size - self.number) if self.drop else min(size, self.number)
        return (0, staying) if self.highest is not self.drop else (size - staying, size)

    def stretches(self, size: int) -> Sequence[Stretch]:
        return [self.ranks(size)]

    @property
    def window(self) -> Window:
        high, low = (self.number, 0) if self.highest else (0, self.number)
        return Window(high, low, self.drop)

    def at_one_end(self, least: int) -> Keep:
        return self

    def then(self, other: Keep) -> Keep:
        mine = self.highest, self.drop
        if not isinstance(other, KeepRanks) or mine != (other.highest, other.drop):
            return super().then(other)
        numbers = self.number, other.number
        return KeepRanks(sum(numbers) if self.drop else min(numbers), self.highest, self.drop)


class KeepStretches(Keep):
    """Keep the values of some ranks, given for every number of values."""

    by_size: Callable[[int], Sequence[Stretch]]
    """the ranks that stay, given the number of values"""
    decisive: Window

    def stretches(self, size: int) -> Sequence[Stretch]:
        return self.by_size(size)

    @property
    def window(self) -> Window:
        return self.decisive


class OneOfEach(Effect):
    """Keep only one of each value."""

    apart: ClassVar[bool] = False

    def on(self, pool: Pool) -> Pool:
        return pool.unique()
