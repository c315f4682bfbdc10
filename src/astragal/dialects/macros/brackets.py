"""Finds the rolls of a text, which stand in double square brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from astragal._value import Value
from astragal.errors import AstragalError, NotationError, Span

_BRACKET = re.compile(r"\[\[|\]\]|\[|\]")


class Place(Value):
    """The position of a roll, including its double brackets."""

    start: int
    end: int
    depth: int
    """the number of rolls around it"""
    height: int
    """the levels of rolls inside it"""

    def inside(self, text: str) -> str:
        return text[self.start + 2 : self.end - 2]


def places(text: str) -> list[Place]:
    """All rolls of a text, inner ones first, otherwise from left to right.

    Single brackets in a roll are its labels: in ``[[1d6[fire]]]`` the first bracket of three closes
    the label.

    >>> [place.inside("[[ [[1d4]]d6 ]]") for place in places("[[ [[1d4]]d6 ]]")]
    ['1d4', ' [[1d4]]d6 ']
    """
    found: list[Place] = []
    opened: list[tuple[int, bool, list[int]]] = []  # its position, true for a label, heights inside
    at = 0
    while (bracket := _BRACKET.search(text, at)) is not None:
        start, sign = bracket.start(), bracket[0]
        at = bracket.end()
        if sign == "[[" or (sign == "[" and opened):
            opened.append((start, sign == "[", []))
        elif opened and sign != "[" and opened[-1][1]:
            opened.pop()
            at = start + 1
        elif opened and sign == "]]":
            first, _, inside = opened.pop()
            height = max(inside, default=0)
            if opened:
                opened[-1][2].append(height + 1)
            found.append(Place(first, at, len(opened), height))
    if opened:
        hint = "a roll in a text ends with `]]`"
        raise mistake("unclosed", "this `[[` is never closed", text, opened[0][0], hint)
    return found


def mistake(
    code: str, message: str, text: str, start: int, hint: str | None = None, length: int = 2
) -> AstragalError:
    """An error about a part of a text, by default two characters for the brackets."""
    span = Span(start, start + length)
    return NotationError(code, message, span=span, hint=hint).about(text)


def outermost(found: Sequence[Place]) -> list[Place]:
    """The rolls that are not inside another."""
    return [place for place in found if not place.depth]
