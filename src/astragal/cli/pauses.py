"""Paused rolls on the command line: their display, and their tokens."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from astragal._visible import visible_json
from astragal.cli.asking import as_typed
from astragal.cli.decisions import place_of, show_choice
from astragal.cli.screen.terminal import Terminal
from astragal.errors import AstragalError, FacesError
from astragal.experiment.run.pauses import Pause
from astragal.rolling.roll import Roll
from astragal.table.files import read_text

STDOUT = "-"


def read_key(path: str | None) -> str | None:
    """The secret in a file, stripped of surrounding blanks."""
    if path is None:
        return None
    key = read_text(as_typed(path), "key").strip()
    if not key:
        raise AstragalError("bad-key", f"{as_typed(path)}: no secret is in this file")
    return key


@contextmanager
def faces_up_to_the_pause(reached: Pause | Roll) -> Iterator[None]:
    """Extend an error about unused faces if the roll paused before it needed them."""
    try:
        yield
    except FacesError as error:
        if isinstance(reached, Pause):
            error.hint = f"it pauses first: {reached.waits_for}; keep these for astragal resume"
        raise


class PauseWriter:
    """Shows what a paused roll waits for, and writes its token to a file or the terminal."""

    def __init__(
        self, where: str, key: str | None, key_file: str | None, *, in_json: bool = False
    ) -> None:
        self.where = as_typed(where)
        self.key = key
        self.key_file = key_file
        self.in_json = in_json
        """True if the token is part of a JSON answer"""

    def write(self, pause: Pause, shown: int = 0) -> int:
        """Show a pause but for its first ``shown`` lines, write it, and return its line count."""
        token = visible_json(self._data(pause))
        to_file = self.where != STDOUT
        lines = self._tell(pause, Terminal() if to_file else Terminal(sys.stderr), shown)
        if to_file:
            self._save(token)
        else:
            click.echo(token)
        return lines

    def _data(self, pause: Pause) -> dict[str, Any]:
        if not self.in_json:
            return pause.to_data(key=self.key)
        from astragal.service.answers import pause_answer

        return pause_answer(pause, self.key)

    def _tell(self, pause: Pause, terminal: Terminal, shown: int) -> int:
        lines = pause.explain()
        for line in lines[shown:]:
            terminal.paragraph(line, "  ", dim=True)
        if pause.choice is None:
            terminal.paragraph(f"paused: {pause.waits_for}")
        else:
            show_choice(terminal, pause.choice)
        file = self.where if self.where != STDOUT else "FILE"
        words = ["astragal", "resume", file]
        words += [] if self.key_file is None else ["--key", as_typed(self.key_file)]
        decide = " --decide …" if pause.choice is not None else ""
        terminal.paragraph(f"go on with: {shlex.join(words)}{decide}", dim=True)
        return len(lines)

    def _save(self, token: str) -> None:
        try:
            with open(self.where, "w", encoding="utf-8") as file:
                file.write(token + "\n")
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "not the path of a file"
            raise AstragalError("cannot-write", f"{self.where}: {why}") from None


def decision_in(pause: Pause, given: tuple[str, ...]) -> Any:
    """The decision typed for a pause: a label, a unique beginning of one, or its number."""
    if not given:
        return None
    if len(given) > 1:
        raise click.UsageError("one decision at a time: give --decide once")
    typed = as_typed(given[0]).strip()
    place = place_of(pause.options, typed)
    return typed if place is None else pause.options[place]
