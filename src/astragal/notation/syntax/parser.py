"""Parses text into an expression, within limits; short texts are cached."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING

from astragal.errors import AstragalError, Hints, LimitError, NotationError, Span
from astragal.limits import DEFAULT_LIMITS, Limits, check_limits
from astragal.notation.expression import Expression
from astragal.notation.syntax.quick_reader import read_quickly

if TYPE_CHECKING:
    from astragal.notation.syntax.text_reader import TextReader

_CACHED_LENGTH = 200
"""Longer texts are not cached: a thousand of them would take many megabytes."""


def parse(text: str, *, limits: Limits | None = None) -> Expression:
    """Parse notation.

    >>> import astragal
    >>> astragal.parse("4d6kh3").describe()
    'four six-sided dice, keep the highest 3'
    """
    # Braces may hold a die with hundreds of listed faces, too large to cache.
    short = (
        type(text) is str and len(text) <= _CACHED_LENGTH and ("{" not in text or ".." not in text)
    )
    if limits is None:
        return _parse_cached(text) if short else _parse(text, DEFAULT_LIMITS)
    known = check_limits(limits)
    return _parse_within(text, known) if short and known.stop is None else _parse(text, known)


def _parse(text: str, limits: Limits) -> Expression:
    if not isinstance(text, str):
        raise NotationError("not-text", f"notation must be text, not {type(text).__name__}")
    try:
        if len(text) > limits.length:
            raise limits.exceeded("length", len(text), Span(limits.length, len(text)))
        # The fast reader handles no text with brackets.
        bracketed = "(" in text or "{" in text
        expression = None if bracketed else read_quickly(text, limits)
        if expression is None:
            expression = _reader()(text, limits).read()
        if len(text) > limits.length // 8:
            _check_canonical_length(expression, limits)
        return expression
    except AstragalError as error:
        raise error.about(text) from None
    except RecursionError:
        raise LimitError("too-deep", "too many brackets inside brackets to parse") from None


def _check_canonical_length(expression: Expression, limits: Limits) -> None:
    """Refuse a canonical text that is too long: records contain it, and it must be parsable."""
    length = len(str(expression))
    if length > limits.length:
        raise LimitError(
            "too-long",
            f"written out in full that is {length:,} characters; the limit is {limits.length:,}",
            hint=Hints("to raise it: limits=Limits(length=…)", "write it shorter"),
        )


@cache
def _reader() -> type[TextReader]:
    """The class of the full reader; imported once, with all operations of the notation."""
    from astragal.notation.syntax.text_reader import TextReader

    return TextReader


_parse_cached = lru_cache(maxsize=1024)(partial(_parse, limits=DEFAULT_LIMITS))
_parse_within = lru_cache(maxsize=1024)(_parse)
