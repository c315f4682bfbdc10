"""Ranges: a total read against ``[..6] miss [7..9] graze [10..] hit``."""

from __future__ import annotations

from astragal._value import Value, field
from astragal.errors import NOWHERE, NotationError, Span
from astragal.notation.arithmetic import Negate, Product, Sum
from astragal.notation.conditions import check_order
from astragal.notation.nodes import (
    Given,
    Kind,
    Labelled,
    Level,
    Literal,
    Node,
    is_visible,
    require_number,
    show,
)
from astragal.notation.pools import Dice
from astragal.outcome import Number
from astragal.rolling.frame import Frame

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
    tidy_text = " ".join(text.split())
    return (
        bool(text)
        and text == tidy_text
        and is_visible(text)
        and all(map(may_name_a_range, text))
        and not text.startswith(":")
        and not text.endswith(",")
    )


def may_name_a_range(char: str) -> bool:
    """Whether a character can stand in a range's name."""
    return char not in _FORBIDDEN


class Ranges(Node):
    """A total and the ranges it is read against.

    A critical range that holds the natural result wins; else, of the ranges that cover the total, the
    one with the highest lower bound, and of those the first. The natural result is what the first dice
    of the total came to, before any of them exploded and before anything was added.
    """

    total: Node
    ranges: tuple[Range, ...]
    natural_dice: Dice | None = field(init=False, compare=False)
    """the dice whose result is the natural one, where a critical range asks for it"""

    level = Level.COMPARISON

    def __post_init__(self) -> None:
        if self.total.kind is Kind.TRUTH:
            raise NotationError(
                "not-a-number", "ranges need a total, not true or false", span=self.total.span
            )
        require_number(self.total, "[…]")
        if not self.ranges:
            raise NotationError("bad-range", "there are no ranges", span=self.span)
        critical = next((each for each in self.ranges if each.critical), None)
        dice = None if critical is None else _first_dice(self.total)
        if critical is not None and dice is None:
            raise NotationError(
                "no-natural-result",
                "a critical range looks at a die, and the total does not start from dice",
                span=critical.span,
                hint="they must stand in the total itself, as in `2d20kh1 + 5 [20!] crit`",
            )
        object.__setattr__(self, "natural_dice", dice)

    @property
    def kind(self) -> Kind:
        return Kind.NAME

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.total,)

    def value(self, frame: Frame) -> str:
        frame.watched, frame.natural = self.natural_dice, None
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


def _first_dice(node: Node) -> Dice | None:
    """The first dice of a total, if arithmetic alone leads to them: not the inside of a group or function."""
    if isinstance(node, Dice):
        return node
    if not isinstance(node, Sum | Product | Negate | Labelled):
        return None
    for child in node.children:
        if not isinstance(child, Literal | Given):
            return _first_dice(child)
    return None
