"""Joins values and signs from left to right, building each sum or product only once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.dialects.normal import QUOTIENTS, REMAINDER
from astragal.dialects.whole import check_quotient, never_negative
from astragal.notation.nodes.arithmetic import Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.comparison import Compare

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.errors import Span
    from astragal.notation.nodes.node import Node

_OF_SUMS = ("+", "-")
_OF_PRODUCTS = ("*", "/", "//", "%", REMAINDER, *QUOTIENTS)
_NEVER_NEGATIVE = {REMAINDER: "%", "trunc": "//"}
"""Equivalent signs for factors that are never negative."""


class Run:
    """The values read so far at one level of precedence."""

    def __init__(self, reader: DialectReader, first: Node, start: int) -> None:
        self.reader = reader
        self.start = start
        self.place: Span = first.span
        self.become(first)

    def become(self, node: Node) -> None:
        """Replace everything read so far with one value."""
        self.parts: list[tuple[str, Node]] = [("", node)]
        self._made: Node | None = node
        self._plain = True
        self._looked_at = 0

    @property
    def alone(self) -> Node | None:
        """The only value read so far; None after the first sign."""
        return self.parts[0][1] if len(self.parts) == 1 else None

    @property
    def node(self) -> Node:
        if self._made is None:
            sums = self.parts[1][0] in _OF_SUMS
            parts = (("+" if sums else "*", self.parts[0][1]), *self.parts[1:])
            self._made = (Sum if sums else Product)(tuple(parts), span=self.place)
        return self._made

    def join(self, sign: str, right: Node, *, flat: bool = False) -> None:
        """Join one more value; with ``flat``, a single sum is extended instead of nested."""
        self.place = self.reader.span(self.start)
        if sign not in _OF_SUMS and sign not in _OF_PRODUCTS:
            self.become(Compare(sign, self.node, right, span=self.place))
            return
        if len(self.parts) > 1 and (self.parts[1][0] in _OF_SUMS) != (sign in _OF_SUMS):
            self.become(self.node)
        if flat and sign in _OF_SUMS and isinstance(self.alone, Sum):
            self.parts = [("", self.alone.terms[0][1]), *self.alone.terms[1:]]
        if sign in ("//", "%") and self.reader.dialect.floats:
            check_quotient(self.reader, self.parts, right, self.start)
        if sign in QUOTIENTS or sign == REMAINDER:
            if sign == "ceil" or not self._never_negative(right):
                self.become(self._rounded(sign, right))
                return
            sign = _NEVER_NEGATIVE[sign]
        self.parts.append((sign, right))
        self._made = None

    def _never_negative(self, right: Node) -> bool:
        """True if no factor can be negative; each factor is checked only once."""
        for _, factor in self.parts[self._looked_at :]:
            self._plain = self._plain and never_negative(factor)
        self._looked_at = len(self.parts)
        return self._plain and never_negative(right)

    def _rounded(self, name: str, right: Node) -> Node:
        """A remainder, or a rounded quotient."""
        if name == REMAINDER:
            return FunctionCall(name, (self.node, right), span=self.place)
        quotient = Product((("*", self.node), ("/", right)), span=self.place)
        return FunctionCall(name, (quotient,), span=self.place)
