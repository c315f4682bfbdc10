"""Values picked from a pool by a function that looks at all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from astragal.outcome import Number
from astragal.probability.laws.parting import part_table
from astragal.probability.pools.effects import Effect, Filter
from astragal.probability.pools.pool import Pool


class Pick(Effect):
    """Keep only the picked values; equal values are interchangeable."""

    pick: Callable[[Sequence[Number]], Sequence[Number]]

    apart: ClassVar[bool] = False

    def on(self, pool: Pool) -> Pool:
        return pool.multisets().changed(self.pick)

    @property
    def alone(self) -> Filter:
        """The equivalent filter for a pool of a single value."""
        return Filter(lambda law: part_table(law, lambda value: bool(self.pick([value]))))
