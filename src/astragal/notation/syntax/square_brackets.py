"""Reads the content of square brackets: ranges, as in ``[7..9] graze``, and labels."""

from __future__ import annotations

from astragal.errors import Span
from astragal.notation.nodes.ranges import Range, is_range_name, may_name_a_range
from astragal.notation.syntax.cursor import Cursor
from astragal.notation.syntax.mistakes import misspelt_range
from astragal.notation.texts import is_label, reads_as_range


def range_ahead(cursor: Cursor) -> bool:
    """True if the bracket at the position holds a range rather than a label."""
    end = cursor.text.find("]", cursor.at)
    return end > 0 and reads_as_range(cursor.text[cursor.at + 1 : end])


def read_range(cursor: Cursor) -> Range:
    """Read a range and its name, which extends to the next bracket or the end."""
    start = cursor.at
    cursor.at += 1
    low = cursor.integer()
    dots = cursor.take("..")
    high = cursor.integer() if dots else low
    critical = bool(cursor.take("!"))
    cursor.close("]", Span(start, start + 1), ("..",))
    span = cursor.span(start)
    if low is None and high is None:
        raise cursor.error("bad-range", "this range has no ends", span, "e.g. `[..6]` or `[7..]`")
    name = _read_name(cursor)
    if not is_range_name(name):
        shown = cursor.text[span.start : span.end]
        raise cursor.error(
            "missing-name", "what is this range called?", span, f"e.g. `{shown} hit`"
        )
    return Range(low, high, name, critical, span)


def _read_name(cursor: Cursor) -> str:
    start = cursor.skip()
    while cursor.at < cursor.length and may_name_a_range(cursor.here()):
        cursor.at += 1
    # `[..9]: miss, [10..]: hit` is also common.
    return " ".join(cursor.text[start : cursor.at].split()).lstrip(": ").rstrip(", ")


def read_label(cursor: Cursor) -> str:
    """Read a label, which must not look like a range."""
    opening = cursor.at
    end = cursor.text.find("]", opening)
    if end < 0:
        raise cursor.error("unclosed", "this `[` is never closed", Span(opening, opening + 1))
    cursor.at = end + 1
    label = " ".join(cursor.text[opening + 1 : end].split())
    place = Span(opening, end + 1)
    wrong = misspelt_range(label, place)
    if wrong is not None:
        raise wrong
    if not is_label(label):
        message = "a label needs words, without invisible characters"
        raise cursor.error("bad-label", message, place)
    return label
