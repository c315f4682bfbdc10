"""scores: d10 + Modifier is a Score, read against Score Ranges; a 10 is a Critical Roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.games.scores.critical_dice import Criticals, Kept, Settled
from astragal.games.scores.group_help import Setting, Standing
from astragal.games.scores.score_ranges import (
    PASS_FAIL,
    STANDARD,
    Critical,
    Score,
    ScoreRanges,
    score_of,
)
from astragal.mechanics.edges import net
from astragal.mechanics.opposed import Side, compared
from astragal.rules.game import Game
from astragal.rules.parameters import Bounds
from astragal.rules.requests.weighted import coin
from astragal.rules.rule import rule

__all__ = [
    "CAP",
    "PASS_FAIL",
    "STANDARD",
    "Critical",
    "Criticals",
    "Score",
    "ScoreRanges",
    "Side",
    "contest",
    "game",
    "group_test",
    "test",
]

game = Game(
    "scores",
    "d10 + Modifier read against Score Ranges, with Critical Rolls",
    short=(
        "A Test is d10 + Modifier = Score: [..6] Low, [7..9] Mixed, [10..] High; [7..] passes.",
        "A 10 is a Critical Roll: a coin makes it a Critical Success or a Critical Failure, the best or "
        "the lowest Score there is, whatever the Modifier.",
        "Each Advantage rolls one more d10 and keeps the highest, each Disadvantage the lowest; they "
        "cancel one to one, and what remains counts up to 3.",
        "In a Contest the higher Score wins, and a tie is a coin toss.",
        "In a Group Test a first Score of [7..] gives one Advantage to another player, [10..] two; the "
        "lowest final Score counts for the group.",
    ),
    examples=(
        "test --modifier 2 --advantages 1",
        "test --modifier 1 --advantages 1 --faces 4,10,2",
        "test --modifier 2 --odds",
        'test --modifier 2 --ranges "[..6] 1 missile [7..9] 2 missiles [10..] 3 missiles" --faces 6',
        "test --sweep modifier=-2..5 --sweep advantages=0..3 --of passes",
        "contest --modifier 2 --opponent 1 --odds",
        "group_test --modifiers 2,1,0,0 --faces 6,9,5,6 --advise --aim passes",
    ),
    named=("test", "modifier"),
)

CAP = 3
"""So many Advantages or Disadvantages count, after they have cancelled."""

# The dice of a Test

Advantages = Annotated[int, Bounds(0, 1000), "Advantages"]
Disadvantages = Annotated[int, Bounds(0, 1000), "Disadvantages"]
Threshold = Annotated[int, Bounds(2, 10), "a natural roll from here on is a Critical Success"]
Settling = Annotated[Criticals, "how a 10 is settled"]

# The rules


@game.rule
def test(
    modifier: Annotated[int, "added to the die"] = 0,
    advantages: Advantages = 0,
    disadvantages: Disadvantages = 0,
    ranges: Annotated[ScoreRanges, "what Scores come to"] = STANDARD,
    critical_from: Threshold = 10,
    criticals: Settling = Criticals.COIN,
) -> Asks[Score]:
    """A Test: d10 + Modifier is the Score, read against Score Ranges.

    Each Advantage rolls one more d10 and keeps the highest, each Disadvantage the lowest; they cancel one
    to one, and what remains counts up to 3. A 10 is a Critical Roll: a coin makes it a Critical Success,
    the best Score there is, or a Critical Failure, the lowest; that is settled before a die is kept.
    """
    settled = (critical_from, criticals)
    return (yield from _tested(modifier, advantages, disadvantages, ranges, *settled))


def _tested(
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
    kept = yield Kept(edge, critical_from, criticals)
    score = score_of(kept, modifier, ranges)
    if score.critical is Critical.NONE:
        yield note("{} {:+} is {}", kept, modifier, score.score)
    return score


@rule(name="side", told_inside=True)
def _side(
    modifier: int, advantages: int, disadvantages: int, critical_from: int, criticals: Criticals
) -> Asks[Score]:
    """One side of a Contest: a Test."""
    settled = (critical_from, criticals)
    return (yield from _tested(modifier, advantages, disadvantages, STANDARD, *settled))


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

    A Critical Success beats every number and a Critical Failure loses to every number; two of one kind tie.
    """
    ours = yield _side(modifier, advantages, disadvantages, critical_from, criticals)
    theirs = yield _side(
        opponent,
        opponent_advantages,
        opponent_disadvantages,
        opponent_critical_from,
        criticals,
    )
    yield note("{} against {}", ours, theirs)
    side = compared(ours.rank, theirs.rank)
    if side is Side.TIE:
        side = yield coin(Side.WIN, Side.LOSE)
        yield note("a tie, and the coin says {}", side)
    effect = win if side.wins else lose
    if effect:
        yield note("[{}] {}", "Win" if side.wins else "Lose", effect)
    return side


