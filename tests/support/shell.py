"""Commands as they stand in the documentation, run without a shell."""

from __future__ import annotations

import shlex

from click.testing import CliRunner

from astragal.cli.main import main


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
