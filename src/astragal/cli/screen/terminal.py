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
"""The most bytes of a line that is read: far more than any text may have."""


class Terminal:
    """One output stream and what it can show."""

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
        """what helps after an error here"""
        self.typed: tuple[str, str] | None = None
        """the sign and the line that stand just above, if somebody is typing"""

    def write(self, text: str = "") -> None:
        """One line in characters that the stream can take, with all hidden ones escaped."""
        self.typed = None  # it stands just above no longer
        text = self._shown(text)
        if not self.unicode:
            text = in_ascii(text)
        encoding = self.stream.encoding or "ascii"
        text = text.encode(encoding, "replace").decode(encoding)
        click.echo(text, file=self.stream, color=self.colour)

    def _shown(self, text: str) -> str:
        if not self.colour:
            return visible(text)
        # Texts have no codes by then; ours could only colour them.
        parts = own_codes().split(text)
        parts[::2] = map(visible, parts[::2])
        return "".join(parts)

    def record(self, data: Mapping[str, Any]) -> None:
        """Data as one line of JSON, in ASCII where the stream has no Unicode."""
        click.echo(visible_json(data, ascii_only=not self.unicode), file=self.stream)

    def style(self, text: str, **style: object) -> str:
        return click.style(text, **style) if self.colour else text  # type: ignore[arg-type]

    @property
    def layout(self) -> Layout:
        """What fits the terminal."""
        return Layout(width=self.width, ascii_only=not self.unicode)

    @property
    def form(self) -> Text:
        """The format of what people read here."""
        return Ansi() if self.colour else Text()

    def roll(self, roll: Roll) -> None:
        """A roll: on one line, or its parts on lines of their own if that is too long."""
        self.show(lambda form, layout: form.rolls([roll], layout), self.layout)

    def show(self, written: Callable[[Format, Layout], str], layout: Layout) -> None:
        """An answer, in the format of what people read here."""
        self.lines(written(self.form, layout))

    def lines(self, text: str) -> None:
        """Several lines, as a format writes them."""
        for line in text.split("\n"):
            self.write(line)

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

    def example(self, line: str, indent: str = "") -> None:
        """A command to be copied, and perhaps what it does, behind two blanks or more."""
        rows = [line] if self.width is None else example_rows(line, self.width - len(indent) - 1)
        for row in rows:
            self.write(indent + row)

    def say(self, said: Phrase) -> None:
        """A phrase, on as many lines as it needs."""
        rows = [said] if self.width is None else wrapped(said, self.width - 1, "")
        for row in rows:
            self.write(self.form.row(row))

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
