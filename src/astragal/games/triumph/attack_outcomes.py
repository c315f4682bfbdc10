"""The outcomes of attacks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from astragal.games.triumph.checks import OpenCheck
from astragal.games.triumph.contest_outcomes import OpenContest
from astragal.games.triumph.fortunes import Fortune
from astragal.games.triumph.margins import Margin, margin_order, total_text
from astragal.outcome import Verdict
from astragal.rules.introductions import Words
from astragal.rules.ordered import RankedOutcome, Side


def damage_text(damage: Margin) -> str:
    return f"{total_text(damage)} damage"


class Attack(RankedOutcome):
    """The result of an attack."""

    hits: bool
    fortune: Fortune = Fortune.NONE
    damage: Margin = 0
    theirs: Fortune = Fortune.NONE
    """the fortune of the defender's check, if there is one"""

    headline: ClassVar[tuple[str, ...]] = ("hits", "critical", "damage")
    means: ClassVar[tuple[str, ...]] = ("damage",)
    only_if: ClassVar[Mapping[str, str]] = {
        "damage": "hits",
    }
    row_words: ClassVar[Mapping[str, Words]] = MappingProxyType(
        {"critical": Words("critical hit"), "damage": Words(damage_text)}
    )

    @property
    def critical(self) -> bool:
        return self.fortune is Fortune.TRIUMPH

    @property
    def verdict(self) -> Verdict | None:
        return self.fortune.verdict or super().verdict

    def order(self) -> tuple[Any, ...]:
        fortunes = (self.fortune.rank, -self.theirs.rank)
        return (self.hits, margin_order(self.damage), *fortunes)

    @property
    def called(self) -> str:
        if not self.hits:
            return "miss"
        return "critical hit" if self.critical else "hit"

    @property
    def shows(self) -> tuple[str, ...]:
        return self._shown("the defender's")

    @property
    def event(self) -> str:
        return ", ".join((self.called, *self._shown("their")))

    def _shown(self, whose: str) -> tuple[str, ...]:
        damage = (damage_text(self.damage),) if self.hits else ()
        disaster = ("disaster",) if self.fortune is Fortune.DISASTER else ()
        theirs = () if self.theirs is Fortune.NONE else (f"{whose} {self.theirs.value}",)
        return (*damage, *disaster, *theirs)


class OpenAttack(OpenCheck):
    """An attack against an unknown DC: its total, and the damage unless it is sure to miss."""

    damage: Margin | None = None

    def order(self) -> tuple[Any, ...]:
        damage = () if self.damage is None else margin_order(self.damage)
        return (*super().order(), damage)

    def __str__(self) -> str:
        if self.damage is None:
            return super().__str__()
        sure = self.natural == Fortune.TRIUMPH.value
        return f"{super().__str__()}, {damage_text(self.damage)}{'' if sure else ' if it hits'}"


class OpenBout(OpenContest):
    """An attack against a hidden ability score: both totals, and the damage."""

    damage: Margin | None = None
    """None if a triumph or a disaster makes it a miss"""

    def order(self) -> tuple[Any, ...]:
        damage = () if self.damage is None else margin_order(self.damage)
        return (*super().order(), damage)

    def __str__(self) -> str:
        if self.damage is None:
            return f"{self.both}, a miss"
        sure = "" if self.decided is Side.WIN else " if it hits"
        return f"{self.both}, {total_text(self.damage)} damage{sure}"
