"""dice, a library for Python: each operator has its level, and lists are added up."""

from __future__ import annotations

from types import MappingProxyType

from astragal.dialects.dialect import Dialect
from astragal.dialects.programs.dice.reader import DiceReader
from astragal.dialects.programs.dice.words import Asks, CountsFrom, Picks
from astragal.dialects.words import Explodes, Makes, Rerolls
from astragal.die import FUDGE, standard_die
from astragal.notation.modifiers.sort import Sort

DIALECT = Dialect(
    "dice",
    "dice",
    words=(
        Explodes("x", bare=">="),
        Rerolls("rr", bare="<=", until=True),
        Rerolls("r", bare="<="),
        Picks("^"),
        Picks("h"),
        Picks("v", highest=False),
        Picks("l", highest=False),
        Asks("o"),
        Asks("m"),
        Asks("a"),
        CountsFrom("e"),
        Asks("f", needed=True),
        Makes("t"),
        Makes("s", (Sort(),)),
    ),
    comparisons=MappingProxyType({}),
    products=MappingProxyType({"*": "*", "/": "//", "%": "%"}),
    signs=("+", "-"),
    dice=MappingProxyType({"%": standard_die(100), "F": FUDGE, "f": FUDGE}),
    letters=("d", "D", "u", "U", "w", "W"),
    labels=False,
    reader=DiceReader,
    examples=(
        "6d6^3",
        "6d6v",
        "6d6o",
        "6d6x5",
        "6d6r2",
        "6d6rr",
        "6d6e5",
        "6d6f5",
        "6d6a",
        "+-6d6",
        "6d6.+2",
        "2d6|1d8",
        "3u2",
        "2*7/2",
    ),
)
