"""d100, 00 to 99, equal to or under a Stat: Criticals, Fumbles and Tiers of Success ($)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import ClassVar

from astragal._value import field
from astragal.die import Die
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import Note, note
from astragal.outcome import Verdict
from astragal.rolling.counts import Rolled
from astragal.rules.ordered import Ordered
from astragal.rules.requests.best import best, worst
from astragal.rules.requests.dice import dice

D100 = Die(range(100))
"""A die with the faces 00 to 99."""

_BEST_SUCCESS = 95


class Grade(Ordered):
    """The grade of a roll, worst first; Advantage and Disadvantage compare by it."""

    FUMBLE = "Fumble"
    FAILURE = "Failure"
    SUCCESS = "Success"
    CRITICAL = "Critical"

    @property
    def succeeds(self) -> bool:
        return self in (Grade.SUCCESS, Grade.CRITICAL)

    @property
    def verdict(self) -> Verdict:
        return Verdict(self.value.lower())


def grade_of(roll: int, stat: int) -> Grade:
    """The grade of a roll: equal to or under the Stat succeeds, but 96 to 99 always fail.

    Doubles are Criticals or Fumbles.
    """
    double = roll % 11 == 0
    if roll <= min(stat, _BEST_SUCCESS):
        return Grade.CRITICAL if double else Grade.SUCCESS
    return Grade.FUMBLE if double else Grade.FAILURE


def tiers_of(roll: int, stat: int) -> int:
    """The $ of a successful roll: its tens digit, times the hundreds digit of the Stat + 1.

    >>> tiers_of(21, 103), tiers_of(92, 345), tiers_of(7, 60)
    (4, 36, 0)
    """
    return roll // 10 * (max(stat, 0) // 100 + 1)


class DiceCount(Enum):
    """The number of d100 for n Advantages or Disadvantages."""

    AT_LEAST_TWO = "at least two"
    N = "n"
    N_PLUS_1 = "n + 1"

    def dice(self, edges: int) -> int:
        if edges == 0:
            return 1
        return {"n": edges, "n + 1": edges + 1, "at least two": max(2, edges)}[self.value]


class CheckRolls(Experiment[tuple[Grade, int]]):
    """The rolls of a Check; the outcome is the grade and the $ of the one that counts.

    Within a grade, higher successes and lower failures are better.
    """

    stat: int
    edge: int
    dice_count: DiceCount = DiceCount.AT_LEAST_TWO
    who: str = field(default="", compare=False)
    """the roller's name; "" if it need not be shown"""

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[tuple[Grade, int]]:
        stat, number = self.stat, self.dice_count.dice(abs(self.edge))

        def rank(roll: int) -> tuple[int, int]:
            grade = grade_of(roll, stat)
            return grade.rank, roll if grade.succeeds else -roll

        pick = worst if self.edge < 0 else best
        roll = yield pick(number, D100, key=rank, tell_kept=self._told)
        grade = grade_of(roll, stat)
        if not grade.succeeds:
            return grade, 0
        if stat > 99:
            yield note(", $ ×{} for a Stat of {}", stat // 100 + 1, stat)
        return grade, tiers_of(roll, stat)

    def _told(self, rolls: Sequence[int], _: Sequence[int], place: int) -> Note:
        always = _BEST_SUCCESS < rolls[place] <= self.stat
        ruled = "96 to 99 always fail" if always else ""
        return note(Rolled(tuple(rolls), (place,), self.who, digits=2, ruled=ruled))

    def __str__(self) -> str:
        return f"d100 against {self.stat}"


class RollsToRead(Experiment[tuple[int, ...]]):
    """The rolls of an opponent whose Stat is hidden: all of them, in order."""

    edge: int
    dice_count: DiceCount
    who: str = field(default="", compare=False)

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[tuple[int, ...]]:
        rolls = yield dice((D100,) * self.dice_count.dice(abs(self.edge)))
        yield note(Rolled(rolls, who=self.who, digits=2))
        return tuple(rolls)

    def __str__(self) -> str:
        return "d100 against a hidden Stat"
