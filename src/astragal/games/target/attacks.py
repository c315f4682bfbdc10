"""Attacks: against an Armor Class, or against a rolled defense."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from astragal._value import Value, field
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.target.about import NO_MODIFIERS, BonusDice, Bonuses, game
from astragal.games.target.armor import PURPOSES, told_armor
from astragal.games.target.attack_outcomes import Attack, OpenAttack
from astragal.games.target.checks import (
    bad_bonus,
    counted_notes,
    d20_with,
    naturals_of,
    sum_of,
)
from astragal.games.target.contests import rolled
from astragal.games.target.damage import Damage, last_listed, read_threat, told_times
from astragal.games.target.stacking import breakdown
from astragal.mechanics.arithmetic import Multipliers, added_up
from astragal.mechanics.dice import not_numbers
from astragal.mechanics.endless import AtLeast
from astragal.mechanics.modifiers import Modifier, Modifiers
from astragal.mechanics.names import not_as_many
from astragal.mechanics.unsettled import natural as natural_roll
from astragal.mechanics.unsettled import or_unsettled
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.rolling.counts import Sum
from astragal.rules.introductions import Words
from astragal.rules.parameters import Bounds, Hideable, OrText, ReadAs
from astragal.rules.rule import rule
from astragal.rules.types.containers import Hidden

D8 = parse("1d8")

_MOST_ROLLS = 1_000


def _refuse_attack(given: Any) -> str | None:
    times = added_up(given.multipliers)
    if given.multiplied == "rolls" and times > _MOST_ROLLS:
        return f"damage dice are rolled at most {_MOST_ROLLS:,} times, not {times:,}"
    return (
        _refuse_defense(given)
        or not_numbers(given, ("damage", "extra"))
        or bad_bonus(given)
        or not_as_many(given.names, 2 if given.defense or len(given.names) > 1 else 1)
        or _unknown_dice(given)
    )


def _unknown_dice(given: Any) -> str | None:
    hidden = given.against is Hidden.HIDDEN
    unknown = given.armor_class is given.against is given.defense is None
    if (hidden or unknown) and given.multiplied == "rolls" and added_up(given.multipliers) > 1:
        return (
            "with multiplied=rolls the damage dice depend on whether a critical hit is confirmed: "
            f"{'against' if hidden else 'armor_class'} cannot be hidden or left out; "
            "give armor_class, or against, or defense"
        )
    return None


def _refuse_defense(given: Any) -> str | None:
    told = given.defense is not None or given.against is not None
    if told and given.armor_class is not None:
        return "give the armor_class, or the defender's modifiers in against, not both"
    if given.touch and given.against is None:
        return "touch: against is missing: the defender's modifiers, such as +5 armor, +3 dodge"
    if given.touch and given.defense is not None:
        return f"touch is about Armor Class, and this is a {given.defense} defense"
    return None


@or_unsettled(Attack)
@game.rule(refuse=_refuse_attack)
def attack(
    modifiers: Bonuses = NO_MODIFIERS,
    armor_class: Annotated[
        int | None,
        Hideable(),
        Words("against Armor Class {}", hidden="against a hidden Armor Class"),
        "the Armor Class to reach, once it is settled",
    ] = None,
    damage: Annotated[OrText[Expression], Words("for {}"), "damage dice with their bonus"] = D8,
    extra: Annotated[
        OrText[Expression] | None,
        Words("with {} extra"),
        "extra dice, which are never multiplied",
    ] = None,
    threat: Annotated[
        OrText[int],
        Bounds(2, 20),
        ReadAs(read_threat),
        Words("with a threat from {}"),
        "a natural roll from here on threatens, or 18-20",
    ] = 20,
    multipliers: Annotated[Multipliers, Words(told_times), "of a critical hit; they add up"] = (2,),
    multiplied: Annotated[
        Literal["result", "rolls"],
        Words("with its {} multiplied"),
        "multiply the result, or roll the dice that often",
    ] = "result",
    against: Annotated[
        OrText[Modifiers] | Hidden | None,
        Hideable(),
        Words("facing {}", hidden="facing hidden modifiers"),
        "the defender's modifiers: +5 armor, +3 dodge",
    ] = None,
    touch: Annotated[
        bool, Words("as a touch attack"), "a touch attack: armor does not count"
    ] = False,
    defense: Annotated[
        Literal["deflection", "dodge"] | None,
        Words("with a {} defense"),
        "the defender rolls, instead of an Armor Class",
    ] = None,
    natural_1: Annotated[
        bool, Words("with a natural 1 like any roll"), "a natural 1 misses"
    ] = True,
    natural_20: Annotated[
        bool, Words("with a natural 20 like any roll"), "a natural 20 hits"
    ] = True,
    bonus: BonusDice = None,
    names: Annotated[Sequence[str], "the attacker's name, and the defender's if they roll"] = (),
) -> Asks[Attack | OpenAttack]:
    """An attack: d20 + modifiers, equal to or over the Armor Class. A natural 1 misses; a 20 hits.

    The Armor Class is given, or worked out from what the defender has; or the defender rolls a
    Deflection or Dodge defense, whose total the attack has to reach. A natural 20, or a hit in the
    threat range, threatens a critical hit; a second roll that hits confirms it. A critical hit's
    damage is multiplied, by 2 if nothing else is said; extra dice are not. Damage is at least 1.
    As long as nobody knows what is to be reached, as what the defender has is hidden or not said,
    a threat and the damage are rolled anyway.
    """
    counted = breakdown(modifiers)
    who = names[0] if names else ""
    yield from counted_notes(counted, who)
    goal, defended = armor_class, None
    if defense is not None:
        known = against is not Hidden.HIDDEN and against
        has = breakdown(known or NO_MODIFIERS, PURPOSES[defense])
        defender = names[1] if names else "the defender"
        yield from counted_notes(has, defender)
        defended = goal = yield rolled(has, None, defender, "against")
    elif against is not None and against is not Hidden.HIDDEN:
        made: Any = yield from told_armor(against, touch, called="Armor Class ")
        goal = made.value
    roll = _Roll(counted.total, bonus, goal, natural_1, natural_20, counted.counted)
    if goal is None or against is Hidden.HIDDEN:
        open_last = last_listed(damage, extra, 1)
        dealt = Damage(damage, extra, 1, False, open_last)
        return (yield from _open(roll, threat, who, dealt, defended))
    blow = yield _struck(roll, threat, who)
    if blow == "miss":
        return Attack(False)
    critical = blow == "critical hit"
    most = added_up(multipliers)
    last = last_listed(damage, extra, most)
    done = yield Damage(damage, extra, most if critical else 1, multiplied == "rolls", last)
    return Attack(True, critical, done)


class _Roll(Value):
    """An attack roll: the modifiers of the d20, and the number to reach."""

    modifier: int
    bonus: Expression | None
    goal: int | None
    """the number to reach; None if hidden"""
    natural_1: bool
    natural_20: bool
    counted: tuple[Modifier, ...] = field(default=(), compare=False)

    def dice(self) -> Asks[Any]:
        """Roll the d20 and its bonus dice."""
        return d20_with(self.bonus, 0 if self.goal is None else self.goal - self.modifier)

    def told(self, natural: int, added: int | AtLeast, who: str = "") -> Sum:
        return sum_of(natural, self.counted, added, self.bonus, who)

    def ruled(self, natural: int, added: int | AtLeast) -> str:
        """The reason of the result, if the total alone does not show it."""
        if self.hits(natural, added) != self.reaches(natural, added):
            return f"a natural {natural} {_DEEDS[natural]}, whatever the total"
        exactly = self.total(natural, added) == self.goal
        return f"to reach {self.goal} is enough" if exactly else ""

    def total(self, natural: int, added: int | AtLeast) -> int | AtLeast:
        return natural + self.modifier + added

    def hits(self, natural: int, added: int | AtLeast) -> bool:
        naturals = naturals_of(self.natural_1, self.natural_20)
        return naturals.get(natural, self.reaches(natural, added))

    def reaches(self, natural: int, added: int | AtLeast) -> bool:
        assert self.goal is not None
        return self.total(natural, added) >= self.goal


_DEEDS = {1: "misses", 20: "hits"}


@rule(name="attack roll", inline=True)
def _struck(roll: Any, threat: int, who: str) -> Asks[str]:
    """Whether an attack misses, hits, or is a critical hit."""
    pair: Any = yield from roll.dice()
    natural, added = pair
    yield note(roll.told(natural, added, who)._replace(ruled=roll.ruled(natural, added)))
    if not roll.hits(natural, added):
        return "miss"
    if natural < threat:
        return "hit"
    confirmed = yield _confirmed(roll)
    return "critical hit" if confirmed else "hit"


def _open(
    roll: _Roll, threat: int, who: str, damage: Damage, defended: int | None
) -> Asks[OpenAttack]:
    """An attack against an unknown number, with all dice that it may need."""
    pair: Any = yield from roll.dice()
    natural, added = pair
    yield note(roll.told(natural, added, who))
    seen = natural_roll(natural, 1, 20)
    total = roll.total(natural, added)
    if natural == 1 and roll.natural_1:
        return OpenAttack(total, seen, defended)
    confirmation = None
    if natural >= threat:
        pair = yield from roll.dice()
        yield note("a threat, to be confirmed by {}", roll.told(*pair))
        confirmation = roll.total(*pair)
    done = yield damage
    return OpenAttack(total, seen, defended, confirmation, done)


@rule(name="confirmation", inline=True)
def _confirmed(roll: Any) -> Asks[bool]:
    pair: Any = yield from roll.dice()
    natural, added = pair
    hits = roll.hits(natural, added)
    word = "confirmed" if hits else "not confirmed"
    yield note("a threat, {} by {}", word, roll.told(natural, added))
    return bool(hits)
