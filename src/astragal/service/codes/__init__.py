"""Every error code, with its meaning and its remedy."""

from __future__ import annotations

from collections.abc import Mapping

from astragal.service.codes.anydice import ANYDICE
from astragal.service.codes.code import Area, Code
from astragal.service.codes.dialects import DIALECTS
from astragal.service.codes.limits import LIMITS
from astragal.service.codes.notation import NOTATION
from astragal.service.codes.odds import ODDS
from astragal.service.codes.python import PYTHON
from astragal.service.codes.rolls import ROLLS
from astragal.service.codes.rules import RULES
from astragal.service.codes.server import SERVER
from astragal.service.codes.typing import TYPING

__all__ = ["AREAS", "Area", "Code"]

AREAS: Mapping[str, Area] = {
    "Dice as they are typed": NOTATION,
    "Rolls, records and choices": ROLLS,
    "Limits": LIMITS,
    "Odds": ODDS,
    "Games, sheets and questions": RULES,
    "Programs for AnyDice": ANYDICE,
    "Other programs' notations and macros": DIALECTS,
    "Typing commands": TYPING,
    "Servers": SERVER,
    "Rules written in Python": PYTHON,
}
"""The codes by chapter; each code is in one chapter."""
