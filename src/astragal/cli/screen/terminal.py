"""Writing to a terminal of any width, with or without colour and Unicode."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TextIO

import click

from astragal._visible import visible, visible_json
from astragal.cli.screen.help import columns, example_rows
from astragal.errors import AstragalError, Audience
from astragal.render.formats import Format, Layout
from astragal.render.formats.ansi import ORANGE, Ansi, own_codes
from astragal.render.formats.text import Text, in_ascii
from astragal.render.lines import wrapped
from astragal.rolling.phrases import Phrase
from astragal.rolling.roll import Roll

_LONGEST = 1_000_000
"""The longest input line in bytes, far beyond any valid text."""


class Terminal:
    """One output stream and its capabilities."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream if stream is not None else sys.stdout
        self.interactive = self.stream.isatty()
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        self.colour = self.interactive and not plain
        self.unicode = _can_encode(self.stream, "→…✓★♻")
        self.width = columns() if self.interactive else None
        self.hints: Callable[[AstragalError], str | None] = lambda error: error.hint_for(
            Audience.PLAYER
        )
        """finds the hint to show after an error"""
        self.typed: tuple[str, str] | None = None
        """the prompt sign and typed line just above, if the user is typing"""

    def write(self, text: str = "") -> None:
        """Write one line, with hidden characters escaped and others that do not fit replaced."""
        self.typed = None  # the typed line is no longer just above
        text = self._shown(text)
        if not self.unicode:
            text = in_ascii(text)
        encoding = self.stream.encoding or "ascii"
        text = text.encode(encoding, "replace").decode(encoding)
        click.echo(text, file=self.stream, color=self.colour)

    def _shown(self, text: str) -> str:
        if not self.colour:
            return visible(text)
        # Hidden characters in texts are already escaped, so these codes are our own colours.
        parts = own_codes().split(text)
        parts[::2] = map(visible, parts[::2])
        return "".join(parts)

    def record(self, data: Mapping[str, Any]) -> None:
        """Write data as one line of JSON, in ASCII if the stream has no Unicode."""
        click.echo(visible_json(data, ascii_only=not self.unicode), file=self.stream)

    def style(self, text: str, **style: object) -> str:
        return click.style(text, **style) if self.colour else text  # type: ignore[arg-type]

    @property
    def layout(self) -> Layout:
        """The layout that fits the terminal."""
        return Layout(width=self.width, ascii_only=not self.unicode)

    @property
    def form(self) -> Text:
        """The text format of this terminal."""
        return Ansi() if self.colour else Text()

    def roll(self, roll: Roll) -> None:
        """Write a roll on one line, or its parts on separate lines if it is too long."""
        self.show(lambda form, layout: form.rolls([roll], layout), self.layout)

    def show(self, written: Callable[[Format, Layout], str], layout: Layout) -> None:
        """Write an answer in the text format of this terminal."""
        self.lines(written(self.form, layout))

    def lines(self, text: str) -> None:
        """Write several lines, as formatted."""
        for line in text.split("\n"):
            self.write(line)

    def _wrap(self, text: str, indent: str) -> list[str]:
        """Rows that fit the terminal; rows after the first are indented by two more columns."""
        import textwrap

        return textwrap.wrap(
            text,
            (self.width or 80) - 1,
            initial_indent=indent,
            subsequent_indent=indent + "  ",
            break_on_hyphens=False,
        )

    def example(self, line: str, indent: str = "") -> None:
        """Write a command to copy, optionally followed by two blanks or more and a remark."""
        rows = [line] if self.width is None else example_rows(line, self.width - len(indent) - 1)
        for row in rows:
            self.write(indent + row)

    def say(self, said: Phrase) -> None:
        """Write a phrase, on as many lines as it needs."""
        rows = [said] if self.width is None else wrapped(said, self.width - 1, "")
        for row in rows:
            self.write(self.form.row(row))

    def paragraph(self, text: str, indent: str = "", *, dim: bool = False) -> None:
        """Write text, wrapped to the width of the terminal; an empty text writes nothing."""
        if not text:
            return
        indent += " " * (len(text) - len(text.lstrip()))
        rows = [indent + text.lstrip()] if self.width is None else self._wrap(text.lstrip(), indent)
        for row in rows:
            self.write(self.style(row, dim=dim))

    def error(self, error: AstragalError) -> None:
        """Write an error with its message, caret and hint."""
        heading = self.style("error: ", fg=ORANGE, bold=True)
        width = self.width or 80
        if (carets := self._under_the_line(error)) is not None:
            self.write(self.style(carets, fg=ORANGE, bold=True))
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
        """Carets for the line just typed; None if the text must be drawn with them.

        They work only if the whole line is visible on the screen.
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
            return  # it may be endless; the part read so far is refused as too long
