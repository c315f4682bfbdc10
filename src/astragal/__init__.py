"""Astragal: one engine for the dice mechanics of tabletop games."""

from astragal.dice import Die
from astragal.errors import (
    AstragalError,
    FacesError,
    LimitError,
    NotationError,
    RecordError,
    RollError,
    Span,
)
from astragal.limits import Limits
from astragal.notation.api import roll
from astragal.notation.expression import Expression
from astragal.notation.parser import parse
from astragal.notation.records import read_record, verify
from astragal.rolling.roll import Roll
from astragal.rolling.sources import HandSource, SeededSource, Source, SystemSource

__version__ = "0.1.0"

__all__ = [
    "AstragalError",
    "Die",
    "Expression",
    "FacesError",
    "HandSource",
    "LimitError",
    "Limits",
    "NotationError",
    "RecordError",
    "Roll",
    "RollError",
    "SeededSource",
    "Source",
    "Span",
    "SystemSource",
    "parse",
    "read_record",
    "roll",
    "verify",
]
