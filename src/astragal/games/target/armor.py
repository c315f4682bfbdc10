"""Armor Class, and defense rolls."""

from __future__ import annotations

from typing import Annotated, Literal

from astragal._value import Value
from astragal.experiment.experiment import Asks
from astragal.games.target.about import NO_MODIFIERS, Bonuses, game
from astragal.games.target.checks import Check, checked
from astragal.games.target.stacking import Purpose, breakdown
from astragal.mechanics.modifiers import Modifiers


class ArmorClass(Value):
    """An Armor Class, and how it adds up."""

    value: int
    made_of: str

    def __str__(self) -> str:
        return f"{self.value} ({self.made_of})"


def armor_class_of(modifiers: Modifiers, touch: bool = False, base: int = 10) -> ArmorClass:
    """The Armor Class that modifiers give, against touch attacks or others."""
    counted = breakdown(modifiers, Purpose.TOUCH if touch else Purpose.ARMOR_CLASS)
    return ArmorClass(base + counted.total, f"{base}, {counted}")


@game.rule
def armor_class(
    modifiers: Bonuses = NO_MODIFIERS,
    touch: Annotated[bool, "against a touch attack"] = False,
    base: Annotated[int, "without any modifier"] = 10,
) -> Asks[ArmorClass]:
    """The Armor Class: 10 + armor, natural armor and other bonuses. There is nothing to roll.

    Armor stacks with all but armor and natural armor, and does not count against touch attacks;
    natural armor does. Deflection and dodge bonuses are for defense rolls, not for Armor Class.
    """
    return armor_class_of(modifiers, touch, base)
    yield


@game.rule
def defense(
    kind: Annotated[Literal["deflection", "dodge"], "which defense roll"],
    modifiers: Bonuses = NO_MODIFIERS,
    attack: Annotated[int, "the attack's total to reach"] = 10,
) -> Asks[Check]:
    """A defense roll: d20 + modifiers against the attack.

    Deflection bonuses count for Deflection only, dodge bonuses for Dodge only.
    """
    purpose = Purpose.DODGE if kind == "dodge" else Purpose.DEFLECTION
    return (yield from checked(modifiers, attack, purpose))
