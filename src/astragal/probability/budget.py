"""What exact arithmetic may cost: steps counted before they are taken, memory before it is filled.

Also results that are remembered.
"""

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
"""The steps of an operation on laws, however short they are."""

_PLACE = 80
"""The steps of writing one place of a polynomial as a number of Python."""

CASE = 15_000
"""The steps of putting one case together from laws in Python: a sum, a factor, a union."""

FRACTION = 1_500
"""The steps of making, comparing or looking up a fraction in Python, a few times."""

_BYTES = 100
"""What one number with its weight fills, in a table or a series, beside the bits of the weight."""

_HEAVIEST = 50_000
"""Results of more machine words than this are not remembered: they are rare and fill the memory."""

_CERTAIN = 8
"""An estimate is trusted if it exceeds the limit this many times over."""


class Budget:
    """Counts steps and memory against the limits. ``span`` is the part of the text they are for."""

    def __init__(self, limits: Limits = STRANGERS, watch: Watch | None = None) -> None:
        self.limits = limits
        if watch is None and not (limits.seconds is None and limits.stop is None):
            watch = limits.watch()
        self.watch = watch
        self.tally = limits.tally
        self.span: Span = NOWHERE
        self.spent = 0
        self.paths = 0
        """paths through rules, which are counted along with the steps"""
        self._allowed = limits.odds
        """the steps that may be taken beside the paths so far"""
        self.kept = 0
        """bytes that are filled until the calculation ends"""
        self._found: set[Hashable] = set() if self.tally is None else self.tally.found

    def spend(self, steps: int) -> None:
        """Count steps that are about to be taken; a LimitError if they exceed the limit."""
        self.spent += steps
        if self.spent > self._allowed:
            raise self._exceeded()
        if self.tally is not None:
            self.tally.spend(steps, self.span)
        if self.watch is not None:
            self.watch.look(steps)

    def remembered(self, cache: Cache[tuple[T, int]], key: Hashable) -> T | None:
        """A result that was found before: it counts as if it had to be found, once.

        So what is refused does not depend on what was asked before.
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
        """Remember a law, found with the steps since ``before``."""
        self._found.add(key)
        steps = self.spent - before
        # What was found in few steps is short.
        cache.put(key, (result, steps), result.words if steps > _HEAVIEST else 0)

    def count_paths(self, paths: int) -> None:
        """Count paths, of which there are not too many yet: they leave fewer steps."""
        self.paths += paths
        self._allowed = self.limits.steps_beside(self.paths)
        if self.spent > self._allowed:
            raise self._exceeded()

    def _exceeded(self) -> LimitError:
        if self.spent > self.limits.odds:
            return self.limits.exceeded("odds", self.spent, self.span, at_least=True)
        return self.limits.exceeded_together(self.spent, self.paths, self.span)

    def spend_cases(self, cases: int) -> None:
        """Count cases, each of which adds a law to a mixture."""
        self.spend(cases * CASE)

    def look(self) -> None:
        """Look at the watch, in the middle of work that was counted as a whole."""
        if self.watch is not None:
            self.watch.look()

    def paid(self) -> Budget:
        """A budget for parts of what was counted as a whole: without a limit, but watched."""
        return Budget(_UNLIMITED, self.watch)

    def anew(self) -> Budget:
        """A budget for what is asked of a result, after its call: as large, but not watched."""
        return Budget(self.limits.replaced(seconds=None, stop=None))

    def foresee(self, steps: int) -> None:
        """Refuse now what would be refused later, by a rough estimate of all steps to come."""
        if self.spent + steps > _CERTAIN * self.limits.odds:
            raise self.limits.exceeded("odds", self.spent + steps, self.span, roughly=True)

    def expect(self, steps: int) -> None:
        """Refuse now what is certain to be refused later: at least so many steps are to come."""
        if self.spent + steps > self.limits.odds:
            raise self.limits.exceeded("odds", self.spent + steps, self.span, at_least=True)

    def room(self, numbers: int, bits: int) -> None:
        """Refuse so many numbers, with weights of so many bits, that would fill the memory."""
        needed = (self.kept + numbers * (_BYTES + bits // 8)) >> 20
        if needed > self.limits.memory:
            raise self.limits.exceeded("memory", needed, self.span, at_least=True)

    def keep(self, numbers: int, bits: int) -> None:
        """Count numbers that stay in memory until the calculation ends."""
        self.room(numbers, bits)
        self.kept += numbers * (_BYTES + bits // 8)

    def spend_product(self, places: int, bits: int) -> None:
        """Count a product of polynomials: its number of places, and the bits of its numbers."""
        self.spend(_CALL + places * (_PLACE + 3 * (1 + bits // 64) * places.bit_length()))
        self.room(places, bits)

    def spend_entries(self, entries: int, bits: int = 0) -> None:
        """Count entries that are about to be written into dictionaries."""
        self.spend(entries * (_LOOK_UP + bits // 64))

    def spend_fractions(self, *laws: Law) -> None:
        """Count work on every number of laws, where these are fractions; others take no time."""
        for law in laws:
            if law.fractional:
                self.spend(law.size * FRACTION)


_UNLIMITED = Limits(odds=10**30, memory=10**30)


class Cache(Generic[T]):
    """Remembers the ``entries`` results used last. Safe across threads."""

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
