"""The type of the prompt's own commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt
    from astragal.cli.session import Session


class Own(NamedTuple):
    """A command with its entry in the help."""

    names: tuple[str, ...]
    usage: str
    about: str
    do: Callable[[Prompt, str], None]
    """runs the command on the rest of the line"""
    place: int
    """the position in the help; lower comes first"""
    alone: bool
    """True if the command takes no arguments; a longer line is not this command"""
    follows: Callable[[Session], Iterable[str]]
    """words for completion after the command"""
    often: bool
    """True if the command belongs on the first page of the help"""


def nothing(_: Session) -> Iterable[str]:
    return ()


def own(
    *names: str,
    usage: str,
    about: str,
    place: int,
    alone: bool = False,
    follows: Callable[[Session], Iterable[str]] = nothing,
    often: bool = False,
) -> Callable[[Callable[[Prompt, str], None]], Own]:
    """Make a command of a function."""

    def made(do: Callable[[Prompt, str], None]) -> Own:
        return Own(names, usage, about, do, place, alone, follows, often)

    return made


class LeaveError(Exception):
    """Raised to leave the prompt."""
