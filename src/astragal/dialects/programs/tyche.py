"""Tyche, a library for Rust: words apply as written."""

from __future__ import annotations

from astragal.dialects.complaining import unknown
from astragal.dialects.dialect import SUMS, Dialect
from astragal.dialects.joining import Run
from astragal.dialects.whole import never_negative
from astragal.dialects.words import Clamps, Explodes, Keeps, Rerolls
from astragal.notation.nodes.node import Node


def join(run: Run, sign: str, right: Node) -> None:
    if sign == "ceil" and not (never_negative(run.node) and never_negative(right)):
        place = run.reader.span(run.start)
        raise unknown(run.reader, "`\\` of what may be below zero", place)
    run.join(sign, right)


DIALECT = Dialect(
    "tyche",
    "Tyche",
    words=(
        Keeps("kh"),
        Keeps("k"),
        Keeps("kl", highest=False),
        Rerolls("r"),
        Rerolls("rr", until=True),
        Explodes("x"),
        Explodes("xo", burst="!o"),
        Clamps("min"),
        Clamps("max", raises=False),
    ),
    comparisons={each: each for each in ("<=", ">=", "<", ">", "=")},
    levels=(SUMS, {"*": "*", "/": "trunc", "\\": "ceil"}),
    signs=("-",),
    dice={},
    computed=(),
    sides=(1, 255),
    largest=2**31 - 1,
    decimals="",
    join=join,
    examples=(
        "2d20k",
        "4d6rr1x>4",
        "8d8min2kh4xo",
        "2d6/2",
        "50\\11",
    ),
)
