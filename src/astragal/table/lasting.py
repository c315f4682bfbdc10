"""Durations of circumstances: a number of rolls that they apply to, or of rounds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from astragal._value import Value
from astragal._visible import in_short
from astragal.errors import ParameterError

_MOST = 1_000
_WRITTEN = re.compile(
    r"(?:for\s+)?(?:(?:the\s+|your\s+)?(?P<next>next)|(?P<count>\d{1,9}|an?|one|two|three))?"
    r"\s*(?P<unit>rolls?|tests?|checks?|rounds?)?",
    re.IGNORECASE | re.ASCII,
)
_LONGEST = 100
_WORDS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}


class Lasting(Value):
    """A number of rolls or rounds.

    >>> print(Lasting.of("next"), Lasting.of({"rounds": 2}), Lasting.of("3 rolls"), sep="; ")
    the next roll; 2 rounds; 3 rolls
    """

    WANTED: ClassVar[str] = '"next", "3 rolls" or "2 rounds"'

    count: int
    unit: str
    """roll or round"""

    def __post_init__(self) -> None:
        if type(self.count) is not int or not 1 <= self.count <= _MOST:
            raise _bad(self.count)
        if self.unit not in ("roll", "round"):
            raise _bad(self.unit)

    @classmethod
    def of(cls, value: Any) -> Lasting:
        """Parse a text or a mapping: ``"next"``, ``"2 rounds"``, ``{"rolls": 1}``."""
        if isinstance(value, Lasting):
            return value
        if isinstance(value, Mapping) and len(value) == 1:
            unit, count = next(iter(value.items()))
            if isinstance(unit, str) and type(count) is int:
                return cls(count, unit.removesuffix("s"))
        # The pattern would try every split of repeated spaces, so reduce them to one; limit the
        # length.
        words = " ".join(value.split()) if isinstance(value, str) else ""
        found = _WRITTEN.fullmatch(words) if len(words) <= _LONGEST else None
        if found is None or not (found["next"] or (found["count"] and found["unit"])):
            raise _bad(value)
        count = 1 if found["next"] else _count(found["count"].lower())
        return cls(count, "round" if (found["unit"] or "").lower().startswith("round") else "roll")

    def less(self, by: int = 1) -> Lasting | None:
        """The duration left after ``by`` more; None if it is over."""
        return self.replaced(count=self.count - by) if self.count > by else None

    def to_data(self) -> dict[str, int]:
        return {f"{self.unit}s": self.count}

    def __str__(self) -> str:
        if self.count == 1:
            return f"the next {self.unit}"
        return f"{self.count} {self.unit}s"


def _count(word: str) -> int:
    return _WORDS.get(word) or int(word)


def _bad(given: object) -> ParameterError:
    return ParameterError(
        "bad-circumstance",
        f"a circumstance lasts {Lasting.WANTED}, up to {_MOST:,}, not {in_short(given)}",
    )
