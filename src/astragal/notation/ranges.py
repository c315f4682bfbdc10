"""Ranges: a total read against ``[..6] miss [7..9] graze [10..] hit``."""

from __future__ import annotations

from astragal._value import Value, field
from astragal.errors import NOWHERE, NotationError, Span
from astragal.notation.conditions import check_order
from astragal.notation.nodes import Kind, Level, Name, Node, require_number, show
from astragal.notation.pools import Dice, Group
from astragal.rolling.frame import Frame
from astragal.rolling.outcome import Number

NO_RANGE = "no range"
"""The outcome of a total that no range covers."""

_FORBIDDEN = frozenset("[](){};#")


class Range(Value):
    """``[7..9] graze``: from ``low`` to ``high``, both included; None is open.

    A critical range, ``[10!] crit``, looks at the natural result instead of the total.
    """

    low: int | None
    high: int | None
    name: str
    critical: bool = False
    span: Span = field(default=NOWHERE, compare=False)

    def __post_init__(self) -> None:
        if self.low is not None and self.high is not None:
            check_order(self.low, self.high, self.span)
        if self.critical and (self.low is None or self.low != self.high):
            raise NotationError(
                "bad-range", "a critical range is one face, e.g. `[10!]`", span=self.span
            )
        if not is_range_name(self.name):
            raise NotationError("bad-name", f"not a range's name: {self.name!r}", span=self.span)

    def covers(self, number: Number) -> bool:
        return (self.low is None or self.low <= number) and (
            self.high is None or number <= self.high
        )

    def __str__(self) -> str:
        if self.critical:
            return f"[{self.low}!] {self.name}"
        if self.low is not None and self.low == self.high:
            return f"[{self.low}] {self.name}"
        low = "" if self.low is None else self.low
        high = "" if self.high is None else self.high
        return f"[{low}..{high}] {self.name}"


def is_range_name(text: str) -> bool:
    """Whether a text can be the name of a range: one tidy line without brackets, ``;`` and ``#``."""
    return bool(text) and text == " ".join(text.split()) and all(map(may_name_a_range, text))


def may_name_a_range(char: str) -> bool:
    """Whether a character can stand in a range's name."""
    return char not in _FORBIDDEN


class Ranges(Node):
    """A total and the ranges it is read against.

    A critical range that holds the natural result wins; else, of the ranges that cover the total, the
    one with the highest lower bound. The natural result is what the first dice of the total came to.
    """

    total: Node
    ranges: tuple[Range, ...]
    first_pool: Node | None = field(init=False, compare=False)
    """the dice whose result is the natural one"""

    level = Level.COMPARISON

    def __post_init__(self) -> None:
        if self.total.kind is Kind.TRUTH:
            raise NotationError(
                "not-a-number", "ranges need a total, not true or false", span=self.total.span
            )
        require_number(self.total, "[…]")
        if not self.ranges:
            raise NotationError("bad-range", "there are no ranges", span=self.span)
        object.__setattr__(self, "first_pool", _first_pool(self.total))
        for critical in self.ranges:
            if critical.critical and self.first_pool is None:
                raise NotationError(
                    "no-natural-result",
                    "a critical range needs dice, and there are none",
                    span=critical.span,
                )

    @property
    def kind(self) -> Kind:
        return Kind.NAME

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.total,)

    def value(self, frame: Frame) -> str:
        frame.watched, frame.natural = self.first_pool, None
        total = self.total.number(frame)
        if frame.trace is not None:
            frame.trace.totals.append(total)
        return self.read(total, frame.natural)

    def read(self, total: Number, natural: Number | None) -> str:
        """The name of the range a total falls into."""
        for critical in self.ranges:
            if critical.critical and natural == critical.low:
                return critical.name
        covering = [each for each in self.ranges if not each.critical and each.covers(total)]
        if not covering:
            return NO_RANGE
        return max(covering, key=_lower_bound).name

    def __str__(self) -> str:
        return f"{show(self.total, Level.SUM)} {' '.join(map(str, self.ranges))}"


def _lower_bound(each: Range) -> tuple[bool, int]:
    return (each.low is not None, each.low or 0)


def _first_pool(node: Node) -> Node | None:
    if isinstance(node, Dice | Group) or (isinstance(node, Name) and node.kind is Kind.POOL):
        return node
    return next(filter(None, map(_first_pool, node.children)), None)
