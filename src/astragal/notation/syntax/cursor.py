"""A place in a text, and the small steps a reader takes from it."""

from __future__ import annotations

from collections.abc import Sequence

from astragal.errors import NotationError, Span
from astragal.limits import Limits

# Invisible, and pasted along with the emoji form of ♻ or from web pages.
_IGNORED = "\ufe0e\ufe0f\u200b\u2060\ufeff"


class Cursor:
    """Where the reader is, how deep in brackets, and what it may not exceed."""

    __slots__ = ("at", "depth", "length", "limits", "text")

    def __init__(self, text: str, limits: Limits) -> None:
        self.text = text
        self.length = len(text)
        self.at = 0
        self.depth = 0
        self.limits = limits

    def skip(self) -> int:
        """Pass over white space; the place after it."""
        text, at, length = self.text, self.at, self.length
        while at < length:
            char = text[at]
            if "!" <= char <= "~" or not (char.isspace() or char in _IGNORED):
                break
            at += 1
        self.at = at
        return at

    def peek(self) -> str:
        """The next character that is not white space, or "" at the end."""
        at = self.at
        if at < self.length and "!" <= self.text[at] <= "~":
            return self.text[at]
        at = self.skip()
        return self.text[at] if at < self.length else ""

    def here(self, ahead: int = 0) -> str:
        """The character right here (or so many further on), white space or not."""
        at = self.at + ahead
        return self.text[at] if at < self.length else ""

    def take(self, *options: str) -> str:
        """The first of the options that stands next, passed over; else ""."""
        self.skip()
        return self.take_here(*options)

    def take_here(self, *options: str) -> str:
        """As ``take``, with no white space allowed before it."""
        for option in options:
            if self.text.startswith(option, self.at):
                self.at += len(option)
                return option
        return ""

    def word_ahead(self) -> str:
        """The word that starts right here, not passed over: letters, digits and ``_``."""
        end = self.at
        while end < self.length and (self.text[end].isalnum() or self.text[end] == "_"):
            end += 1
        return self.text[self.at : end]

    def letters_ahead(self) -> str:
        """The letters that start right here, not passed over."""
        end = self.at
        while end < self.length and self.text[end].isalpha():
            end += 1
        return self.text[self.at : end]

    def digits(self) -> int | None:
        """The whole number that starts right here, passed over, or None."""
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
        except ValueError:  # Python itself reads no more than some thousands of digits
            raise self.limits.exceeded("digits", end - start, Span(start, end)) from None

    def integer(self) -> int | None:
        """A whole number with or without a sign, passed over, or None."""
        start = self.skip()
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
        """How many of a symbol stand in a row; the first was passed over, and the others are now."""
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
        self.limits.check("depth", self.depth, opening)

    def leave(self) -> None:
        self.depth -= 1

    def close(self, closing: str, opening: Span, expected: Sequence[str] = ()) -> None:
        """Pass over the closing bracket, or say which bracket was never closed."""
        if self.take(closing):
            return
        bracket = self.text[opening.end - 1 : opening.end]
        if not self.peek():
            raise self.error("unclosed", f"this `{bracket}` is never closed", opening)
        also = " or ".join(f"`{each}`" for each in (*expected, closing))
        raise self.unexpected(f"{also} was expected here")

    def span(self, start: int) -> Span:
        """From ``start`` to here, without the white space passed over last."""
        end = self.at
        while end > start and self.text[end - 1].isspace():
            end -= 1
        return Span(start, end)

    def unexpected(self, message: str) -> NotationError:
        """An error about what stands next."""
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
