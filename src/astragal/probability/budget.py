"""Limits on the cost of exact arithmetic, checked before the work; and a cache of results."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from astragal.errors import NOWHERE, LimitError, Span
from astragal.limits import STRANGERS, Limits
from astragal.watch import Watch

if TYPE_CHECKING:
    from astragal.probability.laws.law import Law

T = TypeVar("T")

_LOOK_UP = 100
"""The steps of one look-up in a Python dictionary; a step is one machine word in FLINT.

A step should take about three nanoseconds everywhere: ``python -m tools.costs`` measures that.
"""

_CALL = 1_000
"""The minimum steps of an operation on laws."""

_PLACE = 80
"""The steps of converting one coefficient of a polynomial to a Python integer."""

CASE = 15_000
"""The steps of assembling one case from laws in Python: a sum, a factor, a union."""

FRACTION = 1_500
"""The steps of creating, comparing or looking up a fraction in Python a few times."""

_BYTES = 100
"""The bytes of a number in a table or a series, in addition to the bits of its weight."""

_HEAVIEST = 50_000
"""Results of more machine words than this are not cached: they are rare and fill the memory."""

_CERTAIN = 8
"""An estimate is trusted if it exceeds the limit this many times over."""


class Budget:
    """A counter of steps and memory against the limits, for the part of the text at ``span``."""

    def __init__(self, limits: Limits = STRANGERS, watch: Watch | None = None) -> None:
        self.limits = limits
        if watch is None and not (limits.seconds is None and limits.stop is None):
            watch = limits.watch()
        self.watch = watch
        self.tally = limits.tally
        self.span: Span = NOWHERE
        self.spent = 0
        self.paths = 0
        """paths through rules, which count together with the steps"""
        self._allowed = limits.odds
        """the steps that may be taken in addition to the paths so far"""
        self.kept = 0
        """bytes in use until the calculation ends"""
        self._found: set[Hashable] = set() if self.tally is None else self.tally.found

    def spend(self, steps: int) -> None:
        """Count steps before they are taken; a LimitError if they exceed the limit."""
        self.spent += steps
        if self.spent > self._allowed:
            raise self._exceeded()
        if self.tally is not None:
            self.tally.spend(steps, self.span)
        if self.watch is not None:
            self.watch.look(steps)

    def remembered(self, cache: Cache[tuple[T, int]], key: Hashable) -> T | None:
        """A cached result, or None; its cost is counted once per calculation.

        This way, what is refused does not depend on earlier calculations.
        """
        known = cache.get(key)
        if known is None:
            return None
        result, steps = known
        if key not in self._found:
            self._found.add(key)
            self.spend(steps)
        return result

    def remember(
        self, cache: Cache[tuple[Law, int]], key: Hashable, result: Law, before: int
    ) -> None:
        """Cache a law and its cost: the steps spent since ``before``."""
        self._found.add(key)
        steps = self.spent - before
        # Results that took few steps are short.
        cache.put(key, (result, steps), result.words if steps > _HEAVIEST else 0)

    def count_paths(self, paths: int) -> None:
        """Count paths through rules; every path lowers the number of steps allowed."""
        self.paths += paths
        self._allowed = self.limits.steps_beside(self.paths)
        if self.spent > self._allowed:
            raise self._exceeded()

    def _exceeded(self) -> LimitError:
        if self.spent > self.limits.odds:
            return self.limits.exceeded("odds", self.spent, self.span, at_least=True)
        return self.limits.exceeded_together(self.spent, self.paths, self.span)

    def spend_cases(self, cases: int) -> None:
        """Count cases, each adding a law to a mixture."""
        self.spend(cases * CASE)

    def look(self) -> None:
        """Check the time limit in the middle of work whose steps were counted in advance."""
        if self.watch is not None:
            self.watch.look()

    def paid(self) -> Budget:
        """A budget for parts of work already counted: no step limit, but the time limit applies."""
        return Budget(_UNLIMITED, self.watch)

    def anew(self) -> Budget:
        """A fresh budget for later questions about a result: same limits, but no time limit."""
        return Budget(self.limits.replaced(seconds=None, stop=None))

    def foresee(self, steps: int) -> None:
        """Refuse work early if a rough estimate of the steps to come exceeds the limit by far."""
        if self.spent + steps > _CERTAIN * self.limits.odds:
            raise self.limits.exceeded("odds", self.spent + steps, self.span, roughly=True)

    def expect(self, steps: int) -> None:
        """Refuse work early if this lower bound of the steps to come exceeds the limit."""
        if self.spent + steps > self.limits.odds:
            raise self.limits.exceeded("odds", self.spent + steps, self.span, at_least=True)

    def room(self, numbers: int, bits: int) -> None:
        """Refuse ``numbers`` numbers with weights of ``bits`` bits that would fill the memory."""
        needed = (self.kept + numbers * (_BYTES + bits // 8)) >> 20
        if needed > self.limits.memory:
            raise self.limits.exceeded("memory", needed, self.span, at_least=True)

    def keep(self, numbers: int, bits: int) -> None:
        """Count numbers that occupy memory until the calculation ends."""
        self.room(numbers, bits)
        self.kept += numbers * (_BYTES + bits // 8)

    def spend_product(self, places: int, bits: int) -> None:
        """Count a product of polynomials with this many places and numbers of this many bits."""
        self.spend(_CALL + places * (_PLACE + 3 * (1 + bits // 64) * places.bit_length()))
        self.room(places, bits)

    def spend_entries(self, entries: int, bits: int = 0) -> None:
        """Count entries before they are written into dictionaries."""
        self.spend(entries * (_LOOK_UP + bits // 64))

    def spend_fractions(self, *laws: Law) -> None:
        """Count work on every number of the laws that contain fractions; others cost nothing."""
        for law in laws:
            if law.fractional:
                self.spend(law.size * FRACTION)


_UNLIMITED = Limits(odds=10**30, memory=10**30)


class Cache(Generic[T]):
    """A thread-safe cache of the ``entries`` most recently used results."""

    def __init__(self, entries: int) -> None:
        self._entries = entries
        self._results: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        with self._lock:
            result = self._results.get(key)
            if result is not None:
                self._results.move_to_end(key)
            return result

    def put(self, key: Hashable, result: T, words: int) -> None:
        if words > _HEAVIEST:
            return
        with self._lock:
            self._results[key] = result
            if len(self._results) > self._entries:
                self._results.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._results.clear()
