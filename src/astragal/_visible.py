"""Makes text safe to display: no hidden characters, and nothing that moves the cursor.

All output passes through here: errors when they are created, rolls and outcomes when they are
described, tables and terminal lines when they are written. Passing twice does not change anything.
"""

from __future__ import annotations

import re
import reprlib
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction

_HIDDEN = (
    "\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Control characters, those that change the direction of writing, surrogates, blanks that are not
spaces, and what Unicode calls ignorable. Newlines are excluded, and so are joiners, which emoji and
some scripts need."""

_is_plain = re.compile("[ -~→…✓✗★†≠♻—–−×▲▼·]*").fullmatch
"""Matches most lines, which then need no closer look."""

_MOST_INDENT = 100
_SHORT = 60
"""The most characters of a value in a message."""
_READABLE_BITS = 200
"""Numbers with more bits are shown by their length."""


def visible(text: str) -> str:
    """The text in one line, with every hidden character escaped: ``\\n``, ``\\u202e``.

    >>> visible("holds\\n\\x1b[8m▲é你")
    'holds\\\\n\\\\x1b[8m▲é你'
    """
    if _is_plain(text):
        return text
    return _hidden().sub(_escape, text)


def is_visible(text: str) -> bool:
    """True if all characters are visible; joiners are allowed between the signs of emoji.

    >>> is_visible("fire 🔥"), is_visible("🧙\\u200d♂\\ufe0f"), is_visible("fi\\u200dre")
    (True, True, False)
    """
    if text.isascii():
        return text.isprintable()
    if _hidden().search(text):
        return False
    joiners = re.finditer("[\u200c\u200d\ufe0e\ufe0f]", text)
    return all(_joins(text, found.start()) for found in joiners)


def visible_json(data: Any, *, ascii_only: bool = False, indent: int | None = None) -> str:
    """The data as JSON, with hidden characters in JSON escapes."""
    import json

    if indent is not None and (type(indent) is not int or not 0 <= indent <= _MOST_INDENT):
        from astragal.errors import AstragalError

        raise AstragalError(
            "bad-indent", f"an indent is 0 to {_MOST_INDENT}, not {in_short(indent)}"
        )
    written = json.dumps(data, ensure_ascii=ascii_only, indent=indent)
    if (written.isascii() and "\x7f" not in written) or _is_plain(written):
        return written  # JSON itself escapes the other control characters
    return _hidden(in_lines=True).sub(lambda found: json.dumps(found[0])[1:-1], written)


def shortened(text: str, most: int) -> str:
    """The text, or its start and end, in at most ``most`` characters (at least one)."""
    if len(text) <= most:
        return text
    tail = most // 3
    return f"{text[: most - tail - 1]}…{text[len(text) - tail :]}"


def in_short(value: object) -> str:
    """Any value in a few characters, for messages. Never fails, even for huge or broken values.

    >>> in_short([1, "two"]), in_short(10**5000), in_short("x" * 1000)[:5]
    ("[1, 'two']", 'a number of about 5,000 digits', "'xxxx")
    """
    try:
        text = _brief.repr(value)
    except Exception:  # a foreign class may raise anything
        text = _anonymous(value)
    return shortened(visible(text), _SHORT)


@cache
def _hidden(*, in_lines: bool = False) -> re.Pattern[str]:
    """Pattern for hidden characters, including newlines unless ``in_lines``.

    Compiled on demand, as it takes a millisecond.
    """
    return re.compile(f"[{_HIDDEN}]" if in_lines else f"[\n{_HIDDEN}]")


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")


def _joins(text: str, place: int) -> bool:
    """True if the joiner at this position follows a symbol, directly or after other joiners."""
    import unicodedata

    before = text[:place].rstrip("\u200d\ufe0e\ufe0f")
    return text[place] != "\u200c" and unicodedata.category(before[-1:] or " ") in ("So", "Sk")


class _Brief(reprlib.Repr):
    """A ``repr`` just long enough to recognize a value."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdeque = 12
        self.maxstring = self.maxother = 4 * _SHORT

    def repr_int(self, x: int, level: int) -> str:
        if x.bit_length() <= _READABLE_BITS:
            return repr(x)
        return f"a number of about {x.bit_length() * 30103 // 100000:,} digits"

    def repr_Fraction(self, x: Fraction, level: int) -> str:  # noqa: N802  (called by type name)
        if max(x.numerator.bit_length(), x.denominator.bit_length()) <= _READABLE_BITS:
            return str(x)
        return "a fraction of very many digits"

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        if level <= 0 and x:
            return "{...}"
        listed = [f"{self.repr1(k, level - 1)}: {self.repr1(x[k], level - 1)}" for k in [*x][:8]]
        return f"{{{', '.join(listed + ['...'] * (len(x) > 8))}}}"

    def repr_bytes(self, x: bytes, level: int) -> str:
        return repr(x[:_SHORT])

    def repr_instance(self, x: object, level: int) -> str:
        try:
            return repr(x)
        except Exception:
            return _anonymous(x)


def _anonymous(value: object) -> str:
    return f"<{type(value).__name__}>"


_brief = _Brief()
