"""Ambiguous sentences: refused, with a text to type for each meaning."""

from __future__ import annotations

from copy import copy

from astragal.errors import AstragalError, NotationError
from astragal.notation.syntax.parser import parse
from astragal.talk.understood import Asked


class UnclearError(NotationError):
    """A text with several meanings; ``chances`` lists them if all are chances."""

    chances: tuple[Asked, ...] = ()
    in_part = False
    """true if only a part of the sentence is ambiguous"""

    def of_part(self) -> UnclearError:
        """The same error about a part: its chances must not answer the whole sentence."""
        error = copy(self)
        error.chances, error.in_part = (), True
        return error


def ambiguous(message: str, hint: str) -> UnclearError:
    """An error for several meanings; the hint has a text to type for each."""
    return UnclearError("ambiguous-talk", message, hint=hint)


def two_ways(
    one: str, it: str, other: str, that: str, *, asked: tuple[str, str] | None = None
) -> UnclearError:
    """An error for two readings; ``asked`` has the words of a question for each."""
    ways = f"`{_canonical(one)}` {it}, `{_canonical(other)}` {that}"
    error = ambiguous("this could mean two things", ways)
    if asked is not None:
        error.chances = (Asked(asked[0], one), Asked(asked[1], other))
    return error


def _canonical(text: str) -> str:
    try:
        return str(parse(text))
    except AstragalError:
        return text
