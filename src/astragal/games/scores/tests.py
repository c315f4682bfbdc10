"""Tests and Contests."""

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
from astragal.games.scores.critical_dice import CriticalDice, Criticals
from astragal.games.scores.score_ranges import (
    STANDARD,
    Critical,
    Score,
    ScoreRanges,
    score_of,
)
from astragal.mechanics.arithmetic import net
from astragal.rules.ordered import Side
from astragal.rules.requests.against import against
from astragal.rules.requests.weighted import coin
from astragal.rules.rule import rule


@game.rule
def test(
    modifier: Annotated[int, "added to the die"] = 0,
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    ranges: Annotated[ScoreRanges, "the names of Scores"] = STANDARD,
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
    return (yield from _scored(modifier, advantages, disadvantages, ranges, *settled))


def _scored(
    modifier: int,
    advantages: int,
    disadvantages: int,
    ranges: ScoreRanges,
    critical_from: int,
    criticals: Criticals,
) -> Asks[Score]:
    edge = net(advantages, disadvantages, CAP)
    if abs(advantages - disadvantages) > CAP:
        word = "Advantage" if edge > 0 else "Disadvantage"
        yield note("{} of {} {}s count", CAP, abs(advantages - disadvantages), word)
    kept = yield CriticalDice(edge, critical_from, criticals)
    score = score_of(kept, modifier, ranges)
    if score.critical is Critical.NONE:
        yield note("{} {:+} is {}", kept, modifier, score.score)
    return score


def _rank(score: Score) -> tuple[int, int]:
    return score.rank


@rule(name="side", inline=True)
def _side(
    modifier: int, advantages: int, disadvantages: int, critical_from: int, criticals: Criticals
) -> Asks[Score]:
    """One side of a Contest: a Test."""
    settled = (critical_from, criticals)
    return (yield from _scored(modifier, advantages, disadvantages, STANDARD, *settled))


@game.rule
def contest(
    modifier: Annotated[int, "ours"] = 0,
    opponent: Annotated[int, "the opponent's Modifier"] = 0,
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    opponent_advantages: Advantages = 0,
    opponent_disadvantages: Disadvantages = 0,
    win: Annotated[str, "what [Win] brings"] = "",
    lose: Annotated[str, "what [Lose] brings"] = "",
    critical_from: Threshold = 10,
    opponent_critical_from: Threshold = 10,
    criticals: Settling = Criticals.COIN,
) -> Asks[Side]:
    """A Contest: both roll a Test; the higher Score wins, and a tie is a coin toss.

    A Critical Success beats every number and a Critical Failure loses to every number; two of the
    same kind tie.
    """
    ours = _side(modifier, advantages, disadvantages, critical_from, criticals)
    theirs = _side(
        opponent,
        opponent_advantages,
        opponent_disadvantages,
        opponent_critical_from,
        criticals,
    )
    side: Side = yield against(ours, theirs, key=_rank)
    if side is Side.TIE:
        side = yield coin(Side.WIN, Side.LOSE)
        yield note("a tie, and the coin says {}", side)
    effect = win if side.wins else lose
    if effect:
        yield note("[{}] {}", "Win" if side.wins else "Lose", effect)
    return side
