"""rpg-dice-roller, the library for JavaScript.

Modifiers apply in a fixed order, independent of the order in the text, and the last of each kind
wins. Values are inserted into a formula as text. Totals are rounded to two decimals.
"""

from __future__ import annotations

from astragal.dialects.dialect import PRODUCTS, SUMS, Dialect
from astragal.dialects.programs.rpg_dice_roller import reading
from astragal.dialects.programs.rpg_dice_roller.words import RpgWriter, Targets, Uniques
from astragal.dialects.words import SORTS, Clamps, Explodes, Marks, Rerolls, keeps
from astragal.die import FUDGE, Die, standard_die

_FUNCTIONS = {
    "abs": "abs",
    "ceil": "ceil",
    "floor": "floor",
    "round": "round_away",
    "sign": "sign",
    "sqrt": "sqrt",
    "max": "max",
    "min": "min",
    "pow": "pow",
    "cos": "cos",
    "exp": "exp",
    "log": "log",
    "sin": "sin",
    "tan": "tan",
}

DIALECT = Dialect(
    "rpg-dice-roller",
    "rpg-dice-roller",
    words=(
        Clamps("min"),
        Clamps("max", raises=False),
        Explodes("!", None),
        Explodes("!!", None, burst="!!"),
        Explodes("!p", None, burst="!p"),
        Explodes("!!p", None, burst="!!p"),
        Rerolls("r", None, until=True),
        Rerolls("ro", None),
        Uniques("u"),
        Uniques("uo", once=True),
        *keeps(default=None),
        Targets(""),
        Marks("cs", None),
        Marks("cf", None, good=False),
        *SORTS,
    ),
    comparisons={"!=": "!=", "<>": "!=", "<=": "<=", ">=": ">=", "=": "=", ">": ">", "<": "<"},
    levels=(SUMS, {**PRODUCTS, "%": "%"}),
    powers=("^", "**"),
    signs=("-",),
    functions=_FUNCTIONS,
    dice={"%": standard_die(100), "F.2": FUDGE, "F.1": Die({-1: 1, 0: 4, 1: 1}), "F": FUDGE},
    letters=("d",),
    most_dice=999,
    strict=True,
    floats=True,
    refused={
        reading.STARS: (
            "unexpected",
            "rpg-dice-roller cannot read `**` between numbers in brackets",
            "write `^`",
        )
    },
    label=reading.label,
    finish=reading.finish,
    join=reading.join,
    signed=reading.signed,
    power=reading.power,
    call=reading.call,
    fixed=reading.fixed,
    pool=reading.pool,
    group=reading.group,
    condition=reading.condition,
    operand=reading.operand,
    writer=RpgWriter,
)
