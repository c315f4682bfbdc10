"""A dialect: another program's notation, as data that a reader and a writer go by."""

from __future__ import annotations

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
from astragal.notation.modifiers.modifier import Modifier

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.dialects.words import Word, Worded
    from astragal.dialects.writer import Writer

Arrange: TypeAlias = "Callable[[Sequence[Worded], Die | None], Sequence[Modifier]]"
"""Makes modifiers of what was read after some dice, in the order in which they apply."""

STRICT = MappingProxyType(
    {">=": ">=", "<=": "<=", "==": "=", "!=": "!=", ">": ">", "<": "<", "=": "="}
)
"""Comparison signs that mean what they say."""
DICE = MappingProxyType({"%": standard_die(100), "F": FUDGE, "f": FUDGE})
"""What may stand for a number of sides."""
JAVASCRIPT = MappingProxyType({"floor": "floor", "ceil": "ceil", "round": "round", "abs": "abs"})
"""Functions with the same name and meaning here: they round halves up."""


HERE = "astragal"
"""What our own notation is called where programs are named."""
TITLE = "Astragal"


class Dialect(Value):
    """Another program's notation. What no table can say is a method of its own reader."""

    name: str
    """what people type to choose it: ``roll20``"""
    title: str
    """the program's name as its users write it"""
    words: tuple[Word, ...]
    """what may follow dice; of two words that fit, the longer wins"""
    comparisons: Mapping[str, str] = STRICT
    """each comparison sign of its conditions, with what that is here"""
    products: Mapping[str, str] = MappingProxyType({"*": "*", "/": "/"})
    """each sign that binds like a product, with what that is here; ``rem`` for the remainder that
    has the sign of the number divided, ``trunc`` and ``ceil`` for quotients that are rounded"""
    powers: tuple[str, ...] = ()
    signs: tuple[str, ...] = ("+", "-", "−")
    """what may stand before a value"""
    functions: Mapping[str, str] = MappingProxyType({})
    """each function, with what that is called here"""
    unsaid: Mapping[str, str] = MappingProxyType({})
    """each word that stands for a value and has no words here, with the reason"""
    dice: Mapping[str, Die] = DICE
    """what may stand for a number of sides"""
    letters: tuple[str, ...] = ("d", "D")
    """what stands between the number of dice and their sides"""
    cased: bool = False
    """whether large and small letters after dice are different words"""
    spaced: bool = True
    """whether there may be white space between a number, its dice and the words that follow"""
    compares: bool = False
    """whether totals can be compared, which gives 1 or 0"""
    commands: Mapping[str, str] = MappingProxyType({})
    """each chat command that rolls the formula behind it, with who sees that if not everybody"""
    comments: tuple[str, ...] = ()
    """what a comment begins with, up to the end of the text"""
    several: tuple[str, ...] = ()
    """what stands between rolls that have a result each"""
    repeats: str = ""
    """how a roll with several results is written: ``{times}#{roll}``"""
    groups: bool = False
    """whether totals in braces are kept and counted like dice: ``{2d6, 1d12}kh1``"""
    labels: bool = True
    """whether ``[…]`` after a value is a label"""
    arrange: Arrange | None = None
    """None: modifiers apply as written, and counts that stand side by side are one"""
    reader: type[DialectReader] | None = None
    """None: the tables say all there is"""
    writer: type[Writer] | None = None
    examples: tuple[str, ...] = ()
    """texts for the table of the documentation; none for a program with a section of its own"""


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
