"""How dice are read: fractions round down."""

from __future__ import annotations

from astragal.mechanics.conventions import rounding
from astragal.rules.conventions import Conventions

CONVENTIONS = Conventions(rounding("down"))
