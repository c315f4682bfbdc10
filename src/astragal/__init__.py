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
    from astragal.catalogue import find_game, game_names, read_record, verify
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
    from astragal.experiment.rule import Rule, rule
    from astragal.experiment.several import dice, pool
    from astragal.experiment.stakes import Stakes
    from astragal.experiment.sweeps import Reach, reach, sweep
    from astragal.experiment.totals import total
    from astragal.experiment.weighted import coin, weighted
    from astragal.experiment.written import Written
    from astragal.mechanics.circumstances import Circumstance
    from astragal.mechanics.clocks import Clock
    from astragal.mechanics.game import Game
    from astragal.mechanics.ranges import RangeTable
    from astragal.mechanics.sheets import Sheet
    from astragal.mechanics.stacking import Modifier
    from astragal.mechanics.tables import RandomTable

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
    "Circumstance",
    "Clock",
    "Die",
    "Distribution",
    "Duration",
    "Experiment",
    "Expression",
    "FacesError",
    "Game",
    "Grid",
    "HandSource",
    "LimitError",
    "Limits",
    "Modifier",
    "Names",
    "NotationError",
    "OddsError",
    "Parameter",
    "ParameterError",
    "Plan",
    "RandomTable",
    "RangeTable",
    "Reach",
    "RecordError",
    "Roll",
    "RollError",
    "Rule",
    "RuleError",
    "SeededSource",
    "Sheet",
    "Source",
    "Span",
    "Stakes",
    "SystemSource",
    "Written",
    "best",
    "chain",
    "choose",
    "coin",
    "d",
    "dice",
    "find_game",
    "game_names",
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
    "Circumstance": "mechanics.circumstances",
    "Clock": "mechanics.clocks",
    "Distribution": "exact.distribution",
    "Duration": "exact.duration",
    "Experiment": "experiment.experiment",
    "Game": "mechanics.game",
    "Grid": "exact.grid",
    "Modifier": "mechanics.stacking",
    "Names": "experiment.parameters",
    "Parameter": "experiment.parameters",
    "Plan": "experiment.plans",
    "RandomTable": "mechanics.tables",
    "RangeTable": "mechanics.ranges",
    "Reach": "experiment.sweeps",
    "Rule": "experiment.rule",
    "Sheet": "mechanics.sheets",
    "Stakes": "experiment.stakes",
    "Written": "experiment.written",
    "best": "experiment.extremes",
    "chain": "experiment.chains",
    "choose": "experiment.choices",
    "coin": "experiment.weighted",
    "d": "experiment.asking",
    "dice": "experiment.several",
    "find_game": "catalogue",
    "game_names": "catalogue",
    "note": "experiment.notes",
    "pool": "experiment.several",
    "reach": "experiment.sweeps",
    "read_record": "catalogue",
    "rule": "experiment.rule",
    "sweep": "experiment.sweeps",
    "total": "experiment.totals",
    "verify": "catalogue",
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
