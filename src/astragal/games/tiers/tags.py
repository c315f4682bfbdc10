"""Tags: items, traits or surroundings that change a roll, by metal and Tier."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from astragal._nearest import nearest
from astragal._visible import in_short, is_visible
from astragal.errors import ParameterError
from astragal.rules.types.texts import Find, Written

_METAL = re.compile(r"(gold(?:en)?|silver|other)\b:?\s*", re.IGNORECASE)
_TIER = re.compile(r"(?:(?:^|\s)(?:tier\s+)?|(?=[+\-−–]))([+\-−–]?\s?\d+)\s?\$?$", re.ASCII | re.I)
_METALS = ("gold", "silver", "")
_SPELT = ("gold", "golden", "silver")
_SIGNED = re.compile(r"[+\-−–]\d+|tier", re.IGNORECASE)
_NUMBER = re.compile(r"\d+|.*\d|one|two|three|four|five|six|seven|eight|nine|ten", re.IGNORECASE)
"""Matches words that may be a Tier, at the start or end of a name."""
_MINUS = str.maketrans("−–", "--")
_MOST = 999
_LONGEST = 9
"""Tiers with more digits are refused unread."""


class Tag(Written):
    """A tag and its Tier, negative if it hinders: ``gold Eyes +2``, ``silver -1``, ``torch``.

    A name that looks like a misspelt "gold" or "silver" needs "other" in front of it.

    >>> print(Tag.of("other Cold Iron 2"))
    other Cold Iron +2
    """

    WANTED: ClassVar[str] = "a tag such as gold Sharp Eyes +2, silver Rope -1 or Torch +1"

    metal: str
    """gold, silver, or "" for any other tag"""
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

    @classmethod
    def beginnings(cls) -> tuple[str, ...]:
        return _SPELT

    def __str__(self) -> str:
        metal = self.metal or ("other" if _looks_like_metal(self.name) else "")
        return " ".join(word for word in (metal, self.name, f"{self.tier:+}") if word)


def _looks_like_metal(name: str) -> str | None:
    """The metal that the first word of a name is, or may be a misspelling of."""
    first = name.split(maxsplit=1)[0].casefold() if name else ""
    return first if first in (*_SPELT, "other") else nearest(first, _SPELT)


def _parts(text: str) -> tuple[str, str, int] | None:
    """The metal, the name and the Tier in a text; None if it has neither metal nor name."""
    metal = _METAL.match(text)
    rest = text[metal.end() :] if metal else text
    tier = _TIER.search(rest)
    name = rest[: tier.start()].strip() if tier else rest
    if not (metal or name):
        return None
    if metal is None:
        _refuse_slips(name, tier and tier[1])
    if tier is None:
        _refuse_numbers(name)
    digits = tier[1].replace(" ", "").translate(_MINUS) if tier else "1"
    if len(digits) > _LONGEST or abs(int(digits)) > _MOST:
        raise ParameterError(
            "bad-tag", f"the Tier of a tag goes up to {_MOST}, not {in_short(digits)}"
        )
    word = metal[1].casefold().removesuffix("en") if metal else ""
    return word if word in _METALS else "", name, int(digits)


def _refuse_slips(name: str, tier: str | None) -> None:
    """Refuse slips that would silently change the tag: a misspelt metal, or a misspelt "tier"."""
    if meant := _looks_like_metal(name):
        raise ParameterError(
            "bad-tag",
            f"{in_short(name)} begins with neither gold nor silver",
            hint=f"did you mean {meant}? A name that begins so is written `other {name}`",
        )
    *words, last = name.split()
    if tier is not None and tier.isdecimal() and words and nearest(last.casefold(), ["tier"]):
        raise ParameterError(
            "bad-tag", f"{in_short(last)} is not `tier`", hint="write the Tier as +2 or tier 2"
        )


def _refuse_numbers(name: str) -> None:
    """Refuse a number that may be a Tier, in a name without one: "2 torches", "rope -1 silk"."""
    words = name.split()
    for word in words:
        outer = word in (words[0], words[-1])
        if _SIGNED.fullmatch(word) or (outer and _NUMBER.fullmatch(word)):
            raise ParameterError(
                "bad-tag",
                f"is the number in {in_short(name)} a Tier, or part of the name?",
                hint=f"the Tier stands last, with its sign: {name} +1",
            )


def tiers_of_tags(tags: Sequence[Tag], metal: str) -> int:
    """The sum of the Tiers of all tags of a metal."""
    return sum(tag.tier for tag in tags if tag.metal == metal)
