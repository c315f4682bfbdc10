"""Refusals of a dialect's text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal._nearest import nearest
from astragal.dialects.dialect import Refusal, compiled
from astragal.errors import NotationError, Span

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader

COMMAND = compiled(r"[/!]\w+(?!\S)")
"""A chat command before a formula."""


def not_known(title: str, what: str, place: Span) -> NotationError:
    """Refuse undocumented behaviour instead of guessing."""
    return NotationError("not-known", f"what {title} makes of {what} is not known", span=place)


def unknown(reader: DialectReader, what: str, place: Span) -> NotationError:
    return not_known(reader.dialect.title, what, place)


def missing_number(reader: DialectReader, start: int) -> NotationError:
    typed = reader.text[start : reader.at].strip()
    return reader.error("missing-number", f"`{typed}` needs a number", reader.span(start))


def missing_condition(reader: DialectReader, start: int) -> NotationError:
    typed = reader.text[start : reader.at].strip()
    message = f"which dice? {reader.dialect.title}'s `{typed}` needs a number to compare with"
    return reader.error("missing-condition", message, reader.span(start))


def missing_value(reader: DialectReader) -> NotationError:
    if not reader.text.strip():
        place = Span(0, reader.length)
        return reader.error("empty", "there is nothing to roll", place, "e.g. `2d6`")
    command = COMMAND.match(reader.text, reader.at)
    if command and command[0][1:].isalpha() and not reader.text[: reader.at].strip():
        return unknown_command(reader, command[0])
    return reader.unexpected("a number or dice were expected here")


def unknown_command(reader: DialectReader, command: str) -> NotationError:
    """The error for a chat command without a formula; other commands of macros get a hint."""
    from astragal.dialects.macros import macro_dialects

    place = Span(reader.at, reader.at + len(command))
    own = any(each[0] == command[0] for each in reader.dialect.commands)
    if own and reader.dialect.name in macro_dialects():
        return for_macros(reader, command, place)
    message = f"{reader.dialect.title} has no command `{command[:40]}`"
    return reader.error("unknown-command", message, place, "leave it out")


def refuse_value(reader: DialectReader, start: int) -> None:
    """Refuse the value at this position if the dialect's table lists it."""
    for pattern, (code, message, hint) in reader.dialect.refused.items():
        if found := compiled(pattern).match(reader.text, start):
            place = Span(*found.span())
            raise reader.error(code, message.replace("{}", found[0][:40]), place, hint)


def in_macros(title: str) -> Refusal:
    """The refusal of syntax that only works in macros."""
    message = "`{}` is for macros, not for formulas"
    return "not-a-formula", message, f"read it as a macro of {title}"


def for_macros(reader: DialectReader, what: str, place: Span) -> NotationError:
    code, message, hint = in_macros(reader.dialect.title)
    return reader.error(code, message.replace("{}", what[:40]), place, hint)


def unknown_word(reader: DialectReader, word: str) -> NotationError:
    place = Span(reader.at, reader.at + len(word))
    if word.lower() in reader.dialect.unsaid:
        return reader.error("untranslatable", f"`{word}` cannot be said here", place)
    near = nearest(word, reader.dialect.functions)
    message = f"`{word[:40]}` is not dice in {reader.dialect.title}"
    return reader.error("unknown-word", message, place, f"did you mean `{near}`?" if near else None)


def left_over(reader: DialectReader) -> NotationError:
    start = reader.skip()
    typed = reader.letters_ahead() or reader.here()
    hints = reader.dialect.hints.items()
    found = (hint for pattern, hint in hints if compiled(pattern).match(reader.text, start))
    message = f"`{typed[:40]}` means nothing here in {reader.dialect.title}"
    place = Span(start, start + len(typed))
    return reader.error("unexpected", message, place, next(found, None))
