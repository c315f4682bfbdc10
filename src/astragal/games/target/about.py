"""The game, and the parameter types that its rules share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from astragal.mechanics.dice import more_or_less
from astragal.mechanics.modifiers import Modifiers
from astragal.notation.expression import Expression
from astragal.rules.conventions import Conventions
from astragal.rules.game import Game
from astragal.rules.introductions import Words
from astragal.rules.parameters import OrText


def _conventions() -> Conventions:
    from astragal.games.target.conventions import CONVENTIONS

    return CONVENTIONS


game = Game(
    "target",
    "d20 + typed modifiers against a Target Number; fractions round down",
    short=(
        "d20 + modifiers equal to or over the Target Number succeeds; 20 and 1 are not special, "
        "unless a rule says so.",
        "Modifiers of one type, or of one source, do not stack: the best bonus and the worst "
        "penalty count. Dodge and circumstance bonuses stack with their like.",
        "Armor does not stack with natural armor, and does not help against touch. Deflection and "
        "dodge are for their defense rolls.",
        "Opposed: the higher total, then the higher modifier, then roll again.",
        "Attacks: a 1 misses, a 20 hits and threatens; a second roll that hits confirms it.",
        "Fractions round down; damage is at least 1. Multipliers add up: ×2 ×2 is ×3.",
    ),
    sheet=("Attack", "Armor Class", "Fortitude", "Reflex", "Will"),
    examples=(
        'check --modifiers "+2 luck, +4 luck (Bless), -1 luck" --target 15',
        "check --modifiers 5 --target 15 --odds",
        "check --modifiers 5 --sweep target=5..25/5 --of passes",
        "opposed --modifiers 5 --opponent 3 --odds",
        'armor_class --modifiers "+5 armor, +3 natural armor" --touch',
        "attack --modifiers 5 --armor-class 16 --damage 1d8+3 --odds --of damage",
        "attack --modifiers 5 --armor-class 16 --damage 1d8+3 --threat 19-20 --faces 19,12,6",
        'attack --modifiers 5 --against "+3 dodge, +5 armor" --defense dodge',
        "roll --what 3d6 --multipliers 2,2 --divide 2",
    ),
    conventions=_conventions,
)

Bonuses = Annotated[
    OrText[Modifiers],
    Words("{}"),
    "bonuses and penalties, perhaps with type and source",
]
BonusDice = Annotated[
    OrText[Expression] | None,
    Words(more_or_less),
    "dice added to the roll, such as 1d4",
]
TheirBonusDice = Annotated[
    OrText[Expression] | None,
    Words(more_or_less),
    "dice added to the opponent's roll",
]
TwoNames = Annotated[Sequence[str], "the names of both who roll: ours, then the opponent's"]
NO_MODIFIERS = Modifiers()


def multiplied_by(multipliers: Sequence[int]) -> str:
    """Several multipliers, in the description of a roll."""
    return " ".join(f"×{each}" for each in multipliers)
