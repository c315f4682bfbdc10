"""Help texts and examples of the command line, in terminals of any width."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

import click

_WIDEST = 80
_NARROWEST = 24
_WORD = r"""(?:[^\s"']|"[^"]*"|'[^']*')+"""
"""A word in a shell; spaces inside quotation marks do not end it."""
_AS_IT_IS = "\b"
"""Marks a paragraph whose line breaks are kept."""


class FittedFormatter(click.HelpFormatter):
    """Help that fits narrow terminals, too, including its examples."""

    def __init__(
        self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None
    ) -> None:
        if width is None:
            width = max(min(columns(), max_width or _WIDEST) - 2, _NARROWEST)
        super().__init__(indent_increment, width, max_width)

    def write_text(self, text: str) -> None:
        room = self.width - self.current_indent
        paragraphs = (_fitted_paragraph(each, room) for each in text.split("\n\n"))
        super().write_text("\n\n".join(paragraphs))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        super().write_dl(rows, min(col_max, self.width // 3), col_spacing)


class FittedContext(click.Context):
    """Makes the help of a command fit the terminal."""

    formatter_class = FittedFormatter


def fitted(command: click.Command) -> click.Command:
    """The command, with help that fits the terminal."""
    command.context_class = FittedContext
    return command


def _fitted_paragraph(paragraph: str, width: int) -> str:
    first, *lines = paragraph.split("\n")
    if first != _AS_IT_IS:
        return paragraph
    return "\n".join([first, *(row for line in lines for row in example_rows(line, width))])


def example_rows(line: str, width: int) -> Iterator[str]:
    """A command, optionally followed by two blanks and a remark, in rows that can be copied."""
    command, *remarks = re.split(" {2,}", line.strip(), maxsplit=1)
    if len(line) <= width or not command:
        yield line
        return
    import textwrap

    yield from _command_rows(command, width)
    for remark in remarks:
        indent = " " * 4
        yield from textwrap.wrap(remark, width, initial_indent=indent, subsequent_indent=indent)


def _command_rows(command: str, width: int) -> Iterator[str]:
    """The rows of a command; a backslash at the end of a row continues it in a shell."""
    row = ""
    for part in _parts(command):
        if row.strip() and len(row) + len(part) + 3 > width:
            yield f"{row} \\"
            row = "   "
        row = f"{row} {part}" if row else part
    yield row


def _parts(command: str) -> Iterator[str]:
    """The words of a command, an option together with its value."""
    options = 0

    def option(word: str) -> int:
        nonlocal options
        options += word.startswith("--")
        return options

    for number, words in groupby(re.findall(_WORD, command), option):
        if number:
            first, *others = words
            yield " ".join([first, *others[:1]])
            yield from others[1:]
        else:
            yield from words


def columns() -> int:
    """The width of the terminal."""
    import shutil  # large, and rarely needed

    return shutil.get_terminal_size().columns
