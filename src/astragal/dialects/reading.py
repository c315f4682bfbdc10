"""Reads text in Astragal's notation or in a dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal._value import put
from astragal.errors import AstragalError, LimitError, NotationError, Span
from astragal.limits import DEFAULT_LIMITS, Limits, bounded, check_limits
from astragal.notation.syntax.parser import parse as parse_notation

if TYPE_CHECKING:
    from astragal.dialects.dialect import Dialect
    from astragal.notation.expression import Expression


@bounded
def parse(text: str, *, dialect: str = "", limits: Limits | None = None) -> Expression:
    """Parse notation; with ``dialect``, text as another program reads it.

    Without a dialect, or with ``"astragal"``, it reads our own notation.

    >>> import astragal
    >>> astragal.parse("4d6kh3").describe()
    'four six-sided dice, keep the highest 3'
    >>> str(astragal.parse("8d10>7", dialect="roll20"))
    '8d10c>=7'
    """
    if dialect in ("", "astragal"):
        return parse_notation(text, limits=limits)
    from astragal.dialects.dialect import find_dialect

    return read(text, find_dialect(dialect), limits=limits)


def read(text: str, dialect: Dialect, *, limits: Limits | None = None) -> Expression:
    """Read a text as the program of a dialect does."""
    from astragal.dialects.reader import DialectReader

    known = DEFAULT_LIMITS if limits is None else check_limits(limits)
    if not isinstance(text, str):
        raise NotationError("not-text", f"notation must be text, not {type(text).__name__}")
    try:
        if len(text) > known.length:
            raise known.exceeded("length", len(text), Span(known.length, len(text)))
        reader = DialectReader(text, dialect, known)
        expression = reader.read()
        put(expression, "remarks", tuple(reader.remarks))
        return expression
    except AstragalError as error:
        raise error.about(text) from None
    except RecursionError:
        raise LimitError("too-deep", "too many brackets inside brackets to parse") from None
