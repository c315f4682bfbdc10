"""Astragal: one engine for the dice mechanics of tabletop games."""

from typing import TYPE_CHECKING

from astragal.dice import Die
from astragal.errors import (
    AstragalError,
    FacesError,
    LimitError,
    NotationError,
    OddsError,
    RecordError,
    RollError,
    Span,
)
from astragal.limits import Limits
from astragal.notation.api import odds, roll
from astragal.notation.expression import Expression
from astragal.notation.parser import parse
from astragal.notation.records import read_record, verify
from astragal.rolling.roll import Roll
from astragal.rolling.sources import HandSource, SeededSource, Source, SystemSource

if TYPE_CHECKING:
    from astragal.exact.distribution import Distribution

__version__ = "0.1.0"

__all__ = [
    "AstragalError",
    "Die",
    "Distribution",
    "Expression",
    "FacesError",
    "HandSource",
    "LimitError",
    "Limits",
    "NotationError",
    "OddsError",
    "RecordError",
    "Roll",
    "RollError",
    "SeededSource",
    "Source",
    "Span",
    "SystemSource",
    "odds",
    "parse",
    "read_record",
    "roll",
    "verify",
]


def __getattr__(name: str) -> object:
    """``Distribution`` is loaded when it is asked for: a roll has no need of exact arithmetic."""
    if name == "Distribution":
        from astragal.exact.distribution import Distribution

        return Distribution
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
