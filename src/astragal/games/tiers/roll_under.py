"""d100, 00 to 99, equal to or under a Stat: Criticals, Fumbles and Tiers of Success ($)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from astragal._value import Value, field
from astragal.die import Die
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.outcome import Verdict
from astragal.probability.weights import Weighing, tallied
from astragal.rolling.counts import Rolled
from astragal.rules.ordered import Ordered
from astragal.rules.requests.best import best, worst
from astragal.rules.requests.dice import dice
from astragal.rules.rule import rule

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory

D100 = Die(range(100))
"""00 to 99"""

_BEST_SUCCESS = 95


class Grade(Ordered):
    """How well a roll did, the worst first; Advantage and Disadvantage compare by it."""

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


class RollUnder(Value):
    """One d100 against a Stat. Of one grade, higher successes and lower failures are better."""

    grade: Grade
    roll: int

    @property
    def rank(self) -> tuple[int, int]:
        return (self.grade.rank, self.roll if self.grade.succeeds else -self.roll)

    def __str__(self) -> str:
        return f"{self.roll:02}, a {self.grade.value}"


def _rank(roll: RollUnder) -> tuple[int, int]:
    return roll.rank


def grade_of(roll: int, stat: int) -> Grade:
    """Equal to or under the Stat succeeds, but 96 to 99 fail; doubles are Criticals or Fumbles."""
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
    """How many d100 are rolled with n Advantages or Disadvantages."""

    AT_LEAST_TWO = "at least two"
    N = "n"
    N_PLUS_1 = "n + 1"

    def dice(self, edges: int) -> int:
        if edges == 0:
            return 1
        return {"n": edges, "n + 1": edges + 1, "at least two": max(2, edges)}[self.value]


@rule(name="roll under")
def roll_under(stat: int) -> Asks[RollUnder]:
    """One d100 against a Stat."""
    face = yield D100
    return RollUnder(grade_of(face, stat), face)


class CheckRolls(Experiment[tuple[Grade, int]]):
    """The rolls of a Check, and the grade and the $ of the one that counts."""

    stat: int
    edge: int
    dice_count: DiceCount = DiceCount.AT_LEAST_TWO
    who: str = field(default="", compare=False)
    """who rolls, if that has to be said"""

    inline: ClassVar[bool] = True

    @property
    def number(self) -> int:
        return self.dice_count.dice(abs(self.edge))

    def steps(self) -> Asks[tuple[Grade, int]]:
        faces = yield dice(self.number, D100)
        rolls = [RollUnder(grade_of(face, self.stat), face) for face in faces]
        roll = (min if self.edge < 0 else max)(rolls, key=_rank)
        yield note(Rolled(faces, (rolls.index(roll),), self.who, digits=2))
        if _BEST_SUCCESS < roll.roll <= self.stat:
            yield note(", and 96 to 99 always fail")
        return self._counted(roll)

    def weigh(self, memory: Memory) -> Weighing:
        pick = worst if self.edge < 0 else best
        law = yield pick(self.number, roll_under(self.stat), key=_rank)
        counted = [(self._counted(roll), weight) for roll, weight in law.table.items()]
        return tallied(counted, law.denominator)

    def _counted(self, roll: RollUnder) -> tuple[Grade, int]:
        return roll.grade, tiers_of(roll.roll, self.stat) if roll.grade.succeeds else 0

    def __str__(self) -> str:
        return f"d100 against {self.stat}"
