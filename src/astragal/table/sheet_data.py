"""Values of a sheet file: exact numbers and texts; and writing them as TOML."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from astragal._visible import in_short, shortened, visible
from astragal.errors import ParameterError
from astragal.outcome import Number, read_number, tidy
from astragal.rules.types.numbers import MOST_BITS

_DEEPEST = 20
"""The most headings kept for a value."""
_LONGEST = 16_000
"""The most characters of a text, as many as in the longest notation."""


def sheet_value(name: str, value: Any) -> Number | str:
    """Validate a value: a number, or a text that is not one."""
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
    """Validate the headings over a value, from the outermost to the innermost."""
    if not isinstance(headings, list | tuple) or not all(isinstance(e, str) for e in headings):
        raise ParameterError("bad-sheet", f"headings are a list of texts, not {in_short(headings)}")
    return tuple(headings[:_DEEPEST])


def exact_decimal(text: str) -> Number:
    """An exact decimal number; a ParameterError if it is absurdly large."""
    number = read_number(text.replace("_", ""))
    if number is None:
        raise ParameterError(
            "bad-sheet", f"{shortened(text, 40)} cannot be on a sheet; write numbers like 3.5"
        )
    return number


def leaves(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """The values of all tables at any depth, each with the headings of its table."""
    # An explicit stack avoids recursion: dotted keys may nest tables without limit.
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


# Writing TOML


def toml_table(data: Mapping[str, Any]) -> str:
    """The lines of one table, each ``"name" = value``."""
    return "".join(f"{toml_key(name)} = {toml_value(value)}\n" for name, value in data.items())


def toml_key(name: str) -> str:
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else toml_value(name)


def toml_value(value: Any) -> str:
    """A value on one line. A fraction without a finite decimal form becomes text, ``"1/3"``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Fraction):
        return _decimal(value) or json.dumps(str(value))
    if isinstance(value, Mapping):
        inside = ", ".join(f"{toml_key(name)} = {toml_value(each)}" for name, each in value.items())
        return f"{{{inside}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    return str(value)


def _decimal(number: Fraction) -> str:
    """A fraction as a decimal number, or "" if it has infinitely many digits."""
    places, rest = 0, number.denominator
    while rest % 10 == 0 or rest % 5 == 0 or rest % 2 == 0:
        rest //= 10 if rest % 10 == 0 else 5 if rest % 5 == 0 else 2
        places += 1
    if rest != 1 or not places:
        return "" if rest != 1 else str(number.numerator)
    digits = str(abs(number.numerator) * 10**places // number.denominator).rjust(places + 1, "0")
    return f"{'-' if number < 0 else ''}{digits[:-places]}.{digits[-places:]}"
