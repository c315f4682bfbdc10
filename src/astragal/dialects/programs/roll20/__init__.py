"""Roll20: ``>`` means "at least", and re-rolls go on until the face no longer matches.

Dice explode or are re-rolled while they roll; then some are kept, then successes are counted,
whatever the order in the text.
"""

from __future__ import annotations

from types import MappingProxyType

from astragal.dialects.dialect import JAVASCRIPT, Dialect
from astragal.dialects.normal import REMAINDER
from astragal.dialects.programs.roll20.arranging import arrange
from astragal.dialects.programs.roll20.reader import Roll20Reader
from astragal.dialects.programs.roll20.words import Matches, Rerolled
from astragal.dialects.programs.roll20.writer import Roll20Writer
from astragal.dialects.words import Counts, Explodes, Keeps, Marks, sorts

DIALECT = Dialect(
    "roll20",
    "Roll20",
    words=(
        Keeps("kh"),
        Keeps("kl", highest=False),
        Keeps("k"),
        Keeps("dl", highest=False, drop=True),
        Keeps("dh", drop=True),
        Keeps("d", highest=False, drop=True),
        Explodes("!"),
        Explodes("!!", burst="!!"),
        Explodes("!p", burst="!p"),
        Rerolled("r", until=True),
        Rerolled("ro"),
        Counts(""),
        Counts("f", points=-1),
        Marks("cs", needed=True),
        Marks("cf", needed=True, good=False),
        Matches("mt"),
        Matches("m", counts=False),
        sorts("s"),
        sorts("sa"),
        sorts("sd", highest=True),
    ),
    comparisons=MappingProxyType({"=": "=", ">": ">=", "<": "<="}),
    products=MappingProxyType({"*": "*", "/": "/", "%": REMAINDER}),
    powers=("**",),
    functions=JAVASCRIPT,
    commands=MappingProxyType(
        {
            **dict.fromkeys(("/r", "/roll"), ""),
            **dict.fromkeys(("/gmr", "/gmroll", "/gr"), "the game master"),
        }
    ),
    comments=("\\",),
    spaced=False,
    groups=True,
    arrange=arrange,
    reader=Roll20Reader,
    writer=Roll20Writer,
)
