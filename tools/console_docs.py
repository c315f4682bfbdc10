"""Commands in the guides: run, and written anew with what they show.

``python -m tools.console_docs`` writes what every command in a console block shows today below
it; a test fails where that changes anything.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

from astragal.cli.main import main

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md")])
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
_PROMPT = re.compile(r"^\$ ", re.MULTILINE)


def shown_by(command: str) -> str:
    """What a command shows. Pipes are followed by hand, also of ``echo`` and ``sed s/a/b/``."""
    piped, shown = "", ""
    for stage in command.split(" | "):
        words = shlex.split(stage)
        if words[0] == "sed":
            _, old, new, _ = words[1].split("/")
            assert old in piped
            piped = shown = piped.replace(old, new)
            continue
        if words[0] == "echo":
            piped = " ".join(words[1:]) + "\n"
            continue
        assert words[0] == "astragal"
        result = CliRunner().invoke(main, words[1:], input=piped or None)
        piped, shown = result.stdout, result.output
    return shown


def sessions() -> Iterator[tuple[str, str, str]]:
    """Page, command and output of everything shown behind a ``$`` in a console block."""
    for page in PAGES:
        for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
            for session in _PROMPT.split(block)[1:]:
                command, _, output = session.partition("\n")
                yield str(page.relative_to(ROOT)), command, output


def _block_anew(block: re.Match[str]) -> str:
    first, *commands = _PROMPT.split(block[1])
    typed = (session.partition("\n")[0] for session in commands)
    shown = "".join(f"$ {command}\n{shown_by(command)}" for command in typed)
    return f"```console\n{first}{shown}```"


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(_BLOCK.sub(_block_anew, page.read_text(encoding="utf-8")), encoding="utf-8")
