"""percentile: only ten-sided dice, read as d10, d5 and d100; fractions round up."""

# The game lists its rules in the order of these imports.
# isort: off
from astragal.games.percentile.about import DIFFICULTIES, LENGTHS, game
from astragal.games.percentile.ten_sided import TenSided, d100, halved, roll
from astragal.games.percentile.tests import Tested, modified, test, tested
from astragal.games.percentile.opposed_outcomes import OpposedTest, Standing
from astragal.games.percentile.opposed_tests import opposed
from astragal.games.percentile.extended_tests import Ending, Extended, extended
from astragal.games.percentile.attacks import (
    LOCATIONS,
    Attack,
    attack,
    hit_location,
    location_of,
)
from astragal.games.percentile.damage_rolls import damage
from astragal.games.percentile.weapons import Damage
from astragal.mechanics.rerolls import Reroll
# isort: on

__all__ = [
    "DIFFICULTIES",
    "LENGTHS",
    "LOCATIONS",
    "Attack",
    "Damage",
    "Ending",
    "Extended",
    "OpposedTest",
    "Reroll",
    "Standing",
    "TenSided",
    "Tested",
    "attack",
    "d100",
    "damage",
    "extended",
    "game",
    "halved",
    "hit_location",
    "location_of",
    "modified",
    "opposed",
    "roll",
    "test",
    "tested",
]
