"""Tests: alone, opposed and extended."""

from __future__ import annotations

from typing import Annotated, Any

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.percentile.about import (
    LENGTHS,
    MOST,
    NO_MODIFIERS,
    Added,
    Difficulty,
    Helpers,
    Target,
    game,
)
from astragal.mechanics.modifiers import Modifiers
from astragal.rules.ordered import Opposed, Ordered, RankedOutcome, Side
from astragal.rules.parameters import Bounds, Names
from astragal.rules.requests.against import against
from astragal.rules.requests.request import d
from astragal.rules.rule import rule


class Tested(RankedOutcome):
    """The result of a test: success or failure, and its degrees."""

    passes: bool
    degrees: int

    @property
    def level(self) -> int:
        """Degrees of success; negative for failure."""
        return self.degrees if self.passes else -self.degrees

    def order(self) -> tuple[Any, ...]:
        return (self.level,)

    def __str__(self) -> str:
        degrees = f"{self.degrees} degree{'s' if self.degrees != 1 else ''}"
        return f"{degrees} of {'success' if self.passes else 'failure'}"


def tested(roll: int, target: int) -> Tested:
    """A d100 equal to or under the target succeeds; 1 always does, and 100 never."""
    passes = roll != 100 and (roll == 1 or roll <= target)
    difference = max(target, 0) // 10 - roll // 10
    return Tested(passes, max(1, 1 + (difference if passes else -difference)))


def _added(difficulty: int, modifiers: Modifiers, helpers: int) -> int:
    return difficulty + sum(each.value for each in modifiers.each) + 10 * helpers


def modified(
    target: int, difficulty: int, modifiers: Modifiers = NO_MODIFIERS, helpers: int = 0
) -> int:
    """The target with all modifiers, which add up and count for at most ±60."""
    return target + max(-MOST, min(MOST, _added(difficulty, modifiers, helpers)))


def target_text(
    target: int, difficulty: int, modifiers: Modifiers = NO_MODIFIERS, helpers: int = 0
) -> str:
    """The target and its modifiers in figures, for a note."""
    added = _added(difficulty, modifiers, helpers)
    held = max(-MOST, min(MOST, added))
    kept = f"{added:+} held to {held:+}" if held != added else f"{added:+}"
    return f"{target}" if not added else f"{target} {kept} = {target + held}"


@game.rule
def test(
    target: Target,
    difficulty: Difficulty = 0,
    modifiers: Added = NO_MODIFIERS,
    helpers: Helpers = 0,
) -> Asks[Tested]:
    """A test succeeds on d100 equal to or under the target; 1 always succeeds and 100 always fails.

    Difficulty, modifiers and helpers (up to two, +10 each) add up and are held to ±60. Degrees of
    success are 1 + the tens of the target less those of the roll, of failure the other way round;
    at least 1.
    """
    face = yield d(100)
    yield note("rolls {} against {}", face, target_text(target, difficulty, modifiers, helpers))
    return tested(face, modified(target, difficulty, modifiers, helpers))


class Standing(Opposed):
    """How an opposed test ended for us."""

    LOSE = "lose"
    STALEMATE = "stalemate"
    WIN = "win"


@game.rule
def opposed(
    target: Target,
    opponent: Annotated[int, Bounds(0, 1000), "the opponent's target"],
    difficulty: Difficulty = 0,
    opponent_difficulty: Difficulty = 0,
    modifiers: Added = NO_MODIFIERS,
    opponent_modifiers: Added = NO_MODIFIERS,
    characteristic: Annotated[
        int | None, Bounds(0, 1000), "whose tens are the bonus; the target's"
    ] = None,
    opponent_characteristic: Annotated[int | None, Bounds(0, 1000), "likewise"] = None,
) -> Asks[Standing]:
    """An opposed test: the only success wins, and two failures are a stalemate.

    If both succeed, more degrees win, then the higher characteristic bonus (its tens), then the
    lower roll.
    """
    ours = _side(
        target, difficulty, modifiers, target if characteristic is None else characteristic
    )
    theirs = _side(
        opponent,
        opponent_difficulty,
        opponent_modifiers,
        opponent if opponent_characteristic is None else opponent_characteristic,
    )
    side: Side = yield against(ours, theirs, key=_rank)
    return list(Standing)[side.rank]


class Rolled(RankedOutcome):
    """One side of an opposed test: the roll, what it came to, and the characteristic bonus."""

    roll: int
    made: Tested
    bonus: int

    def order(self) -> tuple[Any, ...]:
        return (_rank(self), self.roll)

    def __str__(self) -> str:
        return f"{self.roll} ({self.made})"


def _rank(rolled: Rolled) -> tuple[int, ...]:
    """What sides are compared by: all failures are equal."""
    if not rolled.made.passes:
        return ()
    return (rolled.made.level, rolled.bonus, -rolled.roll)


@rule(name="side", inline=True)
def _side(target: int, difficulty: int, modifiers: Modifiers, characteristic: int) -> Asks[Rolled]:
    """One side of an opposed test."""
    face = yield d(100)
    made = tested(face, modified(target, difficulty, modifiers))
    return Rolled(face, made, characteristic // 10)


class Extended(Ordered):
    """How an extended test ended."""

    OUT_OF_TRIES = "out of tries"
    DONE = "done"

    @property
    def passes(self) -> bool:
        return self is Extended.DONE


@game.rule
def extended(
    target: Target,
    needed: Annotated[int, Bounds(1, 1000), Names(LENGTHS), "degrees to reach"] = 3,
    difficulty: Difficulty = 0,
    tries: Annotated[int | None, Bounds(0, 1000), "the most tests, or none for no limit"] = 20,
    reached: Annotated[int, Bounds(0), "degrees so far"] = 0,
) -> Asks[Extended]:
    """An extended test: tests until the degrees reach 3, 6 or 12 (Simple, Taxing, Involved).

    A success adds its degrees and makes the next test easier by 10; a failure subtracts its
    degrees, but never below 0, and makes the next one harder. Difficulties stay between Hellish and
    Trivial. A bad start can make success all but impossible, so the test ends after a number of
    tries.
    """
    if reached >= needed:
        return Extended.DONE
    if tries == 0:
        return Extended.OUT_OF_TRIES
    passes, reached = yield _progress(target, difficulty, needed, reached)
    if reached == needed:
        return Extended.DONE
    step = max(-MOST, min(MOST, difficulty + (10 if passes else -10)))
    return extended(target, needed, step, None if tries is None else tries - 1, reached)


@rule(name="progress", inline=True)
def _progress(target: int, difficulty: int, needed: int, reached: int) -> Asks[tuple[bool, int]]:
    """Whether the next test succeeds, and the degrees after it, up to those needed.

    A rule of its own: it comes to the same, however many tries are left.
    """
    made = yield _attempt(target, difficulty)
    reached = max(0, reached + made.level)
    yield note("{} of {}", reached, needed)
    return made.passes, min(needed, reached)


@rule(name="attempt", inline=True)
def _attempt(target: int, difficulty: int) -> Asks[Tested]:
    """One test of an extended test: many rolls come to the same degrees."""
    face = yield d(100)
    made = tested(face, modified(target, difficulty))
    yield note("rolls {} against {}: {}", face, target_text(target, difficulty), made)
    return made
