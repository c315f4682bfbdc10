"""What a command found out, in the form somebody wants it in: a table, JSON, CSV, Markdown, a picture."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import click

from astragal.cli.terminal import Terminal
from astragal.errors import AstragalError

FORMS = ("--json", "--csv", "--markdown")


class Shown(Protocol):
    """Odds, a grid, advice: whatever shows itself in all forms."""

    def to_data(self) -> dict[str, Any]: ...
    def to_csv(self) -> str: ...
    def to_markdown(self) -> str: ...
    def plot(self, path: str) -> None: ...


def one_form(wanted: Mapping[str, bool]) -> str | None:
    """The form that was asked for, if any; refused where there are two."""
    names = [name for name, given in wanted.items() if given]
    if len(names) > 1:
        raise click.UsageError(f"give one of {' and '.join(names)}")
    return names[0] if names else None


def check_plot(path: str | None) -> None:
    """Refuse what cannot be drawn, before anything is computed for it."""
    if path is not None:
        from astragal.render.plots import check_path

        check_path(path)


def drawn(path: str, draw: Callable[[str], None]) -> None:
    """Draw into a file; what the system refuses is said like any wrong option."""
    try:
        draw(path)
    except OSError as error:
        raise click.FileError(path, error.strerror or str(error)) from None


def answer(found: Shown, form: str | None, plot: str | None, terminal: Terminal) -> None:
    """Show one thing that was found out."""
    if plot is not None:
        drawn(plot, found.plot)
        if form is None:
            terminal.write(f"drawn: {plot}")
            return
        Terminal(sys.stderr).write(f"drawn: {plot}")
    if form == "--json":
        terminal.record(found.to_data())
    elif form == "--csv":
        terminal.stream.write(found.to_csv())
    elif form == "--markdown":
        terminal.stream.write(found.to_markdown())
    else:
        terminal.table(found)


def report(error: AstragalError, form: str | None, about: Mapping[str, Any] | None = None) -> None:
    """Say what went wrong, in the form that was asked for."""
    if form == "--json":
        Terminal().record({**(about or {}), "error": error.to_dict()})
    else:
        sys.stdout.flush()
        Terminal(sys.stderr).error(error)
