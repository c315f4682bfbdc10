"""ANSI: text with terminal colours.

Good results are blue and bold, bad ones orange and underlined, and dropped dice dim: nothing
depends on colour alone. Both colours are readable on black and on white.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from astragal.render.formats import Layout
from astragal.render.formats.text import Text
from astragal.rolling.phrases import Role

if TYPE_CHECKING:
    from astragal.rolling.phrases import Phrase

BLUE, ORANGE, TEAL = 32, 166, 31
"""Colours from the 256-colour palette of terminals."""

_GOOD, _BAD = f"1;38;5;{BLUE}", f"4;38;5;{ORANGE}"
_BAR = f"38;5;{TEAL}"
_DIM, _BOLD = "2", "1"

_STYLES = {
    Role.DROPPED: _DIM,
    Role.STROKE: _DIM,
    Role.REPLACED: _DIM,
    Role.HIGH: _GOOD,
    Role.COUNTED: _GOOD,
    Role.SUCCESS: _GOOD,
    Role.CRITICAL: f"7;{_GOOD}",
    Role.LOW: _BAD,
    Role.AGAINST: _BAD,
    Role.FAILURE: _BAD,
    Role.FUMBLE: f"7;1;{_BAD}",
    Role.EXPLODED: _BOLD,
    Role.OUTCOME: _BOLD,
}
_BARS = "[▏▎▍▌▋▊▉█▁▂▃▄▅▆▇]+"
_RESET = "\x1b[0m"

_SINGLE = f"0|1|2|22|31|32|36|38;5;(?:{BLUE}|{ORANGE}|{TEAL})"
"""Styles of single words, such as headings."""


@cache
def own_codes() -> re.Pattern[str]:
    """A pattern for all codes written by this format or the command line, and no others."""
    several = "|".join(sorted(set(_STYLES.values())))
    return re.compile(rf"(\x1b\[(?:{_SINGLE}|{several})m)")


def painted(text: str, style: str) -> str:
    """A text in a style, given by the numbers of its code."""
    return f"\x1b[{style}m{text}{_RESET}" if style else text


class Ansi(Text):
    """Text with meaningful colours: highs and lows, successes, criticals and fumbles."""

    name = "ansi"
    option = None
    help = "Write text with the colours of a terminal."

    def row(self, said: Phrase) -> str:
        return "".join(
            painted("".join(text for text, _ in several), style)
            for style, several in groupby(said, lambda piece: _STYLES.get(piece.role, ""))
        )

    def _table(self, lines: Iterable[str], layout: Layout) -> str:
        if layout.ascii_only:
            return super()._table(lines, layout)
        bars = (re.sub(_BARS, lambda bar: painted(bar[0], _BAR), line) for line in lines)
        return super()._table(bars, layout)
