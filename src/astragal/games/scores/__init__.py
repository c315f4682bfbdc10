"""scores: d10 + Modifier is a Score, read against Score Ranges; a 10 is a Critical Roll."""

# The game lists its rules in the order of these imports.
# isort: off
from astragal.games.scores.about import CAP, game
from astragal.games.scores.critical_dice import Criticals
from astragal.games.scores.score_ranges import PASS_FAIL, STANDARD, Critical, Score, ScoreRanges
from astragal.games.scores.tests import test
from astragal.games.scores.contests import Contest, Effects, contest
from astragal.games.scores.group_tests import group_test
from astragal.rules.ordered import Side
# isort: on

__all__ = [
    "CAP",
    "PASS_FAIL",
    "STANDARD",
    "Contest",
    "Critical",
    "Criticals",
    "Effects",
    "Score",
    "ScoreRanges",
    "Side",
    "contest",
    "game",
    "group_test",
    "test",
]
