"""Programs whose values are floats: what may be a hair off there is refused where that matters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from astragal.dialects.whole import is_dyadic, may_miss_whole
from astragal.errors import NotationError
from astragal.notation.nodes.arithmetic import Product

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.notation.nodes.node import Node

_MOST_CHECKED = 10
"""How many divisions in a row are looked at."""


def check_floats(reader: DialectReader, node: Node, start: int) -> None:
    """Refuse what is cut or compared with whole numbers, if floats may miss one by a hair."""
    if may_miss_whole(node):
        raise hair_off(reader, start)


def hair_off(reader: DialectReader, start: int) -> NotationError:
    message = f"{reader.dialect.title}'s decimals are a hair off, which may change this"
    return reader.error("untranslatable", message, reader.span(start))


def check_quotient(
    reader: DialectReader, factors: Sequence[tuple[str, Node]], divisor: Node, start: int
) -> None:
    """Refuse to divide factors, the first of which has no sign, where a hair would matter."""
    if is_dyadic(divisor) and all(is_dyadic(factor) for _, factor in factors):
        return
    if sum(sign in ("//", "%") for sign, _ in factors) >= _MOST_CHECKED:
        raise hair_off(reader, start)
    check_floats(reader, Product((("*", factors[0][1]), *factors[1:], ("/", divisor))), start)
