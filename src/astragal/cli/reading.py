"""Dice as they were typed: one text or several, from the command line or from standard input."""

from __future__ import annotations

import sys
from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from astragal.cli.options import as_typed, parse_variables
from astragal.cli.screen.terminal import lines_of
from astragal.cli.session import Session
from astragal.dialects.reading import parse
from astragal.errors import AstragalError, NotationError
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.outcome import Number
from astragal.talk.understood import Read

if TYPE_CHECKING:
    from astragal.cli.rules.call import RuleCall
    from astragal.table.party import Party
    from astragal.talk.in_games import GameTalk, SpokenCall

STDIN = "-"
_UNCLEAR = "ambiguous-comparison"
"""The code of ``8d10 >= 7``, which is dice, though it reads two ways."""


def text_in(path: str, otherwise: str = "") -> str:
    """The text of a file, or of standard input; ``otherwise`` is said if it cannot be read."""
    if path == STDIN:
        return "".join(lines_of(sys.stdin))
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            return file.read()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise click.UsageError(f"{path}: {reason}{otherwise}") from None


class GivenValues:
    """Values for the names in notation, and how what was typed is read with them."""

    def __init__(
        self,
        session: Session,
        given: Mapping[str, Number],
        party: Party | None,
        dialect: str | None = None,
    ) -> None:
        self.session = session
        self.given = given
        self.party = party
        self.dialect = session.dialect if dialect is None else known_dialect(dialect)
        """the program whose notation is typed; "" is ours"""
        self.variables = session.values_with(given, party)

    def parse(self, text: str, limits: Limits | None = None) -> Expression:
        """Notation, or what is typed in the dialect, as the open game reads it."""
        return self.session.parse(text, self.given, self.party, limits, self.dialect)

    def read(self, text: str, limits: Limits | None = None) -> Read:
        """Notation, or what people say at a table; in a dialect, only what is typed in that."""
        if (talk := self._talk(limits)) is not None:
            return talk.read(text)
        try:
            return Read(self.parse(text, limits))
        except NotationError:
            if self.dialect:
                raise
            from astragal.talk.listening import read

            return read(text, lambda said: self.parse(said, limits), labels=self._labels)

    @property
    def _labels(self) -> list[str]:
        return self._party.known_names

    @property
    def _party(self) -> Party:
        return self.session.party if self.party is None else self.party

    def called(self, text: str, limits: Limits | None = None) -> SpokenCall | None:
        """The rule of the open game that a text calls without its name; None if it does not."""
        talk = self._talk(limits)
        return None if talk is None else talk.called(text)

    def call_of(self, called: SpokenCall) -> RuleCall:
        """The call of that rule, with the sheets that were given."""
        from astragal.cli.commands.play import rule_call

        call = rule_call(called.words_of_rule, self.session)
        call.saved = called.saved
        if self.party is not None:
            call.party = self.party
        return call

    def _talk(self, limits: Limits | None) -> GameTalk | None:
        if self.session.game is None or self.dialect:
            return None
        from astragal.talk.in_games import GameTalk

        values = ChainMap(dict(self.given), self.session.values)
        parsed = partial(self.parse, limits=limits)
        return GameTalk(self.session.game, parsed, values, self._party)


def what_was_read(read: Read) -> list[str]:
    """The reading of a text, line by line: of table talk, and by the conventions of a game.

    Notation that means what it says has none.
    """
    dice = read.expression
    spoken = [] if read.understood is None else [f"read as {read.understood.told}"]
    return [*spoken, *([f"{dice.convention}: {dice.uncommented}"] if dice.convention else [])]


def known_dialect(name: str) -> str:
    """A dialect as typed, "" for our own notation; a ParameterError if there is none."""
    from astragal.dialects.dialect import HERE, find_dialect

    typed = as_typed(name).lower()
    return "" if typed in ("", HERE) else find_dialect(typed).name


def given_values(
    session: Session, pairs: Sequence[str], sheets: Sequence[str], dialect: str | None = None
) -> GivenValues:
    """The values of ``--set``, then those of the session, then those of the sheets.

    ``dialect`` is that of the session, unless it was typed.
    """
    given = parse_variables(pairs)
    party = None
    if sheets:
        from astragal.table.party import Party
        from astragal.table.sheets import Sheet

        party = Party([Sheet.load(as_typed(path)) for path in sheets])
    return GivenValues(session, given, party, dialect)


def texts(command: str, expressions: Sequence[str], dialect: str = "") -> Iterator[str]:
    """The dice that were typed or, if none were or a dash, the lines of standard input."""
    if expressions and tuple(expressions) != (STDIN,):
        yield from _joined(command, [as_typed(each) for each in expressions], dialect)
        return
    if not expressions and sys.stdin.isatty():
        raise click.UsageError(f"no dice were given; e.g. astragal {command} 2d6")
    for line in lines_of(sys.stdin):
        text = line.strip()
        if text and not text.startswith("#"):
            yield text


def _joined(command: str, words: list[str], dialect: str) -> list[str]:
    """One text for words that make sense together only: a shell parts ``2d6 + 3``.

    The command may be the first of them: ``odds of 15 on 3d6``.
    """
    if len(words) == 1 or all(_has_dice(word, dialect) for word in words):
        return words
    together = " ".join(words)
    if dialect:
        return [together]
    # What reads two ways is one text if a word of it can be no roll.
    sure = all(any(map(str.isdigit, word)) for word in words)
    one = any(_is_one_roll(text, sure=sure) for text in (together, f"{command} {together}"))
    # A word that is no roll belongs to those beside it, understood or not.
    one = one or not all(any(map(str.isdigit, word)) or is_dice(word) for word in words)
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


def _has_dice(text: str, dialect: str) -> bool:
    """Whether a text is notation by itself, and something is rolled in it."""
    try:
        return bool(parse(text, dialect=dialect).body.draws)
    except AstragalError:
        return False


def is_dice(text: str, dialect: str = "") -> bool:
    """Whether a text is dice, as notation or as people say it; in a dialect, as typed in that."""
    try:
        parse(text, dialect=dialect)
    except AstragalError as error:
        if dialect:
            return False
        return error.code == _UNCLEAR or understood(text)
    return True


def asks_in_words(text: str) -> bool:
    """Whether a text is a question about dice, which is answered with a number."""
    from astragal.talk.listening import understand

    try:
        found = understand(text)
    except NotationError:
        return False
    return found is not None and found.kind not in ("roll", "named")


def understood(text: str) -> bool:
    """Whether a text is table talk; what reads two ways is."""
    from astragal.talk.listening import understand

    try:
        return understand(text) is not None
    except NotationError as error:
        return error.code in ("ambiguous-talk", _UNCLEAR)
