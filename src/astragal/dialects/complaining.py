"""What is said about a dialect's text that cannot be read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from astragal._nearest import nearest
from astragal.errors import NotationError, Span
from astragal.notation.syntax.cursor import Cursor

if TYPE_CHECKING:
    from astragal.dialects.dialect import Dialect

COMMAND = re.compile(r"[/!]\w+(?!\S)")
"""A chat command in front of a formula."""


class Complaining(Cursor):
    """A position in a dialect's text, with the messages for what is wrong there."""

    __slots__ = ("dialect",)
    dialect: Dialect

    def unknown(self, what: str, place: Span) -> NotationError:
        """What nobody has written down is refused rather than guessed."""
        message = f"what {self.dialect.title} makes of {what} is not known"
        return self.error("not-known", message, place)

    def cannot(self, what: str, place: Span) -> NotationError:
        """What is known, and has no words here."""
        return self.error("untranslatable", f"{what} cannot be said here", place)

    def missing_number(self, start: int) -> NotationError:
        typed = self.text[start : self.at].strip()
        return self.error("missing-number", f"`{typed}` needs a number", self.span(start))

    def missing_condition(self, start: int) -> NotationError:
        typed = self.text[start : self.at].strip()
        return self.error(
            "missing-condition",
            f"which dice? {self.dialect.title}'s `{typed}` needs a number to compare with",
            self.span(start),
        )

    def missing_value(self) -> NotationError:
        if not self.text.strip():
            place = Span(0, self.length)
            return self.error("empty", "there is nothing to roll", place, "e.g. `2d6`")
        command = COMMAND.match(self.text, self.at)
        if command and command[0][1:].isalpha() and not self.text[: self.at].strip():
            return self.unknown_command(command[0])
        return self.unexpected("a number or dice were expected here")

    def unknown_command(self, command: str) -> NotationError:
        """A chat command that rolls no formula: one of the program's may be part of a macro."""
        from astragal.dialects.macros import macro_dialects

        place = Span(self.at, self.at + len(command))
        own = any(each[0] == command[0] for each in self.dialect.commands)
        if own and self.dialect.name in macro_dialects():
            return self.for_macros(command, place)
        message = f"{self.dialect.title} has no command `{command[:40]}`"
        return self.error("unknown-command", message, place, "leave it out")

    def for_macros(self, what: str, place: Span) -> NotationError:
        return self.error(
            "not-a-formula",
            f"`{what[:40]}` is for macros, not for formulas",
            place,
            f"read it as a macro of {self.dialect.title}",
        )

    def unknown_word(self, word: str) -> NotationError:
        place = Span(self.at, self.at + len(word))
        if why := self.dialect.unsaid.get(word.lower()):
            return self.error("untranslatable", f"`{word}`: {why}", place)
        near = nearest(word, self.dialect.functions)
        return self.error(
            "unknown-word",
            f"`{word[:40]}` is not dice in {self.dialect.title}",
            place,
            f"did you mean `{near}`?" if near else None,
        )

    def left_over(self) -> NotationError:
        start = self.skip()
        typed = self.letters_ahead() or self.here()
        return self.error(
            "unexpected",
            f"`{typed[:40]}` means nothing here in {self.dialect.title}",
            Span(start, start + len(typed)),
        )
