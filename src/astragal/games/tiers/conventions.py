"""How dice are read: a d100 goes from 00 to 99, and rolled under a Stat it is a Check."""

from __future__ import annotations

from astragal.mechanics.conventions import D100_FROM_ZERO, FROM_ZERO, rolled_under
from astragal.rules.conventions import Conventions

CONVENTIONS = Conventions(
    D100_FROM_ZERO,
    against=rolled_under(
        FROM_ZERO,
        "check",
        "stat",
        edges=("advantages", "disadvantages"),
        example="opposed 45 38",
    ),
    rolls="d100",
)
