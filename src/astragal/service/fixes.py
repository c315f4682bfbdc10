"""Corrected texts built from the hint of an error. Each is read before it is suggested."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import takewhile

from astragal.errors import AstragalError, Span

_TOKEN = re.compile(r"`(?P<code>[^`]+)`|;|e\.g\.|\bsuch as\b|\blike\b|\bas in\b")
_MEANT = re.compile(r"did you mean ([^`?]+)\?")
_QUOTED = re.compile(r"'([^']+)'")
_WORD = re.compile(r"\b[a-z]{2,}\b")
_CLOSING = "])}"
_MOST = 4
_LONGEST = 200
"""The longest text for which fixes are tried, because each of them is parsed."""


def fixes(
    error: AstragalError,
    text: str,
    read: Callable[[str], object],
    *,
    longest: int = _LONGEST,
    whole: bool = True,
    other_numbers: bool = False,
) -> list[str]:
    """The corrected texts suggested by the hint, nearest first; ``read`` raises if one is wrong.

    A suggestion replaces the mistake or, if ``whole``, possibly the whole text. It keeps
    every number that was typed, unless it may say the same with ``other_numbers``.

    >>> from astragal import AstragalError, parse
    >>> try:
    ...     parse("2d6 + 4d6d1")
    ... except AstragalError as error:
    ...     fixes(error, "2d6 + 4d6d1", parse)
    ['2d6 + 4d6dl1', '2d6 + 4d6dh1']
    """
    found: list[str] = []
    if len(text) > longest:
        return found
    for code, example in list(_suggested(error.hint or ""))[:_MOST]:
        numberless = not any(map(str.isdigit, code))
        better = [(each, other_numbers or numberless) for each in _in_place(code, error, text)]
        better += [(code, other_numbers)] if whole else []
        for each, may_differ in better:
            kept = _keeps(each, text, words=True) if example else may_differ or _keeps(each, text)
            if each != text and kept and _reads(each, read):
                if each not in found:
                    found.append(each)
                break
    return sorted(found, key=lambda each: -_shared(each, text))


def _suggested(hint: str) -> Iterator[tuple[str, bool]]:
    """The suggestions in a hint, each with whether it is only an example.

    They are texts between backquotes, or after `did you mean`.
    """
    example = False
    for token in _TOKEN.finditer(hint):
        if token["code"]:
            yield token["code"], example
        else:
            example = token[0] != ";"
    for found in _MEANT.findall(hint):
        yield from ((each, False) for each in re.split(r", | or ", found))


def _keeps(better: str, text: str, *, words: bool = False) -> bool:
    """Whether a text has all numbers of another, and its ``words`` too if it has any numbers."""
    plain = "".join(str(unicodedata.digit(char, char)) for char in text)
    if words and not any(map(str.isdigit, plain)):
        return True
    token = re.compile(r"\d+|[^\W\d_]+" if words else r"\d+")
    return Counter(token.findall(plain)) <= Counter(token.findall(better))


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
    elif code.strip(_CLOSING) and text.count(marked := part[span.start : span.end]) == 1 and marked:
        yield text.replace(marked, code)


def _corrected(code: str, part: str, span: Span) -> Iterator[str]:
    """The part with the suggestion put in; an ellipsis stands for the marked text or the rest."""
    before, marked, rest = part[: span.start], part[span.start : span.end], part[span.end :]
    yield from _reordered(code, part, span)
    if not code.strip(_CLOSING):
        yield from _closed(code, part, span.end)
        return
    if code.startswith(";"):
        yield part + code
    if code == "*" and marked == "(":
        yield before + code + marked + rest
    if code.startswith("(…) "):
        # Everything before the sign is compared: `(1d20!) >= 15`.
        sign = code.split()[1]
        yield f"({before}{marked.removesuffix(sign).rstrip()}) {sign}{rest}"
        return
    if before[-1:].isspace() and code.startswith(before.split()[-1][-1:]):
        # The mistake is the second half of a word: `k h3`.
        yield before.rstrip()[:-1] + _with_own_number(code, rest)
    template = code.removesuffix("…")
    for new in _filled_in(template, marked) if "?" in code else [template.replace("…", marked)]:
        yield before + _with_own_number(new, rest.lstrip() if template != code else rest)
    for bracketed in (marked, code):
        if code.endswith(")") and bracketed.endswith(")"):
            # What follows goes inside the brackets: `3x(1d6+2)`.
            yield before + bracketed[:-1] + rest + ")"


def _with_own_number(code: str, rest: str) -> str:
    """The suggestion and the rest; a number at the start of the rest replaces the suggestion's.

    >>> _with_own_number("kh3", "2+1"), _with_own_number("c>19", ">18"), _with_own_number("kh3", "")
    ('kh2+1', 'c>18', 'kh3')
    """
    word = re.fullmatch(r"(\D*?|.*[^\W\d])([<>=≤≥]*)\d+", code)
    typed = re.match(r"\s*([<>=≤≥]*)(\d+)", rest)
    if typed is None:
        return code + rest
    if word is None:
        return code.removesuffix(typed[2]) + rest
    return word[1] + (word[2] or typed[1]) + rest[typed.start(2) :]


def _closed(code: str, part: str, start: int) -> Iterator[str]:
    """The part with what closes a bracket where the bracket may end, the nearest end first."""
    if part.endswith(code[0]):
        yield part + code[1:]
    for end in (part.find("}}", start), part.find("\n", start), len(part)):
        if end >= 0:
            yield part[:end] + code + part[end:]


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
