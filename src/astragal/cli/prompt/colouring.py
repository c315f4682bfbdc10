"""Syntax highlighting of a line: its pieces and their kinds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt

_LONGEST = 2_000
"""Longer lines are not coloured."""
# Possessive quantifiers keep the cost of a hostile line linear.
_PIECES = re.compile(
    r"(?P<remark>#.*+)"
    r"|(?P<option>(?<!\S)--[a-zA-Z][\w-]*+)"
    r"|(?P<name>@(?:\{[^}]*+\}?+|\w++))"
    r"|(?P<label>\[[^\]]*+\]?+)"
    r"|(?P<dice>(?<![a-zA-Z_])\d*+[dD](?:\d++(?:ish)?+|%|F|\{[^}]*+\}?+))"
    r"|(?P<modifier>(?<=[\d%F})!▲▼♻?])(?:kh|kl|dh|dl|rr|min|max|[kdrcfus!▲▼♻?])"
    r"(?:[!po▲▼♻?]|[<>=≠≤≥]=?+|\d)*+)"
    r"|(?P<joining>(?<![a-zA-Z_])(?i:and|or|not|vs)\b)"
)


def coloured(prompt: Prompt, line: str) -> Iterator[tuple[str, str]]:
    """The pieces of a line, each with its kind; "" for plain text."""
    shown, rest = line[:_LONGEST], line[_LONGEST:]
    place = 0
    word = shown.lstrip().partition(" ")[0]
    if word and prompt.knows(shown.strip()):
        start = shown.index(word)
        yield "", shown[:start]
        yield "command", word
        place = start + len(word)
    for found in _PIECES.finditer(shown, place):
        yield "", shown[place : found.start()]
        yield found.lastgroup or "", found[0]
        place = found.end()
    yield "", shown[place:] + rest
