"""How dice are read: fractions round up, totals are at least 0, d100 under a number is a test."""

from __future__ import annotations

from astragal.mechanics.conventions import (
    D100,
    NEVER_BELOW_ZERO,
    REROLLS_STAND,
    rolled_under,
    rounding,
)
from astragal.rules.conventions import Conventions

CONVENTIONS = Conventions(
    REROLLS_STAND,
    rounding("up"),
    NEVER_BELOW_ZERO,
    against=rolled_under(D100, "test", "target", example="opposed 45 38"),
    rolls="d100",
)
