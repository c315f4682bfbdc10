"""Attacks, where they hit, and damage."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.percentile.about import (
    NO_MODIFIERS,
    Added,
    Difficulty,
    Helpers,
    Target,
    game,
)
from astragal.games.percentile.ten_sided import TenSided, halved, summed
from astragal.games.percentile.tests import Tested, modified, target_text, tested
from astragal.mechanics.arithmetic import Multipliers, added_up
from astragal.mechanics.ranges import RangeTable
from astragal.rules.ordered import RankedOutcome
from astragal.rules.parameters import Bounds
from astragal.rules.requests import dice as several
from astragal.rules.requests.request import d

LOCATIONS = RangeTable.of(
    "[1..10] head [11..20] right arm [21..30] left arm "
    "[31..70] body [71..85] right leg [86..100] left leg"
)


def location_of(roll: int) -> str:
    """Where a roll hits: its digits reversed, 32 as 23, looked up; 00 is 100.

    >>> location_of(32), location_of(10), location_of(100)
    ('left arm', 'head', 'left leg')
    """
    tens, ones = divmod(roll % 100, 10)
    return LOCATIONS.read(10 * ones + tens or 100)


class Attack(Tested):
    """The result of an attack: its test, and where it hits."""

    location: str = ""

    def order(self) -> tuple[Any, ...]:
        return (self.level, self.location)

    def __str__(self) -> str:
        made = super().__str__()
        return f"{made}, {self.location}" if self.passes else made


@game.rule
def hit_location() -> Asks[str]:
    """Where a hit lands: a d100, its digits reversed."""
    face = yield d(100)
    yield note("rolls {}", face)
    return location_of(face)


@game.rule
def attack(
    target: Target,
    difficulty: Difficulty = 0,
    modifiers: Added = NO_MODIFIERS,
    helpers: Helpers = 0,
) -> Asks[Attack]:
    """An attack: a test, and where it hits: the digits of the roll reversed, 32 as 23."""
    face = yield d(100)
    made = tested(face, modified(target, difficulty, modifiers, helpers))
    yield note("rolls {} against {}", face, target_text(target, difficulty, modifiers, helpers))
    return Attack(made.passes, made.degrees, location_of(face) if made.passes else "")


class Damage(RankedOutcome):
    """Damage, and how many dice of it were Fury."""

    damage: int
    fury: int = 0

    def order(self) -> tuple[int, int]:
        return (self.damage, self.fury)

    def __str__(self) -> str:
        if not self.fury:
            return f"{self.damage} damage"
        return f"{self.damage} damage, Fury{f' ×{self.fury}' if self.fury > 1 else ''}"


_MOST_DICE = 6


def _refuse_damage(given: Any) -> str | None:
    if len(given.dice.dice) != 1 or given.dice.dice[0][1] == 100 or given.dice.dice[0][0] < 1:
        return f"damage dice must be all d10 or all d5, such as 1d10+5, not {given.dice}"
    if given.dice.dice[0][0] > _MOST_DICE:
        return f"no weapon has more than {_MOST_DICE} damage dice"
    if given.dice.dice[0][1] == 5 and (given.proven or 0) > 5:
        return f"no d5 shows {given.proven}, so it cannot be raised to that"
    if given.proven and given.primitive and given.proven > given.primitive:
        return f"dice raised to {given.proven} cannot be lowered to {given.primitive}"
    return None


@game.rule(refuse=_refuse_damage)
def damage(
    dice: Annotated[TenSided, "such as 1d10+5 or 2d5"],
    tearing: Annotated[bool, "one more die, and the lowest is dropped"] = False,
    proven: Annotated[int | None, Bounds(1, 10), "dice count at least this"] = None,
    primitive: Annotated[int | None, Bounds(1, 10), "dice count at most this"] = None,
    fury: Annotated[
        Literal["each", "once", "never"], "how often a natural 10 brings 1d5 more"
    ] = "each",
    multipliers: Annotated[Multipliers, "they add up: ×2 ×2 is ×3"] = (),
) -> Asks[Damage]:
    """Damage dice: a natural 10 is Fury and adds 1d5, also on the d10 that is halved for a d5.

    Tearing rolls one more die and drops the lowest. Proven X raises dice to X; Primitive X lowers
    them to X, though a rolled 10 is still Fury. The d5 of Fury is not a damage die: it is neither
    raised nor lowered.
    """
    ((number, sides),) = dice.dice
    rolled = yield several.pool(number + tearing, d(10))
    kept = rolled[:number]
    yield note("rolls {}{}", rolled, f" and drops {rolled[-1]}" if tearing else "")
    counted = [_bounded(halved(face) if sides == 5 else face, proven, primitive) for face in kept]
    furies = {"each": kept.count(10), "once": min(1, kept.count(10)), "never": 0}[fury]
    more = (yield summed(furies, 5)) if furies else 0
    times = added_up(multipliers)
    yield note("{}", _sum(sum(counted), more, furies, dice.fixed, times))
    result = (sum(counted) + more + dice.fixed) * times
    return Damage(max(0, result), furies)


def _sum(counted: int, more: int, furies: int, fixed: int, times: int) -> str:
    """The sum of the damage in figures, for a note."""
    fury = f" + {more} of Fury" if furies else ""
    added = f" {'+' if fixed > 0 else '-'} {abs(fixed)}" if fixed else ""
    return f"{counted}{fury}{added}{f', ×{times}' if times > 1 else ''}"


def _bounded(value: int, least: int | None, most: int | None) -> int:
    value = value if least is None else max(value, least)
    return value if most is None else min(value, most)
