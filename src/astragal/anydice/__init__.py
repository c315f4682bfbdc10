"""Programs written for AnyDice, with exact odds."""

from __future__ import annotations

from astragal.anydice.outputs import Output, Outputs
from astragal.anydice.running import run

__all__ = ["Output", "Outputs", "run"]
