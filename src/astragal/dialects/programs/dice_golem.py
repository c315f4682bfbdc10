"""Dice Golem, the bot for Discord: dice are re-rolled first, and then some are kept."""

from __future__ import annotations

from astragal.dialects.dialect import PRODUCTS, SUMS, Dialect
from astragal.dialects.normal import REMAINDER
from astragal.dialects.words import SORTS, Rerolls, keeps
from astragal.die import FUDGE
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.sort import Sort

_FUNCTIONS = {"round": "round_away", **{name: name for name in ("abs", "ceil", "floor")}}

DIALECT = Dialect(
    "dice-golem",
    "Dice Golem",
    words=(
        *keeps(default=None),
        Rerolls("r", until=True, needed=True),
        Rerolls("ro", needed=True),
        *SORTS,
    ),
    order=(Reroll, Keep, Sort),
    single={Keep: "keep or drop"},
    leaves=1,
    comparisons={"=": "=", "<": "<=", ">": "?"},
    levels=(SUMS, {**PRODUCTS, "%": REMAINDER}),
    powers=("**",),
    signs=("-",),
    functions={**_FUNCTIONS, "max": "max", "min": "min"},
    dice={"F": FUDGE},
    letters=("d",),
    computed=(),
    strict=True,
    commands={"/roll": "", "/secret": "whoever rolls", "/private": "whoever rolls"},
    comments=("#", "\\"),
    several=(";",),
    examples=(
        "3d6d1",
        "2d20kl1",
        "2d20r1",
        "2d20r<3",
        "d20ro1",
        "4d6kh3r1",
        "(1d6-4) % 3",
        "round(1d6/4)",
        "d20+2; 2d6 # Fire damage",
    ),
)
