"""Powers where no documentation says how signs before them or several of them go together."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from astragal.dialects.complaining import unknown
from astragal.notation.nodes.arithmetic import Negate
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.values import Decimal

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.notation.nodes.node import Node

_HALF = Fraction(1, 2)


def signed(reader: DialectReader, sign: str, operand: Node, start: int) -> Node:
    if sign == "+":
        return operand
    if isinstance(operand, Power) and "(" not in reader.text[start : operand.span.start]:
        raise unknown(reader, "a sign before a power", reader.span(start))
    return Negate(operand, span=reader.span(start))


def power(reader: DialectReader, base: Node, exponent: Node, start: int) -> Node:
    """Half a power is a root."""
    place = reader.span(start)
    if isinstance(exponent, Power) and reader.text[exponent.span.start - 1] != "(":
        raise unknown(reader, "one power after another", place)
    if isinstance(exponent, Decimal) and exponent.n == _HALF:
        return FunctionCall("sqrt", (base,), span=place)
    return Power(base, exponent, span=place)
