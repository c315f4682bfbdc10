"""Astragal: one engine for the dice mechanics of tabletop games."""

from importlib import import_module
from typing import TYPE_CHECKING

from astragal.die import Die
from astragal.errors import (
    AstragalError,
    ChoiceError,
    FacesError,
    LimitError,
    NotationError,
    OddsError,
    ParameterError,
    RecordError,
    RollError,
    RuleError,
    Span,
)
from astragal.limits import Limits
from astragal.notation.api import odds, roll
from astragal.notation.expression import Expression
from astragal.notation.parser import parse
from astragal.rolling.roll import Roll
from astragal.rolling.sources import HandSource, SeededSource, Source, SystemSource

if TYPE_CHECKING:
    from astragal.exact.distribution import Distribution
    from astragal.exact.duration import Duration
    from astragal.exact.grid import Grid
    from astragal.experiment.advice import Advice
    from astragal.experiment.asking import d
    from astragal.experiment.calls import Call
    from astragal.experiment.chains import chain
    from astragal.experiment.choices import Choice, choose
    from astragal.experiment.experiment import Asks, Experiment
    from astragal.experiment.extremes import best, worst
    from astragal.experiment.never import NEVER
    from astragal.experiment.notes import note
    from astragal.experiment.parameters import Bounds, Names, Parameter
    from astragal.experiment.plans import Plan
    from astragal.experiment.records import read_record, verify
    from astragal.experiment.rule import Rule, rule
    from astragal.experiment.several import dice, pool
    from astragal.experiment.stakes import Stakes
    from astragal.experiment.sweeps import Reach, reach, sweep
    from astragal.experiment.totals import total
    from astragal.experiment.weighted import coin, weighted

__version__ = "0.1.0"

__all__ = [
    "NEVER",
    "Advice",
    "Asks",
    "AstragalError",
    "Bounds",
    "Call",
    "Choice",
    "ChoiceError",
    "Die",
    "Distribution",
    "Duration",
    "Experiment",
    "Expression",
    "FacesError",
    "Grid",
    "HandSource",
    "LimitError",
    "Limits",
    "Names",
    "NotationError",
    "OddsError",
    "Parameter",
    "ParameterError",
    "Plan",
    "Reach",
    "RecordError",
    "Roll",
    "RollError",
    "Rule",
    "RuleError",
    "SeededSource",
    "Source",
    "Span",
    "Stakes",
    "SystemSource",
    "best",
    "chain",
    "choose",
    "coin",
    "d",
    "dice",
    "note",
    "odds",
    "parse",
    "pool",
    "reach",
    "read_record",
    "roll",
    "rule",
    "sweep",
    "total",
    "verify",
    "weighted",
    "worst",
]

_LATER = {
    "NEVER": "experiment.never",
    "Advice": "experiment.advice",
    "Asks": "experiment.experiment",
    "Bounds": "experiment.parameters",
    "Call": "experiment.calls",
    "Choice": "experiment.choices",
    "Distribution": "exact.distribution",
    "Duration": "exact.duration",
    "Experiment": "experiment.experiment",
    "Grid": "exact.grid",
    "Names": "experiment.parameters",
    "Parameter": "experiment.parameters",
    "Plan": "experiment.plans",
    "Reach": "experiment.sweeps",
    "Rule": "experiment.rule",
    "Stakes": "experiment.stakes",
    "best": "experiment.extremes",
    "chain": "experiment.chains",
    "choose": "experiment.choices",
    "coin": "experiment.weighted",
    "d": "experiment.asking",
    "dice": "experiment.several",
    "note": "experiment.notes",
    "pool": "experiment.several",
    "reach": "experiment.sweeps",
    "read_record": "experiment.records",
    "rule": "experiment.rule",
    "sweep": "experiment.sweeps",
    "total": "experiment.totals",
    "verify": "experiment.records",
    "weighted": "experiment.weighted",
    "worst": "experiment.extremes",
}
"""Where the names are that are loaded when they are asked for: to roll notation takes none of them."""


def __getattr__(name: str) -> object:
    if name in _LATER:
        found = getattr(import_module(f"astragal.{_LATER[name]}"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
