"""Circumstances at the prompt: beginning and ending them, and passing rounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from astragal.cli.prompt.commands.own import own
from astragal.errors import ParameterError
from astragal.table.calls import plain_name
from astragal.table.circumstances import Circumstance
from astragal.table.lasting import Lasting

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt
    from astragal.cli.session import Session


_GIVES = re.compile(r"\s*([a-z_]+)\s*([+-]?\d{1,4})\s*", re.IGNORECASE)
_PARTS = re.compile(
    r"(?P<gives>.*?)(?:\s+on\s+(?P<on>.*?))?(?:\s+for\s+(?P<lasts>[^,]*?))?"
    r"(?:\s+when\s+(?P<when>.*?))?\s*",
    re.IGNORECASE,
)


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
    """``begin ants in their pants: advantages 1 on Attack``; an owner may come first."""
    name, begun = _read(text, [sheet.name for sheet in prompt.session.sheets])
    prompt.session.begin(begun, name)
    prompt.say(str(begun))


@own("end", usage="end fog", about="ends it", place=51, follows=_standing)
def end(prompt: Prompt, text: str) -> None:
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


def _read(text: str, people: Sequence[str]) -> tuple[str | None, Circumstance]:
    """The owner and the circumstance in ``Bob: fog: disadvantages 1 on Attack for 2 rounds``.

    The owner, the rolls, the duration and the condition (``when passes``) are optional.
    """
    first, _, rest = text.partition(":")
    owner = next((each for each in people if plain_name(each) == plain_name(first)), None)
    if ":" not in rest:
        owner = None
    name, _, given = (rest if owner is not None else text).partition(":")
    parts = _PARTS.fullmatch(given)
    found = [_GIVES.fullmatch(part) for part in (parts["gives"] if parts else "").split(",")]
    if parts is None or not all(found):
        raise ParameterError(
            "bad-circumstance",
            "name the circumstance and what it gives",
            hint="e.g. begin ants in their pants: advantages 1 on Attack for 2 rounds",
        )
    return owner, Circumstance(
        name.strip(),
        {each[1].lower(): int(each[2]) for each in found if each is not None},
        tuple(each.strip() for each in (parts["on"] or "").split(",") if each.strip()),
        Lasting.of(parts["lasts"]) if parts["lasts"] else None,
        _field(parts["when"] or ""),
    )


def _field(said: str) -> str:
    """The field of the outcome with a spoken name: ``critical success`` is ``critical_success``."""
    words = said.strip().split()
    return "_".join(words) if all(word.isidentifier() for word in words) else said.strip()
