"""Tests: a d100 equal to or under the target, and its degrees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from astragal._value import Value
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.games.percentile.about import (
    MOST,
    NAMES,
    NO_MODIFIERS,
    Added,
    Helpers,
    HideableDifficulty,
    Target,
    game,
)
from astragal.mechanics.modifiers import Modifiers, parts_of
from astragal.mechanics.rerolls import Granted, Reroll, Rerolling, again
from astragal.mechanics.unsettled import Unsettled, natural, or_unsettled
from astragal.rolling.counts import Added as Part
from astragal.rolling.counts import Rolled, Sum
from astragal.rolling.phrases import Phrase
from astragal.rules.introductions import Words
from astragal.rules.ordered import RankedOutcome
from astragal.rules.requests.request import Request, d


def degrees_text(level: int) -> str:
    """Degrees of success or, for a negative number, of failure."""
    degrees = abs(level)
    of = "success" if level > 0 else "failure"
    return f"{degrees} degree{'' if degrees == 1 else 's'} of {of}"


class Tested(RankedOutcome):
    """The result of a test: success or failure, and its degrees."""

    headline: ClassVar[tuple[str, ...]] = ("passes", "level")
    row_words: ClassVar[Mapping[str, Words]] = {
        "level": Words(degrees_text),
    }

    passes: bool
    degrees: int

    @property
    def level(self) -> int:
        """Degrees of success; negative for failure."""
        return self.degrees if self.passes else -self.degrees

    def order(self) -> tuple[Any, ...]:
        return (self.level,)

    @property
    def called(self) -> str:
        return degrees_text(self.level)


def tested(roll: int, target: int) -> Tested:
    """Read a d100: equal to or under the target succeeds; 1 always does, and 100 never."""
    passes = roll != 100 and (roll == 1 or roll <= target)
    difference = target // 10 - roll // 10
    return Tested(passes, max(1, 1 + (difference if passes else -difference)))


class Goal(Value):
    """The goal of a d100: a target, and modifiers whose sum is limited to ±60."""

    target: int
    difficulty: int = 0
    modifiers: Modifiers = NO_MODIFIERS
    helpers: int = 0

    @property
    def number(self) -> int:
        return modified(self.target, self.difficulty, self.modifiers, self.helpers)

    @property
    def changes(self) -> bool:
        """True if anything modifies the target, even if the modifiers cancel out."""
        return bool(self.difficulty or self.helpers or any(e.value for e in self.modifiers.each))

    def told(self, names: Mapping[str, str]) -> Phrase:
        added = _added(self.difficulty, self.modifiers, self.helpers)
        held = self.number - self.target
        parts = (
            Part(self.difficulty, NAMES.get(self.difficulty, "difficulty"), "difficulty"),
            *parts_of(self.modifiers.each, "modifiers"),
            Part(10 * self.helpers, "help"),
        )
        kept = f"{added:+} is held to {held:+}" if held != added else ""
        return Sum(self.target, parts, self.number, fortune=kept).told(names)

    def __str__(self) -> str:
        return str(self.told({}))


def _added(difficulty: int, modifiers: Modifiers, helpers: int) -> int:
    return difficulty + sum(each.value for each in modifiers.each) + 10 * helpers


def modified(
    target: int, difficulty: int, modifiers: Modifiers = NO_MODIFIERS, helpers: int = 0
) -> int:
    """The target with all modifiers, whose sum is limited to ±60."""
    return target + max(-MOST, min(MOST, _added(difficulty, modifiers, helpers)))


@or_unsettled(Tested)
@game.rule(
    aim="passes",
    open_aim=lambda given: "least total" if given.difficulty is None else "",
)
def test(
    target: Target,
    difficulty: HideableDifficulty = 0,
    modifiers: Added = NO_MODIFIERS,
    helpers: Helpers = 0,
    reroll: Rerolling = Reroll.NEVER,
) -> Asks[Tested | Unsettled]:
    """A test succeeds on d100 equal to or under the target; 1 always succeeds and 100 always fails.

    Difficulty, modifiers and helpers (up to two, +10 each) add up and are held to ±60. Degrees of
    success are 1 + the tens of the target less those of the roll, of failure the other way round;
    at least 1. A re-roll's second result stands, even if it is worse.
    """
    if difficulty is None:
        once = OpenAttempt(target)
        face: Unsettled = yield once
        more = yield from again(reroll, face)
        return once if more else face
    made: Tested = yield attempt(Goal(target, difficulty, modifiers, helpers), reroll)
    return made


def attempt(goal: Goal, reroll: Reroll = Reroll.NEVER) -> Experiment[Tested]:
    """A test that may be re-rolled."""
    once = Attempt(goal)
    return once if reroll is Reroll.NEVER else Granted(once, reroll)


def roll_told(face: int, goal: Goal, who: str = "") -> Rolled:
    """A roll, its modified goal, and a 1 or 100 that decides."""
    ruled = "100 always fails" if face == 100 else ""
    if face == 1 and goal.number < 1:
        ruled = "1 always succeeds"
    against = goal if goal.changes else None
    return Rolled((face,), who=who, against=against, ruled=ruled)


class Attempt(Request[Tested]):
    """One roll of a test."""

    goal: Goal

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Tested]:
        target = self.goal.number
        face = yield d(100)
        yield note(roll_told(face, self.goal))
        return tested(face, target)

    def __str__(self) -> str:
        return f"test against {self.goal}"


class OpenAttempt(Request[Unsettled]):
    """One roll of a test at an unknown difficulty."""

    target: int

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Unsettled]:
        face = yield d(100)
        yield note(Rolled((face,)))
        return Unsettled(face, natural(face, 1, 100))

    def __str__(self) -> str:
        return f"test against {self.target} and a difficulty"
