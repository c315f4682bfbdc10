"""Troll: collections, and words before them that make one number of each.

What is added up at last is said (``sum 3d6``), so only dice alone and texts that come to one number
are read.
"""

from __future__ import annotations

from types import MappingProxyType

from astragal.dialects.dialect import Dialect
from astragal.dialects.programs.troll.reader import TrollReader
from astragal.dialects.programs.troll.writer import TrollWriter

DIALECT = Dialect(
    "troll",
    "Troll",
    words=(),
    comparisons=MappingProxyType({}),
    products=MappingProxyType({"*": "*", "/": "trunc", "mod": "rem"}),
    signs=("-",),
    dice=MappingProxyType({}),
    letters=("d", "D", "z", "Z"),
    labels=False,
    reader=TrollReader,
    writer=TrollWriter,
    examples=(
        "sum 4d6",
        "sum largest 3 4d6",
        "max 2d20",
        "count 7 < 10d10",
        "count different 5d6",
        "max {2d6, d8}",
        "sum 3#2d6",
        "x := 3d6; (sum x) + (max x)",
        "choose {1,2,4}",
        "repeat x := d6 until x > 1",
        "sum (accumulate x := d6 while x = 6)",
        "z9",
    ),
)
