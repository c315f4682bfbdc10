"""Texts that a hint suggests instead of one that means nothing, read before they are offered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import takewhile

from astragal.errors import AstragalError

_CODE = re.compile("`([^`]+)`")
_MOST = 4
_LONGEST = 200
"""Each suggestion is read as the text was, so long texts would cost much."""


def fixes(error: AstragalError, text: str, read: Callable[[str], object]) -> list[str]:
    """The whole texts that the hint leads to, the nearest first; ``read`` raises if one is wrong.

    >>> from astragal import AstragalError, parse
    >>> try:
    ...     parse("2d6 + 4d6d1")
    ... except AstragalError as error:
    ...     fixes(error, "2d6 + 4d6d1", parse)
    ['2d6 + 4d6dl1', '2d6 + 4d6dh1', '(4d6)d8']
    """
    found: list[str] = []
    if len(text) > _LONGEST:
        return found
    for code in _CODE.findall(error.hint or "")[:_MOST]:
        better = next((each for each in _candidates(code, error, text) if _reads(each, read)), None)
        if better is not None and better not in found:
            found.append(better)
    return sorted(found, key=lambda each: -_shared(each, text))


def _shared(one: str, other: str) -> int:
    """How much of a text is kept: what both begin with, and what both end with."""
    start = _same(one, other)
    return start + _same(one[:start:-1], other[:start:-1])


def _same(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _candidates(code: str, error: AstragalError, text: str) -> Iterator[str]:
    """With the suggestion in the place of the mistake; and as it is."""
    if error.span is not None and error.text == text:
        yield text[: error.span.start] + code + text[error.span.end :]
    yield code


def _reads(text: str, read: Callable[[str], object]) -> bool:
    try:
        read(text)
    except AstragalError:
        return False
    return True
