"""Sheets at the prompt: open, list, close."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from astragal.cli.prompt.commands.own import own
from astragal.cli.screen.columns import side_by_side
from astragal.outcome import show

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt
    from astragal.cli.session import Session
    from astragal.table.sheets import Sheet


def _files(_: Session) -> Iterable[str]:
    return sorted(str(path) for path in Path().glob("*.toml"))


def _open_names(session: Session) -> Iterable[str]:
    return [sheet.name for sheet in session.sheets]


@own(
    "sheet",
    "open",
    usage="sheet alice.toml",
    about="opens a sheet, beside others too; sheets lists them",
    place=40,
    follows=_files,
    often=True,
)
def sheet(prompt: Prompt, path: str) -> None:
    if path:
        _show(prompt, prompt.session.open_sheet(path.strip("\"'")))
    else:
        _list(prompt)


@own("sheets", usage="sheets", about="lists what is on the open sheets", place=41, alone=True)
def sheets(prompt: Prompt, _: str) -> None:
    _list(prompt)


@own("close", usage="close Bob", about="closes a sheet", place=42, follows=_open_names)
def close(prompt: Prompt, name: str) -> None:
    opened = [sheet.name for sheet in prompt.session.sheets]
    if not opened:
        prompt.say("no sheet is open")
    elif not name:
        prompt.say(f"which sheet? e.g. close {opened[0]}")
    else:
        prompt.session.close_sheet(name)
        prompt.say(f"{name} is closed")


def _list(prompt: Prompt) -> None:
    opened = prompt.session.sheets
    if len(opened) > 1 and _compared(prompt, opened):
        return
    for each in prompt.session.sheets:
        _show(prompt, each)
    if not prompt.session.sheets:
        prompt.say("no sheet is open; to open one: sheet alice.toml")


def _compared(prompt: Prompt, opened: Sequence[Sheet]) -> bool:
    """Show several sheets side by side; False if the terminal cannot."""
    names = list(dict.fromkeys(name for sheet in opened for name in (*sheet, *sheet.texts)))
    rows = [[name, *(_value(sheet, name) for sheet in opened)] for name in names]
    if not side_by_side(prompt.terminal, ["", *(sheet.name for sheet in opened)], rows):
        return False
    for sheet in opened:
        for each in (*sheet.rolls.values(), *sheet.circumstances.each):
            prompt.terminal.paragraph(f"{sheet.name}: {each}", "  ", dim=True)
    return True


def _value(sheet: Sheet, name: str) -> str:
    found = sheet.found(name)
    return "" if found is None else show(found[1])


def _show(prompt: Prompt, shown: Sheet) -> None:
    terminal = prompt.terminal
    if shown.name and len(prompt.session.sheets) > 1:
        prompt.say(terminal.style(shown.name, bold=True))
    for name, value in (*shown.items(), *shown.texts.items()):
        terminal.paragraph(f"{name} {show(value)}", "  ")
    for each in (*shown.rolls.values(), *shown.circumstances.each):
        terminal.paragraph(str(each), "  ", dim=True)
