"""Templates: how a phrase sounds, in a line that people can read.

``{dice} drop|dropping [the] lowest [{n}]`` is a word or a hole after another. ``a|b`` is either,
``[…]`` may be missing, ``_`` is a space inside one of several. Holes are ``{dice}`` and other words
for any text, ``{n}``, ``{low}`` and ``{high}`` for a number in digits, ``{word}`` and ``{words}``
for words of letters.
"""

from __future__ import annotations

import re

_HOLE = re.compile(r"\{(\w+)\}")
_WORD = r"[^\W\d_]+(?:['-][^\W\d_]+)?"
_NUMBER = r"\d{1,6}"
_HOLES = {
    "n": _NUMBER,
    "low": _NUMBER,
    "high": _NUMBER,
    "word": _WORD,
    "words": rf"{_WORD}(?: {_WORD}){{0,3}}",
}
# The shortest text that fits: a text is short, so that this takes no time whatever is in it.
_ANY = r".+?"


def compiled(template: str) -> re.Pattern[str]:
    """The pattern of a template, for a text with a blank before it."""
    parts = [_part(token) for token in template.split(" ")]
    return re.compile("".join(parts), re.IGNORECASE)


def _part(token: str) -> str:
    if token.startswith("["):
        return f"(?: {_options(token[1:-1])})?"
    return f" {_options(token)}"


def _options(token: str) -> str:
    return f"(?:{'|'.join(map(_option, token.split('|')))})"


def _option(text: str) -> str:
    hole = _HOLE.search(text)
    if hole is None:
        return re.escape(text.replace("_", " "))
    before, after = text[: hole.start()], text[hole.end() :]
    inside = _HOLES.get(hole[1], _ANY)
    return f"{re.escape(before)}(?P<{hole[1]}>{inside}){re.escape(after)}"


def words_of(template: str) -> set[str]:
    """The words that stand in a template as they are."""
    return set(re.findall(r"[a-z]+", _HOLE.sub(" ", template)))
