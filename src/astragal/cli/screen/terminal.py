"""Writing to a terminal of any width, with or without colour and Unicode."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TextIO

import click

from astragal._visible import visible, visible_json
from astragal.errors import AstragalError
from astragal.rolling.roll import Roll

_ASCII = str.maketrans(
    {
        "→": "->",
        "…": "...",
        "✓": "*",
        "✗": "x",
        "≠": "<>",
        "♻": "(r)",
        "—": "-",
        "▲": "^",
        "▼": "v",
    }
)
_BARS = re.compile("[▏▎▍▌▋▊▉█]+")
_OWN_STYLES = re.compile(r"(\x1b\[(?:0|1|2|22|31|32|36)m)")
"""The codes of the styles in use. Texts have none by then; these could only colour them."""
_LONGEST = 1_000_000
"""The most bytes of a line that is read: far more than any text may have."""


class Terminal:
    """One output stream and what it can show."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream if stream is not None else sys.stdout
        self.interactive = self.stream.isatty()
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        self.colour = self.interactive and not plain
        self.unicode = _can_encode(self.stream, "→…✓♻")
        self.width = _columns() if self.interactive else None
        self.hints: Callable[[AstragalError], str | None] = lambda error: error.hint
        """what helps after an error here"""
        self.typed: tuple[str, str] | None = None
        """the sign and the line that stand just above, if somebody is typing"""

    def write(self, text: str = "") -> None:
        """One line in characters that the stream can take, with all hidden ones escaped."""
        self.typed = None  # it stands just above no longer
        parts = _OWN_STYLES.split(text) if self.colour else [text]
        parts[::2] = map(visible, parts[::2])
        text = "".join(parts)
        if not self.unicode:
            text = text.translate(_ASCII)
        encoding = self.stream.encoding or "ascii"
        text = text.encode(encoding, "replace").decode(encoding)
        click.echo(text, file=self.stream, color=self.colour)

    def record(self, data: Mapping[str, Any]) -> None:
        """Data as one line of JSON, in ASCII where the stream has no Unicode."""
        click.echo(visible_json(data, ascii_only=not self.unicode), file=self.stream)

    def style(self, text: str, **style: object) -> str:
        return click.style(text, **style) if self.colour else text  # type: ignore[arg-type]

    def roll(self, roll: Roll) -> None:
        """A roll: on one line, or its parts on lines of their own if that is too long."""
        line = roll.line
        if self.width is None or len(str(line)) <= self.width:
            painted = line._replace(
                text=self.style(line.text, fg="cyan"),
                said=self._paint_dice(line.said),
                outcome=self.style(line.outcome, bold=True),
            )
            self.write(str(painted))
            return
        for row in self._wrap(f"{line.text} →" if line.said else line.text, ""):
            self.write(self.style(row, fg="cyan"))
        for row in self._wrap(line.said, "  "):
            self.write(self._paint_dice(row))
        for row in self._wrap(f"{line.sign} {line.outcome}".strip(), "  "):
            self.write(self.style(row, bold=True))

    def table(self, table: str) -> None:
        """A table, with its bars in colour."""
        for line in table.splitlines():
            self.write(_BARS.sub(lambda bar: self.style(bar[0], fg="cyan"), line))

    def _wrap(self, text: str, indent: str) -> list[str]:
        """Rows that fit the terminal; all after the first are indented by two more columns."""
        import textwrap

        return textwrap.wrap(
            text,
            (self.width or 80) - 1,
            initial_indent=indent,
            subsequent_indent=indent + "  ",
            break_on_hyphens=False,
        )

    def _paint_dice(self, said: str) -> str:
        """Dim dropped dice, and everything else between their tildes."""
        if not self.colour:
            return said
        painted, depth, before = "", 0, " "
        for char in said:
            opens = char == "~" and before in " ({["
            if opens and not depth:
                painted += "\x1b[2m"
            depth += opens
            painted += char
            if char == "~" and not opens and depth:
                depth -= 1
                if not depth:
                    painted += "\x1b[0m"
            before = char
        # A row may end inside a dropped group: the next row must not stay dim.
        return painted + "\x1b[0m" if depth else painted

    def paragraph(self, text: str, indent: str = "", *, dim: bool = False) -> None:
        """Text, wrapped to the width of the terminal; an empty text writes nothing."""
        if not text:
            return
        indent += " " * (len(text) - len(text.lstrip()))
        rows = [indent + text.lstrip()] if self.width is None else self._wrap(text.lstrip(), indent)
        for row in rows:
            self.write(self.style(row, dim=dim))

    def error(self, error: AstragalError) -> None:
        """Message, caret and hint."""
        heading = self.style("error: ", fg="red", bold=True)
        width = self.width or 80
        if (carets := self._under_the_line(error)) is not None:
            self.write(self.style(carets, fg="red", bold=True))
            drawing = ""
        else:
            drawing = error.drawing(width - 2, ascii_only=not self.unicode)
        first, *rest = self._wrap(f"error: {error.message}", "") if self.width else [error.message]
        self.write(heading + first.removeprefix("error: "))
        for line in rest:
            self.write(line)
        for line in drawing.splitlines():
            self.write("  " + line)
        self.paragraph(self.hints(error) or "", "  ")

    def _under_the_line(self, error: AstragalError) -> str | None:
        """Carets for the line that was just typed; None if the place must be drawn with its text.

        That is so unless somebody sees the line, and all of it.
        """
        if self.typed is None or not self.interactive or not error.text:
            return None
        sign, line = self.typed
        place = line.find(error.text)
        drawn = error.drawing(self.width or 80).splitlines()
        fits = len(sign + line) < (self.width or 80) and line.isascii()
        if place < 0 or not fits or len(drawn) != 2 or drawn[0] != error.text:
            return None
        return " " * (len(sign) + place) + drawn[1]


def _columns() -> int:
    import shutil

    return shutil.get_terminal_size().columns


def _can_encode(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def lines_of(stream: TextIO) -> Iterator[str]:
    """The lines of a stream as they arrive, read as UTF-8 in any locale."""
    binary = getattr(stream, "buffer", None)
    if binary is None:
        yield from stream
        return
    while line := binary.readline(_LONGEST):
        yield line.decode("utf-8", "replace")
        if len(line) == _LONGEST:
            return  # it may have no end; what there is of it is refused as too long
