"""Macros of other programs: chat texts with formulas in them."""

from __future__ import annotations

from astragal.dialects.macros.macro import Again, InlineRoll, Message, Played, Row, play
from astragal.dialects.macros.needs import Needs, Option, Question
from astragal.dialects.macros.syntax import macro_dialects, needs_of, read_macro

__all__ = [
    "Again",
    "InlineRoll",
    "Message",
    "Needs",
    "Option",
    "Played",
    "Question",
    "Row",
    "macro_dialects",
    "needs_of",
    "play",
    "read_macro",
]
