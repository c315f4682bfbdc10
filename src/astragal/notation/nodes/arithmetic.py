"""Arithmetic: ``-a``, ``a + b - c``, ``a * b / c // d % e``."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from astragal._value import put
from astragal.errors import NOWHERE, NotationError, RollError, Span
from astragal.notation.nodes.node import (
    NOT_NUMBERS,
    Kind,
    Level,
    Node,
    check_numbers,
    checked,
    inside,
    require_number,
    show,
)
from astragal.notation.nodes.values import FIXED, TYPED, Literal
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number, tidy
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import as_said, phrase

if TYPE_CHECKING:
    from fractions import Fraction

    from astragal.notation.columns import Columns
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law
    from astragal.rolling.phrases import Said

Parts = tuple[tuple[str, Node], ...]
"""Signs and operands: each sign with the node after it."""


class Arithmetic(Node, abstract=True):
    """Arithmetic; its first dice are those of its first part that is not a constant."""

    kind = Kind.NUMBER

    @property
    def first_dice(self) -> Node | None:
        first = next((child for child in self.children if not child.constant), None)
        return None if first is None else first.first_dice

    @property
    def last_pool(self) -> Node | None:
        return self.children[-1].last_pool


class Negate(Arithmetic):
    """``-a``."""

    operand: Node

    level = Level.UNARY
    chapter = Chapter.ARITHMETIC
    examples = (Example("-1d4 + 10", "a sign", (3,), "7"),)

    def __post_init__(self) -> None:
        require_number(self.operand, "-")

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand,)

    def value(self, frame: Frame) -> Number:
        return -self.operand.number(frame)

    def law(self, weigher: Weigher) -> Law:
        law = weigher.law(self.operand)
        weigher.budget.spend_fractions(law)
        return law.scaled(-1)

    def column(self, columns: Columns) -> list[Number] | None:
        column = self.operand.column(columns)
        return None if column is None else list(map(operator.neg, column))

    def say(self, teller: Teller) -> Said:
        return phrase(["-", teller.say(self.operand, Level.UNARY)])

    def describe(self) -> str:
        return f"minus {inside(self.operand)}"

    def __str__(self) -> str:
        return f"-{show(self.operand, Level.UNARY)}"


class Sum(Arithmetic):
    """``a + b - c``: two or more terms with their signs; the first sign is plus."""

    terms: Parts

    level = Level.SUM
    runs_on: ClassVar[bool] = True
    signs: ClassVar[dict[str, str]] = {"+": "+", "-": "-", "−": "-", "–": "-"}
    """the ways to type each sign"""
    chapter = Chapter.ARITHMETIC
    examples = (Example("2d6+3", "`+ - * / // % ** ( )`, and `−` `–` `×` `÷`", (2, 4), "9"),)

    def __init__(self, terms: Parts, *, span: Span = NOWHERE) -> None:
        if len(terms) < 2 or terms[0][0] != "+":
            raise NotationError("bad-sum", "a sum needs two terms or more, the first with a plus")
        for sign, term in terms:
            if sign not in _WORDS_OF_SUM:
                raise NotationError("bad-sum", f"no such sign: {sign}")
            if term.kind in NOT_NUMBERS:
                require_number(term, sign)
        put(self, "terms", terms)
        put(self, "span", span)

    @property
    def children(self) -> tuple[Node, ...]:
        return tuple([term for _, term in self.terms])

    def value(self, frame: Frame) -> Number:
        total: Number = 0
        for sign, term in self.terms:
            if sign == "+":
                total += term.number(frame)
            else:
                total -= term.number(frame)
        return checked(total, frame.limits, self.span)

    def law(self, weigher: Weigher) -> Law:
        total, added = self.parted(weigher)
        if total is None:
            return weigher.certain(added)
        return total.shifted(added) if added else total

    def parted(self, weigher: Weigher) -> tuple[Law | None, Number]:
        """The law of the rolled terms, None if there are none, and the sum of the constants."""
        laws: list[Law] = []
        added: Number = 0
        for sign, term in self.terms:
            if isinstance(term, FIXED):
                number = term.n if type(term) is Literal else term.fixed(weigher)
                added += number if sign == "+" else -number
                continue
            law = weigher.law(term)
            if sign == "-":
                weigher.budget.spend_fractions(law)
            laws.append(law if sign == "+" else law.scaled(-1))
        weigher.budget.span = self.span
        if not laws:
            return None, added
        total = laws[0] if len(laws) == 1 else weigher.total(laws)
        if added and total.fractional:
            weigher.budget.spend_fractions(total)
        return total, added

    def column(self, columns: Columns) -> Sequence[Number] | None:
        return _combined(self.terms, {"+": operator.add, "-": operator.sub}, columns, self.span)

    def say(self, teller: Teller) -> Said:
        return _said([(sign, teller.say(term, Level.PRODUCT)) for sign, term in self.terms])

    def describe(self) -> str:
        return _describe([(_WORDS_OF_SUM[sign], term) for sign, term in self.terms])

    def __str__(self) -> str:
        return _chain([(sign, show(term, Level.PRODUCT)) for sign, term in self.terms])


def _combined(
    parts: Parts,
    operations: Mapping[str, Callable[[Any, Any], Any]],
    columns: Columns,
    span: Span,
) -> Sequence[Number] | None:
    """The columns of some operands, combined from left to right by the operation of each sign."""
    found = columns.of_all([node for _, node in parts])
    if found is None:
        return None
    total, *rest = found
    for (sign, _), column in zip(parts[1:], rest, strict=True):
        total = columns.held(list(map(operations[sign], total, column)), span)
    return total


class Product(Arithmetic):
    """``a * b / c // d % e``, from left to right.

    ``/`` is exact, ``//`` rounds down, and ``%`` is the remainder of ``//``, with the divisor's
    sign.
    """

    factors: Parts

    level = Level.PRODUCT
    runs_on: ClassVar[bool] = True
    signs: ClassVar[dict[str, str]] = {
        "*": "*",
        "×": "*",
        "/": "/",
        "÷": "/",
        "//": "//",
        "%": "%",
    }
    """the ways to type each sign"""
    chapter = Chapter.ARITHMETIC
    examples = (
        Example("7/2", "`/` is exact", (), "7/2"),
        Example("7//2", "`//` rounds down", (), "3"),
        Example("1d100 % 10", "`%` is what `//` leaves; its sign is the divisor's", (47,), "7"),
        Example("-7 % 3", "so it goes up from the multiple below", (), "2"),
    )

    def __post_init__(self) -> None:
        if len(self.factors) < 2 or self.factors[0][0] != "*":
            raise NotationError(
                "bad-product", "a product needs two factors or more, the first with `*`"
            )
        for op, factor in self.factors:
            if op not in _WORDS_OF_PRODUCT:
                raise NotationError("bad-product", f"no such sign: {op}")
            require_number(factor, op)
            if op != "*" and factor == Literal(0):
                raise division_by_zero(factor)

    @property
    def children(self) -> tuple[Node, ...]:
        return tuple(factor for _, factor in self.factors)

    def value(self, frame: Frame) -> Number:
        total: Number = 1
        for op, factor in self.factors:
            number = factor.number(frame)
            if op == "*":
                total = checked(total * number, frame.limits, self.span)
            elif not number:
                raise division_by_zero(factor)
            elif op == "/":
                total = checked(_fraction_class()(total) / number, frame.limits, self.span)
            else:
                total = total // number if op == "//" else tidy(total % number)
        return total

    def law(self, weigher: Weigher) -> Law:
        from astragal.notation.weighing.cases import FailureError
        from astragal.probability.laws import arithmetic, remainders

        divisions = {
            "/": arithmetic.divide,
            "//": arithmetic.floor_divide,
            "%": remainders.modulo,
        }
        budget = weigher.budget
        total = weigher.certain(1)
        for op, factor in self.factors:
            law = weigher.law(factor)
            budget.span = self.span
            if op == "*":
                total = arithmetic.multiply(total, law, budget)
                check_numbers(total.longest, budget.limits, self.span)
                continue
            if zero := law.exactly(0):
                raise FailureError(division_by_zero(factor), zero)
            total = divisions[op](total, law, budget)
        return total

    def column(self, columns: Columns) -> Sequence[Number] | None:
        if not columns.multiplies or any(op != "*" for op, _ in self.factors):
            return None  # a divisor may be zero
        return _combined(self.factors, {"*": operator.mul}, columns, self.span)

    def say(self, teller: Teller) -> Said:
        return _said([(op, teller.say(factor, Level.UNARY)) for op, factor in self.factors])

    def describe(self) -> str:
        return _describe([(_WORDS_OF_PRODUCT[op], factor) for op, factor in self.factors])

    def __str__(self) -> str:
        return _chain([(op, show(factor, Level.UNARY)) for op, factor in self.factors])


_WORDS_OF_SUM = {"+": "plus", "-": "minus"}
_WORDS_OF_PRODUCT = {
    "*": "times",
    "/": "divided by",
    "//": "divided (rounded down) by",
    "%": "modulo",
}

DIVISION_BY_ZERO = "division-by-zero"
DEPEND_ON_FACES = frozenset({DIVISION_BY_ZERO, "bad-exponent", "not-a-square"})
"""The codes of errors that only some faces cause; their messages include the odds."""


@cache
def _fraction_class() -> type[Fraction]:
    """The class, imported once, since most rolls divide nothing."""
    from fractions import Fraction

    return Fraction


def division_by_zero(divisor: Node) -> RollError:
    came = "" if isinstance(divisor, TYPED) else f": `{divisor}` came to 0"
    return RollError(DIVISION_BY_ZERO, f"division by zero{came}", span=divisor.span)


def _chain(parts: list[tuple[str, str]]) -> str:
    """``a + b - c``: the first sign is omitted."""
    return parts[0][1] + "".join([f" {sign} {text}" for sign, text in parts[1:]])


def _said(parts: Sequence[tuple[str, Said]]) -> Said:
    """``a + b - c``, as said."""
    said = [parts[0][1]]
    for sign, text in parts[1:]:
        said += (f" {sign} ", text)
    return as_said("", said)


def _describe(parts: list[tuple[str, Node]]) -> str:
    (_, first), *rest = parts
    text = inside(first) if first.level < Level.PRODUCT else first.describe()
    for word, node in rest:
        text += (";" if "," in text else "") + f" {word} {inside(node)}"
    return text
