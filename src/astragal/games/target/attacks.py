"""Attacks and damage, and other dice that are multiplied and divided."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.target.about import NO_MODIFIERS, Bonuses, game
from astragal.games.target.checks import counted_notes
from astragal.games.target.stacking import breakdown
from astragal.mechanics.arithmetic import Multipliers, added_up, compounded, rounded_down
from astragal.mechanics.dice import not_numbers, two_dice
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.rules.ordered import RankedOutcome
from astragal.rules.parameters import Bounds
from astragal.rules.requests.request import d
from astragal.rules.requests.total import Total
from astragal.rules.rule import rule


class Attack(RankedOutcome):
    """The result of an attack."""

    hits: bool
    critical: bool = False
    damage: int = 0

    def order(self) -> tuple[bool, int, bool]:
        return (self.hits, self.damage, self.critical)

    def __str__(self) -> str:
        if not self.hits:
            return "miss"
        return f"{'critical hit' if self.critical else 'hit'}, {self.damage} damage"


D8 = parse("1d8")


_MOST_ROLLS = 1_000


def _refuse_attack(given: Any) -> str | None:
    times = added_up(given.multipliers)
    if given.multiplied == "rolls" and times > _MOST_ROLLS:
        return f"damage dice are rolled at most {_MOST_ROLLS:,} times, not {times:,}"
    return not_numbers(given, ("damage", "extra"))


class _EveryRoll(Total):
    """The sum of the damage of several rolls, each of which is told."""

    inline: ClassVar[bool] = True


@game.rule(refuse=_refuse_attack)
def attack(
    modifiers: Bonuses = NO_MODIFIERS,
    armor_class: Annotated[int, "the Armor Class to reach"] = 10,
    damage: Annotated[Expression, "damage dice with their bonus"] = D8,
    extra: Annotated[Expression | None, "extra dice, which are never multiplied"] = None,
    threat: Annotated[int, Bounds(2, 20), "a natural roll from here on threatens"] = 20,
    multipliers: Annotated[Multipliers, "of a critical hit; they add up"] = (2,),
    multiplied: Annotated[
        Literal["result", "rolls"], "multiply the result, or roll the dice that often"
    ] = "result",
) -> Asks[Attack]:
    """An attack: d20 + modifiers against Armor Class. A natural 1 misses; a natural 20 hits.

    A natural 20, or a hit in the threat range, threatens a critical hit; a second roll that hits
    confirms it. A critical hit's damage is multiplied, by 2 if nothing else is said; extra dice are
    not. Damage is at least 1.
    """
    counted = breakdown(modifiers)
    yield from counted_notes(counted)
    bonus = counted.total
    natural = yield d(20)
    yield note("rolls {} {:+} = {} against {}", natural, bonus, natural + bonus, armor_class)
    if not _hits(natural, bonus, armor_class):
        return Attack(False)
    critical = False
    if natural >= threat:
        second = yield d(20)
        critical = _hits(second, bonus, armor_class)
        yield note("a threat; {} {} it", second, "confirms" if critical else "does not confirm")
    times = added_up(multipliers) if critical else 1
    done = yield _damage(damage, extra, times, multiplied == "rolls")
    return Attack(True, critical, done)


def _hits(natural: int, bonus: int, armor_class: int) -> bool:
    return natural == 20 or (natural != 1 and natural + bonus >= armor_class)


@rule(name="damage", inline=True)
def _damage(weapon: Any, extra: Any, times: int, each_rolled: bool) -> Asks[int]:
    if times > 1:
        yield note("damage ×{}", times)
    done = yield _EveryRoll((weapon,) * times) if each_rolled else weapon
    done *= 1 if each_rolled else times
    done += (yield extra) if extra is not None else 0
    return max(1, rounded_down(done))


# Dice, multiplied and divided


def _refuse_roll(given: Any) -> str | None:
    return not_numbers(given, ("what",))


@game.rule(refuse=_refuse_roll)
def roll(
    what: Annotated[Expression, "such as 3d4+3"],
    multipliers: Annotated[Multipliers, "of an abstract value they add up"] = (),
    real_world: Annotated[bool, "a weight or distance: multipliers multiply"] = False,
    divide: Annotated[int, Bounds(1), "fractions round down"] = 1,
    at_least_one: Annotated[bool, "as damage and hit points are"] = False,
) -> Asks[int]:
    """Dice, multiplied and divided; fractions round down, and damage and hit points are at least 1.

    Several multipliers on an abstract value add up, each after the first less 1: ×2 ×2 is ×3. On
    real-world values they multiply: ×8 ×3 is ×24.
    """
    times = (compounded if real_world else added_up)(multipliers)
    if times > 1 or divide > 1:
        yield note("×{}, divided by {}", times, divide)
    rolled = yield what
    result = rounded_down(rolled * times, divide)
    return max(1, result) if at_least_one else result


@game.rule
def percentile() -> Asks[int]:
    """d%: the tens die, named beforehand, then the ones die; two zeros are 100."""
    return (yield from two_dice())
