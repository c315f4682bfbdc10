"""Astragal: one engine for the dice mechanics of tabletop games."""

from importlib import import_module
from typing import TYPE_CHECKING

from astragal._version import __version__ as __version__
from astragal.dialects.reading import parse
from astragal.die import Die
from astragal.errors import (
    AstragalError,
    Audience,
    ChoiceError,
    FacesError,
    LimitError,
    NotationError,
    OddsError,
    ParameterError,
    ProgramError,
    RecordError,
    RollError,
    RuleError,
    Span,
    StoppedError,
)
from astragal.limits import STRANGERS, Limits
from astragal.notation.expression import Expression
from astragal.rolling.roll import Roll
from astragal.rolling.sources import HandSource, SeededSource, Source, SystemSource
from astragal.rules.api import odds, roll
from astragal.symbols import Symbols
from astragal.watch import Stop

if TYPE_CHECKING:
    from astragal.catalogue import find_game, game_names, open_games
    from astragal.comparing.compare import compare
    from astragal.comparing.comparison import Comparison
    from astragal.dialects.dialect import dialect_names
    from astragal.dialects.translating import Meaning, meanings, translate
    from astragal.experiment.ask import ask
    from astragal.experiment.choices import Choice, choose
    from astragal.experiment.experiment import Asks, Experiment
    from astragal.experiment.notes import moment, note, turning_point
    from astragal.experiment.outcomes import NEVER
    from astragal.experiment.run.pauses import Pause
    from astragal.experiment.solve.advice import Advice
    from astragal.experiment.solve.guides import Guide, Loss
    from astragal.experiment.solve.plans import Plan
    from astragal.experiment.strategies import Strategy
    from astragal.finding.find import find
    from astragal.finding.found import Found
    from astragal.finding.wishes import Wish
    from astragal.games.tiers.clocks import Clock
    from astragal.hidden import Secret, hide, reveal
    from astragal.mechanics.modifiers import Modifier
    from astragal.mechanics.ranges import RangeTable
    from astragal.outcome import Verdict
    from astragal.probability.distribution import Distribution
    from astragal.probability.markov.duration import Duration
    from astragal.probability.walks.readings import Done
    from astragal.records import read_record, verify
    from astragal.render.formats import Format, Layout
    from astragal.render.grid import Grid
    from astragal.render.shares import Shares
    from astragal.rolling.counts import Added, Rolled, Sum
    from astragal.rolling.phrases import Piece, Role
    from astragal.rules.conventions import Convention, Conventions
    from astragal.rules.files import load_rules
    from astragal.rules.game import Game
    from astragal.rules.introductions import Words
    from astragal.rules.ordered import Contested, RankedOutcome, Side
    from astragal.rules.parameters import Bounds, Hideable, Names, OrText, Parameter, Step
    from astragal.rules.requests.against import against
    from astragal.rules.requests.best import best, worst
    from astragal.rules.requests.capped import capped
    from astragal.rules.requests.chain import chain
    from astragal.rules.requests.dice import dice
    from astragal.rules.requests.limited import limited
    from astragal.rules.requests.pool import deal, pool
    from astragal.rules.requests.request import d
    from astragal.rules.requests.rerolled import rerolled
    from astragal.rules.requests.total import total
    from astragal.rules.requests.walk import walk
    from astragal.rules.requests.weighted import coin, weighted
    from astragal.rules.rule import Rule, rule
    from astragal.rules.types.containers import Hidden
    from astragal.rules.types.texts import Written
    from astragal.sweeps.frontier import Frontier, frontier
    from astragal.sweeps.matters import Matters, matters
    from astragal.sweeps.reach import Reach, reach
    from astragal.sweeps.sweep import sweep
    from astragal.table.calls import Call
    from astragal.table.circumstances import Circumstance
    from astragal.table.party import Party
    from astragal.table.random_tables import RandomTable
    from astragal.table.saved_rolls import SavedRoll
    from astragal.table.sheets import Sheet
    from astragal.table.stakes import Stakes
    from astragal.tokens import read_token, resume

