"""Tests."""

from __future__ import annotations

from typing import Annotated

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.scores.about import (
    CAP,
    Advantages,
    Disadvantages,
    Settling,
    Threshold,
    game,
)
from astragal.games.scores.critical_dice import Criticals, critical_dice
from astragal.games.scores.score_ranges import (
    STANDARD,
    Critical,
    Score,
    ScoreRanges,
    score_of,
)
from astragal.mechanics.arithmetic import net
from astragal.rules.parameters import Hideable, OrText


@game.rule
def test(
    modifier: Annotated[int, "added to the die"] = 0,
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    ranges: Annotated[OrText[ScoreRanges] | None, Hideable(), "the names of Scores"] = STANDARD,
    critical_from: Threshold = 10,
    criticals: Settling = Criticals.COIN,
) -> Asks[Score]:
    """A Test: d10 + Modifier is the Score, read against Score Ranges.

    Each Advantage rolls one more d10 and keeps the highest, each Disadvantage the lowest; they
    cancel one to one, and what remains counts up to 3. A 10 is a Critical Roll: a coin makes it a
    Critical Success, the best Score there is, or a Critical Failure, the lowest; that is settled
    before a die is kept.
    """
    settled = (critical_from, criticals)
    return (yield from scored(modifier, advantages, disadvantages, ranges, *settled))


def scored(
    modifier: int,
    advantages: int,
    disadvantages: int,
    ranges: ScoreRanges | None,
    critical_from: int,
    criticals: Criticals,
) -> Asks[Score]:
    """The steps of a Test."""
    edge = net(advantages, disadvantages, CAP)
    if abs(advantages - disadvantages) > CAP:
        word = "Advantage" if edge > 0 else "Disadvantage"
        yield note("{} of {} {}s count", CAP, abs(advantages - disadvantages), word)
    kept = yield critical_dice(edge, critical_from, criticals)
    score = score_of(kept, modifier, ranges)
    if score.critical is Critical.NONE:
        yield note("{} {:+} is {}", kept, modifier, score.score)
    return score
