"""What exact arithmetic may cost: every algorithm says what it is going to need before it begins."""

from __future__ import annotations

from astragal.errors import NOWHERE, Span
from astragal.limits import DEFAULT_LIMITS, Limits

_LOOK_UP = 100
"""A look into a Python table, in steps; a step is one machine word of FLINT's arithmetic."""


class Budget:
    """Counts steps against the limit. ``span`` is the place in the text that is being worked on."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS) -> None:
        self.limits = limits
        self.span: Span = NOWHERE
        self.spent = 0

    def spend(self, steps: int) -> None:
        """Count steps that are about to be taken; a LimitError if they are too many."""
        self.spent += steps
        if self.spent > self.limits.odds:
            raise self.limits.exceeded("odds", self.spent, self.span)

    def spend_rows(self, places: int, bits: int) -> None:
        """A product of polynomials that gives so many places, with numbers of so many bits."""
        self.spend(places * (1 + bits // 64) * places.bit_length())

    def spend_entries(self, entries: int, bits: int = 0) -> None:
        """So many entries written into tables."""
        self.spend(entries * (_LOOK_UP + bits // 64))
