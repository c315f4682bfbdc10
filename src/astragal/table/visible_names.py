"""Names that people write into files: one line of visible characters, not too long."""

from __future__ import annotations

from typing import Any

from astragal._visible import in_short, visible
from astragal.errors import ParameterError

_LONGEST = 200


def visible_name(code: str, what: str, name: Any) -> str:
    """The name with single blanks; a ParameterError if it is none, hides something or is too long.

    ``what`` has the name; it begins the error.
    """
    if not isinstance(name, str) or not name.strip():
        raise ParameterError(code, f"{what} needs a name, which is text, not {in_short(name)}")
    tidy = " ".join(name.split())
    if len(tidy) > _LONGEST:
        raise ParameterError(
            code, f"{what} has a name of {len(tidy):,} characters; {_LONGEST} are allowed"
        )
    if visible(tidy) != tidy:
        raise ParameterError(code, f"{what} has hidden characters in its name: {in_short(name)}")
    return tidy