__all__ = [
    "NEVER",
    "STRANGERS",
    "Added",
    "Advice",
    "Asks",
    "AstragalError",
    "Audience",
    "Bounds",
    "Call",
    "Choice",
    "ChoiceError",
    "Circumstance",
    "Clock",
    "Comparison",
    "Contested",
    "Convention",
    "Conventions",
    "Die",
    "Distribution",
    "Done",
    "Duration",
    "Experiment",
    "Expression",
    "FacesError",
    "Format",
    "Found",
    "Frontier",
    "Game",
    "Grid",
    "Guide",
    "HandSource",
    "Hidden",
    "Hideable",
    "Layout",
    "LimitError",
    "Limits",
    "Loss",
    "Matters",
    "Meaning",
    "Modifier",
    "Names",
    "NotationError",
    "OddsError",
    "OrText",
    "Parameter",
    "ParameterError",
    "Party",
    "Pause",
    "Piece",
    "Plan",
    "ProgramError",
    "RandomTable",
    "RangeTable",
    "RankedOutcome",
    "Reach",
    "RecordError",
    "Role",
    "Roll",
    "RollError",
    "Rolled",
    "Rule",
    "RuleError",
    "SavedRoll",
    "Secret",
    "SeededSource",
    "Shares",
    "Sheet",
    "Side",
    "Source",
    "Span",
    "Stakes",
    "Step",
    "Stop",
    "StoppedError",
    "Strategy",
    "Sum",
    "Symbols",
    "SystemSource",
    "Verdict",
    "Wish",
    "Words",
    "Written",
    "against",
    "ask",
    "best",
    "capped",
    "chain",
    "choose",
    "coin",
    "compare",
    "d",
    "deal",
    "dialect_names",
    "dice",
    "find",
    "find_game",
    "frontier",
    "game_names",
    "hide",
    "limited",
    "load_rules",
    "matters",
    "meanings",
    "moment",
    "note",
    "odds",
    "open_games",
    "parse",
    "pool",
    "reach",
    "read_record",
    "read_token",
    "rerolled",
    "resume",
    "reveal",
    "roll",
    "rule",
    "sweep",
    "total",
    "translate",
    "turning_point",
    "verify",
    "walk",
    "weighted",
    "worst",
]

_LATER = {
    "NEVER": "experiment.outcomes",
    "Added": "rolling.counts",
    "Advice": "experiment.solve.advice",
    "Asks": "experiment.experiment",
    "Bounds": "rules.parameters",
    "Call": "table.calls",
    "Choice": "experiment.choices",
    "Circumstance": "table.circumstances",
    "Clock": "games.tiers.clocks",
    "Comparison": "comparing.comparison",
    "Contested": "rules.ordered",
    "Convention": "rules.conventions",
    "Conventions": "rules.conventions",
    "Distribution": "probability.distribution",
    "Done": "probability.walks.readings",
    "Duration": "probability.markov.duration",
    "Experiment": "experiment.experiment",
    "Format": "render.formats",
    "Found": "finding.found",
    "Frontier": "sweeps.frontier",
    "Game": "rules.game",
    "Grid": "render.grid",
    "Guide": "experiment.solve.guides",
    "Hidden": "rules.types.containers",
    "Hideable": "rules.parameters",
    "Layout": "render.formats",
    "Loss": "experiment.solve.guides",
    "Matters": "sweeps.matters",
    "Meaning": "dialects.translating",
    "Modifier": "mechanics.modifiers",
    "Names": "rules.parameters",
    "OrText": "rules.parameters",
    "Parameter": "rules.parameters",
    "Party": "table.party",
    "Pause": "experiment.run.pauses",
    "Piece": "rolling.phrases",
    "Plan": "experiment.solve.plans",
    "RandomTable": "table.random_tables",
    "RangeTable": "mechanics.ranges",
    "RankedOutcome": "rules.ordered",
    "Reach": "sweeps.reach",
    "Role": "rolling.phrases",
    "Rolled": "rolling.counts",
    "Rule": "rules.rule",
    "SavedRoll": "table.saved_rolls",
    "Secret": "hidden",
    "Shares": "render.shares",
    "Sheet": "table.sheets",
    "Side": "rules.ordered",
    "Stakes": "table.stakes",
    "Step": "rules.parameters",
    "Strategy": "experiment.strategies",
    "Sum": "rolling.counts",
    "Verdict": "outcome",
    "Wish": "finding.wishes",
    "Words": "rules.introductions",
    "Written": "rules.types.texts",
    "ask": "experiment.ask",
    "against": "rules.requests.against",
    "best": "rules.requests.best",
    "capped": "rules.requests.capped",
    "limited": "rules.requests.limited",
    "rerolled": "rules.requests.rerolled",
    "chain": "rules.requests.chain",
    "choose": "experiment.choices",
    "coin": "rules.requests.weighted",
    "compare": "comparing.compare",
    "d": "rules.requests.request",
    "deal": "rules.requests.pool",
    "dialect_names": "dialects.dialect",
    "dice": "rules.requests.dice",
    "find": "finding.find",
    "find_game": "catalogue",
    "frontier": "sweeps.frontier",
    "game_names": "catalogue",
    "hide": "hidden",
    "load_rules": "rules.files",
    "matters": "sweeps.matters",
    "meanings": "dialects.translating",
    "moment": "experiment.notes",
    "note": "experiment.notes",
    "open_games": "catalogue",
    "pool": "rules.requests.pool",
    "reach": "sweeps.reach",
    "read_record": "records",
    "read_token": "tokens",
    "resume": "tokens",
    "reveal": "hidden",
    "rule": "rules.rule",
    "sweep": "sweeps.sweep",
    "total": "rules.requests.total",
    "translate": "dialects.translating",
    "turning_point": "experiment.notes",
    "verify": "records",
    "walk": "rules.requests.walk",
    "weighted": "rules.requests.weighted",
    "worst": "rules.requests.best",
}
"""Names imported on first use, because rolling notation needs none of them."""


def __getattr__(name: str) -> object:
    if name in _LATER:
        found = getattr(import_module(f"astragal.{_LATER[name]}"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
