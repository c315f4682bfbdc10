"""A dialect: another program's notation, as data for a reader and a writer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from astragal._modules import module_names
from astragal._nearest import did_you_mean
from astragal._value import Value, put
from astragal._visible import in_short
from astragal.dialects.gone import GONE, no_longer_read
from astragal.die import FUDGE, Die, standard_die
from astragal.errors import ParameterError

if TYPE_CHECKING:
    from astragal.dialects.joining import Run
    from astragal.dialects.reader import DialectReader
    from astragal.dialects.words import Word, Worded
    from astragal.dialects.writer import Writer
    from astragal.notation.conditions import Condition
    from astragal.notation.expression import Expression
    from astragal.notation.nodes.node import Node
    from astragal.notation.operands import Operand

Reads: TypeAlias = "Callable[[DialectReader, int], Node | None]"
"""Reads the value at a position; None if the text there is something else."""

Refusal: TypeAlias = tuple[str, str, str | None]
"""The code of an error, its message with ``{}`` for the typed text, and a hint."""

STRICT = MappingProxyType(
    {">=": ">=", "<=": "<=", "==": "=", "!=": "!=", ">": ">", "<": "<", "=": "="}
)
"""Comparison signs with their usual meaning."""
SUMS = MappingProxyType({"+": "+", "-": "-", "−": "-"})
PRODUCTS = MappingProxyType({"*": "*", "/": "/"})
DICE = MappingProxyType({"%": standard_die(100), "F": FUDGE, "f": FUDGE})
"""Names of dice that replace a number of sides."""
JAVASCRIPT = MappingProxyType({"floor": "floor", "ceil": "ceil", "round": "round", "abs": "abs"})
"""Functions with the same name and meaning as ours: they round halves up."""

HERE = "astragal"
"""The name of our own notation in lists of programs."""
TITLE = "Astragal"


class Dialect(Value):
    """Another program's notation: tables, and functions where its grammar differs."""

    name: str
    """the name people type: ``roll20``"""
    title: str
    """the program's name as its users write it"""
    words: tuple[Word, ...]
    """words after dice; the longest match wins"""
    comparisons: Mapping[str, str] = STRICT
    """comparison signs in conditions, with our sign for each; "" refuses a sign that the program
    lacks, "?" one whose meaning is undocumented"""
    levels: tuple[Mapping[str, str], ...] = (SUMS, PRODUCTS)
    """signs between values, with our sign for each; the first level binds the loosest. ``rem`` is
    the remainder with the sign of the dividend, ``trunc`` and ``ceil`` are rounded quotients"""
    inside: int = 0
    """the level inside brackets"""
    powers: tuple[str, ...] = ()
    signs: tuple[str, ...] = ("+", "-", "−")
    """signs before a value"""
    functions: Mapping[str, str] = MappingProxyType({})
    """functions, with our name for each"""
    unsaid: tuple[str, ...] = ()
    """functions that our notation lacks"""
    dice: Mapping[str, Die] = DICE
    """names of dice that replace a number of sides"""
    letters: tuple[str, ...] = ("d", "D")
    """letters between the number of dice and their sides"""
    computed: tuple[str, ...] = ("dice", "sides", "numbers")
    """numbers that may be calculated in brackets: of dice, of sides, and after words"""
    most_dice: int | None = None
    sides: tuple[int, int | None] = (1, None)
    """how many sides a die may have"""
    largest: int | None = None
    """the largest number"""
    decimals: str = r"\.[0-9]+"
    """pattern of the decimals after a whole number; "" for whole numbers only"""
    strict: bool = False
    """whether words after dice are lower case, with their numbers directly behind"""
    spaced: bool = False
    """whether there may be white space between a number, its dice and the words that follow"""
    floats: bool = False
    """whether values are floats, so that decimals may be slightly off"""
    negative: bool = False
    """whether numbers in conditions may have a sign"""
    commands: Mapping[str, str] = MappingProxyType({})
    """chat commands that roll a formula, with the audience if the roll is not public"""
    comments: tuple[str, ...] = ()
    """signs that begin a comment, which extends to the end of the text"""
    several: tuple[str, ...] = ()
    """signs between rolls with separate results"""
    repeats: str = ""
    """template for a roll with several results: ``{times}#{roll}``"""
    given: str = ""
    """template for values given by the caller: ``@{}``"""
    faces: bool = False
    """whether the face on which dice explode or are re-rolled is always written"""
    order: tuple[type[Worded] | tuple[type[Worded], ...], ...] = ()
    """the order in which kinds of modifiers apply; kinds in one tuple keep the order of the text,
    and so do all if this is empty"""
    single: Mapping[type[Worded], str] = MappingProxyType({})
    """kinds of modifiers that may appear once, each with its verb for the refusal"""
    leaves: int = 0
    """the fewest dice that keeps and drops must leave"""
    hints: Mapping[str, str] = MappingProxyType({})
    """patterns of common mistakes, each with a hint"""
    examples: tuple[str, ...] = ()
    """texts for the table in the documentation; none for a program with a section of its own"""

    # Functions where the grammar differs

    values: Mapping[str, Reads] = MappingProxyType({})
    """patterns of values of its own, with the reader of each"""
    refused: Mapping[str, Refusal] = MappingProxyType({})
    """patterns of values that are refused"""
    inserted: Mapping[str, Reads] = MappingProxyType({})
    """patterns of values that may replace any number, with the reader of each"""
    label: Callable[[DialectReader], str | None] | None = None
    """reads a label after a value; None without one, "" if our notation cannot hold it"""
    opening: Callable[[DialectReader], Expression | None] | None = None
    """runs before the text is read, and may read all of it"""
    roll: Callable[[DialectReader], Node] | None = None
    """reads one of the rolls that a text holds"""
    comment: Callable[[DialectReader], str] | None = None
    """reads the text after the rolls"""
    finish: Callable[[DialectReader, Node], Node] | None = None
    """changes the total after everything else"""
    join: Callable[[Run, str, Node], None] | None = None
    """joins the value after a sign to those before it"""
    signed: Callable[[DialectReader, str, Node, int], Node] | None = None
    """applies the sign before a value"""
    power: Callable[[DialectReader, Node, Node, int], Node] | None = None
    call: Callable[[DialectReader, str, tuple[Node, ...], int], Node | None] | None = None
    """calls a function; None if it is called as usual"""
    fixed: Callable[[DialectReader, Node, int, str], int] | None = None
    """checks a bracketed number of dice or sides that must be known before the roll"""
    pool: Callable[[DialectReader, int | Node, Die | Node, Sequence[Worded], int], Node] | None = (
        None
    )
    """makes a node of dice and the words after them; None goes by ``order``"""
    group: Callable[[DialectReader, tuple[Node, ...], int], Node] | None = None
    """makes a node of values in braces; None without such groups"""
    condition: Callable[[DialectReader], Condition | None] | None = None
    operand: Callable[[DialectReader, bool], Operand | None] | None = None
    """reads the number after a word; the flag allows a sign"""
    writer: type[Writer] | None = None

    def __post_init__(self) -> None:
        """Make the tables read-only."""
        for name, value in tuple(self.__dict__.items()):
            if isinstance(value, dict):
                put(self, name, MappingProxyType(value))
        put(self, "levels", tuple(map(MappingProxyType, self.levels)))

    @property
    def products(self) -> Mapping[str, str]:
        """The signs that bind the tightest."""
        return self.levels[-1]

    @property
    def compares(self) -> bool:
        """True if totals can be compared, with 1 or 0 as the result."""
        return ">=" in self.levels[0]


