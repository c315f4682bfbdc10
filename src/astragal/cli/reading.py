"""Reading dice as typed: one text or several, from the command line or standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

import click

from astragal.cli.asking import as_typed, value_of
from astragal.cli.screen.terminal import lines_of
from astragal.cli.session import Session
from astragal.dialects.reading import parse
from astragal.errors import AstragalError, NotationError, RecordError
from astragal.limits import Limits
from astragal.service.context import Context
from astragal.service.fields import VARIABLES
from astragal.service.subject import DiceSubject, Subject
from astragal.talk.understood import Read

if TYPE_CHECKING:
    from astragal.table.party import Party

STDIN = "-"
_LONGEST = 16_000_000
"""The longest record or token in characters, enough for a hundred thousand dice. Some devices never
end."""
_UNCLEAR = "ambiguous-comparison"
"""The code of ``8d10 >= 7``: clearly dice, but with two readings."""


def text_in(path: str, otherwise: str = "") -> str:
    """The text of a file or of standard input; errors end with ``otherwise``."""
    if path == STDIN:
        return "".join(lines_of(sys.stdin))
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            return file.read()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise click.UsageError(f"{path}: {reason}{otherwise}") from None


def text_of(file: TextIO, what: str, read: Callable[[int], str] | None = None) -> str:
    """The text of a token, record or secret; refused if too long. ``read`` may read one line."""
    try:
        text = (read or file.read)(_LONGEST + 1)
    except UnicodeDecodeError:
        raise RecordError("not-json", f"the {what} is not text in UTF-8") from None
    if len(text) > _LONGEST:
        raise RecordError("too-long", f"the {what} is longer than {_LONGEST:,} characters")
    return text


def what_was_read(read: Read) -> list[str]:
    """Remarks on how a text was read: as table talk, or by the conventions of a game.

    Empty for plain notation.
    """
    dice = read.expression
    spoken = [] if read.understood is None else [f"read as {read.understood.told}"]
    return [*spoken, *([f"{dice.convention}: {dice.uncommented}"] if dice.convention else [])]


def context_of(session: Session, typed: Mapping[str, Any], limits: Limits | None = None) -> Context:
    """The context of dice: values from ``--set`` and ``--sheet`` take precedence."""
    given = value_of(VARIABLES, typed["set"]) or {}
    party = load_party(typed["sheet"]) if typed["sheet"] else None
    dialect = typed["dialect"]
    return session.context(given, party, None if dialect is None else as_typed(dialect), limits)


def load_party(paths: Iterable[str]) -> Party:
    """The sheets in some files."""
    from astragal.table.party import Party
    from astragal.table.sheets import Sheet

    return Party([Sheet.load(as_typed(path)) for path in paths])


def how_it_was_read(subject: Subject) -> Sequence[str]:
    """Remarks on how dice, or a rule of the open game, were read."""
    return what_was_read(subject.read) if isinstance(subject, DiceSubject) else subject.remarks


def called_rule(text: str, session: Session) -> list[str] | None:
    """The words after ``play`` if the text calls a rule of a game or a file; else None."""
    from astragal.catalogue import is_game

    first, _, more = text.strip().partition(" ")
    if first.endswith(".py") or ((more or first.isalpha()) and is_game(first.lower())):
        from astragal.cli.line import in_words

        game, *rest = in_words(text)
        return [game if game.endswith(".py") else game.lower(), *rest]
    if session.game is None:
        return None
    from astragal.cli.prompt.names import Names

    found = Names(session).called(text)
    return None if found is None else found[1:]


def texts(command: str, expressions: Sequence[str], dialect: str = "") -> Iterator[str]:
    """The typed dice; without any, or with a dash, the lines of standard input."""
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
    """Join words that only make sense together, as a shell splits ``2d6 + 3``.

    The command may be part of the text: ``odds of 15 on 3d6``.
    """
    if len(words) == 1 or all(_has_dice(word, dialect) for word in words):
        return words
    together = " ".join(words)
    if dialect:
        return [together]
    # An ambiguous text is one text if one of its words cannot be a roll.
    sure = all(any(map(str.isdigit, word)) for word in words)
    one = any(_is_one_roll(text, sure=sure) for text in (together, f"{command} {together}"))
    # A word that is not a roll belongs to its neighbours, whether understood or not.
    one = one or not all(any(map(str.isdigit, word)) or is_dice(word) for word in words)
    return [together] if one else words


def _is_one_roll(text: str, *, sure: bool) -> bool:
    """True if a text is dice; with ``sure``, only if it is unambiguous."""
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
    """True if a text is notation by itself and rolls something."""
    try:
        return bool(parse(text, dialect=dialect).body.draws)
    except AstragalError:
        return False


def is_dice(text: str, dialect: str = "") -> bool:
    """True if a text is dice, in notation or table talk; in a dialect, only its notation."""
    try:
        parse(text, dialect=dialect)
    except AstragalError as error:
        if dialect:
            return False
        return error.code == _UNCLEAR or understood(text)
    return True


def asks_in_words(text: str) -> bool:
    """True if a text is a question about dice that has a number for an answer."""
    from astragal.talk.listening import understand

    try:
        found = understand(text)
    except NotationError:
        return False
    return found is not None and found.kind not in ("roll", "named")


def understood(text: str) -> bool:
    """True if a text is table talk, even if ambiguous."""
    from astragal.talk.listening import understand

    try:
        return understand(text) is not None
    except NotationError as error:
        return error.code in ("ambiguous-talk", _UNCLEAR)
