"""Dice Maiden, the bot for Discord: sums from left to right, and short names for games' rolls."""

from __future__ import annotations

from astragal.dialects.dialect import Dialect
from astragal.dialects.programs.dicemaiden import reading
from astragal.dialects.words import (
    Counts,
    Explodes,
    Keeps,
    Makes,
    Marks,
    Noted,
    Refuses,
    Rerolls,
)
from astragal.die import FUDGE, standard_die
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_united import KeepUnited
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.worth import Worth

DIALECT = Dialect(
    "dicemaiden",
    "Dice Maiden",
    words=(
        Explodes("e", bare=">=", burst="!o"),
        Explodes("ie", bare=">="),
        Noted("i", numbered=True, default=1),
        Keeps("k", default=None),
        Keeps("kl", highest=False, default=None),
        Noted("km", numbered=True),
        Keeps("d", highest=False, drop=True, default=None),
        Rerolls("r", bare="<=", needed=True),
        Rerolls("ir", bare="<=", until=True, needed=True),
        Rerolls("rg", bare=">=", needed=True),
        Rerolls("irg", bare=">=", until=True, needed=True),
        Counts("t", bare=">="),
        Counts("tl", bare="<="),
        Noted("ds", numbered=True, default=0),
        Counts("f", bare="<=", points=-1),
        Marks("b", bare="<=", good=False),
        Refuses("c", "tens that cancel ones cannot be said here"),
        Makes("gb", (reading.DAMAGE,)),
        Makes("gbs"),
        Noted("adv", numbered=True),
        Noted("dis", numbered=True),
    ),
    comparisons={},
    levels=({"+": "+", "-": "-", "*": "*", "/": "trunc"},),
    dice={"%": standard_die(100), "f": FUDGE, "F": FUDGE},
    signs=(),
    commands={"/roll": "", "/r": ""},
    comments=("!",),
    several=(";",),
    computed=("numbers",),
    decimals="",
    spaced=True,
    order=((Explode, Reroll), (Keep, KeepUnited), Mark, (Tally, Worth)),
    leaves=1,
    repeats="{times} {roll}",
    values={"": reading.alias},
    refused={r"\(": ("unexpected", "dice were expected here, not `{}`", None)},
    roll=reading.roll,
    join=reading.join,
    pool=reading.pool,
    examples=(
        "4d6 k3",
        "4d6 ie6",
        "4d6 rg5",
        "6d10 t7 f1",
        "6d10 t7ds10",
        "2d6 ie6 adv1",
        "3d6 + 5 * 2",
        "6 4d6",
        "2d6 ; 3d8",
        "+d20 + 5",
        "4cod8",
        "ex5",
        "4d6 b1",
        "1d10 i1 e10",
        "mm 2e",
        "cs 3",
    ),
)
