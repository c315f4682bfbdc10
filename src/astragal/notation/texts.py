"""Checks of texts: valid names, labels and comments; ranges; dice."""

from __future__ import annotations

import re

from astragal._visible import is_visible

_MISSPELT_RANGE = r"[<>=≥≤]*\s*(\d+)\s*(?:\+|(?:-|–|—|…|to)\s*(\d+))?"


def is_tidy(text: str) -> bool:
    """True if a text is one visible line with single spaces."""
    return bool(text) and text == " ".join(text.split()) and is_visible(text)


def is_label(text: str) -> bool:
    """True if a text is valid as a label in square brackets and cannot be mistaken for a range."""
    return (
        is_tidy(text)
        and not set(text) & set("[]")
        and not reads_as_range(text)
        and not match_misspelt_range(text)
    )


def match_misspelt_range(text: str) -> re.Match[str] | None:
    """Match ``7-9``, ``10+`` or ``>=10``: ranges as other programs write them."""
    return re.fullmatch(_MISSPELT_RANGE, text)


def reads_as_range(text: str) -> bool:
    """True if a text in square brackets is a range: ``..6``, ``7..9``, ``4``, ``10!``."""
    compact = text.replace(" ", "").removesuffix("!")
    low, dots, high = compact.partition("..")
    if not dots:
        return _is_integer(low)
    return all(not end or _is_integer(end) for end in (low, high))


def _is_integer(text: str) -> bool:
    return text.lstrip("-−–+").isdecimal()


JOINING = ("and", "or", "not", "vs")
"""The words that join comparisons and totals."""


def joins(word: str) -> bool:
    """True if a word joins comparisons or totals, in any case."""
    return word.lower() in JOINING


def is_word(name: str) -> bool:
    """True if a name needs no braces: a letter or ``_``, followed by letters, digits and ``_``."""
    return name.isidentifier() and name.isascii()


def reads_as_dice(word: str) -> bool:
    """True if a word starts a die: ``d6``, ``d10ish``, ``dF``."""
    if word[:1] not in ("d", "D") or len(word) < 2:
        return False
    return word[1].isdigit() or word[1] == "F" or word in ("df", "Df")
