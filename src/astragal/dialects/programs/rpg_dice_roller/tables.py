"""Functions without exact values, as tables of their rounded values.

The program rounds totals to two decimals. So the value of such a function is known in hundredths if
it is the total itself, or is only added to values with at most two decimals.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from astragal._value import Value
from astragal.dialects.whole import denominator, quick_totals
from astragal.errors import NotationError, Span
from astragal.notation.conditions import Comparison
from astragal.notation.modifiers.worth import Case, Worth
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Decimal, Literal

FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "cos": math.cos,
    "sin": math.sin,
    "tan": math.tan,
    "exp": math.exp,
    "log": math.log,
}
ROUNDING: dict[str, Callable[[float], int]] = {
    "floor": math.floor,
    "ceil": math.ceil,
    "round_away": lambda number: (
        math.floor(number + 0.5) if number > 0 else math.ceil(number - 0.5)
    ),
}
_RATIONAL = {"cos": (0, 1), "exp": (0, 1), "sin": (0, 0), "tan": (0, 0), "log": (1, 0)}
"""The only rational argument of each function with a rational value, and that value."""
_MOST_VALUES = 200
_LARGEST = 10**9
_MARGIN = 1e-5
"""Floats this close to a rounding boundary are refused; their error is far smaller."""


class Rough(Value):
    """A function of a value, and the scale that makes the value whole."""

    name: str
    argument: Node
    scale: int
    span: Span

    def hundredths(self) -> Node:
        """The value rounded to two decimals."""
        return self._table(lambda number: ROUNDING["round_away"](100 * number), 100)

    def rounded(self, name: str) -> Node:
        """The value rounded to a whole number."""
        return self._table(ROUNDING[name], 1)

    def _table(self, rounded: Callable[[float], int], times: int) -> Node:
        """A table of rounded multiples of the value, divided by ``times`` again."""
        values = self.values()
        found = {value: self._value(value, rounded, times) for value in values}
        if len(found) == 1:
            return _number(Fraction(next(iter(found.values())), times))
        cases = [Case(Comparison("=", value), points) for value, points in found.items()]
        argument = self.argument
        if self.scale > 1:
            argument = Product((("*", argument), ("*", Literal(self.scale))))
        table = Group((argument,), (Worth(tuple(cases), 0),), span=self.span)
        if times == 1:
            return table
        return Product((("*", table), ("/", Literal(times))), span=self.span)

    def values(self) -> list[int]:
        """The possible values of the argument, scaled to whole numbers."""
        found = quick_totals(self.argument)
        if found is None or len(found) > _MOST_VALUES:
            raise self.inexact()
        return [int(value * self.scale) for value in found]

    def _value(self, value: int, rounded: Callable[[float], int], times: int) -> int:
        number = value / self.scale
        exact = _exact(self.name, Fraction(value, self.scale))
        if exact is not None:
            return rounded(float(exact))
        try:
            found = FUNCTIONS[self.name](number)
        except (ValueError, OverflowError):
            raise self.inexact() from None
        if abs(found) > _LARGEST or abs(found * times * 2 - round(found * times * 2)) < _MARGIN:
            raise self.inexact()
        return rounded(found)

    def inexact(self) -> NotationError:
        message = f"`{self.name}` has no exact value here"
        return NotationError("untranslatable", message, span=self.span)


def _exact(name: str, number: Fraction) -> Fraction | None:
    """The value if it is rational; otherwise None."""
    if name == "sqrt" and number >= 0:
        root = Fraction(math.isqrt(number.numerator), math.isqrt(number.denominator))
        return root if root * root == number else None
    argument, value = _RATIONAL.get(name, (None, 0))
    return Fraction(value) if number == argument else None


def _number(number: Fraction) -> Node:
    if number < 0:
        return Negate(_number(-number))
    return Literal(int(number)) if number.denominator == 1 else Decimal(number)


def rough(name: str, argument: Node, span: Span) -> Rough | None:
    """A function without exact values; None for a root that is exact for all values."""
    scale = denominator(argument)
    found = Rough(name, argument, scale or 1, span)
    if scale is None:
        raise found.inexact()
    if name == "sqrt" and all(
        _exact(name, Fraction(value, scale)) is not None for value in found.values()
    ):
        return None
    return found


def terms(body: Node) -> list[Node]:
    """The terms of a total."""
    if isinstance(body, Sum):
        return [node for _, term in body.terms for node in terms(term)]
    return [body]
