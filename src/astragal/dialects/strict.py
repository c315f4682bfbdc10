"""A reader for programs that take no blanks and no capital letters after dice."""

from __future__ import annotations

from collections.abc import Sequence

from astragal.dialects.reader import DialectReader
from astragal.dialects.whole import is_dyadic, may_miss_whole
from astragal.dialects.words import Worded
from astragal.errors import NotationError
from astragal.notation.nodes.arithmetic import Product
from astragal.notation.nodes.node import Node
from astragal.notation.operands import Operand

_MOST_CHECKED = 10
"""How many divisions in a row are looked at."""


class StrictReader(DialectReader):
    """Words are small letters without blanks, the number after them is typed, values are floats."""

    __slots__ = ()

    def modifier(self) -> Sequence[Worded] | None:
        start = self.at
        made = super().modifier()
        typed = self.text[start : self.at]
        if typed != typed.lower() or typed.split() not in ([], [typed]):
            self.at = start
            return None
        return made

    def operand(self, *, signed: bool = False) -> Operand | None:
        return self.integer() if signed else self.digits()

    def check_floats(self, node: Node, start: int) -> None:
        """Refuse what is cut or compared with whole numbers, if floats may miss one by a hair."""
        if may_miss_whole(node):
            raise self.hair_off(start)

    def hair_off(self, start: int) -> NotationError:
        return self.error(
            "untranslatable",
            f"{self.dialect.title}'s decimals are a hair off, which may change this",
            self.span(start),
        )

    def multiplied(self, factors: Sequence[tuple[str, Node]], start: int) -> Node:
        if not all(is_dyadic(factor) for _, factor in factors):
            places = [place for place, (sign, _) in enumerate(factors) if sign in ("//", "%")]
            for place in places[:_MOST_CHECKED]:
                divided = Product((*factors[:place], ("/", factors[place][1])))
                self.check_floats(divided, start)
            if len(places) > _MOST_CHECKED:
                raise self.hair_off(start)
        return super().multiplied(factors, start)
