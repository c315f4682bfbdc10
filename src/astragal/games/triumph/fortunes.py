"""Triumph and disaster, from the natural results of the kept d20s."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from astragal.outcome import Verdict
from astragal.rules.ordered import Ordered


class Fortune(Ordered):
    """Triumph or disaster, decided by the natural result."""

    DISASTER = "disaster"
    NONE = "none"
    TRIUMPH = "triumph"

    @property
    def verdict(self) -> Verdict | None:
        return {"TRIUMPH": Verdict.CRITICAL, "DISASTER": Verdict.FUMBLE}.get(self.name)


class Luck(NamedTuple):
    """The ranges of triumph and disaster."""

    triumph_from: int = 20
    disaster_to: int = 1

    def marks(self, natural: int) -> int:
        """A bit for triumph or disaster; 0 for any other face."""
        if self.triumph_from <= natural <= 20:
            return _TRIUMPH
        return _DISASTER if natural <= self.disaster_to else 0

    def fortune(self, naturals: Iterable[int]) -> Fortune:
        """The fortune of kept dice, each natural by itself; a triumph and a disaster cancel out."""
        marks = 0
        for each in naturals:
            marks |= self.marks(each)
        return FORTUNES[marks]


_TRIUMPH, _DISASTER = 1, 2
FORTUNES = (Fortune.NONE, Fortune.TRIUMPH, Fortune.DISASTER, Fortune.NONE)
"""The fortune of several dice, indexed by the marks of all of them."""


def fortune_of(natural: int, triumph_from: int = 20, disaster_to: int = 1) -> Fortune:
    """A triumph from ``triumph_from`` to 20, a disaster from 1 to ``disaster_to``."""
    return Luck(triumph_from, disaster_to).fortune([natural])
