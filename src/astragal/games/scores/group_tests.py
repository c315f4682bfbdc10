"""Group Tests: everyone rolls, then players help each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.games.scores.about import (
    CAP,
    Advantages,
    Disadvantages,
    Settling,
    Threshold,
    game,
)
from astragal.games.scores.critical_dice import CriticalDice, CriticalDie, Criticals
from astragal.games.scores.group_classes import by_classes, classes_for
from astragal.games.scores.group_help import HelpState, Setting, gifts_of
from astragal.games.scores.score_ranges import STANDARD, Score, ScoreRanges
from astragal.mechanics.arithmetic import net
from astragal.odds.views import View
from astragal.rules.parameters import Bounds
from astragal.rules.rule import rule


@rule(name="helping")
def _helping(setting: Any, now: Any) -> Asks[Score]:
    """The group decides who helps whom, one Advantage after another; each is rolled at once."""
    choice = setting.cached(now, now.choice)
    if choice is None:
        score: Score = now.outcome()
        return score
    way = yield choice
    if not way:
        return _onward(now.finished())
    return _late_die(setting, now, *way)


@rule(name="late die", inline=True)
def _late_die(setting: Any, now: Any, giver: int, receiver: int) -> Asks[Score]:
    """One Advantage given. Without choices, so all that it can lead to is solved at once."""
    kept = yield setting.late_dice[now.kept[receiver]]
    yield setting.notes[receiver][kept]
    return _onward(now.helped(giver, receiver, kept))


def _onward(now: HelpState) -> Experiment[Score]:
    """The rest of a Group Test: one experiment for each state, however it was reached."""
    onward: Experiment[Score] = now.setting.cached(
        (now, "onward"), lambda: _helping(now.setting, now)
    )
    return onward


def _refuse(given: Any) -> str | None:
    players = len(given.modifiers)
    for name in ("advantages", "disadvantages", "names"):
        if (listed := getattr(given, name)) and len(listed) != players:
            return f"there are {players} modifiers and {len(listed)} {name}: one for each player"
    labels = {f"{one} helps {other}" for one in given.names for other in given.names}
    if len(labels) < len(given.names) ** 2 or not all(map(str.strip, given.names)):
        return "every player needs a name of their own"
    return None


_EACH = "one for each player"


def _setting(
    modifiers: Sequence[int],
    names: Sequence[str],
    ranges: ScoreRanges,
    critical_from: int,
    criticals: Criticals,
) -> Setting:
    called = tuple(names) or tuple(f"player {each}" for each in range(1, len(modifiers) + 1))
    return Setting(called, tuple(modifiers), ranges, CriticalDie(critical_from, criticals))


def _towards(
    aim: View,
    modifiers: Sequence[int],
    advantages: Sequence[int],
    disadvantages: Sequence[int],
    *others: Any,
) -> Experiment[Score] | None:
    """The same Group Test, in which only what matters to an aim is known of each Score."""
    edges = tuple(_edges(advantages, disadvantages, len(modifiers)))
    classes = classes_for(aim, _setting(modifiers, *others), edges)
    return None if classes is None else by_classes(classes, tuple(CAP - edge for edge in edges))


@game.rule(refuse=_refuse, aim="passes", towards=_towards)
def group_test(
    modifiers: Annotated[Sequence[int], Bounds(1, 12), _EACH],
    advantages: Annotated[Sequence[Advantages], _EACH] = (),
    disadvantages: Annotated[Sequence[Disadvantages], _EACH] = (),
    names: Annotated[Sequence[str], "the players"] = (),
    ranges: Annotated[ScoreRanges, "the names of Scores"] = STANDARD,
    critical_from: Threshold = 10,
    criticals: Settling = Criticals.COIN,
) -> Asks[Score]:
    """A Group Test: everyone rolls a Test, some help others, and the lowest final Score counts.

    A first Score of [7..] gives one Advantage to another player, [10..] two; who helps whom, and in
    which order, is a choice. A late Advantage is one more d10 for that player, rolled at once, and
    the better of it and the kept die counts; nobody's net Advantage goes over 3. Players who have a
    High Score, in the highest range there is, need no help, so none is offered to them.
    """
    edges = _edges(advantages, disadvantages, len(modifiers))
    setting = _setting(modifiers, names, ranges, critical_from, criticals)
    rolled: list[int] = []
    for player, edge in enumerate(edges):
        die = yield CriticalDice(edge, critical_from, criticals)
        yield note("{} has {}", setting.names[player], setting.scores[player][die])
        rolled.append(die)
    kept = tuple(rolled)
    gifts = tuple(gifts_of(setting.scores[player][die]) for player, die in enumerate(kept))
    room = tuple(CAP - edge for edge in edges)
    return _helping(setting, HelpState.settled(setting, kept, room, gifts, len(setting.order)))


def _edges(advantages: Sequence[int], disadvantages: Sequence[int], players: int) -> list[int]:
    gains, losses = (each or (0,) * players for each in (advantages, disadvantages))
    return [net(gain, loss, CAP) for gain, loss in zip(gains, losses, strict=True)]
