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
    """what it does with the text behind it"""
    place: int
    """where it stands in the help: lower first"""
    alone: bool
    """whether nothing may follow: a line with more is something else"""
    follows: Callable[[Session], Iterable[str]]
    """words that may follow"""
    often: bool
    """whether it is needed so often that it stands on the first page of the help"""


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
