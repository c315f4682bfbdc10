"""The outcomes of opposed tests."""

from __future__ import annotations

from typing import Any, ClassVar

from astragal.games.percentile.tests import degrees_text
from astragal.mechanics.unsettled import Unsettled
from astragal.rules.ordered import Contested, Opposed


class Standing(Opposed):
    """Who is ahead in an opposed test, from our side."""

    LOSE = "lose"
    STALEMATE = "stalemate"
    WIN = "win"


class OpposedTest(Contested):
    """The result of an opposed test for us, and the degrees of both; negative ones are failures."""

    headline: ClassVar[tuple[str, ...]] = ("wins", "stalemate", "loses")

    standing: Standing
    level: int
    opponent_level: int

    @property
    def ahead(self) -> Standing:
        return self.standing

    def order(self) -> tuple[int, int, int]:
        return (self.standing.rank, self.level, -self.opponent_level)

    @property
    def stalemate(self) -> bool:
        return self.standing is Standing.STALEMATE

    @property
    def both(self) -> str:
        return " against ".join(map(degrees_text, (self.level, self.opponent_level)))

    @property
    def event(self) -> str:
        levels = self.level, self.opponent_level
        ours, theirs = ("success" if each > 0 else "failure" for each in levels)
        us, them = map(abs, levels)
        if ours == theirs:
            both = "successes" if ours == "success" else "failures"
            return f"{self.called}, {both} ({us} against {them})"
        return f"{self.called}, {ours} ({us}) against {theirs} ({them})"

    @property
    def why(self) -> str:
        if not self.stalemate:
            return ""
        return "degrees, bonus and roll are equal" if self.level > 0 else "both fail"


class OpenOpposedTest(Unsettled):
    """An opposed test against a hidden target: our degrees, and the opponent's roll."""

    opponent_roll: int = 0

    def order(self) -> tuple[Any, ...]:
        return (*super().order(), self.opponent_roll)

    def __str__(self) -> str:
        return f"{degrees_text(self.total)} against a roll of {self.opponent_roll}"
