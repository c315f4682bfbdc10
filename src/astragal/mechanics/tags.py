"""Tags: what an item, a trait or the surroundings add to a roll, by metal and Tier."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from astragal.experiment.written import Find, Written

_TAG = re.compile(
    r"\s*(?:(?P<metal>gold(?:en)?|silver)\b)?\s*(?P<name>.*?)\s*(?P<tier>[+\-−–]\s*\d{1,3})?\s*",
    re.IGNORECASE,
)


class Tag(Written):
    """A tag and its Tier, under 0 where it hinders: ``gold Sharp Eyes +2``, ``silver -1``, ``torch``."""

    WANTED: ClassVar[str] = "a tag such as gold Sharp Eyes +2, silver Rope -1 or Torch +1"

    metal: str
    """gold, silver, or "" for any other"""
    name: str = ""
    tier: int = 1

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        found = _TAG.fullmatch(value)
        if found is None or not (found["metal"] or found["name"]):
            raise ValueError(value)
        sign = (found["tier"] or "+1").replace(" ", "").replace("−", "-").replace("–", "-")
        metal = (found["metal"] or "").casefold().removesuffix("en")
        return cls(metal, found["name"], int(sign))

    def __str__(self) -> str:
        return " ".join(word for word in (self.metal, self.name, f"{self.tier:+}") if word)


def tiers_of_tags(tags: Sequence[Tag], metal: str) -> int:
    """The Tiers of all tags of a metal, added up."""
    return sum(tag.tier for tag in tags if tag.metal == metal)
