"""The nodes that compute: arithmetic, functions, comparisons."""

from __future__ import annotations

import operator
from fractions import Fraction

from astragal.errors import NotationError, RollError
from astragal.notation.conditions import check_order
from astragal.notation.functions import FUNCTIONS
from astragal.notation.nodes import Kind, Level, Literal, Node, checked, require_number, show, whole
from astragal.outcome import Number
from astragal.rolling.frame import Frame


class Negate(Node):
    """``-a``."""

    operand: Node

    level = Level.UNARY

    def __post_init__(self) -> None:
        require_number(self.operand, "-")

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand,)

    def value(self, frame: Frame) -> Number:
        return -self.operand.number(frame)

    @property
    def last_pool(self) -> Node | None:
        return self.operand.last_pool

    def __str__(self) -> str:
        return f"-{show(self.operand, Level.UNARY)}"


class Sum(Node):
    """``a + b - c``: two or more terms, each with its sign; the first one's is plus."""

    terms: tuple[tuple[str, Node], ...]

    level = Level.SUM

    def __post_init__(self) -> None:
        if len(self.terms) < 2 or self.terms[0][0] != "+":
            raise NotationError("bad-sum", "a sum has two terms or more, the first with a plus")
        for sign, term in self.terms:
            if sign not in ("+", "-"):
                raise NotationError("bad-sum", f"no such sign: {sign}")
            require_number(term, sign)

    @property
    def children(self) -> tuple[Node, ...]:
        return tuple(term for _, term in self.terms)

    def value(self, frame: Frame) -> Number:
        total: Number = 0
        for sign, term in self.terms:
            if sign == "+":
                total += term.number(frame)
            else:
                total -= term.number(frame)
        return checked(total, frame.limits, self.span)

    @property
    def last_pool(self) -> Node | None:
        return self.terms[-1][1].last_pool

    def __str__(self) -> str:
        first, *rest = self.terms
        tail = (f" {sign} {show(term, Level.PRODUCT)}" for sign, term in rest)
        return show(first[1], Level.PRODUCT) + "".join(tail)


class Product(Node):
    """``a * b / c // d``, from left to right: ``/`` is exact, ``//`` rounds down."""

    factors: tuple[tuple[str, Node], ...]

    level = Level.PRODUCT

    def __post_init__(self) -> None:
        if len(self.factors) < 2 or self.factors[0][0] != "*":
            raise NotationError("bad-product", "a product has two factors or more")
        for op, factor in self.factors:
            if op not in ("*", "/", "//"):
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
                total = checked(Fraction(total) / number, frame.limits, self.span)
            else:
                total = total // number
        return total

    @property
    def last_pool(self) -> Node | None:
        return self.factors[-1][1].last_pool

    def __str__(self) -> str:
        first, *rest = self.factors
        tail = (f" {op} {show(factor, Level.UNARY)}" for op, factor in rest)
        return show(first[1], Level.UNARY) + "".join(tail)


DIVISION_BY_ZERO = "division-by-zero"


def division_by_zero(divisor: Node) -> RollError:
    came = "" if isinstance(divisor, Literal) else f": `{divisor}` came to 0"
    return RollError(DIVISION_BY_ZERO, f"division by zero{came}", span=divisor.span)


class Call(Node):
    """``floor(a)``, ``highest(p, 2)``: a function of numbers or of a pool."""

    name: str
    arguments: tuple[Node, ...]

    def __post_init__(self) -> None:
        if self.name not in FUNCTIONS:
            raise NotationError("unknown-word", f"no such function: {self.name}", span=self.span)
        function = FUNCTIONS[self.name]
        count, most = len(self.arguments), function.most
        if count < function.least or (most is not None and count > most):
            raise NotationError(
                "wrong-arguments",
                f"`{self.name}` takes {_how_many(function.least, most)}, not {count}",
                span=self.span,
                hint=f"e.g. `{function.example}`",
            )
        if function.reads_pool and self.arguments[0].kind not in (Kind.POOL, Kind.LIST):
            raise NotationError(
                "not-a-pool",
                f"`{self.name}` reads dice, and this is {self.arguments[0].kind.value}",
                span=self.arguments[0].span,
                hint=f"e.g. `{function.example}`",
            )
        for argument in self.arguments[1 if function.reads_pool else 0 :]:
            require_number(argument, self.name)

    @property
    def children(self) -> tuple[Node, ...]:
        return self.arguments

    def value(self, frame: Frame) -> Number:
        function = FUNCTIONS[self.name]
        if not function.reads_pool:
            result = function.compute(*[node.number(frame) for node in self.arguments])
            return checked(result, frame.limits, self.span)
        pool = self.arguments[0].pool(frame)
        counts = [whole(node, frame, "a number of dice", 0) for node in self.arguments[1:]]
        return checked(function.compute(pool, *counts), frame.limits, self.span)

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.arguments))})"


def _how_many(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} values or more"
    if least == most:
        return f"{least} value" + ("s" if least != 1 else "")
    return f"{least} or {most} values"


_COMPARE = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Compare(Node):
    """``a >= b``, ``a = 7..9``: true or false, of totals."""

    op: str
    left: Node
    right: Node
    upto: Node | None = None

    level = Level.COMPARISON

    def __post_init__(self) -> None:
        if self.op not in _COMPARE or (self.upto is not None and self.op not in ("=", "!=")):
            raise NotationError("bad-comparison", f"no such comparison: {self.op}", span=self.span)
        for node in self.children:
            require_number(node, self.op)
        if isinstance(self.right, Literal) and isinstance(self.upto, Literal):
            check_order(self.right.n, self.upto.n, self.span)

    @property
    def kind(self) -> Kind:
        return Kind.TRUTH

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.left, self.right) if self.upto is None else (self.left, self.right, self.upto)

    def value(self, frame: Frame) -> bool:
        left, right = self.left.number(frame), self.right.number(frame)
        if self.upto is None:
            return bool(_COMPARE[self.op](left, right))
        # Drawn whether it is needed or not: which dice are rolled never depends on how they fall.
        upto = self.upto.number(frame)
        return (right <= left <= upto) == (self.op == "=")

    def __str__(self) -> str:
        left, right = show(self.left, Level.SUM), show(self.right, Level.SUM)
        pool = self.left.last_pool
        if pool is not None and (pool.takes_condition or not pool.single):
            left = f"({left})"
        # Straight after dice `!=` would make them explode.
        op = "≠" if self.op == "!=" and pool is not None else self.op
        if self.upto is None:
            return f"{left} {op} {right}"
        if self.right.last_pool is not None:
            right = f"({right})"
        return f"{left} {op} {right}..{show(self.upto, Level.SUM)}"
