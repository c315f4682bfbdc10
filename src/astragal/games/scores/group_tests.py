"""Group Tests: everyone rolls, then players help each other."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from astragal.experiment.choices import Choice
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.experiment.solve.aims import Aim, Decided
from astragal.experiment.solve.aims import Worths as AnyWorths
from astragal.games.scores.about import (
    CAP,
    Advantages,
    Disadvantages,
    HideableRanges,
    Settling,
    Threshold,
    game,
)
from astragal.games.scores.critical_dice import FLIPPED, Criticals
from astragal.games.scores.group_help import Hand, HelpState, LateAdvantage, Setting
from astragal.games.scores.group_outlook import Outlook, Worths, worths_of
from astragal.games.scores.score_ranges import STANDARD, Score, ScoreRanges
from astragal.games.scores.tests import note_of_score
from astragal.mechanics.arithmetic import cancelled
from astragal.mechanics.each_or_all import EACH_OR_ALL, for_each, not_for_each
from astragal.probability.views import View
from astragal.probability.weights import Weighing, Weights
from astragal.rules.introductions import Words
from astragal.rules.parameters import Bounds, Formerly, OrText
from astragal.rules.rule import rule

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory


class Helping(Experiment[Score]):
    """The group decides who helps whom, one Advantage after another; each is rolled at once."""

    now: HelpState

    def steps(self) -> Asks[Score]:
        choice = self._choice()
        assert choice is not None
        way = yield choice
        if not way:
            return _onward(self.now.finished())
        return _late_advantage(self.now, *way)

    def _choice(self) -> Choice | None:
        choice: Choice | None = self.now.setting.cached(self.now, self.now.choice)
        return choice

    def appraised(
        self, situation: Any, aim: Aim, memory: Memory
    ) -> list[tuple[Fraction, ...]] | None:
        """What each way to help is worth, from what everybody still needs."""
        (_, answers), *inner = situation
        if answers or inner:
            return None
        setting, choice = self.now.setting, self._choice()
        worths = worths_of(aim, setting)
        if worths is None or choice is None:
            return None
        die = memory.weights(setting.die)
        outlook = Outlook(setting, worths, die, (), memory.budget)
        return [outlook.after(self.now, way) for way in choice.options]

    def __str__(self) -> str:
        return str(self.now)


@rule(name="late Advantage", inline=True)
def _late_advantage(now: Any, giver: int, receiver: int) -> Asks[Score]:
    """One Advantage given. Without choices, so all that it can lead to is solved at once."""
    setting, name = now.setting, now.setting.names[receiver]
    if now.needs_die(receiver):
        place = yield LateDie(setting, receiver, now.hands[receiver].steps[0])
        then = now.helped(giver, receiver, place)
    else:
        place = now.hands[receiver].steps[1]
        then = now.helped(giver, receiver)
        if setting.late is LateAdvantage.DIE:
            yield note("one Disadvantage of {} is cancelled", name)
    before = setting.order[now.hands[receiver].steps[0]]
    after = setting.order[place]
    yield note("{} {} has {}", name, "still" if after == before else "now", after)
    return _onward(then)


class LateDie(Experiment[int]):
    """A late Advantage: one more die, and the highest counts. The place of the Score then."""

    setting: Setting
    player: int
    before: int

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[int]:
        counted: int = yield self.setting.die
        return self.setting.with_die(self.player, self.before, counted)

    def __str__(self) -> str:
        return "late die"


def _onward(now: HelpState) -> Experiment[Score]:
    """The rest of a Group Test: one experiment for each state, however it was reached."""

    def make() -> Experiment[Score]:
        return _ended(now) if now.setting.cached(now, now.choice) is None else Helping(now)

    onward: Experiment[Score] = now.setting.cached((now, "onward"), make)
    return onward


@rule(name="end", inline=True)
def _ended(now: Any) -> Asks[Score]:
    """The lowest Score, and whose it is."""
    if len(now.hands) > 1:
        yield note("{} the lowest Score", now.last)
    end: Score = now.outcome()
    return end


class GroupTest(Experiment[Score]):
    """Everyone rolls, then they help each other."""

    setting: Setting

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Score]:
        setting = self.setting
        hands: list[Hand] = []
        for player, name in enumerate(setting.names):
            counted = yield setting.first_dice(player)
            hand = setting.first_hand(player, counted)
            score, edge = setting.order[hand.steps[0]], setting.edges[player]
            said = setting.criticals in FLIPPED and not edge
            yield note_of_score(counted[0], setting.modifiers[player], score, said, name)
            hands.append(hand)
        return _onward(HelpState.begun(setting, tuple(hands)))

    def decided(self) -> Decided | None:
        return _Helped(self.setting) if len(self.setting.names) > 1 else None

    def __str__(self) -> str:
        return "Group Test"


class _Helped(Decided):
    """The best help, unless a higher Score may be worth less."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def outcomes(self, memory: Memory) -> Sequence[Score]:
        return self.setting.order

    def best(self, aim: View | AnyWorths) -> Experiment[Score] | None:
        worths = worths_of(Aim(aim), self.setting)
        return None if worths is None else HelpedTest(self.setting, worths)


class HelpedTest(Experiment[Score]):
    """A Group Test in which all help is the best for an aim: what it is worth is known."""

    setting: Setting
    worths: Worths

    def steps(self) -> Asks[Score]:
        return GroupTest(self.setting).steps()

    def weigh(self, memory: Memory) -> Weighing:
        outlook = yield from self._outlook(memory)
        with memory.watchdog.rest():
            return outlook.odds()

    def _outlook(self, memory: Memory) -> Generator[Any, Weights, Outlook]:
        die = yield self.setting.die
        firsts = []
        for player in range(len(self.setting.names)):
            first = yield self.setting.first_dice(player)
            firsts.append(first)
        return Outlook(self.setting, self.worths, die, firsts, memory.budget)

    def __str__(self) -> str:
        return "Group Test"


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
        OrText[LateAdvantage], Words("with {} for help"), "what help is: a die, or +1 each"
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
    return GroupTest(setting)
    yield
