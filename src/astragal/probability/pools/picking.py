"""Values that a function picks from a pool, which looks at all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from astragal.outcome import Number
from astragal.probability.laws.parting import part_table
from astragal.probability.pools.effects import Effect, Filter
from astragal.probability.pools.pool import Pool


class Pick(Effect):
    """Only what is picked stays; which of several equal values that is makes no difference."""

    pick: Callable[[Sequence[Number]], Sequence[Number]]

    apart: ClassVar[bool] = False

    def on(self, pool: Pool) -> Pool:
        return pool.multisets().changed(self.pick)

    @property
    def alone(self) -> Filter:
        """The same for a value that is the only one."""
        return Filter(lambda law: part_table(law, lambda value: bool(self.pick([value]))))
