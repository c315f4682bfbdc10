"""Circumstances at the prompt: begun, ended, and rounds that pass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from astragal.cli.prompt.commands.own import own
from astragal.cli.prompt.spoken import read_circumstance

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt
    from astragal.cli.session import Session


def _standing(session: Session) -> Iterable[str]:
    return [each.name for sheet in session.party.sheets for each in sheet.circumstances.each]


@own(
    "begin",
    usage="begin fog: disadvantages 1 on Attack for 2 rounds",
    about="begins a circumstance",
    place=50,
    often=True,
)
def begin(prompt: Prompt, text: str) -> None:
    """``begin ants in their pants: advantages 1 on Attack``, with whose it is before that."""
    name, begun = read_circumstance(text, [sheet.name for sheet in prompt.session.sheets])
    prompt.session.begin(begun, name)
    prompt.say(str(begun))


@own("end", usage="end fog", about="ends it", place=51, follows=_standing)
def end(prompt: Prompt, text: str) -> None:
    from astragal.table.calls import plain_name

    first, colon, rest = text.partition(":")
    known = {plain_name(sheet.name) for sheet in prompt.session.sheets}
    owner = first if colon and plain_name(first) in known else None
    prompt.session.end(text if owner is None else rest.strip(), owner)
    prompt.say(f"{text} ends")


@own(
    "round",
    "next round",
    "new round",
    usage="round",
    about="a round has passed",
    place=52,
    alone=True,
)
def pass_round(prompt: Prompt, _: str) -> None:
    session = prompt.session
    after = session.party.after_round()
    changes = session.party.changes(after)
    if after != session.party:
        session.change(after, "; ".join(["a round has passed", *changes]))
    for line in changes or ["a round has passed; nothing ends"]:
        prompt.say(line)
