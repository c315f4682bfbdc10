"""The nodes of an expression: immutable, each knowing its place in the text, its value and its spelling.

``value(frame)`` is what a node comes to; ``pool(frame)``, on nodes that are pools, the values it is made
of. Printing and reading are inverse: ``str`` gives the one canonical spelling of a node.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from fractions import Fraction
from typing import ClassVar

from astragal.errors import NOWHERE, NotationError, RollError, Span
from astragal.limits import Limits
from astragal.notation.conditions import Variable, check_order, is_word
from astragal.notation.functions import FUNCTIONS
from astragal.rolling.frame import Frame
from astragal.rolling.outcome import Number, Outcome, tidy


class Level(IntEnum):
    """How tightly a node binds: what binds looser than its place needs brackets."""

    COMPARISON = 0
    SUM = 1
    PRODUCT = 2
    UNARY = 3
    PRIMARY = 4


class Kind(Enum):
    """What a node's value is."""

    NUMBER = "a number"
    POOL = "dice"
    TRUTH = "true or false"
    LIST = "a list of results"
    LISTS = "a list of lists or names"
    NAME = "the name of a range"


@dataclass(frozen=True, slots=True)
class Node(ABC):
    """The base of all nodes."""

    span: Span = field(default=NOWHERE, compare=False, kw_only=True)

    level: ClassVar[Level] = Level.PRIMARY

    @property
    def kind(self) -> Kind:
        return Kind.NUMBER

    @property
    def children(self) -> tuple[Node, ...]:
        return ()

    @abstractmethod
    def value(self, frame: Frame) -> Outcome:
        """What the node comes to."""

    def number(self, frame: Frame) -> Number:
        """What the node comes to, where construction made sure that it is a number."""
        return self.value(frame)  # type: ignore[return-value]

    def pool(self, frame: Frame) -> Sequence[Number]:
        """The values the node is made of, where it is a pool."""
        raise TypeError(f"{type(self).__name__} is not a pool")

    @property
    def last_pool(self) -> Node | None:
        """The pool this node's text ends with, if it ends with one: a comparison there reads two ways."""
        return None


def show(node: Node, level: Level) -> str:
    """The node's text, in brackets if it binds looser than ``level``."""
    return str(node) if node.level >= level else f"({node})"


def require_number(node: Node, what: str) -> None:
    """Refuse a list or a name where a number is needed."""
    if node.kind in (Kind.LIST, Kind.LISTS, Kind.NAME):
        raise NotationError(
            "not-a-number",
            f"{what} needs a number, and this is {node.kind.value}",
            span=node.span,
            hint=None if node.kind is Kind.NAME else "put it inside the brackets: `3x(1d6+2)`",
        )


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A whole number."""

    n: int

    def __post_init__(self) -> None:
        if self.n < 0:
            raise NotationError("negative-literal", "a negative number is Negate(Literal(…))")

    def value(self, frame: Frame) -> int:
        return self.n

    number = value

    def __str__(self) -> str:
        return str(self.n)


@dataclass(frozen=True, slots=True)
class Given(Node):
    """``@str``: a value the caller gives."""

    variable: Variable

    def value(self, frame: Frame) -> Number:
        return self.variable.look_up(frame.variables)

    def __str__(self) -> str:
        return str(self.variable)


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name given to one roll earlier in the text."""

    name: str
    bound_kind: Kind = field(default=Kind.POOL, compare=False)

    @property
    def kind(self) -> Kind:
        return self.bound_kind

    def value(self, frame: Frame) -> Outcome:
        bound = frame.names[self.name]
        if isinstance(bound, int | Fraction):
            return bound
        frame.look(len(bound), self.span)
        total = tuple(bound) if self.kind is Kind.LIST else sum(bound)
        if frame.watched is self:
            frame.natural = total  # type: ignore[assignment]
        return total

    def pool(self, frame: Frame) -> Sequence[Number]:
        bound = frame.names[self.name]
        assert not isinstance(bound, int | Fraction)
        frame.look(len(bound), self.span)
        return bound

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Negate(Node):
    """``-a``."""

    operand: Node

    level = Level.UNARY

    def __post_init__(self) -> None:
        require_number(self.operand, "a minus")

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


