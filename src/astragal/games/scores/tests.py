"""Tests: d10 + Modifier, read against Score Ranges."""

from __future__ import annotations

from typing import Annotated

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import Note, note
from astragal.games.scores.about import (
    CAP,
    Advantages,
    Disadvantages,
    HideableRanges,
    Settling,
    Threshold,
    game,
)
from astragal.games.scores.critical_dice import FLIPPED, Criticals, critical_dice
from astragal.games.scores.score_ranges import STANDARD, Critical, Score, ScoreRanges, score_of
from astragal.mechanics.arithmetic import cancelled, net
from astragal.rolling.counts import Added, Rolled, Sum
from astragal.rules.introductions import Words


@game.rule
def test(
    modifier: Annotated[int, Words("{:+}"), "added to the die"] = 0,
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    ranges: HideableRanges = STANDARD,
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
    who: str | None = None,
    parameter: str = "modifier",
) -> Asks[Score]:
    """The steps of a Test; ``parameter`` names the source of the Modifier.

    ``who`` names the player if there are several; "" needs no name.
    """
    edge = net(advantages, disadvantages, CAP)
    yield from cancelled(advantages, disadvantages, cap=CAP, who=who or "")
    kept = yield critical_dice(edge, critical_from, criticals, who)
    score = score_of(kept, modifier, ranges)
    said = criticals in FLIPPED and not edge
    yield note_of_score(kept, modifier, score, said, who, parameter)
    return score


def note_of_score(
    kept: int,
    modifier: int,
    score: Score,
    said: bool,
    who: str | None,
    parameter: str = "modifier",
) -> Note:
    """A note of the sum, or of the critical unless a coin has ``said`` it already."""
    if score.critical is Critical.NONE:
        added = Added(modifier, parameter=parameter)
        return note(Sum(kept, (added,), score.score, who or ""))
    owned = Rolled((), who=who or "")
    return note("", owned) if said or who is None else note(": {}", score.called, owned)
