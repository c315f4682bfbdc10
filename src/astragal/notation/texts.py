"""What texts can be names, labels, comments, dice."""

from __future__ import annotations

import re

MISSPELT_RANGE = re.compile(r"[<>=≥≤]*\s*(\d+)\s*(?:\+|(?:-|–|—|…|to)\s*(\d+))?")
"""``7-9``, ``10+``, ``>=10``: ranges as other programs write them."""

_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029")


def is_visible(text: str) -> bool:
    """Whether a text shows as it is: no control characters, and none that reverse the direction."""
    return not any(
        char < " " or "\x7f" <= char <= "\x9f" or char in _TURNING or "\ud800" <= char <= "\udfff"
        for char in text
    )


def is_tidy(text: str) -> bool:
    """Whether a text is one visible line with single spaces."""
    return bool(text) and text == " ".join(text.split()) and is_visible(text)


def is_label(text: str) -> bool:
    """Whether a text can be a label in square brackets: one that does not read as a range."""
    return (
        is_tidy(text)
        and not set(text) & set("[]")
        and not reads_as_range(text)
        and not MISSPELT_RANGE.fullmatch(text)
    )


def reads_as_range(text: str) -> bool:
    """Whether what stands between brackets is meant as a range: ``..6``, ``7..9``, ``4``, ``10!``."""
    compact = text.replace(" ", "").removesuffix("!")
    low, dots, high = compact.partition("..")
    if not dots:
        return _is_integer(low)
    return all(not end or _is_integer(end) for end in (low, high))


def _is_integer(text: str) -> bool:
    return text.lstrip("-−–+").isdecimal()


def is_word(name: str) -> bool:
    """Whether a name needs no braces: a letter or ``_``, then letters, digits and ``_``."""
    return name.isidentifier() and name.isascii()


def reads_as_dice(word: str) -> bool:
    """Whether a word starts a die: ``d6``, ``d10ish``, ``dF``."""
    if word[:1] not in ("d", "D") or len(word) < 2:
        return False
    return word[1].isdigit() or word[1] == "F" or word in ("df", "Df")