@dataclass(frozen=True, slots=True)
class Sum(Node):
    """``a + b - c``: two or more terms, each with its sign; the first one's is plus."""

    terms: tuple[tuple[str, Node], ...]

    level = Level.SUM

    def __post_init__(self) -> None:
        if len(self.terms) < 2 or self.terms[0][0] != "+":
            raise NotationError("bad-sum", "a sum has two terms or more, the first with a plus")
        for sign, term in self.terms:
            require_number(term, f"`{sign}`")

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
        return total if type(total) is int else checked(total, frame.limits, self.span)

    @property
    def last_pool(self) -> Node | None:
        return self.terms[-1][1].last_pool

    def __str__(self) -> str:
        first, *rest = self.terms
        tail = (f" {sign} {show(term, Level.PRODUCT)}" for sign, term in rest)
        return show(first[1], Level.PRODUCT) + "".join(tail)


@dataclass(frozen=True, slots=True)
class Product(Node):
    """``a * b / c // d``, from left to right: ``/`` is exact, ``//`` rounds down."""

    factors: tuple[tuple[str, Node], ...]

    level = Level.PRODUCT

    def __post_init__(self) -> None:
        if len(self.factors) < 2 or self.factors[0][0] != "*":
            raise NotationError("bad-product", "a product has two factors or more")
        for op, factor in self.factors:
            require_number(factor, f"`{op}`")

    @property
    def children(self) -> tuple[Node, ...]:
        return tuple(factor for _, factor in self.factors)

    def value(self, frame: Frame) -> Number:
        total: Number = 1
        for op, factor in self.factors:
            number = factor.number(frame)
            if op == "*":
                total = total * number
            elif not number:
                raise division_by_zero(factor)
            elif op == "/":
                total = Fraction(total) / number
            else:
                total = total // number
        return checked(total, frame.limits, self.span)

    @property
    def last_pool(self) -> Node | None:
        return self.factors[-1][1].last_pool

    def __str__(self) -> str:
        first, *rest = self.factors
        tail = (f" {op} {show(factor, Level.UNARY)}" for op, factor in rest)
        return show(first[1], Level.UNARY) + "".join(tail)


def division_by_zero(divisor: Node) -> RollError:
    came = "" if isinstance(divisor, Literal) else f": `{divisor}` came to 0"
    return RollError("division-by-zero", f"division by zero{came}", span=divisor.span)


