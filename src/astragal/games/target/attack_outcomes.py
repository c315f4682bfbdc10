"""The outcomes of attacks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from astragal.mechanics.endless import AtLeast, in_order
from astragal.mechanics.unsettled import Unsettled
from astragal.outcome import Verdict
from astragal.rules.introductions import Words
from astragal.rules.ordered import RankedOutcome


class Attack(RankedOutcome):
    """The result of an attack."""

    headline: ClassVar[tuple[str, ...]] = ("hits", "critical", "damage")
    means: ClassVar[tuple[str, ...]] = ("damage",)
    only_if: ClassVar[Mapping[str, str]] = {
        "damage": "hits",
    }
    row_words: ClassVar[Mapping[str, Words]] = MappingProxyType(
        {"critical": Words("critical hit"), "damage": Words("{} damage")}
    )

    hits: bool
    critical: bool = False
    damage: int | AtLeast = 0

    @property
    def verdict(self) -> Verdict | None:
        return Verdict.CRITICAL if self.critical else super().verdict

    def order(self) -> tuple[Any, ...]:
        return (self.hits, in_order(self.damage), self.critical)

    @property
    def called(self) -> str:
        if not self.hits:
            return "miss"
        return "critical hit" if self.critical else "hit"

    @property
    def shows(self) -> tuple[str, ...]:
        return (f"{self.damage} damage",) if self.hits else ()


class OpenAttack(Unsettled):
    """An attack against an unknown Armor Class: its total, and the damage of a hit."""

    opponent_rolled: int | None = None
    """the natural defense roll; its modifiers are hidden"""
    confirmation: int | AtLeast | None = None
    """the total of the roll to confirm a threat"""
    damage: int | AtLeast | None = None
    """the damage of a normal hit; None for a certain miss"""

    def order(self) -> tuple[Any, ...]:
        against = -(self.opponent_rolled or 0)
        threat = (self.confirmation is not None, in_order(self.confirmation or 0))
        return (*super().order(), against, *threat, in_order(self.damage or 0))

    def __str__(self) -> str:
        threat = "" if self.confirmation is None else f", a threat with {self.confirmation}"
        if self.opponent_rolled is not None:
            threat = f" against {self.opponent_rolled} and modifiers{threat}"
        damage = "" if self.damage is None else f", {self.damage} damage if it hits"
        return f"{super().__str__()}{threat}{damage}"
