"""Tyche, a library for Rust: words apply as written."""

from __future__ import annotations

from types import MappingProxyType

from astragal.dialects.dialect import Dialect
from astragal.dialects.reader import DialectReader
from astragal.dialects.whole import never_negative
from astragal.dialects.words import Clamps, Explodes, Keeps, Rerolls
from astragal.die import Die
from astragal.errors import Span
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Literal

_MOST = 255
_MOST_NUMBER = 2**31 - 1


class TycheReader(DialectReader):
    """Dice have no blanks in them, and their numbers end at 255."""

    __slots__ = ()

    def sides(self, sides: int, start: int) -> Die:
        if sides > _MOST:
            place = self.span(start)
            raise self.error("no-such-die", f"Tyche's dice have {_MOST} sides at most", place)
        return super().sides(sides, start)

    def number(self) -> Node:
        node = super().number()
        if isinstance(node, Literal) and node.n > _MOST_NUMBER:
            message = f"Tyche's numbers end at {_MOST_NUMBER:,}"
            raise self.error("number-too-long", message, node.span)
        return node

    def decimal(self, whole: int, start: int) -> Node | None:
        return None

    def sides_ahead(self) -> bool:
        return "0" <= self.here() <= "9"

    def operand(self, *, signed: bool = False) -> int | None:
        return self.digits()

    def bracketed(self) -> Node:
        return self.inside()

    def rounded(self, name: str, left: Node, right: Node, place: Span) -> Node:
        if name == "ceil" and not (never_negative(left) and never_negative(right)):
            raise self.unknown("`\\` of what may be below zero", place)
        return super().rounded(name, left, right, place)


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
    comparisons=MappingProxyType({each: each for each in ("<=", ">=", "<", ">", "=")}),
    products=MappingProxyType({"*": "*", "/": "trunc", "\\": "ceil"}),
    signs=("-",),
    dice=MappingProxyType({}),
    spaced=False,
    labels=False,
    reader=TycheReader,
    examples=(
        "2d20k",
        "4d6rr1x>4",
        "8d8min2kh4xo",
        "2d6/2",
        "50\\11",
    ),
)
