"""Armor Class, and defense rolls."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from astragal._value import Value
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.target.about import NO_MODIFIERS, BonusDice, Bonuses, game
from astragal.games.target.checks import (
    Check,
    bad_bonus,
    checked,
    counted_notes,
    naturals_of,
)
from astragal.games.target.stacking import Breakdown, Purpose, breakdown
from astragal.mechanics.modifiers import Modifiers, parts_of
from astragal.mechanics.unsettled import Unsettled, or_unsettled
from astragal.rolling.counts import Sum
from astragal.rules.introductions import Words
from astragal.rules.parameters import Hideable


class ArmorClass(Value):
    """An Armor Class, and how it adds up."""

    value: int
    made_of: str

    def __str__(self) -> str:
        return str(self.value)


def armor_class_of(modifiers: Modifiers, touch: bool = False, base: int = 10) -> ArmorClass:
    """The Armor Class that modifiers give, against touch attacks or others."""
    counted = _counted(modifiers, touch)
    return ArmorClass(base + counted.total, f"{base}, {counted}")


def _counted(modifiers: Modifiers, touch: bool) -> Breakdown:
    return breakdown(modifiers, Purpose.TOUCH if touch else Purpose.ARMOR_CLASS)


def told_armor(modifiers: Modifiers, touch: bool, base: int = 10, called: str = "") -> Asks[Any]:
    """The Armor Class, with notes of the modifiers that count and those that do not."""
    counted, made = _counted(modifiers, touch), armor_class_of(modifiers, touch, base)
    yield from counted_notes(counted)
    yield note("{}{}", called, Sum(base, tuple(parts_of(counted.counted)), made.value))
    return made


@game.rule(title="Armor Class")
def armor_class(
    modifiers: Bonuses = NO_MODIFIERS,
    touch: Annotated[bool, Words("against a touch attack"), "against a touch attack"] = False,
    base: Annotated[int, Words("from {}"), "without any modifier"] = 10,
) -> Asks[ArmorClass]:
    """The Armor Class: 10 + armor, natural armor and other bonuses. There is nothing to roll.

    Armor stacks with all but armor and natural armor, and does not count against touch attacks;
    natural armor does. Deflection and dodge bonuses are for defense rolls, not for Armor Class.
    """
    return (yield from told_armor(modifiers, touch, base))


PURPOSES = {"deflection": Purpose.DEFLECTION, "dodge": Purpose.DODGE}


@or_unsettled(Check)
@game.rule(refuse=bad_bonus, title="Defense roll")
def defense(
    kind: Annotated[Literal["deflection", "dodge"], Words("by {}"), "which defense roll"],
    modifiers: Bonuses = NO_MODIFIERS,
    attack: Annotated[
        int | None,
        Hideable(),
        Words("against {}", hidden="against a hidden attack"),
        "the attack's total, once it is known",
    ] = None,
    natural_1: Annotated[bool, Words("with a natural 1 failing"), "a natural 1 fails"] = False,
    natural_20: Annotated[
        bool, Words("with a natural 20 succeeding"), "a natural 20 succeeds"
    ] = False,
    bonus: BonusDice = None,
) -> Asks[Check | Unsettled]:
    """A defense roll: d20 + modifiers against the attack.

    Deflection bonuses and penalties count for Deflection only, those to Dodge for Dodge only.
    """
    naturals = naturals_of(natural_1, natural_20)
    return (yield from checked(modifiers, attack, PURPOSES[kind], naturals, bonus=bonus))
