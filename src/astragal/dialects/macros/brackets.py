"""Where the rolls of a text are: its double square brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from astragal._value import Value
from astragal.errors import AstragalError, NotationError, Span

_BRACKET = re.compile(r"\[\[|\]\]|\[|\]")


class Place(Value):
    """A roll in double brackets, from the first of them to behind the last."""

    start: int
    end: int
    depth: int
    """how many others it is inside of"""
    height: int
    """how many are inside one another in it"""

    def inside(self, text: str) -> str:
        return text[self.start + 2 : self.end - 2]


def places(text: str) -> list[Place]:
    """Every roll of a text, those inside others first, otherwise from left to right.

    Single brackets in a roll are its labels: in ``[[1d6[fire]]]`` the first bracket of three closes
    the label.

    >>> [place.inside("[[ [[1d4]]d6 ]]") for place in places("[[ [[1d4]]d6 ]]")]
    ['1d4', ' [[1d4]]d6 ']
    """
    found: list[Place] = []
    opened: list[_Opened] = []
    at = 0
    while (bracket := _BRACKET.search(text, at)) is not None:
        start, sign = bracket.start(), bracket[0]
        at = bracket.end()
        if sign == "[[" or (sign == "[" and opened):
            opened.append(_Opened(start, is_label=sign == "["))
        elif opened and sign != "[" and opened[-1].is_label:
            opened.pop()
            at = start + 1
        elif opened and sign == "]]":
            found.append(_closed(opened, at))
    if opened:
        raise _unclosed(opened[0].start, text)
    return found


class _Opened:
    """A bracket that is not closed yet."""

    def __init__(self, start: int, *, is_label: bool) -> None:
        self.start = start
        self.is_label = is_label
        self.height = 0


def _closed(opened: list[_Opened], end: int) -> Place:
    """The innermost roll that is open, which ends here."""
    inner = opened.pop()
    if opened:
        opened[-1].height = max(opened[-1].height, inner.height + 1)
    return Place(inner.start, end, len(opened), inner.height)


def _unclosed(start: int, text: str) -> AstragalError:
    return NotationError(
        "unclosed",
        "this `[[` is never closed",
        span=Span(start, start + 2),
        hint="a roll in a text ends with `]]`",
    ).about(text)


def outermost(found: Sequence[Place]) -> list[Place]:
    """Those that are inside of no other."""
    return [place for place in found if not place.depth]
