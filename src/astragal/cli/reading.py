"""Dice as they were typed: one text or several, from the command line or from standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from astragal.cli.options import as_typed, parse_variables
from astragal.cli.screen.terminal import lines_of
from astragal.cli.session import Session
from astragal.errors import AstragalError, NotationError
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.outcome import Number
from astragal.talk.understood import Read

if TYPE_CHECKING:
    from astragal.table.party import Party

STDIN = "-"
_UNCLEAR = "ambiguous-comparison"
"""The code of ``8d10 >= 7``, which is dice, though it reads two ways."""


class GivenValues:
    """Values for the names in notation, and how what was typed is read with them."""

    def __init__(self, session: Session, given: Mapping[str, Number], party: Party | None) -> None:
        self.session = session
        self.given = given
        self.party = party
        self.variables = session.values_with(given, party)

    def parse(self, text: str, limits: Limits | None = None) -> Expression:
        """Notation."""
        return self.session.parse(text, self.given, self.party, limits)

    def read(self, text: str, limits: Limits | None = None) -> Read:
        """Notation, or what people say at a table."""
        try:
            return Read(self.parse(text, limits))
        except NotationError:
            from astragal.talk.listening import read

            return read(text, lambda said: self.parse(said, limits))


def given_values(session: Session, pairs: Sequence[str], sheets: Sequence[str]) -> GivenValues:
    """The values of ``--set``, then those of the session, then those of the sheets."""
    given = parse_variables(pairs)
    party = None
    if sheets:
        from astragal.table.party import Party
        from astragal.table.sheets import Sheet

        party = Party([Sheet.load(as_typed(path)) for path in sheets])
    return GivenValues(session, given, party)


def texts(command: str, expressions: Sequence[str]) -> Iterator[str]:
    """The dice that were typed or, if none were or a dash, the lines of standard input."""
    if expressions and tuple(expressions) != (STDIN,):
        yield from _joined(command, [as_typed(each) for each in expressions])
        return
    if not expressions and sys.stdin.isatty():
        raise click.UsageError(f"no dice were given; e.g. astragal {command} 2d6")
    for line in lines_of(sys.stdin):
        text = line.strip()
        if text and not text.startswith("#"):
            yield text


def _joined(command: str, words: list[str]) -> list[str]:
    """One text for words that make sense together only: a shell parts ``2d6 + 3``.

    The command may be the first of them: ``odds of 15 on 3d6``.
    """
    if len(words) == 1 or all(map(_has_dice, words)):
        return words
    together = " ".join(words)
    # What reads two ways is one text if a word of it can be no roll.
    sure = all(any(map(str.isdigit, word)) for word in words)
    one = any(_is_one_roll(text, sure=sure) for text in (together, f"{command} {together}"))
    return [together] if one else words


def _is_one_roll(text: str, *, sure: bool) -> bool:
    """Whether a text is dice; ``sure``: and reads one way only."""
    from astragal.talk.listening import understand

    try:
        parse(text)
    except AstragalError as error:
        try:
            return understand(text) is not None or (_two_ways(error) and not sure)
        except NotationError:
            return not sure
    return True


def _two_ways(error: AstragalError) -> bool:
    return error.code.startswith("ambiguous-")


def _has_dice(text: str) -> bool:
    """Whether a text is notation by itself, and something is rolled in it."""
    try:
        return bool(parse(text).body.draws)
    except AstragalError:
        return False


def is_dice(text: str) -> bool:
    """Whether a text is dice, as notation or as people say it."""
    try:
        parse(text)
    except AstragalError as error:
        return error.code == _UNCLEAR or understood(text)
    return True


def understood(text: str) -> bool:
    """Whether a text is table talk; what reads two ways is."""
    from astragal.talk.listening import understand

    try:
        return understand(text) is not None
    except NotationError as error:
        return error.code in ("ambiguous-talk", _UNCLEAR)
