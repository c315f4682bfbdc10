"""Choices at a terminal: the rule asks, somebody answers."""

from __future__ import annotations

import sys
from typing import Any

import click

from astragal.cli.terminal import Terminal
from astragal.experiment.choices import Choice


def at_keyboard() -> bool:
    return sys.stdin.isatty()


class Asker:
    """Asks on the terminal, by number or by name, until the answer is one of the options."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def __call__(self, choice: Choice) -> Any:
        if not at_keyboard():
            raise choice.undecided("and nobody is at the keyboard")
        self._state(choice)
        while True:
            typed = click.prompt("  which", prompt_suffix="? ", err=True).strip()
            place = self._place(choice, typed)
            if place is not None:
                return choice.options[place]
            self.terminal.write(f"  that is none of them: {', '.join(choice.labels)}")

    def _state(self, choice: Choice) -> None:
        self.terminal.write(choice.asked + (f" ({choice.facts})" if choice.facts else ""))
        for number, label in enumerate(choice.labels, 1):
            self.terminal.write(f"  {number}  {label}")

    @staticmethod
    def _place(choice: Choice, typed: str) -> int | None:
        """A label, its beginning where that is enough, or a number."""
        if typed in choice.labels:
            return choice.labels.index(typed)
        if typed.isdecimal() and 1 <= int(typed) <= len(choice.labels):
            return int(typed) - 1
        near = [place for place, label in enumerate(choice.labels) if label.startswith(typed)]
        return near[0] if typed and len(near) == 1 else None