def checked(number: Number, limits: Limits, span: Span) -> Number:
    """The number, tidied, unless it has grown past the digits allowed."""
    number = tidy(number)
    bits = max(number.numerator.bit_length(), number.denominator.bit_length())
    # A digit is a little over 3.32 bits: past this there are certainly more digits than allowed.
    if bits > 4 * limits.digits:
        raise limits.exceeded("digits", bits * 3 // 10, span)
    return number


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``floor(a)``, ``highest(p, 2)``: a function of numbers or of a pool."""

    name: str
    arguments: tuple[Node, ...]

    def __post_init__(self) -> None:
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
            require_number(argument, f"`{self.name}`")

    @property
    def children(self) -> tuple[Node, ...]:
        return self.arguments

    def value(self, frame: Frame) -> Number:
        function = FUNCTIONS[self.name]
        if not function.reads_pool:
            return function.compute(*[node.number(frame) for node in self.arguments])  # type: ignore[no-any-return]
        pool = self.arguments[0].pool(frame)
        counts = [whole(node, frame, "a number of dice", 0) for node in self.arguments[1:]]
        return function.compute(pool, *counts)  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.arguments))})"


def _how_many(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} values or more"
    if least == most:
        return f"{least} value" + ("s" if least != 1 else "")
    return f"{least} or {most} values"


def whole(node: Node, frame: Frame, what: str, least: int) -> int:
    """The node's value where a whole number of at least ``least`` is needed."""
    number = node.number(frame)
    if isinstance(number, Fraction) or number < least:
        raise RollError(
            "bad-count",
            f"{what} cannot be {number}" + (f": `{node}` came to that" if node.children else ""),
            span=node.span,
            hint=f"it must be a whole number of at least {least}",
        )
    return int(number)


_COMPARE = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
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
            require_number(node, f"`{self.op}`")
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
        return (right <= left <= self.upto.number(frame)) == (self.op == "=")

    def __str__(self) -> str:
        left = show(self.left, Level.SUM)
        if self.left.last_pool is not None and self.left.level is not Level.COMPARISON:
            left = f"({left})"
        right = show(self.right, Level.SUM)
        upto = "" if self.upto is None else f"..{show(self.upto, Level.SUM)}"
        return f"{left} {self.op} {right}{upto}"


@dataclass(frozen=True, slots=True)
class Labelled(Node):
    """``2d6[fire]``: anything with a label."""

    inner: Node
    label: str

    def __post_init__(self) -> None:
        if not is_label(self.label):
            raise NotationError("bad-label", f"not a label: {self.label!r}", span=self.span)

    @property
    def kind(self) -> Kind:
        return self.inner.kind

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.inner,)

    def value(self, frame: Frame) -> Outcome:
        since = len(frame.trace.groups) if frame.trace is not None else 0
        value = self.inner.value(frame)
        if frame.trace is not None:
            frame.trace.label(since, self.label)
        return value

    def pool(self, frame: Frame) -> Sequence[Number]:
        since = len(frame.trace.groups) if frame.trace is not None else 0
        pool = self.inner.pool(frame)
        if frame.trace is not None:
            frame.trace.label(since, self.label)
        return pool

    @property
    def last_pool(self) -> Node | None:
        return self.inner.last_pool

    def __str__(self) -> str:
        return f"{show(self.inner, Level.PRIMARY)}[{self.label}]"


def is_label(text: str) -> bool:
    """Whether a text can stand in brackets as a label: one tidy line that does not read as a range."""
    tidy_text = " ".join(text.split())
    return (
        bool(text) and text == tidy_text and not set(text) & set("[]") and not reads_as_range(text)
    )


def reads_as_range(text: str) -> bool:
    """Whether what stands between brackets is meant as a range: ``..6``, ``7..9``, ``4``, ``10!``."""
    compact = text.replace(" ", "").removesuffix("!")
    low, dots, high = compact.partition("..")
    if not dots:
        return _is_integer(low)
    return all(not end or _is_integer(end) for end in (low, high))


def _is_integer(text: str) -> bool:
    return text.lstrip("-−–+").isdecimal()


@dataclass(frozen=True, slots=True)
class Binding:
    """``p = 10d4;``: a name for one roll."""

    name: str
    node: Node
    span: Span = field(default=NOWHERE, compare=False)

    def __post_init__(self) -> None:
        if not is_name(self.name):
            raise NotationError(
                "bad-name",
                f"`{self.name}` cannot be a name",
                span=self.span,
                hint="a name is a word that is neither dice nor a function",
            )
        if self.node.kind is Kind.LISTS:
            require_number(self.node, "a name")

    def bind(self, frame: Frame) -> None:
        """Roll it once, and remember what it came to."""
        if self.node.kind in (Kind.POOL, Kind.LIST):
            frame.names[self.name] = self.node.pool(frame)
        else:
            frame.names[self.name] = self.node.number(frame)

    def __str__(self) -> str:
        return f"{self.name} = {self.node}"


def is_name(word: str) -> bool:
    """Whether a word can name a roll."""
    return is_word(word) and word not in FUNCTIONS and not reads_as_dice(word)


def reads_as_dice(word: str) -> bool:
    """Whether a word starts a die: ``d6``, ``d10ish``, ``dF``."""
    if word[:1] not in ("d", "D") or len(word) < 2:
        return False
    return word[1].isdigit() or word[1] == "F" or word in ("df", "Df")
