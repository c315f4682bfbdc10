"""Files written by people: reading with a size limit, and parsing as TOML.

``what`` is the kind of file (a sheet, a table, stakes), used in error codes such as "bad-sheet".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from astragal._visible import in_short
from astragal.errors import ParameterError

_MOST = 1_000_000
"""The most bytes read from a file, many times the size of a sheet; a device would never end."""

_KEY = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_MOST_DOTS = 50
_LONG_KEY = re.compile(rf"(?<![\w-]){_KEY}(?:[ \t]*\.[ \t]*{_KEY}){{{_MOST_DOTS}}}")
"""A key with more than fifty parts: parsing takes time quadratic in their number."""


def read_text(path: str | Path, what: str) -> str:
    """Read a file in UTF-8; a ParameterError if it is unreadable or too long."""
    if not isinstance(path, str | Path):
        raise ParameterError(f"bad-{what}", f"expected the path of a file, not {in_short(path)}")
    try:
        with open(path, "rb") as file:
            data = file.read(_MOST + 1)
        if len(data) > _MOST:
            raise ParameterError(f"bad-{what}", f"{path}: longer than {_MOST:,} bytes")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise ParameterError(f"no-{what}", f"{path}: {error.strerror}") from None
    except ValueError:  # the bytes are not text, or the path is invalid
        raise ParameterError(f"bad-{what}", f"{path}: not text in UTF-8") from None


def write_text(path: str | Path, text: str, what: str) -> None:
    """Write text to a file in UTF-8; a ParameterError if that fails."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ParameterError(f"no-{what}", f"{path}: {error.strerror}") from None
    except ValueError:
        raise ParameterError(f"bad-{what}", f"{path}: cannot be written") from None


def parse_toml(text: str, what: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """Parse TOML; a ParameterError if it is invalid."""
    if not isinstance(text, str):
        raise ParameterError(f"bad-{what}", f"expected a text in TOML, not {in_short(text)}")
    if len(text) > _MOST:
        raise ParameterError(f"bad-{what}", f"longer than {_MOST:,} characters")
    if any(_has_long_key(line) for line in text.split("\n")):
        raise ParameterError(f"bad-{what}", "not TOML: nested too deeply")
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except RecursionError:
        raise ParameterError(f"bad-{what}", "not TOML: nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise ParameterError(f"bad-{what}", f"not TOML: {error}") from None
    except ValueError:
        raise ParameterError(f"bad-{what}", "a number in it has thousands of digits") from None


def _has_long_key(line: str) -> bool:
    """True if a line may hold a key with too many parts; quick for lines with few dots."""
    return line.count(".") >= _MOST_DOTS and _LONG_KEY.search(line) is not None
