"""Group Tests: everyone rolls, then players help each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from astragal.experiment.experiment import Asks
from astragal.games.scores.about import (
    CAP,
    Advantages,
    Disadvantages,
    HideableRanges,
    Settling,
    Threshold,
    game,
)
from astragal.games.scores.critical_dice import Criticals
from astragal.games.scores.group_help import LateAdvantage, Setting
from astragal.games.scores.score_ranges import STANDARD, Score, ScoreRanges
from astragal.mechanics.arithmetic import cancelled
from astragal.mechanics.each_or_all import EACH_OR_ALL, for_each, not_for_each
from astragal.rules.introductions import Words
from astragal.rules.parameters import Bounds, Formerly, OrText
from astragal.rules.requests.helping.mutual_help import MutualHelp


def _refuse(given: Any) -> str | None:
    players = len(given.modifiers)
    if why := not_for_each(given, ("advantages", "disadvantages"), players):
        return why
    if given.names and len(given.names) != players:
        return f"there are {players} modifiers and {len(given.names)} names: {_EACH}"
    labels = {f"{one} helps {other}" for one in given.names for other in given.names}
    if len(labels) < len(given.names) ** 2 or not all(map(str.strip, given.names)):
        return "every player needs a name of their own"
    return None


_EACH = "one for each player"


def _setting(
    modifiers: Sequence[int],
    advantages: Sequence[int],
    disadvantages: Sequence[int],
    names: Sequence[str],
    ranges: ScoreRanges | None,
    critical_from: int,
    criticals: Criticals,
    late_advantage: LateAdvantage,
) -> Setting:
    players = len(modifiers)
    gains, losses = (for_each(each, players) for each in (advantages, disadvantages))
    return Setting(
        tuple(names) or tuple(f"player {each}" for each in range(1, players + 1)),
        tuple(modifiers),
        tuple(gain - loss for gain, loss in zip(gains, losses, strict=True)),
        ranges,
        critical_from,
        criticals,
        late_advantage,
    )


@game.rule(
    refuse=_refuse,
    aim="passes",
    open_aim=lambda given: "score>=7" if given.ranges is None else "",
    title="Group Test",
    unasked=Formerly(4, None, "nobody"),
)
def group_test(
    modifiers: Annotated[Sequence[int], Bounds(1, 12), Words("{:+}"), _EACH],
    advantages: Annotated[Sequence[Advantages], EACH_OR_ALL] = (0,),
    disadvantages: Annotated[Sequence[Disadvantages], EACH_OR_ALL] = (0,),
    names: Annotated[Sequence[str], "the names of those who roll, in turn"] = (),
    ranges: HideableRanges = STANDARD,
    critical_from: Threshold = 10,
    criticals: Settling = Criticals.COIN,
    late_advantage: Annotated[
        OrText[LateAdvantage], Words("with {} for help"), "how help counts: a die, or +1 each"
    ] = LateAdvantage.DIE,
) -> Asks[Score]:
    """A Group Test: everyone rolls a Test, some help others, and the lowest final Score counts.

    A first Score of [7..] gives one Advantage to another player, [10..] two; who helps whom, and in
    which order, is a choice. A late Advantage cancels a Disadvantage, if the player has one: their
    last die no longer counts. Otherwise it is one more d10, rolled at once, and the highest counts;
    nobody's net Advantage goes over 3. With "plus one" each late Advantage is +1 to the Score.
    Whoever has earned help may give it to anybody else, in any order.
    """
    setting = _setting(
        modifiers,
        advantages,
        disadvantages,
        names,
        ranges,
        critical_from,
        criticals,
        late_advantage,
    )
    gains, losses = (for_each(each, len(modifiers)) for each in (advantages, disadvantages))
    for name, gain, loss in zip(setting.names, gains, losses, strict=True):
        yield from cancelled(gain, loss, cap=CAP, who=name)
    return MutualHelp(setting)
    yield
