"""The tokens of a program: numbers, variables, words, strings and signs."""

from __future__ import annotations

import re
from typing import NamedTuple

from astragal.anydice import mistakes


class Token(NamedTuple):
    """A piece of the text. Its kind is a class such as ``word``; for a sign, the sign itself."""

    kind: str
    text: str
    start: int
    end: int


END = "end"

_PATTERN = re.compile(
    r"(?P<space>(?:\s+|\\[^\\]*\\)+)"
    r"|(?P<number>[0-9]+)"
    r"|(?P<variable>[A-Z_]+)"
    r"|(?P<word>[a-z]+)"
    r'|(?P<string>"[^"]*")'
    r"|(?P<dots>\.\s*\.)"
    r"|(?P<sign>!=|<=|>=|[-+*/^@#!&|=<>(){}\[\],:?])"
)


def tokens(text: str) -> list[Token]:
    """The tokens of a text, with a final one for its end.

    White space and comments are left out.
    """
    found: list[Token] = []
    place = 0
    make = Token._make
    for match in _PATTERN.finditer(text):
        start, end = match.span()
        if start != place:
            break
        place = end
        kind = match.lastgroup
        if kind == "space":
            continue
        piece = match.group()
        found.append(make((piece if kind == "sign" else kind, piece, start, end)))
    if place != len(text):
        raise mistakes.unknown_character(text, place)
    last = found[-1].end if found else 0
    found.append(Token(END, "", last, last))
    return found
