"""Attacks: a test, a hit location, and damage."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.percentile.about import (
    NO_MODIFIERS,
    Added,
    Divide,
    Helpers,
    HideableDifficulty,
    HowToRound,
    Target,
    game,
)
from astragal.games.percentile.ten_sided import TenSided
from astragal.games.percentile.tests import Goal, Tested, roll_told, tested
from astragal.games.percentile.weapons import (
    Damage,
    Fury,
    Primitive,
    Proven,
    Tearing,
    Times,
    Weapon,
    Wound,
    fury_text,
    refuse_damage,
)
from astragal.mechanics.arithmetic import added_up
from astragal.mechanics.ranges import RangeTable
from astragal.mechanics.rerolls import Reroll, Rerolling, again, granted
from astragal.mechanics.unsettled import Unsettled, natural, or_unsettled
from astragal.rolling.counts import Rolled
from astragal.rules.introductions import Words
from astragal.rules.parameters import OrText
from astragal.rules.requests.request import Request, d

LOCATIONS = RangeTable.of(
    "[1..10] head [11..20] right arm [21..30] left arm "
    "[31..70] body [71..85] right leg [86..100] left leg"
)


NOWHERE = "nowhere"
"""the location of a miss"""


def location_of(roll: int) -> str:
    """The location of a hit: the roll's digits reversed, 32 as 23, looked up; 00 is 100.

    >>> location_of(32), location_of(10), location_of(100)
    ('left arm', 'head', 'left leg')
    """
    tens, ones = divmod(roll % 100, 10)
    return LOCATIONS.read(10 * ones + tens or 100)


class Attack(Tested):
    """The result of an attack: its test, its location, and its damage if a weapon is given."""

    headline: ClassVar[tuple[str, ...]] = ("passes", "damage", "location", "fury")
    means: ClassVar[tuple[str, ...]] = ("damage",)
    only_if: ClassVar[Mapping[str, str]] = MappingProxyType(
        {"location": "passes", "damage": "passes"}
    )
    row_words: ClassVar[Mapping[str, Words]] = MappingProxyType(
        {"passes": Words("hits"), "damage": Words("{} damage"), "fury": Words(fury_text)}
    )

    location: str = NOWHERE
    damage: int | None = None
    fury: int = 0

    @property
    def effect(self) -> int:
        """The damage; without a weapon, 1 for a hit and 0 for a miss."""
        return int(self.passes) if self.damage is None else self.damage

    def with_damage(self, done: Damage) -> Attack:
        return Attack(self.passes, self.degrees, self.location, done.damage, done.fury)

    def order(self) -> tuple[Any, ...]:
        return (self.passes, self.effect, self.fury, self.level, self.location)

    @property
    def shows(self) -> tuple[str, ...]:
        if not self.passes:
            return ()
        done = () if self.damage is None else (str(Damage(self.damage, self.fury)),)
        return (self.location, *done)


class OpenAttack(Unsettled):
    """An attack at an unknown difficulty: its roll, and its effect if it hits."""

    location: str = NOWHERE
    damage: int | None = None
    fury: int = 0

    def with_damage(self, done: Damage) -> OpenAttack:
        return OpenAttack(self.total, self.natural, self.location, done.damage, done.fury)

    @property
    def effect(self) -> int:
        """The damage of a hit."""
        return self.damage or 0

    def order(self) -> tuple[Any, ...]:
        return (*super().order(), self.location, self.damage or 0, self.fury)

    def __str__(self) -> str:
        if self.location == NOWHERE:
            return super().__str__()
        done = "" if self.damage is None else f", {Damage(self.damage, self.fury)}"
        return f"{super().__str__()}, {self.location}{done} if it hits"


@game.rule
def hit_location() -> Asks[str]:
    """Where a hit lands: a d100, its digits reversed."""
    face = yield d(100)
    yield note("{}, read backwards", Rolled((face,), digits=2))
    return location_of(face)


def granted_damage(reroll: Reroll) -> str:
    """A granted re-roll of the damage, in the description of a roll."""
    return f"{granted(reroll)} for the damage"


def _refuse(given: Any) -> str | None:
    if given.damage is not None:
        return refuse_damage(given, "damage")
    for name, plain in _QUALITIES.items():
        if getattr(given, name) != plain:
            return f"{name}: damage is missing: the weapon's dice, such as 1d10+5"
    return None


@or_unsettled(Attack)
@game.rule(
    refuse=_refuse,
    aim="effect",
    open_aim=lambda given: "least total, then effect" if given.difficulty is None else "",
)
def attack(
    target: Target,
    difficulty: HideableDifficulty = 0,
    modifiers: Added = NO_MODIFIERS,
    helpers: Helpers = 0,
    damage: Annotated[
        OrText[TenSided] | None, Words("for {}"), "the weapon's dice, such as 1d10+5"
    ] = None,
    tearing: Tearing = False,
    proven: Proven = None,
    primitive: Primitive = None,
    fury: Fury = "each",
    multipliers: Times = (),
    divide: Divide = 1,
    rounding: HowToRound = "up",
    reroll: Rerolling = Reroll.NEVER,
    reroll_damage: Annotated[
        OrText[Reroll],
        Words(granted_damage),
        "may be rolled again once; the second result stands",
    ] = Reroll.NEVER,
) -> Asks[Attack | OpenAttack]:
    """An attack: a test, and where it hits: the digits of the roll reversed, 32 as 23.

    With a weapon, a hit does damage: a natural 10 is Fury, and the weapon's qualities count as for
    damage alone. The test and the damage may each be rolled again, if an ability says so; the
    second result stands, even if it is worse. As long as the difficulty is hidden, the damage is
    rolled unless the roll is 100, which misses.
    """
    weapon = None
    if damage is not None:
        times = added_up(multipliers)
        weapon = Weapon(damage, tearing, proven, primitive, fury, times, divide, rounding)
    goal = None if difficulty is None else Goal(target, difficulty, modifiers, helpers)
    once = _Strike(goal)
    made: Attack | OpenAttack = yield once
    more = yield from again(reroll, made)
    return _Blow(once if more else made, weapon, reroll_damage)


_QUALITIES = {
    each.name: each.default
    for each in attack.parameters
    if each.name not in ("target", "difficulty", "modifiers", "helpers", "damage", "reroll")
}


class _Strike(Request[Attack | OpenAttack]):
    """The test of an attack, and the location of a hit."""

    goal: Goal | None
    """None if hidden"""

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Attack | OpenAttack]:
        face = yield d(100)
        if self.goal is None:
            yield note(Rolled((face,)))
            location = NOWHERE if face == 100 else location_of(face)
            return OpenAttack(face, natural(face, 1, 100), location)
        made = tested(face, self.goal.number)
        yield note(roll_told(face, self.goal))
        return Attack(made.passes, made.degrees, location_of(face) if made.passes else NOWHERE)

    def __str__(self) -> str:
        return f"attack against {self.goal or 'a hidden number'}"


class _Blow(Request[Attack | OpenAttack]):
    """The effect of an attack; if the test is to be re-rolled, it strikes again first."""

    struck: Attack | OpenAttack | _Strike
    weapon: Weapon | None
    reroll: Reroll

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Attack | OpenAttack]:
        if isinstance(self.struck, _Strike):
            anew: Attack | OpenAttack = yield self.struck
            return _Blow(anew, self.weapon, self.reroll)
        if self.weapon is None:
            return self.struck
        if self.struck.location == NOWHERE:
            return self.struck.with_damage(Damage(0))
        once = Wound(self.weapon)
        done: Damage = yield once
        more = yield from again(self.reroll, done, what="the damage")
        # The second damage stands: no further re-roll.
        return (
            _Blow(self.struck, self.weapon, Reroll.NEVER) if more else self.struck.with_damage(done)
        )

    def __str__(self) -> str:
        return "damage"
