"""Data written as TOML: texts, numbers, true and false, lists, and tables of these."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any


def toml_table(data: Mapping[str, Any]) -> str:
    """The lines of one table, each ``"name" = value``."""
    return "".join(f"{toml_key(name)} = {toml_value(value)}\n" for name, value in data.items())


def toml_key(name: str) -> str:
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else toml_value(name)


def toml_value(value: Any) -> str:
    """A value in one line. A fraction that is no decimal number is written as text, ``"1/3"``."""
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
    """A fraction as a decimal number, or "" if it is none."""
    places, rest = 0, number.denominator
    while rest % 10 == 0 or rest % 5 == 0 or rest % 2 == 0:
        rest //= 10 if rest % 10 == 0 else 5 if rest % 5 == 0 else 2
        places += 1
    if rest != 1 or not places:
        return "" if rest != 1 else str(number.numerator)
    digits = str(abs(number.numerator) * 10**places // number.denominator).rjust(places + 1, "0")
    return f"{'-' if number < 0 else ''}{digits[:-places]}.{digits[-places:]}"
