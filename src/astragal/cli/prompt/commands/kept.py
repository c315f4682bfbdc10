"""Export, import and removal of the state that is kept between runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from astragal.cli.prompt.commands.own import own
from astragal.cli.prompt.memory import Kept, from_text, kept, to_text
from astragal.errors import ParameterError

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt

_WHICH = "which file?"


@own(
    "export",
    usage="export table.json",
    about="saves values, macros, sheets, circumstances",
    place=70,
)
def export(prompt: Prompt, path: str) -> None:
    from astragal.table.files import write_text

    if not path:
        raise ParameterError("bad-table-file", _WHICH, hint="e.g. export table.json")
    if Path(path).exists() and not _is_table(path):
        raise ParameterError(
            "file-exists", f"{path} is there already, and no table", hint="take another name"
        )
    write_text(path, to_text(kept(prompt.session)), "table")
    prompt.say(f"written to {path}; import {path} brings it back")


def _is_table(path: str) -> bool:
    from astragal.table.files import read_text

    try:
        from_text(read_text(path, "table"))
    except ParameterError:
        return False
    return True


@own("import", usage="import table.json", about="brings them back", place=71)
def import_(prompt: Prompt, path: str) -> None:
    from astragal.table.files import read_text

    if not path:
        raise ParameterError("bad-table-file", _WHICH, hint="e.g. import table.json")
    if trouble := from_text(read_text(path, "table")).restore(prompt.session):
        prompt.say(trouble)
    for line in kept(prompt.session).lines():
        prompt.say(line)


@own(
    "forget",
    usage="forget all",
    about="drops values, macros, sheets, circumstances",
    place=72,
    follows=lambda _: ("all",),
)
def forget(prompt: Prompt, what: str) -> None:
    lines = list(kept(prompt.session).lines())
    if what.lower() != "all" and lines:
        prompt.say("forget all drops this, for good:")
        for line in lines:
            prompt.say(line)
        return
    Kept().restore(prompt.session)
    prompt.say("all is forgotten")