@cache
def longest_first(signs: tuple[str, ...]) -> tuple[str, ...]:
    """Sort signs by length, so that ``>=`` is found before ``>``."""
    return tuple(sorted(signs, key=len, reverse=True))


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def dialect_names() -> tuple[str, ...]:
    """The names of all dialects, which are the modules in the folder of programs.

    >>> "roll20" in dialect_names()
    True
    """
    from astragal.dialects import programs

    return tuple(name.replace("_", "-") for name in module_names(programs.__path__))


def program_names() -> tuple[str, ...]:
    """Our own notation, then every dialect."""
    return (HERE, *dialect_names())


def title_of(program: str) -> str:
    """The name of a program as its users write it.

    >>> title_of("roll20"), title_of("astragal")
    ('Roll20', 'Astragal')
    """
    if program in GONE:
        return GONE[program].title
    return TITLE if program == HERE else find_dialect(program).title


def find_dialect(name: str) -> Dialect:
    """Find a dialect; if there is none of that name, a ParameterError suggests the nearest.

    Programs that are no longer supported are refused with their own message.

    >>> find_dialect("roll20").title
    'Roll20'
    """
    names = dialect_names()
    if isinstance(name, str) and (gone := name.lower().replace("_", "-")) in GONE:
        raise no_longer_read(gone)
    if not isinstance(name, str) or name not in names:
        raise ParameterError(
            "no-such-dialect", f"there is no dialect {in_short(name)}", hint=_meant(name, names)
        )
    return _loaded(name)


def _meant(name: object, names: Sequence[str]) -> str:
    """A hint for an unknown name of a dialect."""
    listed = f"the dialects are {', '.join(names)}"
    if not isinstance(name, str):
        return listed
    if name == "anydice":
        return "AnyDice has programs, which `anydice` runs as they are"
    return did_you_mean(name, names, listed)


@cache
def _loaded(name: str) -> Dialect:
    module = import_module(f"astragal.dialects.programs.{name.replace('-', '_')}")
    dialect: Dialect = module.DIALECT
    return dialect
