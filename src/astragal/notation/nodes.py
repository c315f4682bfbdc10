"""The nodes of an expression: immutable, each knowing its place in the text, its value and its spelling.

``value(frame)`` is what a node comes to; ``pool(frame)``, on nodes that are pools, the values it is made
of. Printing and reading are inverse: ``str`` gives the one canonical spelling of a node.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from enum import Enum, IntEnum
from fractions import Fraction
from typing import ClassVar

from astragal._value import Value, field
from astragal.errors import NOWHERE, NotationError, RollError, Span
from astragal.limits import Limits
from astragal.notation.conditions import Variable, is_word
from astragal.notation.functions import FUNCTIONS
from astragal.outcome import Number, Outcome, tidy, total
from astragal.rolling.frame import Frame


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


class Node(Value):
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
        """The pool this node's text ends with, if it ends with one."""
        return None

    @property
    def single(self) -> bool:
        """Whether a pool's one value is all a comparison behind it can mean: one die, or a count."""
        return False

    @property
    def takes_condition(self) -> bool:
        """Whether a comparison straight behind a pool would be a condition of its last modifier."""
        return False


def show(node: Node, level: Level) -> str:
    """The node's text, in brackets if it binds looser than ``level``."""
    return str(node) if node.level >= level else f"({node})"


_NOT_NUMBERS = (Kind.LIST, Kind.LISTS, Kind.NAME)


def require_number(node: Node, what: str) -> None:
    """Refuse a list or a name where ``what`` needs a number."""
    if node.kind in _NOT_NUMBERS:
        raise NotationError(
            "not-a-number",
            f"`{what}` needs a number, and this is {node.kind.value}",
            span=node.span,
            hint=None if node.kind is Kind.NAME else "put it inside the brackets: `3x(1d6+2)`",
        )


def whole(node: Node, frame: Frame, what: str, least: int) -> int:
    """The node's value where a whole number of at least ``least`` is needed."""
    number = node.number(frame)
    if isinstance(number, Fraction) or number < least:
        raise bad_whole(node, number, what, least)
    return int(number)


def bad_whole(node: Node, number: Number, what: str, least: int) -> RollError:
    return RollError(
        "bad-count",
        f"{what} cannot be {number}" + (f": `{node}` came to that" if node.children else ""),
        span=node.span,
        hint=f"it must be a whole number of at least {least}",
    )


_SMALL = 10**18


def checked(number: Number, limits: Limits, span: Span) -> Number:
    """The number, tidied, unless it has grown past the digits allowed."""
    if type(number) is int and -_SMALL < number < _SMALL and limits.digits >= 18:
        return number
    number = tidy(number)
    for part in (number.numerator, number.denominator):
        # A digit is a little over 3.32 bits: fewer bits than this cannot be too many digits.
        if part.bit_length() > 3 * limits.digits and abs(part) >= 10**limits.digits:
            raise limits.exceeded("digits", None, span)
    return number


class Literal(Node):
    """A whole number."""

    n: int

    def __post_init__(self) -> None:
        if type(self.n) is not int or self.n < 0:
            raise NotationError("bad-literal", f"not a whole number from 0 on: {self.n!r}")

    def value(self, frame: Frame) -> int:
        return self.n

    number = value

    def __str__(self) -> str:
        return str(self.n)


class Given(Node):
    """``@str``: a value the caller gives."""

    variable: Variable

    def value(self, frame: Frame) -> Number:
        return self.variable.look_up(frame.variables)

    def __str__(self) -> str:
        return str(self.variable)


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
        if self.kind is Kind.LIST:
            return tuple(bound)
        return checked(total(bound), frame.limits, self.span)

    def pool(self, frame: Frame) -> Sequence[Number]:
        bound = frame.names[self.name]
        assert not isinstance(bound, int | Fraction)
        frame.look(len(bound), self.span)
        return bound

    def __str__(self) -> str:
        return self.name


class Labelled(Node):
    """``2d6[fire]``: anything with a label, or several."""

    inner: Node
    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        if isinstance(self.inner, Labelled) or not self.labels:
            raise NotationError("bad-label", "labels stand together", span=self.span)
        for label in self.labels:
            if not is_label(label):
                raise NotationError("bad-label", f"not a label: {label!r}", span=self.span)

    @property
    def kind(self) -> Kind:
        return self.inner.kind

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.inner,)

    def value(self, frame: Frame) -> Outcome:
        since = self._groups(frame)
        value = self.inner.value(frame)
        self._label(frame, since)
        return value

    def pool(self, frame: Frame) -> Sequence[Number]:
        since = self._groups(frame)
        pool = self.inner.pool(frame)
        self._label(frame, since)
        return pool

    def _groups(self, frame: Frame) -> int:
        return 0 if frame.trace is None else len(frame.trace.groups)

    def _label(self, frame: Frame, since: int) -> None:
        if frame.trace is not None:
            frame.trace.label(since, self.labels)

    @property
    def last_pool(self) -> Node | None:
        return self.inner.last_pool

    def __str__(self) -> str:
        return show(self.inner, Level.PRIMARY) + "".join(f"[{label}]" for label in self.labels)


def is_label(text: str) -> bool:
    """Whether a text can stand in brackets as a label: one tidy line that does not read as a range."""
    tidy_text = " ".join(text.split())
    return (
        bool(text)
        and text == tidy_text
        and is_visible(text)
        and not set(text) & set("[]")
        and not reads_as_range(text)
        and not MISSPELT_RANGE.fullmatch(text)
    )


MISSPELT_RANGE = re.compile(r"[<>=≥≤]*\s*(\d+)\s*(?:\+|(?:-|–|—|…|to)\s*(\d+))?")
"""``7-9``, ``10+``, ``>=10``: ranges as other programs write them."""


def is_visible(text: str) -> bool:
    """Whether a text can be shown as it is: no control characters, and nothing that turns text around."""
    return not any(
        char < " " or "\x7f" <= char <= "\x9f" or char in _TURNING or "\ud800" <= char <= "\udfff"
        for char in text
    )


_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029")


def reads_as_range(text: str) -> bool:
    """Whether what stands between brackets is meant as a range: ``..6``, ``7..9``, ``4``, ``10!``."""
    compact = text.replace(" ", "").removesuffix("!")
    low, dots, high = compact.partition("..")
    if not dots:
        return _is_integer(low)
    return all(not end or _is_integer(end) for end in (low, high))


def _is_integer(text: str) -> bool:
    return text.lstrip("-−–+").isdecimal()


class Binding(Value):
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
        if self.node.kind in (Kind.LISTS, Kind.NAME):
            require_number(self.node, self.name)

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
    return (
        is_word(word)
        and word not in FUNCTIONS
        and word not in ("d", "D")
        and not reads_as_dice(word)
    )


def reads_as_dice(word: str) -> bool:
    """Whether a word starts a die: ``d6``, ``d10ish``, ``dF``."""
    if word[:1] not in ("d", "D") or len(word) < 2:
        return False
    return word[1].isdigit() or word[1] == "F" or word in ("df", "Df")
