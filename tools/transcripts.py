"""Transcripts of the prompt in the guides: replayed, and written anew.

``python -m tools.transcripts`` writes what the prompt answers today below each line of the
transcripts in docs/prompt.md; a test fails where that changes anything.
"""

from __future__ import annotations

import io
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from astragal import SeededSource
from astragal.cli.prompt.prompt import Prompt
from astragal.cli.screen.terminal import Terminal

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "prompt.md"
_BLOCK = re.compile(r"```text\n(.*?)```", re.DOTALL)
_LINE = re.compile(r"[a-z]+(?: \([a-z\d-]+\))?> ?(.*)")


class _Screen(io.StringIO):
    encoding = "utf-8"


def replayed(page: str) -> str:
    """The page, with the prompt's answers as they are now."""
    with _among_the_examples():
        return _BLOCK.sub(lambda block: f"```text\n{_session(block[1])}```", page)


def _session(block: str) -> str:
    """One transcript: each begins at a new prompt, with the same faces every time."""
    screen = _Screen()
    terminal = Terminal(screen)
    terminal.width = 80
    prompt = Prompt(terminal, SeededSource("docs"))
    for line in block.splitlines():
        if typed := _LINE.fullmatch(line):
            terminal.write(f"{prompt.sign}{typed[1]}".rstrip())
            prompt.handle(typed[1])
    return screen.getvalue()


@contextmanager
def _among_the_examples() -> Iterator[None]:
    """In a folder with the sheets of the examples, where files may be written."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        for sheet in (ROOT / "examples").glob("*.toml"):
            (Path(folder) / sheet.name).write_bytes(sheet.read_bytes())
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


if __name__ == "__main__":
    PAGE.write_text(replayed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
