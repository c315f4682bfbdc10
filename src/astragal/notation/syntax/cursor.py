"""A position in a text, and the basic reading steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from astragal.errors import NotationError, Span
from astragal.limits import Limits

# Invisible characters from the emoji form of ♻ or from text copied from web pages.
IGNORED = "\ufe0e\ufe0f\u200b\u2060\ufeff"


class Cursor:
    """The reader's position, its depth in brackets, and its limits."""

    __slots__ = ("at", "depth", "length", "limits", "text")

    def __init__(self, text: str, limits: Limits) -> None:
        self.text = text
        self.length = len(text)
        self.at = 0
        self.depth = 0
        self.limits = limits

    def skip(self) -> int:
        """Skip white space; returns the position after it."""
        text, at, length = self.text, self.at, self.length
        if at < length and "!" <= text[at] <= "~":
            return at
        while at < length:
            char = text[at]
            if "!" <= char <= "~" or not (char.isspace() or char in IGNORED):
                break
            at += 1
        self.at = at
        return at

    def peek(self) -> str:
        """The next character after white space, or "" at the end."""
        at = self.at
        if at < self.length and "!" <= self.text[at] <= "~":
            return self.text[at]
        at = self.skip()
        return self.text[at] if at < self.length else ""

    def here(self, ahead: int = 0) -> str:
        """The character at the position plus ``ahead``, white space included."""
        at = self.at + ahead
        return self.text[at] if at < self.length else ""

    def take(self, *options: str) -> str:
        """Skip white space, then read the first matching option; "" if there is none."""
        self.skip()
        return self.take_here(*options)

    def take_here(self, *options: str) -> str:
        """Like ``take``, without skipping white space."""
        text, at = self.text, self.at
        if text.startswith(options, at):
            for option in options:
                if text.startswith(option, at):
                    self.at = at + len(option)
                    return option
        return ""

    def take_word(self, *words: str) -> str:
        """Skip white space, then read the next word if it is one of these, in any case; else ""."""
        self.skip()
        word = self.one_ahead(words)
        self.at += len(word)
        return word

    def take_letters(self, *options: str) -> str:
        """Skip white space, then read the next letters if they are one of these; else ""."""
        self.skip()
        letters = self.letters_ahead().lower()
        if letters not in options:
            return ""
        self.at += len(letters)
        return letters

    def one_ahead(self, words: Iterable[str]) -> str:
        """The word among these at the position, without reading it; else "".

        Only the beginning of a long word in the text is examined.
        """
        for word in words:
            end = self.at + len(word)
            after = self.text[end : end + 1]
            if self.text[self.at : end].lower() == word and not (after.isalnum() or after == "_"):
                return word
        return ""

    def word_ahead(self) -> str:
        """The word at the position, without reading it: letters, digits and ``_``."""
        end = self.at
        while end < self.length and (self.text[end].isalnum() or self.text[end] == "_"):
            end += 1
        return self.text[self.at : end]

    def letters_ahead(self) -> str:
        """The letters at the position, without reading them."""
        end = self.at
        while end < self.length and self.text[end].isalpha():
            end += 1
        return self.text[self.at : end]

    def digits(self) -> int | None:
        """Read the digits at the position; None if there are none."""
        text, start, end = self.text, self.at, self.at
        while end < len(text) and "0" <= text[end] <= "9":
            end += 1
        if end == start:
            return None
        if end - start > self.limits.digits:
            raise self.limits.exceeded("digits", end - start, Span(start, end))
        self.at = end
        try:
            return int(text[start:end])
        except ValueError:  # Python only parses a few thousand digits
            raise self.limits.exceeded("digits", end - start, Span(start, end)) from None

    def integer(self) -> int | None:
        """Read a whole number with or without a sign; None if there is none."""
        start = self.skip()
        if "0" <= self.here() <= "9":
            return self.digits()
        negative = self.take("-", "−", "–")
        if not negative:
            self.take("+")
        self.skip()
        number = self.digits()
        if number is None:
            self.at = start
            return None
        return -number if negative else number

    def count_symbols(self, symbol: str) -> int:
        """Read the rest of a row of symbols, after the first one; returns their number."""
        start = self.at - len(symbol)
        count = 1
        self.take_here("\ufe0f", "\ufe0e")
        while self.take_here(symbol):
            count += 1
            self.take_here("\ufe0f", "\ufe0e")
            self.limits.check("dice", count, self.span(start))
        return count

    def enter(self, opening: Span) -> None:
        """Go one bracket deeper."""
        self.depth += 1
        if self.depth > self.limits.depth:
            raise self.limits.exceeded("depth", self.depth, opening)

    def leave(self) -> None:
        self.depth -= 1

    def close(self, closing: str, opening: Span, expected: Sequence[str] = ()) -> None:
        """Read the closing bracket; an error names the bracket that was never closed."""
        if self.peek() == closing[0] and self.text.startswith(closing, self.at):
            self.at += len(closing)
            return
        bracket = self.text[opening.end - 1 : opening.end]
        if not self.peek():
            raise self.error("unclosed", f"this `{bracket}` is never closed", opening)
        also = " or ".join(f"`{each}`" for each in (*expected, closing))
        raise self.unexpected(f"{also} was expected here")

    def span(self, start: int) -> Span:
        """The span from ``start`` to the position, without trailing white space."""
        text, end = self.text, self.at
        while end > start and text[end - 1].isspace():
            end -= 1
        return Span(start, end)

    def unexpected(self, message: str) -> NotationError:
        """An error about the next character or word."""
        start = self.skip()
        found = self.word_ahead()[:40] or self.here()
        found = found if found.isprintable() else f"U+{ord(found[0]):04X}"
        return self.error(
            "unexpected",
            f"{message}, not `{found}`" if found else message,
            Span(start, start + max(1, len(found))),
        )

    def error(self, code: str, message: str, span: Span, hint: str | None = None) -> NotationError:
        return NotationError(code, message, span=span, hint=hint)
