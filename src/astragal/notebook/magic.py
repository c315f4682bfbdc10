"""The magics: ``%astragal`` answers prompt lines, ``%%anydice`` runs a program."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from astragal.cli.prompt.prompt import Prompt
from astragal.notebook.paper import Paper


class Magic:
    """Answers lines; values, macros and sheets last until the notebook's kernel ends."""

    def __init__(self) -> None:
        self._paper = Paper()
        self._prompt = Prompt(self._paper)

    def run(self, line: str, cell: str | None = None) -> None:
        """Answer dice notation, table talk or commands: ``odds …``, ``play …``, ``set …``."""
        for each in [line, *(cell or "").splitlines()]:
            text = each.strip()
            if text and not text.startswith("#") and not self._prompt.handle(text):
                break
        self._show()

    def program(self, line: str, cell: str | None = None) -> None:
        """Run an AnyDice program; options of ``astragal anydice`` follow the magic."""
        options, text = ("", line) if cell is None else (line, cell)
        with _typed(text):
            self._prompt.handle(f"anydice - {options}")
        self._show()

    def _show(self) -> None:
        from IPython.display import display

        if shown := self._paper.taken():
            display(shown, raw=True)  # type: ignore[no-untyped-call]


@contextmanager
def _typed(text: str) -> Iterator[None]:
    """Supply a text as standard input."""
    before = sys.stdin
    sys.stdin = io.StringIO(text)
    try:
        yield
    finally:
        sys.stdin = before
