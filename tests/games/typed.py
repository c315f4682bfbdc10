"""Dice typed while a game is open, in each way in: the same line, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from click.testing import CliRunner

from astragal.cli.main import main
from astragal.cli.prompt.prompt import Prompt
from astragal.cli.screen.terminal import Terminal
from astragal.service import Service
from tests.support.prompt import Screen


class Rolled(NamedTuple):
    """A roll, as every way in tells it."""

    record: dict[str, Any]
    text: str
    """the line that is shown"""
    said: str
    """all that is said beside it"""


Way = Callable[[str, str, Sequence[Any]], Rolled]


def _flat(text: str) -> str:
    return " ".join(text.split())


def by_command(game: str, line: str, faces: Sequence[Any]) -> Rolled:
    hand = ",".join(map(str, faces))
    words = ["roll", line, "--game", game, *(["--faces", hand] if faces else [])]
    data = json.loads(_ran([*words, "--json"]).stdout)
    shown = _ran(words)
    return Rolled(data["roll"], data["text"], _flat(shown.stderr))


def _ran(words: list[str]) -> Any:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return result


def at_the_prompt(game: str, line: str, faces: Sequence[Any]) -> Rolled:
    screen = Screen()
    prompt = Prompt(Terminal(screen), None)
    prompt.handle(f"game {game}")
    begins = len(screen.getvalue())
    prompt.handle(f"{line} --faces {','.join(map(str, faces))}" if faces else line)
    roll = prompt.session.last
    assert roll is not None, screen.getvalue()
    return Rolled(roll.to_data(), str(roll.line), _flat(screen.getvalue()[begins:]))


def by_the_service(game: str, line: str, faces: Sequence[Any]) -> Rolled:
    question = {"expression": line, "game": game} | ({"faces": list(faces)} if faces else {})
    answer = Service().ask("roll", question)
    return Rolled(answer["roll"], answer["text"], " ".join(answer.get("remarks", ())))


WAYS: dict[str, Way] = {
    "command line": by_command,
    "prompt": at_the_prompt,
    "service": by_the_service,
}
