"""DiceEvaluator, a library for Java: everything is a list, and ``=`` adds it up.

Here a list is added up in the end, whether ``=`` stands there or not; a remark says so.
"""

from __future__ import annotations

from types import MappingProxyType

from astragal.dialects.dialect import Dialect
from astragal.dialects.programs.diceevaluator.reader import DiceEvaluatorReader

_NAMED = "values with names are not read here"
_CHOSEN = "what depends on a comparison cannot be said here"
_TEXTS = "texts cannot be said here"

DIALECT = Dialect(
    "diceevaluator",
    "DiceEvaluator",
    words=(),
    comparisons=MappingProxyType({}),
    products=MappingProxyType({"*": "*", "/": "trunc", "mod": "rem"}),
    unsaid=MappingProxyType(
        {
            "val": _NAMED,
            **dict.fromkeys(("if", "ife", "ifg", "ifl", "ifin"), _CHOSEN),
            **dict.fromkeys(("concat", "groupc", "color", "coloron", "tag", "regex"), _TEXTS),
            "round": "how it rounds is not known",
        }
    ),
    dice=MappingProxyType({}),
    labels=False,
    repeats="{times}x{roll}",
    reader=DiceEvaluatorReader,
    examples=(
        "3d6=",
        "3d6+2>3",
        "3d6>=4c",
        "4d6k3",
        "3d!6",
        "2d!!6",
        "d[1/2/5]",
        "2d(0...9)",
        "(2d6=)*3",
        "-7/2",
        "exp(d6,[5/6],2)",
        "double(3d10,10)",
        "min(2d6=,3d4=)",
        "3x2d6=",
    ),
)
