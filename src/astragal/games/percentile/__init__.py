"""percentile: only ten-sided dice, read as d10, d5 and d100; fractions round up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from astragal.experiment.choices import choose
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.games.percentile.ten_sided import D5, TenSided, halved
from astragal.mechanics.multipliers import Multiplier, added_up
from astragal.mechanics.opposed import Opposed, compared
from astragal.mechanics.ordered import Ordered, Ranked
from astragal.mechanics.percentile_dice import two_dice
from astragal.mechanics.ranges import RangeTable
from astragal.mechanics.rounding import rounded_up
from astragal.mechanics.stacking import Modifiers
from astragal.rules.game import Game
from astragal.rules.parameters import Bounds, Names
from astragal.rules.requests import several
from astragal.rules.requests.asking import d
from astragal.rules.requests.totals import total
from astragal.rules.rule import rule

__all__ = [
    "DIFFICULTIES",
    "LENGTHS",
    "LOCATIONS",
    "Attack",
    "Damage",
    "Extended",
    "Standing",
    "TenSided",
    "Tested",
    "attack",
    "d100",
    "damage",
    "extended",
    "game",
    "halved",
    "hit_location",
    "location_of",
    "modified",
    "opposed",
    "roll",
    "test",
    "tested",
]

game = Game(
    "percentile",
    "only ten-sided dice: d10, d5 and d100; fractions round up",
    short=(
        "Dice are d10, d5 (a d10 halved, rounded up) and d100 (two zeros are 100).",
        "A result under 0 counts as 0. Fractions round up; multipliers add up: ×2 ×2 is ×3.",
        "A test succeeds on d100 equal to or under the target; 1 always does, 100 never.",
        "Degrees are 1 and the difference of the tens digits.",
        "Difficulties go from Trivial +60 to Hellish -60; all modifiers together are held to ±60.",
        "Opposed: the only success wins, else more degrees, then the bonus, then the lower roll.",
        "A natural 10 on a damage die is Fury: 1d5 more.",
    ),
    examples=(
        "test --target 45 --faces 23",
        "test --target 45 --difficulty Hard --odds --of level",
        "test --sweep target=20..80/10 --sweep difficulty=-20,0,20 --of passes",
        "opposed --target 45 --opponent 38 --odds",
        "extended --target 45 --needed Taxing --steps",
        "roll --dice 2d10+5",
        "damage --dice 1d10+5 --tearing --odds",
        "attack --target 45 --faces 32",
    ),
    named=("test", "target"),
)

DIFFICULTIES = {
    "Trivial": 60,
    "Elementary": 50,
    "Simple": 40,
    "Easy": 30,
    "Routine": 20,
    "Ordinary": 10,
    "Challenging": 0,
    "Difficult": -10,
    "Hard": -20,
    "Very Hard": -30,
    "Arduous": -40,
    "Punishing": -50,
    "Hellish": -60,
}
MOST = 60
"""All modifiers of a test together are held to so much, either way."""

LENGTHS = {"Simple": 3, "Taxing": 6, "Involved": 12}

# Dice


def _dice(number: int, sides: int) -> Experiment[int]:
    """So many dice, summed."""
    return total(number, D5 if sides == 5 else d(sides))


@game.rule
def d100() -> Asks[int]:
    """Percentile dice: the tens die, named beforehand, then the ones die; two zeros are 100."""
    return (yield from two_dice())


@game.rule(aim="outcome")
def roll(
    dice: Annotated[TenSided, "d10, d5 and d100, with a fixed modifier"],
    multipliers: Annotated[Sequence[Multiplier], "they add up: ×2 ×2 is ×3"] = (),
    divide: Annotated[int, Bounds(1), "fractions round up"] = 1,
    reroll: Annotated[bool, "may be rolled again, and then that stands"] = False,
    below_zero: Annotated[bool, "may come out under 0"] = False,
) -> Asks[int]:
    """Dice, summed, with a fixed modifier; a result under 0 counts as 0, once, at the end.

    A d5 is a d10 halved and rounded up. Several multipliers add up, each after the first less 1;
    divisions round up. A re-roll's second result stands, even if it is worse.
    """
    result = yield _once(dice, multipliers, divide, below_zero)
    if reroll and (yield choose("re-roll?", {"keep": False, "re-roll": True}, result=result)):
        result = yield _once(dice, multipliers, divide, below_zero)
    return int(result)


@rule(name="once", told_inside=True)
def _once(dice: Any, multipliers: Sequence[int], divide: int, below_zero: bool) -> Asks[int]:
    times = added_up(multipliers)
    if times > 1 or divide > 1:
        yield note("×{}, divided by {}", times, divide)
    result = dice.fixed
    for number, sides in dice.dice:
        rolled = yield _dice(abs(number), sides)
        result += rolled if number > 0 else -rolled
    result = rounded_up(result * times, divide)
    return result if below_zero else max(0, result)


# Tests


class Tested(Ranked):
    """What a test comes to: a success or a failure, with its degrees."""

    passes: bool
    degrees: int

    @property
    def level(self) -> int:
        """Degrees of success; of failure, under 0."""
        return self.degrees if self.passes else -self.degrees

    def order(self) -> tuple[Any, ...]:
        return (self.level,)

    def __str__(self) -> str:
        degrees = f"{self.degrees} degree{'s' if self.degrees != 1 else ''}"
        return f"{degrees} of {'success' if self.passes else 'failure'}"


def tested(roll: int, target: int) -> Tested:
    """What a d100 comes to: equal to or under the target succeeds; 1 always does, and 100 never."""
    passes = roll != 100 and (roll == 1 or roll <= target)
    difference = max(target, 0) // 10 - roll // 10
    return Tested(passes, max(1, 1 + (difference if passes else -difference)))


Target = Annotated[int, Bounds(0, 1000), "the characteristic or skill tested"]
Difficulty = Annotated[int, Bounds(-MOST, MOST), Names(DIFFICULTIES), "by name or number"]
Added = Annotated[Modifiers, "further modifiers, which add up"]
Helpers = Annotated[int, Bounds(0, 2), "+10 each"]


_NONE = Modifiers()


def _added(difficulty: int, modifiers: Modifiers, helpers: int) -> int:
    return difficulty + sum(each.value for each in modifiers.each) + 10 * helpers


def modified(target: int, difficulty: int, modifiers: Modifiers = _NONE, helpers: int = 0) -> int:
    """The target with all modifiers, which add up and together are held to ±60."""
    return target + max(-MOST, min(MOST, _added(difficulty, modifiers, helpers)))


def _said(target: int, difficulty: int, modifiers: Modifiers = _NONE, helpers: int = 0) -> str:
    added = _added(difficulty, modifiers, helpers)
    held = max(-MOST, min(MOST, added))
    kept = f"{added:+} held to {held:+}" if held != added else f"{added:+}"
    return f"{target}" if not added else f"{target} {kept} = {target + held}"


@game.rule
def test(
    target: Target,
    difficulty: Difficulty = 0,
    modifiers: Added = _NONE,
    helpers: Helpers = 0,
) -> Asks[Tested]:
    """A test succeeds on d100 equal to or under the target; 1 always succeeds and 100 always fails.

    Difficulty, modifiers and helpers (up to two, +10 each) add up and are held to ±60. Degrees of
    success are 1 + the tens of the target less those of the roll, of failure the other way round; at
    least 1.
    """
    face = yield d(100)
    yield note("rolls {} against {}", face, _said(target, difficulty, modifiers, helpers))
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
    modifiers: Added = _NONE,
    opponent_modifiers: Added = _NONE,
    characteristic: Annotated[
        int | None, Bounds(0, 1000), "whose tens are the bonus; the target's"
    ] = None,
    opponent_characteristic: Annotated[int | None, Bounds(0, 1000), "likewise"] = None,
) -> Asks[Standing]:
    """An opposed test: the only success wins, and two failures are a stalemate.

    If both succeed, more degrees win, then the higher characteristic bonus (its tens), then the lower roll.
    """
    ours, theirs = yield several.dice(2, 100)
    us, them = (
        tested(ours, modified(target, difficulty, modifiers)),
        tested(theirs, modified(opponent, opponent_difficulty, opponent_modifiers)),
    )
    yield note("{} is {}, against {}: {}", ours, us, theirs, them)
    if not (us.passes or them.passes):
        return Standing.STALEMATE
    bonus = (target if characteristic is None else characteristic) // 10
    their_bonus = (opponent if opponent_characteristic is None else opponent_characteristic) // 10
    side = compared(
        (us.passes, us.level, bonus, -ours), (them.passes, them.level, their_bonus, -theirs)
    )
    return list(Standing)[side.rank]


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
    tries: Annotated[int | None, Bounds(0, 1000), "so many tests at most; or none"] = 20,
    reached: Annotated[int, Bounds(0), "degrees so far"] = 0,
) -> Asks[Extended]:
    """An extended test: tests until the degrees reach 3, 6 or 12 (Simple, Taxing, Involved).

    A success adds its degrees and eases the next test by a step of 10; a failure subtracts its degrees,
    but never below 0, and hardens the next one. Difficulties stay from Hellish to Trivial. Whoever is
    unlucky at first may never get out of it, so after a number of tries it is given up.
    """
    if reached >= needed:
        return Extended.DONE
    if tries == 0:
        return Extended.OUT_OF_TRIES
    face = yield d(100)
    made = tested(face, modified(target, difficulty))
    reached = max(0, reached + made.level)
    aimed = _said(target, difficulty)
    yield note("rolls {} against {}: {}; {} of {}", face, aimed, made, reached, needed)
    if reached >= needed:
        return Extended.DONE
    step = max(-MOST, min(MOST, difficulty + (10 if made.passes else -10)))
    return extended(target, needed, step, None if tries is None else tries - 1, reached)


# Attacks

LOCATIONS = RangeTable.of(
    "[1..10] head [11..20] right arm [21..30] left arm [31..70] body [71..85] right leg [86..100] left leg"
)


def location_of(roll: int) -> str:
    """Where a roll hits: its digits reversed, 32 as 23, read off the table; 00 is 100.

    >>> location_of(32), location_of(10), location_of(100)
    ('left arm', 'head', 'left leg')
    """
    tens, ones = divmod(roll % 100, 10)
    return LOCATIONS.read(10 * ones + tens or 100)


class Attack(Tested):
    """What an attack comes to: the test, and where it hits if it does."""

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
    modifiers: Added = _NONE,
    helpers: Helpers = 0,
) -> Asks[Attack]:
    """An attack: a test, and where it hits: the digits of the roll reversed, 32 as 23."""
    face = yield d(100)
    made = tested(face, modified(target, difficulty, modifiers, helpers))
    yield note("rolls {} against {}", face, _said(target, difficulty, modifiers, helpers))
    return Attack(made.passes, made.degrees, location_of(face) if made.passes else "")


class Damage(Ranked):
    """Damage, and how often there was Fury in it."""

    damage: int
    fury: int = 0

    def order(self) -> tuple[int, int]:
        return (self.damage, self.fury)

    def __str__(self) -> str:
        if not self.fury:
            return f"{self.damage} damage"
        return f"{self.damage} damage, Fury{f' ×{self.fury}' if self.fury > 1 else ''}"


_MOST_DICE = 6


def _unfit_damage(given: Any) -> str | None:
    if len(given.dice.dice) != 1 or given.dice.dice[0][1] == 100 or given.dice.dice[0][0] < 1:
        return f"damage dice are d10 or d5, all alike, such as 1d10+5, not {given.dice}"
    if given.dice.dice[0][0] > _MOST_DICE:
        return f"no weapon has more than {_MOST_DICE} damage dice"
    if given.dice.dice[0][1] == 5 and (given.proven or 0) > 5:
        return f"no d5 shows {given.proven}, so it cannot be raised to that"
    if given.proven and given.primitive and given.proven > given.primitive:
        return f"dice raised to {given.proven} cannot be held to {given.primitive}"
    return None


@game.rule(refuse=_unfit_damage)
def damage(
    dice: Annotated[TenSided, "such as 1d10+5 or 2d5"],
    tearing: Annotated[bool, "one more die, and the lowest is dropped"] = False,
    proven: Annotated[int | None, Bounds(1, 10), "dice count at least this"] = None,
    primitive: Annotated[int | None, Bounds(1, 10), "dice count at most this"] = None,
    fury: Annotated[
        Literal["each", "once", "never"], "how often a natural 10 brings 1d5 more"
    ] = "each",
    multipliers: Annotated[Sequence[Multiplier], "they add up: ×2 ×2 is ×3"] = (),
) -> Asks[Damage]:
    """Damage dice: a natural 10, of the d10 behind a d5 too, is Fury, which adds 1d5.

    Tearing rolls one more die and drops the lowest. Proven X raises dice to X, Primitive X holds them to
    X, though a rolled 10 is Fury still. The d5 of Fury is no damage die: it is neither raised nor held.
    """
    ((number, sides),) = dice.dice
    rolled = yield several.pool(number + tearing, d(10))
    kept = rolled[:number]
    yield note("rolls {}{}", rolled, f" and drops {rolled[-1]}" if tearing else "")
    counted = [_bounded(halved(face) if sides == 5 else face, proven, primitive) for face in kept]
    furies = {"each": kept.count(10), "once": min(1, kept.count(10)), "never": 0}[fury]
    more = (yield _dice(furies, 5)) if furies else 0
    times = added_up(multipliers)
    yield note("{}", _sum(sum(counted), more, furies, dice.fixed, times))
    result = (sum(counted) + more + dice.fixed) * times
    return Damage(max(0, result), furies)


def _sum(counted: int, more: int, furies: int, fixed: int, times: int) -> str:
    """How damage adds up, in figures."""
    fury = f" + {more} of Fury" if furies else ""
    added = f" {'+' if fixed > 0 else '-'} {abs(fixed)}" if fixed else ""
    return f"{counted}{fury}{added}{f', ×{times}' if times > 1 else ''}"


def _bounded(value: int, least: int | None, most: int | None) -> int:
    value = value if least is None else max(value, least)
    return value if most is None else min(value, most)
