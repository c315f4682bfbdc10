"""Templates: how a phrase sounds, in a line that people can read.

``{dice} drop|dropping [the] lowest [{n}]`` is a word or a hole after another. ``a|b`` is either,
``[…]`` may be missing, ``_`` is a space inside one of several. Holes are ``{dice}`` and other words
for any text, ``{n}``, ``{low}`` and ``{high}`` for a number in digits, ``{word}`` and ``{words}``
for words of letters, ``{many}`` for how many dice, ``{place}`` for which of them in order,
``{part}`` for a part of a whole, ``{power}`` for a power, and ``{way}`` for the way to round.
"""

from __future__ import annotations

import re

PLACES = {
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "2nd": 2,
    "3rd": 3,
    "4th": 4,
    "5th": 5,
    "6th": 6,
}
PARTS = {
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "eighth": 8,
    "tenth": 10,
    "hundredth": 100,
}
POWERS = {"squared": 2, "square": 2, "cubed": 3, "cube": 3}
_HOLE = re.compile(r"\{(\w+)\}")
_WORD = r"[^\W\d_]+(?:['-][^\W\d_]+)?"
_NUMBER = r"\d{1,6}"
_HOLES = {
    "n": _NUMBER,
    "low": _NUMBER,
    "high": _NUMBER,
    "word": _WORD,
    "words": rf"{_WORD}(?: {_WORD}){{0,3}}",
    "many": (
        r"(?:(?:at least|at most|no (?:more|less|fewer) than|(?:more|less|fewer) than|exactly|just|"
        rf"only|precisely) )?{_NUMBER}(?: or (?:more|less|fewer))?|no|none|not any|not a single|"
        r"never (?:any|a)|any|not all|all|every|both|neither|not both"
    ),
    "place": "|".join(PLACES),
    "part": "|".join(f"{part}s?" for part in PARTS),
    "power": "|".join(POWERS),
    "way": "up|down",
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
