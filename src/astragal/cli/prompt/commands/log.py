"""The log of the table: display, export and undo."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from astragal.cli.prompt.commands.own import own
from astragal.cli.table_log import FORMATS
from astragal.errors import ParameterError

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt
    from astragal.cli.session import Session

_SHOWN = 30
_REPLACE = "--replace"


def _follows(_: Session) -> tuple[str, ...]:
    return ("undo", "log.md", "log.json", "log.txt")


@own(
    "log",
    usage="log",
    about="what happened; log night.md exports it (.md .json .txt)",
    place=60,
    follows=_follows,
    often=True,
)
def log(prompt: Prompt, path: str) -> None:
    entries = list(prompt.session.log)
    if path.lower() == "undo":
        _undo(prompt)
    elif path:
        _export(prompt, path)
    else:
        for entry in entries[-_SHOWN:]:
            prompt.terminal.paragraph(entry.text, "  ", dim=entry.roll is None)
        if not entries:
            prompt.say("nothing has happened yet")


@own("undo", usage="undo", about="takes back the last change on the sheets", place=61, alone=True)
def undo(prompt: Prompt, _: str) -> None:
    _undo(prompt)


def _undo(prompt: Prompt) -> None:
    session = prompt.session
    entry = session.log.undo()
    if entry is None or entry.before is None:
        prompt.say("nothing on the sheets has changed; what was rolled stays rolled")
        return
    session.party = entry.before
    prompt.say(f"taken back: {entry.text}")


def _export(prompt: Prompt, path: str) -> None:
    from astragal.table.files import write_text

    path, replace = path.removesuffix(_REPLACE).strip(), path.endswith(_REPLACE)
    write = FORMATS.get(Path(path).suffix.lower())
    if write is None:
        raise ParameterError(
            "bad-log-file",
            f"a log is written into a file that ends in {', '.join(FORMATS)}",
            hint="e.g. log night.md",
        )
    if Path(path).exists() and not replace:
        raise ParameterError(
            "file-exists",
            f"{path} is there already",
            hint=f"take another name, or: log {path} --replace",
        )
    write_text(path, write(prompt.session.log), "log")
    count = len(prompt.session.log)
    prompt.say(f"{count} line{'s are' if count != 1 else ' is'} in {path}")
