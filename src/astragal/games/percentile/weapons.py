"""Weapons: damage dice with Fury, Tearing, Proven and Primitive."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from astragal._value import Value
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import Note, note
from astragal.games.percentile.about import multiplied_by
from astragal.games.percentile.ten_sided import BELOW_ZERO, TenSided, halved, summed
from astragal.mechanics.arithmetic import Multipliers, Rounding, rounded, worked_out
from astragal.rolling.counts import Added, Rolled, Sum
from astragal.rules.introductions import Words
from astragal.rules.ordered import RankedOutcome
from astragal.rules.parameters import Bounds
from astragal.rules.requests import pool as several
from astragal.rules.requests.request import Request, d
from astragal.rules.requests.walk import walk


def fury_text(fury: int) -> str:
    return f"Fury ×{fury}" if fury > 1 else "Fury" * fury


class Damage(RankedOutcome):
    """Damage, and the number of its Fury dice."""

    headline: ClassVar[tuple[str, ...]] = ("damage", "fury")
    means: ClassVar[tuple[str, ...]] = ("damage",)
    row_words: ClassVar[Mapping[str, Words]] = {
        "fury": Words(fury_text),
    }

    damage: int
    fury: int = 0

    def order(self) -> tuple[int, int]:
        return (self.damage, self.fury)

    @property
    def called(self) -> str:
        return f"{self.damage} damage"

    @property
    def shows(self) -> tuple[str, ...]:
        return (fury_text(self.fury),) if self.fury else ()


Furies: TypeAlias = Literal["each", "once", "never"]

Tearing = Annotated[bool, Words("with Tearing"), "one more die, and the lowest is dropped"]
Proven = Annotated[int | None, Bounds(1, 10), Words("with Proven {}"), "dice count at least this"]
Primitive = Annotated[
    int | None,
    Bounds(1, 10),
    Words("with Primitive {}"),
    "dice count at most this",
]
Fury = Annotated[Furies, Words("with Fury {}"), "how often a natural 10 brings 1d5 more"]
Times = Annotated[Multipliers, Words(multiplied_by), "they add up: ×2 ×2 is ×3"]

_MOST_DICE = 6


def refuse_damage(given: Any, name: str = "dice") -> str | None:
    """The reason why a weapon's dice and qualities conflict; None if they do not."""
    weapon = getattr(given, name)
    if len(weapon.dice) != 1 or weapon.dice[0][1] == 100 or weapon.dice[0][0] < 1:
        return f"damage dice must be all d10 or all d5, such as 1d10+5, not {weapon}"
    if weapon.dice[0][0] > _MOST_DICE:
        return f"no weapon has more than {_MOST_DICE} damage dice"
    if weapon.dice[0][1] == 5 and (given.proven or 0) > 5:
        return f"no d5 shows {given.proven}, so it cannot be raised to that"
    if given.proven and given.primitive and given.proven > given.primitive:
        return f"dice raised to {given.proven} cannot be lowered to {given.primitive}"
    return None


_Kept: TypeAlias = tuple[int, int, int]
"""The number of dice still to keep, the sum of those kept so far, and the 10s among these."""


class Weapon(Value):
    """Damage dice with their qualities."""

    dice: TenSided
    tearing: bool = False
    proven: int | None = None
    primitive: int | None = None
    fury: Furies = "each"
    times: int = 1
    divide: int = 1
    rounding: Rounding = "up"

    @property
    def number(self) -> int:
        return self.dice.dice[0][0]

    def counts(self, face: int) -> int:
        """The value of a d10: halved if it stands for a d5, then raised and lowered."""
        value = halved(face) if self.dice.dice[0][1] == 5 else face
        value = value if self.proven is None else max(value, self.proven)
        return value if self.primitive is None else min(value, self.primitive)

    def kept(self, state: _Kept, face: int, dice: int) -> _Kept:
        """A step of the walk over the dice, highest first; only the kept ones count."""
        left, counted, tens = state
        taken = min(left, dice)
        return left - taken, counted + taken * self.counts(face), tens + taken * (face == 10)

    def told(self, rolled: tuple[int, ...]) -> Note:
        """A note of the dice; empty for a single one with additions, as their sum shows it."""
        read = tuple(map(self.counts, rolled))
        added = self.dice.fixed or self.furies(rolled.count(10))
        if added and len(rolled) == 1 and read == rolled:
            return note("")
        return note(
            Rolled(
                tuple(rolled),
                tuple(range(self.number)),
                read=read,
                limited=self.dice.dice[0][1] == 10,
            )
        )

    def furies(self, tens: int) -> int:
        """The number of d5s that some natural 10s add as Fury."""
        return {"each": tens, "once": min(1, tens), "never": 0}[self.fury]

    def damage(self, added: int, furies: int) -> Damage:
        """The damage for a sum of dice, including Fury."""
        result = rounded((added + self.dice.fixed) * self.times, self.divide, self.rounding)
        return Damage(max(0, result), furies)


class Wound(Request[Damage]):
    """One roll of damage."""

    weapon: Weapon

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Damage]:
        weapon = self.weapon
        rolled = several.pool(weapon.number + weapon.tearing, d(10))
        nothing = weapon.number, 0, 0
        _, counted, tens = yield walk(rolled, start=nothing, step=weapon.kept, tell=weapon.told)
        furies = weapon.furies(tens)
        more = (yield summed(furies, 5)) if furies else 0
        fixed, result = weapon.dice.fixed, counted + more + weapon.dice.fixed
        if more or fixed or weapon.times * weapon.divide > 1:
            yield note(Sum(counted, (Added(more, "Fury"), Added(fixed)), result))
        yield from worked_out(result, weapon.times, weapon.divide, weapon.rounding)
        if result < 0:
            yield BELOW_ZERO
        return weapon.damage(counted + more, furies)

    def __str__(self) -> str:
        return "damage"
