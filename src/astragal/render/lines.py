"""A roll in rows of a given width."""

from __future__ import annotations

from collections.abc import Iterator

from astragal.rolling.phrases import Phrase, Role, phrase, piece
from astragal.rolling.roll import Line


def rows_of(line: Line, width: int | None = None) -> list[Phrase]:
    """The line in one row; if it is wider than ``width``, its parts in separate rows."""
    whole = line.pieces
    if width is None or len(str(whole)) <= width:
        return [whole]
    rolled = piece(f"{line.text}{line.opening}" if line.dice else line.text, Role.ROLLED)
    ends_dice = line.sign in (":", ";")
    rows = line.story or (line.dice,)
    dice = (*rows[:-1], phrase([rows[-1], line.sign]) if ends_dice else rows[-1])
    told = phrase([f"{line.sign} " if line.sign and not ends_dice else "", line.result])
    parts = ((rolled, ""), *((each, "  ") for each in dice), (told, "  "))
    return [row for part, indent in parts for row in wrapped(part, width - 1, indent)]


def wrapped(said: Phrase, width: int, indent: str) -> Iterator[Phrase]:
    """Rows broken between words; all after the first are indented by two more columns."""
    import textwrap

    text = str(said)
    more = indent + "  "
    rows = textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=more,
        break_on_hyphens=False,
        replace_whitespace=False,
        expand_tabs=False,
    )
    end = 0
    for number, row in enumerate(rows):
        margin = more if number else indent
        start = text.index(row[len(margin) :], end)
        end = start + len(row) - len(margin)
        yield phrase([margin, said.part(start, end)])
