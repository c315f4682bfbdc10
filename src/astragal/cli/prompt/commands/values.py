"""Values and macros: names for numbers, for dice, and for whole lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from astragal.cli.line import DIALECT
from astragal.cli.prompt.commands.own import own
from astragal.cli.session import Session
from astragal.errors import AstragalError, ParameterError
from astragal.outcome import read_number, show

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt

_NAME = re.compile(r"[^\W\d][\w ]*")


def _names(session: Session) -> Iterable[str]:
    return (*session.values, *session.macros)


@own(
    "set",
    usage="set str=3",
    about="gives @str a value; set fireball = 8d6 names dice",
    place=20,
    follows=_names,
    often=True,
)
def set_(prompt: Prompt, text: str) -> None:
    session = prompt.session
    if not text:
        _list(prompt)
        return
    name, sign, value = (part.strip() for part in text.partition("="))
    name = " ".join(name.removeprefix("@").strip("{}").split())
    if not sign or not value or not _NAME.fullmatch(name):
        raise ParameterError(
            "bad-set", "a name and what it stands for are needed", hint="write it like str=3"
        )
    number = read_number(value)
    if number is None:
        _check_macro(prompt, name, value)
        value = _with_dialect(prompt, value)
        session.values.pop(name, None)
        session.macros[name] = value
        prompt.say(f"{name} is {value}")
    else:
        session.macros.pop(name, None)
        session.values[name] = number
        prompt.say(f"@{name} is {show(number)}")


def _check_macro(prompt: Prompt, name: str, line: str) -> None:
    """Refuse a name that would hide another one, and a line that is neither dice nor a rule."""
    if prompt.knows(name):
        raise ParameterError(
            "taken-name", f"{name} means something already", hint="take another name"
        )
    if prompt.knows(line):
        return
    try:
        prompt.session.parse(line)
    except AstragalError:
        from astragal.cli.reading import understood

        if prompt.session.dialect or not understood(line):
            raise


def _with_dialect(prompt: Prompt, line: str) -> str:
    """The line, with the current dialect if its meaning depends on it."""
    dialect = prompt.session.dialect
    return f"{line} {DIALECT} {dialect}" if dialect and not prompt.knows(line) else line


def _list(prompt: Prompt) -> None:
    session = prompt.session
    for name, value in session.values.items():
        prompt.say(f"@{name} is {show(value)}")
    for name, line in session.macros.items():
        prompt.say(f"{name} is {line}")
    if not session.values and not session.macros:
        prompt.say("nothing is set; e.g. set str=3, or set fireball = 8d6")


@own("unset", usage="unset str", about="forgets a value or a macro", place=21, follows=_names)
def unset(prompt: Prompt, name: str) -> None:
    name = name.removeprefix("@")
    session = prompt.session
    for kept in (session.values, session.macros):
        if name in kept:
            del kept[name]
            prompt.say(f"{name} is forgotten")
            return
    raise ParameterError(
        "not-set",
        f"nothing is set by the name {name}" if name else "which name is to be forgotten?",
        hint=f"set are: {', '.join(_names(session)) or 'none'}",
    )
