"""The dialect of dice typed at the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.cli.prompt.commands.own import own

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt

_OFF = "off"


def _names(_: object) -> tuple[str, ...]:
    from astragal.dialects.dialect import dialect_names

    return (*dialect_names(), _OFF)


@own(
    "dialect",
    usage="dialect roll20",
    about="reads dice as another program does; dialect off",
    place=25,
    follows=_names,
)
def dialect(prompt: Prompt, name: str) -> None:
    from astragal.cli.session import known_dialect
    from astragal.dialects.dialect import dialect_names, title_of

    session = prompt.session
    if name:
        session.dialect = "" if name.lower() == _OFF else known_dialect(name)
    if session.dialect:
        title = title_of(session.dialect)
        prompt.say(f"dice are read as in {title}; dialect off goes back to our notation")
    else:
        prompt.say("dice are read in our own notation")
    if not name:
        prompt.say(f"the dialects are {', '.join(dialect_names())}")
