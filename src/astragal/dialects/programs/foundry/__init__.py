"""Foundry Virtual Tabletop: words apply as written, and look at what dice showed when rolled."""

from __future__ import annotations

from types import MappingProxyType

from astragal.dialects.dialect import DICE, Dialect
from astragal.dialects.normal import REMAINDER
from astragal.dialects.programs.foundry.arranging import arrange
from astragal.dialects.programs.foundry.reader import FoundryReader
from astragal.dialects.programs.foundry.words import (
    COIN,
    Calls,
    FoundryKeeps,
    LimitedExplodes,
    LimitedRerolls,
    Margins,
    Scores,
    ScoresParity,
)
from astragal.dialects.programs.foundry.writer import FoundryWriter
from astragal.dialects.words import Clamps

_FUNCTIONS = ("abs", "ceil", "floor", "max", "min", "round", "sign", "sqrt", "trunc")
"""Those of JavaScript's that there are here; ``round`` rounds halves up."""


DIALECT = Dialect(
    "foundry",
    "Foundry",
    words=(
        FoundryKeeps("kh"),
        FoundryKeeps("kl", highest=False),
        FoundryKeeps("k"),
        FoundryKeeps("dl", highest=False, drop=True),
        FoundryKeeps("dh", drop=True),
        FoundryKeeps("d", highest=False, drop=True),
        LimitedExplodes("x"),
        LimitedExplodes("xo", burst="!o"),
        LimitedRerolls("r"),
        LimitedRerolls("rr", until=True),
        Clamps("min", needed=False),
        Clamps("max", raises=False, needed=False),
        ScoresParity("even"),
        ScoresParity("odd"),
        Scores("cs"),
        Scores("cf"),
        Scores("df", points=-1),
        Scores("sf", points="-face"),
        Margins("ms"),
        Calls("c"),
    ),
    comparisons=MappingProxyType({each: each for each in ("<=", ">=", "<", ">", "=")}),
    products=MappingProxyType({"*": "*", "/": "/", "%": REMAINDER}),
    functions=MappingProxyType({name: name for name in _FUNCTIONS}),
    dice=MappingProxyType({**DICE, "c": COIN, "C": COIN}),
    commands=MappingProxyType(
        {
            **dict.fromkeys(("/r", "/roll", "/pr", "/publicroll"), ""),
            **dict.fromkeys(("/gmr", "/gmroll"), "the game master"),
            **dict.fromkeys(("/br", "/broll", "/blindroll"), "the game master alone"),
            **dict.fromkeys(("/sr", "/selfroll"), "whoever rolls"),
        }
    ),
    comments=("#",),
    spaced=False,
    groups=True,
    arrange=arrange,
    reader=FoundryReader,
    writer=FoundryWriter,
)
