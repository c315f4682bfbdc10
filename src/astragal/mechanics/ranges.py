"""Tables of ranges: looking up numbers, and finding gaps and overlaps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import inf
from typing import Any, ClassVar, Self

from astragal._value import Value
from astragal._visible import in_short
from astragal.errors import NotationError, ParameterError
from astragal.limits import DEFAULT_LIMITS
from astragal.notation.nodes.ranges import NO_RANGE, Range
from astragal.notation.syntax.cursor import Cursor
from astragal.notation.syntax.square_brackets import read_range
from astragal.rules.types.texts import Find, Written

_PRINTED = re.compile(r"`\s*(\\?\[[^\]`]*\])\s*`")


def as_typed(printed: str) -> str:
    r"""Ranges as typed, without the Markdown marks of a printed page around their brackets.

    >>> as_typed(r"`[..6]` 1 Missile, \[7..\] 2 Missiles")
    '[..6] 1 Missile, [7..] 2 Missiles'
    """
    return _PRINTED.sub(r"\1", printed).replace("\\[", "[").replace("\\]", "]")


class Finding(Value):
    """A gap or an overlap in a table of ranges, from ``low`` to ``high`` (None is open)."""

    kind: str
    low: int | None
    high: int | None
    text: str

    def __str__(self) -> str:
        return f"{self.kind} at {_shown(self.low, self.high)}: {self.text}"


class RangeTable(Written):
    """Ranges with names, in the order written: ``[..6] miss [7..9] graze [10..] hit``.

    If several ranges cover a number, the one with the highest lower bound applies.

    >>> table = RangeTable.of("[..6] 1 missile [7..9] 2 missiles [10..] 3 missiles")
    >>> table.read(8)
    '2 missiles'
    """

    WANTED: ClassVar[str] = "ranges with names, such as [..6] miss [7..9] graze [10..] hit"
    KNOWN: ClassVar[dict[str, str]] = {}
    """tables available by name"""

    ranges: tuple[Range, ...]

    def __post_init__(self) -> None:
        plain = isinstance(self.ranges, tuple) and all(isinstance(e, Range) for e in self.ranges)
        if not plain or not self.ranges:
            raise ParameterError("bad-ranges", f"expected {self.WANTED}")

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        if not isinstance(value, str):
            raise TypeError(value)
        text = cls.KNOWN.get(value.strip().casefold()) or as_typed(value)
        cursor = Cursor(text, DEFAULT_LIMITS)
        found = []
        try:
            while cursor.peek() == "[":
                found.append(read_range(cursor))
            if cursor.peek():
                raise cursor.unexpected("a range was expected here")
        except NotationError as error:
            raise error.about(text) from None
        if not found:
            raise ValueError(value)
        return cls(tuple(found))

    def read(self, number: int) -> str:
        """Name of the range that applies to a number; "no range" if none covers it."""
        if not isinstance(number, int | Fraction):
            raise ParameterError("bad-number", f"ranges cover numbers, not {in_short(number)}")
        covering = [each for each in self._plain() if each.covers(number)]
        return max(covering, key=_low).name if covering else NO_RANGE

    def critical(self, face: int) -> str | None:
        """Name of the range for a critical face, if the table has one."""
        marked = (each for each in self.ranges if each.critical)
        return next((each.name for each in marked if each.low == face), None)

    def upmost(self, least: int) -> str:
        """Name of the highest range that includes ``least`` or a greater number.

        >>> RangeTable.of("[..6] miss [7..12] hit").upmost(10)
        'hit'
        """
        within = [each for each in self._plain() if _high(each) >= least]
        return max(within, key=_from_above).name if within else NO_RANGE

    def downmost(self, most: int) -> str:
        """Name of the lowest range that includes ``most`` or a smaller number."""
        within = [each for each in self._plain() if _low(each) <= most]
        return min(within, key=_low).name if within else NO_RANGE

    @property
    def highest(self) -> str:
        plain = self._plain() or self.ranges
        return max(plain, key=_low).name

    def _plain(self) -> list[Range]:
        return [each for each in self.ranges if not each.critical]

    def lint(self) -> tuple[Finding, ...]:
        """Gaps and overlaps, lowest first; in published tables they are usually mistakes.

        >>> for finding in RangeTable.of("[..5] no [7..9] yes [8..10] very").lint():
        ...     print(finding)
        gap at 6: nothing covers it
        overlap at 8..9: `yes` and `very`; `very` applies
        gap at 11..: nothing covers it
        """
        return tuple(self._findings())

    def _findings(self) -> Iterator[Finding]:
        # Between two neighbouring boundaries, every number is covered by the same ranges.
        starts = {_low(each) for each in self._plain()} | {
            _high(each) + 1 for each in self._plain()
        }
        edges = sorted({-inf, *starts} - {inf})
        for low, after in zip(edges, [*edges[1:], inf], strict=True):
            covering = [e for e in self._plain() if _low(e) <= low and after - 1 <= _high(e)]
            ends = (_end(low), _end(after - 1))
            if not covering:
                yield Finding("gap", *ends, "nothing covers it")
            elif len(covering) > 1:
                names = " and ".join(f"`{each.name}`" for each in covering)
                applies = max(covering, key=_low).name
                yield Finding("overlap", *ends, f"{names}; `{applies}` applies")

    def __str__(self) -> str:
        return " ".join(map(str, self.ranges))


def _low(each: Range) -> float:
    return -inf if each.low is None else each.low


def _high(each: Range) -> float:
    return inf if each.high is None else each.high


def _from_above(each: Range) -> tuple[float, float]:
    return (_high(each), _low(each))


def _end(edge: float) -> int | None:
    return None if edge in (-inf, inf) else int(edge)


def _shown(low: int | None, high: int | None) -> str:
    if low is not None and low == high:
        return str(low)
    return f"{'' if low is None else low}..{'' if high is None else high}"
