"""Scores, and the Score Ranges they are read against."""

from __future__ import annotations

from typing import Any, ClassVar

from astragal.mechanics.ranges import RangeTable
from astragal.rules.ordered import Ordered, RankedOutcome

PASS, HIGH = 7, 10


class Critical(Ordered):
    """The Critical Roll behind a Score, if there is one."""

    FAILURE = "Critical Failure"
    NONE = "none"
    SUCCESS = "Critical Success"


class ScoreRanges(RangeTable):
    """Score Ranges in the game's shorthand; most Tests use ``standard`` or ``pass``."""

    WANTED: ClassVar[str] = (
        "Score Ranges such as [..6] miss [7..9] graze [10..] hit [10!] crit, or standard, or pass"
    )
    KNOWN: ClassVar[dict[str, str]] = {
        "standard": "[..6] Low [7..9] Mixed [10..] High",
        "pass": "[..6] Fail [7..] Pass",
    }

    def read_score(self, score: int, critical: Critical) -> str:
        """The range of a Score; of a critical, its ``!`` range, or else the lowest or highest."""
        if critical is Critical.SUCCESS:
            return self.critical(10) or self.highest
        if critical is Critical.FAILURE:
            return self.critical(0) or self.lowest
        return self.read(score)


STANDARD = ScoreRanges.of("standard")
PASS_FAIL = ScoreRanges.of("pass")


class Score(RankedOutcome):
    """The result of a Test. A Critical Failure is below all other Scores, a Critical Success above.

    In numbers a Critical Success is never under 10, and a Critical Failure never over 0.
    """

    score: int
    critical: Critical = Critical.NONE
    range: str = ""

    @property
    def passes(self) -> bool:
        """Whether it is a Passing Score, [7..]."""
        return self._reaches(PASS)

    @property
    def high(self) -> bool:
        """Whether it is a High Score, [10..]."""
        return self._reaches(HIGH)

    def _reaches(self, score: int) -> bool:
        if self.critical is Critical.NONE:
            return self.score >= score
        return self.critical is Critical.SUCCESS

    @property
    def rank(self) -> tuple[int, int]:
        """What Contests compare: two criticals of the same kind are equal."""
        return (self.critical.rank, self.score if self.critical is Critical.NONE else 0)

    def order(self) -> tuple[Any, ...]:
        return (self.rank, self.score, self.range)

    @property
    def said(self) -> str:
        """The Score alone, without its range."""
        return str(self.score) if self.critical is Critical.NONE else self.critical.value

    def __str__(self) -> str:
        return f"{self.said}, {self.range}" if self.range else self.said


_CRITICAL = {0: Critical.FAILURE, 10: Critical.SUCCESS}


def score_of(kept: int, modifier: int, ranges: ScoreRanges) -> Score:
    """The Score of a kept die, of which 10 is a Critical Success and 0 a Critical Failure."""
    score, critical = kept + modifier, _CRITICAL.get(kept, Critical.NONE)
    if critical is Critical.SUCCESS:
        score = max(score, 10)
    elif critical is Critical.FAILURE:
        score = min(score, 0)
    return Score(score, critical, ranges.read_score(score, critical))
