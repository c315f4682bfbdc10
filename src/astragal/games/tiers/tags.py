"""Tags: items, traits or surroundings that change a roll, by metal and Tier."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from astragal._visible import in_short, is_visible
from astragal.errors import ParameterError
from astragal.rules.types.texts import Find, Written

_METAL = re.compile(r"(gold(?:en)?|silver)\b:?\s*", re.IGNORECASE)
_TIER = re.compile(r"(?:^|\s)(?:tier\s+)?([+\-−–]?\s?\d+)\s?\$?$", re.IGNORECASE)
_METALS = ("gold", "silver", "")
_MINUS = str.maketrans("−–", "--")
_MOST = 999
_LONGEST = 9
"""digits that are looked at"""


class Tag(Written):
    """A tag and its Tier, negative if it hinders: ``gold Eyes +2``, ``silver -1``, ``torch``."""

    WANTED: ClassVar[str] = "a tag such as gold Sharp Eyes +2, silver Rope -1 or Torch +1"

    metal: str
    """gold, silver, or "" for any other"""
    name: str = ""
    tier: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or type(self.tier) is not int or abs(self.tier) > _MOST:
            raise ParameterError("bad-tag", f"expected {self.WANTED}; Tiers go up to {_MOST}")
        object.__setattr__(self, "name", " ".join(self.name.split()))
        if self.metal not in _METALS:
            raise ParameterError(
                "bad-tag", f"a tag must be gold, silver or neither, not {in_short(self.metal)}"
            )
        if _TIER.search(self.name):
            raise ParameterError(
                "bad-tag", f"a tag has one Tier, and the name {in_short(self.name)} ends in another"
            )
        written = (self.metal, self.name, self.tier)
        if not is_visible(self.name) or _parts(str(self)) != written:
            raise ParameterError("bad-tag", f"a tag cannot be called {in_short(self.name)}")

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        parts = _parts(" ".join(value.split()))
        if parts is None:
            raise ValueError(value)
        return cls(*parts)

    def __str__(self) -> str:
        return " ".join(word for word in (self.metal, self.name, f"{self.tier:+}") if word)


def _parts(text: str) -> tuple[str, str, int] | None:
    """The metal, the name and the Tier in a text; None if it names nothing."""
    metal = _METAL.match(text)
    rest = text[metal.end() :] if metal else text
    tier = _TIER.search(rest)
    name = rest[: tier.start()].strip() if tier else rest
    if not (metal or name):
        return None
    digits = tier[1].replace(" ", "").translate(_MINUS) if tier else "1"
    if len(digits) > _LONGEST or abs(int(digits)) > _MOST:
        raise ParameterError(
            "bad-tag", f"the Tier of a tag goes up to {_MOST}, not {in_short(digits)}"
        )
    return metal[1].casefold().removesuffix("en") if metal else "", name, int(digits)


def tiers_of_tags(tags: Sequence[Tag], metal: str) -> int:
    """The sum of the Tiers of all tags of a metal."""
    return sum(tag.tier for tag in tags if tag.metal == metal)
