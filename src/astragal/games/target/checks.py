"""Checks against a Target Number, and opposed checks."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.target.about import NO_MODIFIERS, Bonuses, game
from astragal.games.target.stacking import Breakdown, Purpose, breakdown
from astragal.mechanics.modifiers import Modifiers
from astragal.rules.ordered import RankedOutcome, Side
from astragal.rules.requests.against import against
from astragal.rules.requests.request import d
from astragal.rules.rule import rule


class Check(RankedOutcome):
    """The result of a check; a negative margin falls short of the Target Number."""

    margin: int
    automatic: bool = False
    """whether the natural roll alone decided it"""
    passes: bool = True

    def order(self) -> tuple[bool, int, bool]:
        return (self.passes, self.margin, self.automatic)

    def __str__(self) -> str:
        word = "success" if self.passes else "failure"
        if self.automatic:
            return f"automatic {word}"
        return f"{word} by {abs(self.margin)}"


class Take(Enum):
    """Rolling, or taking 10 or 20 without a roll."""

    ROLL = "roll"
    TEN = "10"
    TWENTY = "20"


def _no_target(given: Any) -> str | None:
    if given.target is None:
        return "target is missing: the Target Number to reach, such as 15"
    if given.natural_rolls and given.take is not Take.ROLL:
        return "taking 10 or 20 rolls no die, so no natural roll can decide it"
    return None


@game.rule(refuse=_no_target)
def check(
    modifiers: Bonuses = NO_MODIFIERS,
    target: Annotated[int | None, "the Target Number"] = None,
    natural_rolls: Annotated[bool, "a natural 20 succeeds and a natural 1 fails"] = False,
    take: Annotated[Take, "roll, or take 10 or 20"] = Take.ROLL,
) -> Asks[Check]:
    """d20 + modifiers, equal to or over the Target Number, succeeds.

    A natural 20 or 1 decides nothing, unless a rule says so. Taking 10 or 20 counts as a 10 or 20
    without a roll; taking 20 takes as long as twenty tries.
    """
    assert target is not None
    return (yield from checked(modifiers, target, Purpose.CHECK, natural_rolls, take))


def checked(
    modifiers: Modifiers,
    target: int,
    purpose: Purpose,
    natural_rolls: bool = False,
    take: Take = Take.ROLL,
) -> Asks[Any]:
    """A check with the modifiers that count for a purpose."""
    counted = breakdown(modifiers, purpose)
    yield from counted_notes(counted)
    natural = (yield d(20)) if take is Take.ROLL else int(take.value)
    total = natural + counted.total
    yield note("{} {} {:+} = {} against {}", _how(take), natural, counted.total, total, target)
    automatic = natural_rolls and natural in (1, 20)
    return Check(total - target, automatic, natural == 20 if automatic else total >= target)


def counted_notes(*several: Breakdown) -> Asks[Any]:
    """Note which modifiers counted, unless that is obvious."""
    for counted in several:
        if counted.left or len(counted.counted) > 1:
            yield note("{}", counted)
    return None


def _how(take: Take) -> str:
    return "rolls" if take is Take.ROLL else "takes"


@game.rule
def opposed(
    modifiers: Bonuses = NO_MODIFIERS,
    opponent: Annotated[Modifiers, "the opponent's"] = NO_MODIFIERS,
) -> Asks[Side]:
    """An opposed check: the higher total wins, then the higher modifier; then both roll again."""
    counted = (breakdown(modifiers), breakdown(opponent))
    yield from counted_notes(*counted)
    ours, theirs = (_side(each.total) for each in counted)
    side = yield against(ours, theirs)
    return opposed(modifiers, opponent) if side is Side.TIE else side


class Rolled(RankedOutcome):
    """One side of an opposed check."""

    face: int
    modifier: int

    def order(self) -> tuple[int, int]:
        return (self.face + self.modifier, self.modifier)

    def __str__(self) -> str:
        return f"{self.face} {self.modifier:+} = {self.face + self.modifier}"


@rule(name="side", inline=True)
def _side(modifier: int) -> Asks[Rolled]:
    """One side of an opposed check."""
    return Rolled((yield d(20)), modifier)
