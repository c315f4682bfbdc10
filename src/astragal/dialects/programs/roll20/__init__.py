"""Roll20: ``>`` means "at least", and re-rolls go on until the face no longer matches.

The order of the words does not matter: dice explode or are re-rolled first, then some are kept, and
then successes are counted.
"""

from __future__ import annotations

from astragal.dialects.complaining import in_macros
from astragal.dialects.dialect import JAVASCRIPT, PRODUCTS, SUMS, Dialect
from astragal.dialects.normal import REMAINDER
from astragal.dialects.programs.roll20 import reading
from astragal.dialects.reader import DialectReader
from astragal.dialects.words import (
    SORTS,
    Counts,
    Explodes,
    Marks,
    Noted,
    Pending,
    Rerolls,
    keeps,
)
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.sort import Sort

DIALECT = Dialect(
    "roll20",
    "Roll20",
    words=(
        *keeps(),
        Explodes("!"),
        Explodes("!!", burst="!!"),
        Explodes("!p", burst="!p"),
        Rerolls("r", until=True, united=True),
        Rerolls("ro", united=True),
        Counts(""),
        Counts("f", points=-1),
        Marks("cs", needed=True),
        Marks("cf", needed=True, good=False),
        Noted("mt", numbered=True, default=2),
        Noted("m", numbered=True, default=2),
        *SORTS,
    ),
    comparisons={"=": "=", ">": ">=", "<": "<=", **dict.fromkeys((">=", "<=", "=="), "")},
    levels=(SUMS, {**PRODUCTS, "%": REMAINDER}),
    powers=("**",),
    functions=JAVASCRIPT,
    order=(Explode, Reroll, Mark, Keep, Sort, Tally),
    single={Keep: "keep or drop", Pending: "match", Explode: "explode"},
    negative=True,
    commands={
        **dict.fromkeys(("/r", "/roll"), ""),
        **dict.fromkeys(("/gmr", "/gmroll", "/gr"), "the game master"),
    },
    comments=("\\",),
    given="@{{{}}}",
    hints={"[<>=]": "to count dice, put them in braces with what is added to each: `{3d6+1}>5`"},
    values={
        r"\.[0-9]": lambda reader, _: DialectReader.number(reader),
    },
    refused={
        r"[0-9]+t\[": (
            "no-such-table",
            "a formula does not know what is in this table",
            "read it as a macro of Roll20, with the table",
        ),
        r"[?%&]\{|#": in_macros("Roll20"),
    },
    inserted={r"@\{": reading.character_value, r"\[\[": reading.inline_roll},
    label=reading.label,
    comment=reading.comment,
    pool=reading.pool,
    group=reading.group,
    writer=reading.Roll20Writer,
)
