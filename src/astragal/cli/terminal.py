"""Writing to a terminal, whatever it can show: colour or not, Unicode or not, however wide."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from typing import TextIO

import click

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
_DROPPED = re.compile(r"~[^~]+~")


class Terminal:
    """One output stream and what it is capable of."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream if stream is not None else sys.stdout
        self.interactive = self.stream.isatty()
        self.colour = self.interactive and not os.environ.get("NO_COLOR")
        self.unicode = _can_encode(self.stream, "→…✓♻")
        self.width = shutil.get_terminal_size().columns if self.interactive else None

    def write(self, text: str = "") -> None:
        """One line, in what characters the stream can take."""
        if not self.unicode:
            text = text.translate(_ASCII)
        encoding = self.stream.encoding or "ascii"
        text = text.encode(encoding, "replace").decode(encoding)
        click.echo(text, file=self.stream, color=self.colour)

    def style(self, text: str, **style: object) -> str:
        return click.style(text, **style) if self.colour else text  # type: ignore[arg-type]

    def roll(self, roll: Roll) -> None:
        """A roll: on one line, or its parts below one another where it is too long for the terminal."""
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

    def _wrap(self, text: str, indent: str) -> list[str]:
        """Rows that fit the terminal; the rows after the first stand two columns further in."""
        return textwrap.wrap(
            text,
            (self.width or 80) - 1,
            initial_indent=indent,
            subsequent_indent=indent + "  ",
            break_on_hyphens=False,
        )

    def _paint_dice(self, said: str) -> str:
        """Dropped dice are dimmed."""
        return _DROPPED.sub(lambda dropped: self.style(dropped[0], dim=True), said)

    def paragraph(self, text: str, indent: str = "", *, dim: bool = False) -> None:
        """Text that may be longer than the terminal is wide."""
        indent += " " * (len(text) - len(text.lstrip()))
        rows = [indent + text.lstrip()] if self.width is None else self._wrap(text.lstrip(), indent)
        for row in rows:
            self.write(self.style(row, dim=dim))

    def error(self, error: AstragalError) -> None:
        """Message, caret and hint."""
        message, *rest = error.render(self.width or 80, ascii_only=not self.unicode).split("\n")
        self.write(self.style("error: ", fg="red", bold=True) + message)
        for line in rest:
            self.write("  " + line)


def _can_encode(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
