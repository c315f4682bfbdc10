"""Foundry Virtual Tabletop: words apply in the written order, to the rolled faces."""

from __future__ import annotations

from astragal.dialects.dialect import DICE, PRODUCTS, SUMS, Dialect
from astragal.dialects.normal import REMAINDER
from astragal.dialects.programs.foundry import reading
from astragal.dialects.programs.foundry.words import (
    COIN,
    Calls,
    FoundryKeeps,
    LimitedExplodes,
    LimitedRerolls,
    Scores,
    ScoresParity,
    Together,
)
from astragal.dialects.reader import bracket_label
from astragal.dialects.words import Clamps, Noted, keeps

_FUNCTIONS = ("abs", "ceil", "floor", "max", "min", "round", "sign", "sqrt", "trunc", "pow")
"""The functions of JavaScript that we have; ``round`` rounds halves up."""


DIALECT = Dialect(
    "foundry",
    "Foundry",
    words=(
        *keeps(FoundryKeeps),
        LimitedExplodes("x"),
        LimitedExplodes("xo", burst="!o"),
        LimitedRerolls("r"),
        LimitedRerolls("rr", until=True),
        Clamps("min", needed=False),
        Clamps("max", raises=False, needed=False),
        Calls("c"),
        Together(""),
        ScoresParity("even"),
        ScoresParity("odd"),
        Scores("cs"),
        Scores("cf"),
        Scores("df", points=-1),
        Scores("sf", points="-face"),
        Noted("ms", bare="="),
    ),
    comparisons={each: each for each in ("<=", ">=", "<", ">", "=")},
    levels=(SUMS, {**PRODUCTS, "%": REMAINDER}),
    functions={name: name for name in _FUNCTIONS},
    unsaid=(
        *("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "clz32", "cos"),
        *("cosh", "exp", "expm1", "fround", "hypot", "imul", "log", "log10", "log1p", "log2"),
        *("random", "sin", "sinh", "tan", "tanh"),
    ),
    dice={**DICE, "c": COIN, "C": COIN},
    commands={
        **dict.fromkeys(("/r", "/roll", "/pr", "/publicroll"), ""),
        **dict.fromkeys(("/gmr", "/gmroll"), "the game master"),
        **dict.fromkeys(("/br", "/broll", "/blindroll"), "the game master alone"),
        **dict.fromkeys(("/sr", "/selfroll"), "whoever rolls"),
    },
    comments=("#",),
    given="@{}",
    faces=True,
    most_dice=999,
    hints={
        "[<>=]": "to count dice: `3d6cs>3`",
        "!": "dice explode with `x`: `3d6x6`",
        r"[^\W\d_]": "text that names the roll stands behind a `#`: `1d20 # Attack`",
    },
    inserted={"@": reading.value},
    label=bracket_label,
    opening=reading.opening,
    call=reading.call,
    pool=reading.pool,
    group=reading.group,
)
