"""The terms of a sum, as text."""

from __future__ import annotations

_OPENING, _CLOSING = "([{", ")]}"


def split_terms(text: str) -> list[tuple[str, str]]:
    """The terms of a sum, each with the sign before it; brackets stay whole."""
    terms, depth, start, sign = [], 0, 0, "+"
    for at, char in enumerate(text):
        depth += (char in _OPENING) - (char in _CLOSING)
        if char in "+-" and depth == 0 and _joins(text, at):
            if text[start:at].strip():
                terms.append((sign, text[start:at].strip()))
            sign, start = char, at + 1
    return [*terms, (sign, text[start:].strip())] if text[start:].strip() else []


def _joins(text: str, at: int) -> bool:
    """True for a dash that is a minus, and not part of a word such as ``re-roll``."""
    return not (text[at] == "-" and text[at - 1 : at].isalpha() and text[at + 1 : at + 2].isalpha())


def added_up(terms: list[tuple[str, str]]) -> str:
    """Join terms and their signs into a sum."""
    (first, text), *rest = terms
    return ("-" if first == "-" else "") + text + "".join(f" {sign} {each}" for sign, each in rest)