# Group Tests


@rule(name="helping")
def _helping(setting: Any, now: Any) -> Asks[Score]:
    """The group decides who helps whom, one Advantage after another; each is rolled at once."""
    choice = setting.once(now, now.choice)
    if choice is None:
        score: Score = now.outcome()
        return score
    way = yield choice
    if not way:
        return _onward(now.finished())
    return _late_die(setting, now, *way)


@rule(name="late die", told_inside=True)
def _late_die(setting: Any, now: Any, giver: int, receiver: int) -> Asks[Score]:
    """One Advantage given. There is no choice in it, so all it can lead to is weighed at once."""
    kept = yield setting.late_dice[now.kept[receiver]]
    yield setting.told[receiver][kept]
    return _onward(now.helped(giver, receiver, kept))


def _onward(now: Standing) -> Experiment[Score]:
    """What a Group Test goes on with: the same for the same standing, on whatever way it came about."""
    onward: Experiment[Score] = now.setting.once(
        (now, "onward"), lambda: _helping(now.setting, now)
    )
    return onward


def _unlike_lists(given: Any) -> str | None:
    players = len(given.modifiers)
    for name in ("advantages", "disadvantages", "names"):
        if (listed := getattr(given, name)) and len(listed) != players:
            return f"there are {players} modifiers and {len(listed)} {name}: one for each player"
    labels = {f"{one} helps {other}" for one in given.names for other in given.names}
    if len(labels) < len(given.names) ** 2 or not all(map(str.strip, given.names)):
        return "every player needs a name of their own"
    return None


_EACH = "one for each player"


@game.rule(refuse=_unlike_lists, aim="passes")
def group_test(
    modifiers: Annotated[Sequence[int], Bounds(1, 12), _EACH],
    advantages: Annotated[Sequence[Advantages], _EACH] = (),
    disadvantages: Annotated[Sequence[Disadvantages], _EACH] = (),
    names: Annotated[Sequence[str], "the players"] = (),
    ranges: Annotated[ScoreRanges, "what Scores come to"] = STANDARD,
    critical_from: Threshold = 10,
    criticals: Settling = Criticals.COIN,
) -> Asks[Score]:
    """A Group Test: everyone rolls a Test, those who did well help the others, and the lowest final Score counts.

    A first Score of [7..] gives one Advantage to another player, [10..] two; who helps whom, and in which
    order, is a choice. A late Advantage is one more d10 for that player, rolled at once, and the better of
    it and what was kept counts; nobody's net Advantage goes over 3. Those who have a High Score, in the
    highest range there is, need no help, so none is offered to them.
    """
    edges = _edges(advantages, disadvantages, len(modifiers))
    called = tuple(names) or tuple(f"player {each}" for each in range(1, len(modifiers) + 1))
    setting = Setting(called, tuple(modifiers), ranges, Settled(critical_from, criticals))
    rolled: list[int] = []
    for player, edge in enumerate(edges):
        die = yield Kept(edge, critical_from, criticals)
        yield note("{} has {}", called[player], setting.scores[player][die])
        rolled.append(die)
    kept = tuple(rolled)
    scores = [setting.scores[player][die] for player, die in enumerate(kept)]
    gifts = tuple(2 if score.high else int(score.passes) for score in scores)
    room = tuple(CAP - edge for edge in edges)
    return _helping(setting, Standing.settled(setting, kept, room, gifts, len(setting.order)))


def _edges(advantages: Sequence[int], disadvantages: Sequence[int], players: int) -> list[int]:
    gains, losses = (each or (0,) * players for each in (advantages, disadvantages))
    return [net(gain, loss, CAP) for gain, loss in zip(gains, losses, strict=True)]
