"""A Group Test for one aim: until the end, only what matters to the aim is known of a Score.

Scores that are worth the same to the aim are one class. Help depends on classes alone, so there are
far fewer situations; which Score of its class each player has is settled at the end. The odds are
the same.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, ClassVar

from astragal._value import Value
from astragal.experiment.choices import choose
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.solve.memory import Memory
from astragal.experiment.solve.plans import Aim
from astragal.games.scores.critical_dice import CriticalDice
from astragal.games.scores.group_help import Setting, gifts_of
from astragal.games.scores.score_ranges import Score
from astragal.odds.views import View
from astragal.odds.weights import Weighing, Weights
from astragal.rules.requests.best import worst
from astragal.rules.requests.dice import dice
from astragal.rules.rule import rule


class Classes(Value):
    """The class of everything a player's dice can count as, the lowest class being 0."""

    setting: Setting
    edges: tuple[int, ...]
    of: tuple[tuple[int, ...], ...]
    """for each player, the classes of 0 to 10"""

    @property
    def top(self) -> int:
        return max(map(max, self.of))

    def first_dice(self, player: int) -> Experiment[int]:
        die = self.setting.die
        return CriticalDice(self.edges[player], die.critical_from, die.criticals)

    def gifts(self, player: int, kept: int) -> int:
        return gifts_of(self.setting.scores[player][kept])

    def first(self, player: int) -> Experiment[tuple[int, int]]:
        """The class of a player's first Score, and how much help it gives."""
        return self.first_dice(player).map(
            lambda kept: (self.of[player][kept], self.gifts(player, kept)), "first"
        )

    def late(self, player: int, now: int) -> Experiment[int]:
        """The class of a player after one more die."""
        return self.setting.die.map(lambda kept: max(now, self.of[player][kept]), "late")


def classes_for(aim: View, setting: Setting, edges: tuple[int, ...]) -> Classes | None:
    """The classes of an aim; None if a higher Score may be worth less to it, or there are many."""
    goal = Aim(aim)
    worths = {score: goal.worth(score) for score in setting.order}
    if any(worths[low] > worths[high] for low, high in pairwise(setting.order)):
        return None
    ranks = {worth: rank for rank, worth in enumerate(sorted(set(worths.values())))}
    if len(ranks) > _FEW:
        return None
    of = tuple(tuple(ranks[worths[score]] for score in row) for row in setting.scores)
    return Classes(setting, edges, of)


_FEW = 3
"""With more classes than that, knowing the Scores themselves takes fewer situations."""


class Seen(Value):
    """What is known of a player's dice: the class that counts, and how it came about."""

    group: int
    """its class"""
    gifts: int
    """the help that the first dice gave, if they are those that count; -1 for a late die"""
    further: int = 0
    """late dice since, which have not raised the class"""

    def after(self, group: int) -> Seen:
        """After one more die, with which the class is this one."""
        if group == self.group:
            return Seen(group, self.gifts, self.further + 1)
        return Seen(group, -1)


class Standing(Value):
    """A Group Test between two decisions."""

    seen: tuple[Seen, ...]
    room: tuple[int, ...]
    """how many more Advantages each player can be given"""
    gifts: tuple[int, ...]
    """how many Advantages each player can still give"""

    def ways_to_help(self, top: int) -> list[tuple[int, int]]:
        """Who can help whom. Of givers who need no help themselves, only the first is listed."""
        free = [g for g, seen in enumerate(self.seen) if self.gifts[g] and seen.group == top]
        givers = [g for g in range(len(self.seen)) if self.gifts[g] and g not in free[1:]]
        needy = [r for r, seen in enumerate(self.seen) if seen.group < top and self.room[r]]
        return [(giver, receiver) for giver in givers for receiver in needy if giver != receiver]

    def helped(self, giver: int, receiver: int, group: int) -> Standing:
        seen = _with(self.seen, receiver, self.seen[receiver].after(group))
        room = _with(self.room, receiver, self.room[receiver] - 1)
        return Standing(seen, room, _with(self.gifts, giver, self.gifts[giver] - 1))


def _with(items: tuple[Any, ...], place: int, item: Any) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])


@rule(name="group test by classes")
def by_classes(classes: Any, room: Any) -> Asks[Score]:
    """Everyone rolls, and the class of each Score is known."""
    rolled = yield dice(map(classes.first, range(len(classes.edges))))
    gifts = tuple(given for _, given in rolled)
    return _deciding(classes, Standing(tuple(Seen(*each) for each in rolled), room, gifts))


@rule(name="helping by classes")
def _deciding(classes: Any, now: Any) -> Asks[Score]:
    """The group decides who helps whom, one Advantage after another."""
    labels = classes.setting.labels
    options = {labels[way]: way for way in now.ways_to_help(classes.top)}
    way = (yield choose("who helps whom?", {**options, "nobody": ()}, now=now)) if options else ()
    if not way:
        return worst([Settled(classes, *each) for each in enumerate(now.seen)])
    return _late(classes, now, *way)


@rule(name="late die by classes")
def _late(classes: Any, now: Any, giver: int, receiver: int) -> Asks[Score]:
    group = yield classes.late(receiver, now.seen[receiver].group)
    return _deciding(classes, now.helped(giver, receiver, group))


class Settled(Experiment[Score]):
    """A player's final Score, of which the class is known."""

    classes: Classes
    player: int
    seen: Seen

    inline: ClassVar[bool] = True

    def _dice(self) -> Experiment[int]:
        """The dice that brought the class about."""
        late = self.seen.gifts < 0
        return self.classes.setting.die if late else self.classes.first_dice(self.player)

    def _fits(self, kept: int) -> bool:
        """Whether those dice can count as this, after what is known of them."""
        seen, classes = self.seen, self.classes
        known = seen.gifts in (-1, classes.gifts(self.player, kept))
        return known and classes.of[self.player][kept] == seen.group

    def steps(self) -> Asks[Score]:
        """Dice that do not fit what is known are rolled again."""
        kept = yield self._dice()
        while not self._fits(kept):
            kept = yield self._dice()
        for _ in range(self.seen.further):
            more = yield self.classes.setting.die
            while self.classes.of[self.player][more] > self.seen.group:
                more = yield self.classes.setting.die
            kept = max(kept, more)
        return self.classes.setting.scores[self.player][kept]

    def weigh(self, memory: Memory) -> Weighing:
        first = yield self._dice()
        late = yield self.classes.setting.die
        table: dict[Score, int] = {}
        before = 0
        for kept in range(11):
            if self.classes.of[self.player][kept] != self.seen.group:
                continue
            fitting = (w for each, w in first.table.items() if each <= kept and self._fits(each))
            further = sum(w for each, w in late.table.items() if each <= kept)
            reached = sum(fitting) * further**self.seen.further
            if reached > before:
                table[self.classes.setting.scores[self.player][kept]] = reached - before
            before = reached
        return Weights(table, before)

    def __str__(self) -> str:
        return "final Score"
