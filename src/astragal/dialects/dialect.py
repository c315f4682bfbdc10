"""A dialect: another program's notation, as data that a reader and a writer go by."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from astragal._modules import module_names
from astragal._nearest import did_you_mean
from astragal._value import Value
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
"""Reads a value that begins at a place; None if it is another one after all."""

STRICT = MappingProxyType(
    {">=": ">=", "<=": "<=", "==": "=", "!=": "!=", ">": ">", "<": "<", "=": "="}
)
"""Comparison signs that mean what they say."""
SUMS = MappingProxyType({"+": "+", "-": "-", "−": "-"})
PRODUCTS = MappingProxyType({"*": "*", "/": "/"})
DICE = MappingProxyType({"%": standard_die(100), "F": FUDGE, "f": FUDGE})
"""What may stand for a number of sides."""
JAVASCRIPT = MappingProxyType({"floor": "floor", "ceil": "ceil", "round": "round", "abs": "abs"})
"""Functions with the same name and meaning here: they round halves up."""

HERE = "astragal"
"""What our own notation is called where programs are named."""
TITLE = "Astragal"


class Dialect(Value):
    """Another program's notation: tables, and functions for what no table can say."""

    name: str
    """what people type to choose it: ``roll20``"""
    title: str
    """the program's name as its users write it"""
    words: tuple[Word, ...]
    """what may follow dice; of two words that fit, the longer wins"""
    comparisons: Mapping[str, str] = STRICT
    """each comparison sign of its conditions, with what that is here; "" if it has no such sign,
    "?" if nobody has written down what it does"""
    levels: tuple[Mapping[str, str], ...] = (SUMS, PRODUCTS)
    """the signs between values, from those that bind loosest, with what each is here; ``rem`` for
    the remainder that has the sign of the number divided, ``trunc`` and ``ceil`` for quotients
    that are rounded"""
    inside: int = 0
    """the level of what stands in brackets"""
    powers: tuple[str, ...] = ()
    signs: tuple[str, ...] = ("+", "-", "−")
    """what may stand before a value"""
    functions: Mapping[str, str] = MappingProxyType({})
    """each function, with what that is called here"""
    unsaid: tuple[str, ...] = ()
    """functions that there are no words for here"""
    dice: Mapping[str, Die] = DICE
    """what may stand for a number of sides"""
    letters: tuple[str, ...] = ("d", "D")
    """what stands between the number of dice and their sides"""
    computed: tuple[str, ...] = ("dice", "sides", "numbers")
    """which numbers may stand in brackets: that of dice, of sides, and those behind words"""
    most_dice: int | None = None
    sides: tuple[int, int | None] = (1, None)
    """how many sides a die may have"""
    largest: int | None = None
    """the largest number"""
    decimals: str = r"\.[0-9]+"
    """what makes a decimal of a number when it follows; "" for whole numbers only"""
    strict: bool = False
    """whether words after dice are small letters, with nothing between them and their numbers"""
    spaced: bool = False
    """whether there may be white space between a number, its dice and the words that follow"""
    floats: bool = False
    """whether what is cut or compared may be a hair off"""
    negative: bool = False
    """whether numbers in conditions may have a sign"""
    commands: Mapping[str, str] = MappingProxyType({})
    """each chat command that rolls the formula behind it, with who sees that if not everybody"""
    comments: tuple[str, ...] = ()
    """what a comment begins with, up to the end of the text"""
    several: tuple[str, ...] = ()
    """what stands between rolls that have a result each"""
    repeats: str = ""
    """how a roll with several results is written: ``{times}#{roll}``"""
    order: tuple[type[Worded], ...] = ()
    """the kinds of what follows dice, in the order in which they apply; none if as written"""
    single: Mapping[type[Worded], str] = MappingProxyType({})
    """kinds of which there may be one, with what they do"""
    leaves: int = 0
    """how many dice must be left"""
    hints: Mapping[str, str] = MappingProxyType({})
    """patterns of what people type and the program does not read, with what helps"""
    examples: tuple[str, ...] = ()
    """texts for the table of the documentation; none for a program with a section of its own"""

    # Where no table can say it

    values: Mapping[str, Reads] = MappingProxyType({})
    """patterns of values that the program alone has, and what reads each"""
    inserted: Mapping[str, Reads] = MappingProxyType({})
    """patterns of values that may stand wherever a number may"""
    label: Callable[[DialectReader], str | None] | None = None
    """takes a label behind a value; "" if it is none here, None if there is none"""
    opening: Callable[[DialectReader], Expression | None] | None = None
    """what is done before the text is read; an expression if that was all"""
    roll: Callable[[DialectReader], Node] | None = None
    """reads one of the rolls that a text holds"""
    comment: Callable[[DialectReader], str] | None = None
    """takes what follows the rolls and is text"""
    finish: Callable[[DialectReader, Node], Node] | None = None
    """what the program makes of the total in the end"""
    join: Callable[[Run, str, Node], None] | None = None
    """puts a value behind a sign"""
    signed: Callable[[DialectReader, str, Node, int], Node] | None = None
    """a value behind a sign of its own"""
    power: Callable[[DialectReader, Node, Node, int], Node] | None = None
    call: Callable[[DialectReader, str, tuple[Node, ...], int], Node] | None = None
    """a function of values"""
    fixed: Callable[[DialectReader, Node, int, str], int] | None = None
    """a number of dice or sides in brackets, if nothing may be rolled for it"""
    pool: Callable[[DialectReader, int | Node, Die | Node, Sequence[Worded], int], Node] | None = (
        None
    )
    """dice with the words behind them; None: as the tables say, and neighbouring counts are one"""
    group: Callable[[DialectReader, tuple[Node, ...], int], Node] | None = None
    """values in braces, with the words behind them; None if there are no such groups"""
    condition: Callable[[DialectReader], Condition | None] | None = None
    operand: Callable[[DialectReader, bool], Operand | None] | None = None
    """the number behind a word, which may have a sign"""
    writer: type[Writer] | None = None

    @property
    def products(self) -> Mapping[str, str]:
        """The signs that bind the tightest."""
        return self.levels[-1]

    @property
    def compares(self) -> bool:
        """Whether totals can be compared, which gives 1 or 0."""
        return ">=" in self.levels[0]


@cache
def longest_first(signs: tuple[str, ...]) -> tuple[str, ...]:
    """Signs in the order in which they are looked for."""
    return tuple(sorted(signs, key=len, reverse=True))


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def dialect_names() -> tuple[str, ...]:
    """The name of every dialect; whatever module lies in the folder of programs is one.

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

    A program that is no longer read is refused by name.

    >>> find_dialect("roll20").title
    'Roll20'
    """
    names = dialect_names()
    if isinstance(name, str) and name in GONE:
        raise no_longer_read(name)
    if not isinstance(name, str) or name not in names:
        raise ParameterError(
            "no-such-dialect", f"there is no dialect {in_short(name)}", hint=_meant(name, names)
        )
    return _loaded(name)


def _meant(name: object, names: Sequence[str]) -> str:
    """What helps whoever gave a name that no dialect has."""
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
