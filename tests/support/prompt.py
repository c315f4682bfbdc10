"""The prompt without a keyboard: lines in, text out."""

from __future__ import annotations

import io

from astragal import SeededSource
from astragal.cli.prompt.prompt import Prompt
from astragal.cli.screen.terminal import Terminal


class Screen(io.StringIO):
    encoding = "utf-8"


def talk(*lines: str) -> str:
    """What the prompt answers to these lines."""
    screen = Screen()
    prompt = Prompt(Terminal(screen), SeededSource(1))
    for line in lines:
        prompt.handle(line)
    return screen.getvalue()
