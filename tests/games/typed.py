"""Dice typed while a game is open, in each way in: the same line, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from astragal.cli.main import main
from astragal.cli.prompt.prompt import Prompt
from astragal.cli.screen.terminal import Terminal
from astragal.service import Service
from astragal.talk.named_calls import in_words
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


# Calls of rules, with a sheet

CallWay = Callable[[str, str, Sequence[Any], str, Path], dict[str, Any]]


def _sheet_file(sheet: str, folder: Path) -> str:
    path = folder / "sheet.toml"
    path.write_text(sheet, encoding="utf-8")
    return str(path)


def _in_hand(faces: Sequence[Any]) -> str:
    return ",".join(map(str, faces))


def _record(words: list[str]) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(_ran([*words, "--json"]).stdout)["roll"]
    return record


def called_at_the_prompt(
    game: str, line: str, faces: Sequence[Any], sheet: str, folder: Path
) -> dict[str, Any]:
    screen = Screen()
    prompt = Prompt(Terminal(screen), None)
    for each in (
        f"sheet {_sheet_file(sheet, folder)}",
        f"game {game}",
        f"{line} --faces {_in_hand(faces)}",
    ):
        prompt.handle(each)
    assert prompt.session.last is not None, screen.getvalue()
    return prompt.session.last.to_data()


def called_by_play(
    game: str, line: str, faces: Sequence[Any], sheet: str, folder: Path
) -> dict[str, Any]:
    options = ["--sheet", _sheet_file(sheet, folder), "--faces", _in_hand(faces)]
    return _record(["play", game, *in_words(line), *options])


def called_by_roll(
    game: str, line: str, faces: Sequence[Any], sheet: str, folder: Path
) -> dict[str, Any]:
    options = ["--sheet", _sheet_file(sheet, folder), "--faces", _in_hand(faces)]
    return _record(["roll", line, "--game", game, *options])


def called_by_the_service(
    game: str, line: str, faces: Sequence[Any], sheet: str, _folder: Path
) -> dict[str, Any]:
    question = {"expression": line, "game": game, "faces": list(faces), "sheets": [sheet]}
    record: dict[str, Any] = Service().ask("roll", question)["roll"]
    return record


def called_by_the_page(
    game: str, line: str, faces: Sequence[Any], sheet: str, _folder: Path
) -> dict[str, Any]:
    """The page reads the line, fills in its form, and starts that, so that it may wait."""
    read = Service().ask("read", {"text": line, "game": game, "sheets": [sheet]})
    assert read["problem"] is None, read["problem"]
    call = {name: read["reading"]["call"][name] for name in ("rule", "parameters", "saved")}
    question = {**call, "faces": list(faces), "sheets": [sheet], "moments": False}
    record: dict[str, Any] = Service().ask("start", question)["roll"]
    return record


CALL_WAYS: dict[str, CallWay] = {
    "prompt": called_at_the_prompt,
    "play": called_by_play,
    "roll": called_by_roll,
    "service": called_by_the_service,
    "page": called_by_the_page,
}
