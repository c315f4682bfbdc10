"""The terms of a sum, as text."""

from __future__ import annotations

_OPENING, _CLOSING = "([{", ")]}"


def split_terms(text: str) -> list[tuple[str, str]]:
    """What stands between the signs of a sum, with the sign before it; brackets are not opened."""
    terms, depth, start, sign = [], 0, 0, "+"
    for at, char in enumerate(text):
        depth += (char in _OPENING) - (char in _CLOSING)
        if char in "+-" and depth == 0 and _joins(text, at):
            if text[start:at].strip():
                terms.append((sign, text[start:at].strip()))
            sign, start = char, at + 1
    return [*terms, (sign, text[start:].strip())] if text[start:].strip() else []


def _joins(text: str, at: int) -> bool:
    """Whether a dash is a minus: in ``re-roll`` it is none."""
    return not (text[at] == "-" and text[at - 1 : at].isalpha() and text[at + 1 : at + 2].isalpha())


def added_up(terms: list[tuple[str, str]]) -> str:
    """A sum, from its terms with the sign before each."""
    (first, text), *rest = terms
    return ("-" if first == "-" else "") + text + "".join(f" {sign} {each}" for sign, each in rest)
