"""tiers: d100 equal to or under a Stat; the tens digit of a success is its Tier of Success ($)."""

# The game lists its rules in the order of these imports.
# isort: off
from astragal.games.tiers.about import DIFFICULTIES, game
from astragal.games.tiers.clocks import Clock
from astragal.games.tiers.edges import Edges
from astragal.games.tiers.people import Turn
from astragal.games.tiers.roll_under import DiceCount, Grade, grade_of, tiers_of
from astragal.games.tiers.tags import Tag
from astragal.games.tiers.rolls import Check
from astragal.games.tiers.checks import check
from astragal.games.tiers.endings import CountedDown, Countdown, Ending, OnFailure, Tested
from astragal.games.tiers.tests import test
from astragal.games.tiers.countdowns import Ticks, countdown
from astragal.games.tiers.opponents import OpposedRoll, opposed
from astragal.rules.ordered import Side
from astragal.table.random_tables import RandomTable
# isort: on

__all__ = [
    "DIFFICULTIES",
    "Check",
    "Clock",
    "Countdown",
    "CountedDown",
    "DiceCount",
    "Edges",
    "Ending",
    "Grade",
    "OnFailure",
    "OpposedRoll",
    "RandomTable",
    "Side",
    "Tag",
    "Tested",
    "Ticks",
    "Turn",
    "check",
    "countdown",
    "game",
    "grade_of",
    "opposed",
    "test",
    "tiers_of",
]
