"""Everybody rolls, then they help each other, and the lowest result counts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.experiment.choices import Choice
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.experiment.solve.aims import Aim, Decided
from astragal.experiment.solve.aims import Worths as AnyWorths
from astragal.probability.views import View
from astragal.probability.weights import Weighing, Weights
from astragal.rules.requests.helping.group import Group, Hand, HelpState
from astragal.rules.requests.helping.outlook import Worths, outlook_for, worths_of
from astragal.rules.rule import rule

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory


class MutualHelp(Experiment[Any]):
    """Everybody rolls, then players who pass may help others, one Advantage at a time.

    Who helps whom is a choice. A late Advantage either improves the roll by a step or adds a die;
    the highest die counts.
    """

    group: Group

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Any]:
        group = self.group
        hands: list[Hand] = []
        for player in range(len(group.names)):
            rolled = yield group.first(player)
            hand = group.hand(player, rolled)
            yield group.told(player, rolled, hand)
            hands.append(hand)
        return _onward(HelpState.begun(group, tuple(hands)))

    def decided(self) -> Decided | None:
        return _Best(self.group) if len(self.group.names) > 1 else None

    def __str__(self) -> str:
        return "mutual help"


class _Helping(Experiment[Any]):
    """The group decides who helps whom; each Advantage is rolled at once."""

    now: HelpState

    def steps(self) -> Asks[Any]:
        way = yield self._choice()
        if not way:
            return _onward(self.now.finished())
        return _late_advantage(self.now, *way)

    def _choice(self) -> Choice:
        choice: Choice = self.now.group.cached(self.now, self.now.choice)
        return choice

    def decided(self) -> Decided:
        return _BestNow(self.now, self._choice())

    def __str__(self) -> str:
        return str(self.now)


@rule(name="late Advantage", inline=True)
def _late_advantage(now: Any, giver: int, receiver: int) -> Asks[Any]:
    """Give one Advantage. This leaves no choice, so all its results are weighed at once."""
    group, name = now.group, now.group.names[receiver]
    if now.needs_die(receiver):
        place = yield _LateDie(group, receiver, now.hands[receiver].steps[0])
        then = now.helped(giver, receiver, place)
    else:
        place = now.hands[receiver].steps[1]
        then = now.helped(giver, receiver)
        yield group.told_step(receiver)
    before, after = group.order[now.hands[receiver].steps[0]], group.order[place]
    yield note("{} {} has {}", name, "still" if after == before else "now", after)
    return _onward(then)


class _LateDie(Experiment[int]):
    """A late Advantage: one more die, and the highest counts. The outcome is the result's place."""

    group: Group
    player: int
    before: int

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[int]:
        rolled: Any = yield self.group.die
        return self.group.with_die(self.player, self.before, rolled)

    def __str__(self) -> str:
        return "late die"


def _onward(now: HelpState) -> Experiment[Any]:
    """The remaining help: one experiment per state, shared by all paths to it."""

    def make() -> Experiment[Any]:
        return _ended(now) if now.group.cached(now, now.choice) is None else _Helping(now)

    onward: Experiment[Any] = now.group.cached((now, "onward"), make)
    return onward


@rule(name="end", inline=True)
def _ended(now: Any) -> Asks[Any]:
    """The lowest result, with a note of who has it."""
    if len(now.hands) > 1:
        yield note("{} the lowest {}", now.last, now.group.noun)
    return now.outcome()


class _Best(Decided):
    """The best help for a single goal."""

    def __init__(self, group: Group) -> None:
        self.group = group

    def outcomes(self, memory: Memory) -> Sequence[Any]:
        return self.group.order

    def best(self, aim: View | AnyWorths) -> Experiment[Any] | None:
        worths = worths_of(Aim(aim), self.group)
        return None if worths is None else _Helped(self.group, worths)


class _BestNow(Decided):
    """The worth of each way to help in a situation, from the needs of all players."""

    at_once: ClassVar[bool] = False

    def __init__(self, now: HelpState, choice: Choice) -> None:
        self.now = now
        self.choice = choice

    def outcomes(self, memory: Memory) -> None:
        return None

    def best(self, aim: View | AnyWorths) -> None:
        return None

    def options(self, aim: Aim, memory: Memory) -> list[tuple[Fraction, ...]] | None:
        group = self.now.group
        worths = worths_of(aim, group)
        if worths is None:
            return None
        outlook = outlook_for(group, worths, memory.weights(group.die), (), memory.budget)
        return [outlook.after(self.now, way) for way in self.choice.options]


class _Helped(Experiment[Any]):
    """Mutual help with the best decisions for given worths, weighed directly."""

    group: Group
    worths: Worths

    def steps(self) -> Asks[Any]:
        return MutualHelp(self.group).steps()

    def weigh(self, memory: Memory) -> Weighing:
        die: Weights = yield self.group.die
        firsts = []
        for player in range(len(self.group.names)):
            first = yield self.group.first(player)
            firsts.append(first)
        outlook = outlook_for(self.group, self.worths, die, firsts, memory.budget)
        with memory.watchdog.rest():
            return outlook.odds()

    def __str__(self) -> str:
        return "mutual help"
