"""Corrected texts built from the hint of an error. Each is read before it is suggested."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import takewhile
from string import digits

from astragal.errors import AstragalError, Span

_CODE = re.compile("`([^`]+)`")
_MEANT = re.compile(r"did you mean ([^`?]+)\?")
_QUOTED = re.compile(r"'([^']+)'")
_WORD = re.compile(r"\b[a-z]{2,}\b")
_MOST = 4
_LONGEST = 200
"""Each suggestion is read as the text was, so long texts would cost much."""


def fixes(
    error: AstragalError,
    text: str,
    read: Callable[[str], object],
    *,
    longest: int = _LONGEST,
    whole: bool = True,
) -> list[str]:
    """The corrected texts suggested by the hint, nearest first; ``read`` raises if one is wrong.

    A suggestion replaces the mistake or, if ``whole``, possibly the whole text.

    >>> from astragal import AstragalError, parse
    >>> try:
    ...     parse("2d6 + 4d6d1")
    ... except AstragalError as error:
    ...     fixes(error, "2d6 + 4d6d1", parse)
    ['2d6 + 4d6dl1', '2d6 + 4d6dh1', '(4d6)d8']
    """
    found: list[str] = []
    if len(text) > longest:
        return found
    for code in _suggested(error.hint or "")[:_MOST]:
        better = [*_in_place(code, error, text), *([code] if whole else [])]
        first = next((each for each in better if each != text and _reads(each, read)), None)
        if first is not None and first not in found:
            found.append(first)
    return sorted(found, key=lambda each: -_shared(each, text))


def _suggested(hint: str) -> list[str]:
    """The suggestions in a hint: texts between backquotes, or after `did you mean`."""
    words = [re.split(r", | or ", found) for found in _MEANT.findall(hint)]
    return [*_CODE.findall(hint), *(each for found in words for each in found)]


def _shared(one: str, other: str) -> int:
    """The length of the common start plus the length of the common end."""
    start = _same(one, other)
    return start + _same(one[:start:-1], other[:start:-1])


def _same(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _in_place(code: str, error: AstragalError, text: str) -> Iterator[str]:
    """The text with the suggestion in place of the mistake, if the faulty part occurs only once."""
    span, part = error.span, error.text
    if span is None or not part:
        yield from _in_place_of_words(code, error, text)
    elif text.count(part) == 1:
        for better in _corrected(code, part, span):
            yield text.replace(part, better)
    elif text.count(marked := part[span.start : span.end]) == 1 and marked:
        yield text.replace(marked, code)


def _corrected(code: str, part: str, span: Span) -> Iterator[str]:
    """The part with the suggestion put in; an ellipsis stands for the marked text or the rest."""
    before, marked, rest = part[: span.start], part[span.start : span.end], part[span.end :]
    yield from _reordered(code, part, span)
    if code.startswith(";"):
        yield part + code
    if code == "*" and marked == "(":
        yield before + code + marked + rest
    template = code.removesuffix("…")
    for new in _filled_in(template, marked) if "?" in code else [template.replace("…", marked)]:
        # Keep the number after the mistake: `kx3` becomes `kh3`, whatever number the hint shows.
        own = new.rstrip(digits) if rest[:1].isdigit() else new
        yield before + own + rest


def _reordered(code: str, part: str, span: Span) -> Iterator[str]:
    """The part with its characters in the order of the suggestion: ``3..9`` for ``9..3``."""
    width = len(code)
    for start in range(max(0, span.start - width), span.end):
        typed = part[start : start + width]
        if typed != code and sorted(typed) == sorted(code):
            yield part[:start] + code + part[start + width :]


def _in_place_of_words(code: str, error: AstragalError, text: str) -> Iterator[str]:
    """The text with the suggestion in place of the words that the message quotes as wrong."""
    for wrong in _QUOTED.findall(error.message):
        if len(re.findall(rf"(?<!\w){re.escape(wrong)}(?!\w)", text)) == 1:
            yield re.sub(rf"(?<!\w){re.escape(wrong)}(?!\w)", lambda _: code, text)


def _filled_in(template: str, marked: str) -> Iterator[str]:
    """The marked text with one word replaced by that of a template: ``[highest ? of ?]``."""
    wanted, typed = set(_WORD.findall(template)), set(_WORD.findall(marked))
    if len(wanted - typed) == len(typed - wanted) == 1:
        (new,), (old,) = wanted - typed, typed - wanted
        yield re.sub(rf"\b{old}\b", new, marked, count=1)


def _reads(text: str, read: Callable[[str], object]) -> bool:
    try:
        read(text)
    except (AstragalError, RecursionError):
        return False
    return True
