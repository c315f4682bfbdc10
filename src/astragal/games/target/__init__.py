"""target: d20 + typed modifiers against a Target Number; fractions round down."""

# The game lists its rules in the order of these imports.
# isort: off
from astragal.games.target.about import game
from astragal.games.target.stacking import STACKING, Breakdown, Purpose, breakdown
from astragal.games.target.checks import Check, Take, check
from astragal.games.target.contests import Contest, opposed
from astragal.games.target.armor import ArmorClass, armor_class, armor_class_of, defense
from astragal.games.target.attack_outcomes import Attack
from astragal.games.target.attacks import attack
from astragal.games.target.dice import percentile, roll
from astragal.mechanics.endless import AtLeast
from astragal.mechanics.modifiers import Modifier, Modifiers
from astragal.rules.ordered import Side
# isort: on

__all__ = [
    "STACKING",
    "ArmorClass",
    "AtLeast",
    "Attack",
    "Breakdown",
    "Check",
    "Contest",
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
