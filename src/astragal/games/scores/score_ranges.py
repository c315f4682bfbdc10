"""Scores, and the Score Ranges they are read against."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from astragal._visible import in_short
from astragal.errors import ParameterError, UndefinedError
from astragal.mechanics.ranges import RangeTable
from astragal.outcome import Verdict
from astragal.rules.introductions import Words
from astragal.rules.ordered import Ordered, RankedOutcome

PASS, HIGH = 7, 10


class Critical(Ordered):
    """The Critical Roll behind a Score, if there is one."""

    FAILURE = "Critical Failure"
    NONE = "none"
    SUCCESS = "Critical Success"

    @property
    def verdict(self) -> Verdict | None:
        return {"SUCCESS": Verdict.CRITICAL, "FAILURE": Verdict.FUMBLE}.get(self.name)


_PASSES = {"low": False, "fail": False, "mixed": True, "high": True, "pass": True}
_SPELT = {"failing": "fail", "passing": "pass"}
"""Other spellings of ranges whose names say whether they pass. Other names say nothing about it."""

_CRITICAL = {0: Critical.FAILURE, 10: Critical.SUCCESS}


class ScoreRanges(RangeTable):
    """Score Ranges in the game's shorthand; most Tests use ``standard`` or ``pass``."""

    WANTED: ClassVar[str] = (
        "Score Ranges such as [..6] miss [7..9] graze [10..] hit [10!] crit, or standard, or pass"
    )
    KNOWN: ClassVar[dict[str, str]] = {
        "standard": "[..6] Low [7..9] Mixed [10..] High",
        "pass": "[..6] Fail [7..] Pass",
    }

    @classmethod
    def tells(cls, word: str) -> bool:
        return word in cls.KNOWN or word.lstrip("`\\").startswith("[")

    def __post_init__(self) -> None:
        super().__post_init__()
        marked = [each for each in self.ranges if each.critical]
        for place, each in enumerate(marked):
            if each.low not in _CRITICAL:
                raise ParameterError(
                    "no-such-critical",
                    f"[{each.low}!] never happens: [0!] is a Critical Failure, [10!] a Critical "
                    "Success",
                    hint=f"write [{each.low}] for a Score of {each.low}",
                )
            if any(other.low == each.low for other in marked[:place]):
                raise ParameterError("critical-twice", f"[{each.low}!] is listed twice")

    def read_score(self, score: int, critical: Critical) -> str:
        """The range of a Score; for a critical, its ``!`` range, or else the one it reaches.

        A Critical Success reaches the range that is open upward, or the highest that holds a 10 or
        more; a Critical Failure the one open downward, or the lowest that holds a 1 or less.
        """
        if critical is Critical.SUCCESS:
            return self.critical(10) or self.upmost(10)
        if critical is Critical.FAILURE:
            return self.critical(0) or self.downmost(1)
        return self.read(score)


STANDARD = ScoreRanges.of("standard")
PASS_FAIL = ScoreRanges.of("pass")


def _row(range_: str) -> str:
    return range_ or "no range"


class Score(RankedOutcome):
    """The result of a Test. Critical Failures rank below all Scores, Critical Successes above.

    As a number, a Critical Success is at least 10, and a Critical Failure at most 0.
    """

    headline: ClassVar[tuple[str, ...]] = (
        "passes",
        "range",
        "critical_success",
        "critical_failure",
    )
    row_words: ClassVar[Mapping[str, Words]] = MappingProxyType(
        {
            "range": Words(_row),
            "critical_success": Words("Critical Success"),
            "critical_failure": Words("Critical Failure"),
        }
    )

    score: int
    critical: Critical = Critical.NONE
    range: str = ""

    @property
    def passes(self) -> bool:
        """True if the range is Mixed, High or Pass, False if it is Low or Fail."""
        return self._is("passes", _PASSES)

    @property
    def high(self) -> bool:
        """True if the range is High; with only Pass and Fail, if the Score is [10..]."""
        ten = self.reaches(HIGH)
        by_range = {"low": False, "mixed": False, "high": True, "fail": ten, "pass": ten}
        return self._is("high", by_range)

    @property
    def critical_success(self) -> bool:
        return self.critical is Critical.SUCCESS

    @property
    def critical_failure(self) -> bool:
        return self.critical is Critical.FAILURE

    @property
    def verdict(self) -> Verdict | None:
        return self.critical.verdict or super().verdict

    def reaches(self, score: int) -> bool:
        """True for this Score or more. A Critical Success always is, a Critical Failure never."""
        if self.critical is Critical.NONE:
            return self.score >= score
        return self.critical is Critical.SUCCESS

    def _is(self, what: str, by_range: dict[str, bool]) -> bool:
        """Look up the range. Of other names, a critical decides; else raises UndefinedError."""
        name = self.range.casefold().removesuffix(" score")
        said = by_range.get(_SPELT.get(name, name))
        if said is not None:
            return said
        if self.critical is not Critical.NONE:
            return self.critical is Critical.SUCCESS
        ranges = f"the range {in_short(self.range)} does" if self.range else "hidden ranges do"
        raise UndefinedError(
            "undefined",
            f"{ranges} not say what {what}: only Low, Mixed and High or Fail and Pass do",
            hint=f"name a range instead, as in range={self.range}" if self.range else None,
        )

    def rank(self) -> tuple[int, int]:
        """The sort key in Contests: two criticals of the same kind are equal."""
        return (self.critical.rank, self.score if self.critical is Critical.NONE else 0)

    def order(self) -> tuple[Any, ...]:
        return (self.rank(), self.score, self.range)

    @property
    def called(self) -> str:
        """The Score without its range."""
        return str(self.score) if self.critical is Critical.NONE else self.critical.value

    @property
    def shows(self) -> tuple[str, ...]:
        return (self.range,) if self.range else ()


def score_of(kept: int, modifier: int, ranges: ScoreRanges | None) -> Score:
    """The Score of a kept die, on which 10 is a Critical Success and 0 a Critical Failure.

    While the ranges are hidden (None), it has no range.
    """
    score, critical = kept + modifier, _CRITICAL.get(kept, Critical.NONE)
    if critical is Critical.SUCCESS:
        score = max(score, 10)
    elif critical is Critical.FAILURE:
        score = min(score, 0)
    return Score(score, critical, ranges.read_score(score, critical) if ranges else "")
