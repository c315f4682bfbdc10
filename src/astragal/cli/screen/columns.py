"""Texts in columns, with rich if it is installed; else one below the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from astragal._visible import visible
from astragal.cli.screen.terminal import Terminal

if TYPE_CHECKING:
    from rich.console import Console

_NARROW = 56
"""On terminals narrower than this, the second text goes below the first."""
_COLUMN = 22
"""The width of the first column."""


def described(terminal: Terminal, rows: Iterable[tuple[str, str]]) -> None:
    """Show commands or options and their descriptions in two columns."""
    rows = list(rows)
    if not _is_rich(terminal) or (terminal.width or 0) < _NARROW:
        for name, about in rows:
            _described_plainly(terminal, name, about)
        return
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold", max_width=_COLUMN, min_width=_COLUMN)
    table.add_column()
    for name, about in rows:
        table.add_row(Text(visible(name)), Text(visible(about)))
    _console(terminal).print(table)


def _described_plainly(terminal: Terminal, name: str, about: str) -> None:
    line = f"{name.ljust(_COLUMN)} {about}"
    if len(name) <= _COLUMN and len(line) < (terminal.width or 80):
        terminal.write(terminal.style(name, bold=True) + line[len(name) :])
        return
    if len(name) < (terminal.width or 80):
        terminal.write(terminal.style(name, bold=True))
    else:
        terminal.paragraph(name)
    terminal.paragraph(about, "    ")


def side_by_side(terminal: Terminal, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Show a table; False, showing nothing, if the terminal has no tables."""
    if not _is_rich(terminal):
        return False
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False)
    for place, head in enumerate(heads):
        table.add_column(Text(visible(head)), justify="left" if place == 0 else "right")
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    _console(terminal).print(table)
    return True


def _is_rich(terminal: Terminal) -> bool:
    return terminal.interactive and terminal.unicode and find_spec("rich") is not None


def _console(terminal: Terminal) -> Console:
    from rich.console import Console

    colours: Any = "standard" if terminal.colour else None
    return Console(
        file=terminal.stream,
        width=terminal.width,
        color_system=colours,
        force_terminal=terminal.colour,
        highlight=False,
        markup=False,
        emoji=False,
    )
