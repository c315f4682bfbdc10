"""Tags: items, traits or surroundings that change a roll, by metal and Tier."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from astragal._visible import in_short, is_visible
from astragal.errors import ParameterError
from astragal.rules.types.texts import Find, Written

_METAL = re.compile(r"(gold(?:en)?|silver)\b:?\s*", re.IGNORECASE)
_TIER = re.compile(r"(?:^|\s)([+\-−–]\s*\d{1,3})$")
_METALS = ("gold", "silver", "")
_MINUS = str.maketrans("−–", "--")


class Tag(Written):
    """A tag and its Tier, negative if it hinders: ``gold Eyes +2``, ``silver -1``, ``torch``."""

    WANTED: ClassVar[str] = "a tag such as gold Sharp Eyes +2, silver Rope -1 or Torch +1"

    metal: str
    """gold, silver, or "" for any other"""
    name: str = ""
    tier: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or type(self.tier) is not int or abs(self.tier) > 999:
            raise ParameterError("bad-tag", f"expected {self.WANTED}; Tiers go up to 999")
        object.__setattr__(self, "name", " ".join(self.name.split()))
        if not (self.metal or self.name) or _TIER.search(self.name) or not is_visible(self.name):
            raise ParameterError("bad-tag", f"a tag cannot be called {in_short(self.name)}")
        if self.metal not in _METALS:
            raise ParameterError(
                "bad-tag", f"a tag must be gold, silver or neither, not {in_short(self.metal)}"
            )
        if not self.metal and _METAL.match(self.name):
            raise ParameterError(
                "bad-tag", f"the name {in_short(self.name)} would be taken for a metal"
            )

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        text = value.strip()
        metal = _METAL.match(text)
        rest = text[metal.end() :] if metal else text
        tier = _TIER.search(rest)
        name = rest[: tier.start()].strip() if tier else rest
        if not (metal or name):
            raise ValueError(value)
        sign = tier[1].replace(" ", "").translate(_MINUS) if tier else "1"
        return cls(metal[1].casefold().removesuffix("en") if metal else "", name, int(sign))

    def __str__(self) -> str:
        return " ".join(word for word in (self.metal, self.name, f"{self.tier:+}") if word)


def tiers_of_tags(tags: Sequence[Tag], metal: str) -> int:
    """The sum of the Tiers of all tags of a metal."""
    return sum(tag.tier for tag in tags if tag.metal == metal)
