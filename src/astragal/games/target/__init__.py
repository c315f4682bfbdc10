"""target: d20 + typed modifiers against a Target Number; fractions round down."""

# The game lists its rules in the order of these imports.
# isort: off
from astragal.games.target.about import game
from astragal.games.target.stacking import STACKING, Breakdown, Purpose, breakdown
from astragal.games.target.checks import Check, Take, check, opposed
from astragal.games.target.armor import ArmorClass, armor_class, armor_class_of, defense
from astragal.games.target.attacks import Attack, attack, percentile, roll
from astragal.mechanics.modifiers import Modifier, Modifiers
from astragal.rules.ordered import Side
# isort: on

__all__ = [
    "STACKING",
    "ArmorClass",
    "Attack",
    "Breakdown",
    "Check",
    "Modifier",
    "Modifiers",
    "Purpose",
    "Side",
    "Take",
    "armor_class",
    "armor_class_of",
    "attack",
    "breakdown",
    "check",
    "defense",
    "game",
    "opposed",
    "percentile",
    "roll",
]
