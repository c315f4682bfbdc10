"""The values that a sheet's file holds: numbers exactly as written, and texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from astragal._visible import in_short, shortened, visible
from astragal.errors import ParameterError
from astragal.outcome import Number, read_number, tidy
from astragal.rules.types.numbers import MOST_BITS

_DEEPEST = 20
"""Headings over a value that are kept."""
_LONGEST = 16_000
"""Characters of a text: the longest notation there is."""


def sheet_value(name: str, value: Any) -> Number | str:
    """A value of a sheet: a number, or a text that is not one."""
    if isinstance(value, list | tuple) and value and all(isinstance(each, str) for each in value):
        value = ", ".join(value)
    if isinstance(value, str):
        text = " ".join(value.split())
        if not text or len(text) > _LONGEST or visible(text) != text:
            raise ParameterError(
                "bad-sheet",
                f"{name} must be a number or a text of at most {_LONGEST:,} visible characters, "
                f"not {in_short(value)}",
            )
        number = read_number(text)
        return text if number is None else number
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise ParameterError(
            "bad-sheet", f"{name} must be a number or a text, not {in_short(value)}"
        )
    number = tidy(value)
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > MOST_BITS:
        raise ParameterError("bad-sheet", f"{name} must be a shorter number, not {in_short(value)}")
    return number


def checked_headings(headings: Any) -> tuple[str, ...]:
    """The headings over a value, from the widest to the nearest."""
    if not isinstance(headings, list | tuple) or not all(isinstance(e, str) for e in headings):
        raise ParameterError("bad-sheet", f"headings are a list of texts, not {in_short(headings)}")
    return tuple(headings[:_DEEPEST])


def exact_decimal(text: str) -> Number:
    """A decimal number exactly as written; a ParameterError if it is absurdly large."""
    number = read_number(text.replace("_", ""))
    if number is None:
        raise ParameterError(
            "bad-sheet", f"{shortened(text, 40)} cannot be on a sheet; write numbers like 3.5"
        )
    return number


def leaves(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """The values of all tables, each with the headings of its table, however they are grouped."""
    # A list, not recursion: dotted keys nest tables without limit.
    tables: list[tuple[tuple[str, ...], Iterator[tuple[str, Any]]]] = [((), iter(data.items()))]
    while tables:
        headings, rest = tables[-1]
        key, value = next(rest, (None, None))
        if key is None:
            tables.pop()
        elif isinstance(value, Mapping):
            tables.append(((*headings, key)[:_DEEPEST], iter(value.items())))
        else:
            yield headings, key, value
