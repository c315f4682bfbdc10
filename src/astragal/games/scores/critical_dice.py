"""d10s whose 10 is a Critical Roll: each is settled, by a coin or otherwise, before one is kept."""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum
from itertools import accumulate
from typing import TYPE_CHECKING, Any, ClassVar

from astragal._value import field
from astragal.die import Die
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.probability.weights import Weighing, Weights
from astragal.rolling.counts import Rolled
from astragal.rules.requests.best import best, worst
from astragal.rules.requests.dice import dice
from astragal.rules.requests.request import d
from astragal.rules.requests.weighted import coin

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory


class Criticals(Enum):
    """How a Critical Roll is settled. The odds are the same for all ways."""

    COIN = "coin"
    SECOND_ROLL = "second roll"
    D10ISH = "d10ish"
    D20 = "d20"


D10ISH = Die({0: 1, **dict.fromkeys(range(1, 10), 2), 10: 1})

_DICE: dict[Criticals, Die] = {
    Criticals.COIN: d(10),
    Criticals.SECOND_ROLL: d(10),
    Criticals.D10ISH: D10ISH,
    Criticals.D20: d(20),
}


def _read(face: int, criticals: Criticals) -> int:
    """The face as of a d10: a d20 counts 10 less from 10 on."""
    return face - 10 if criticals is Criticals.D20 and face >= 10 else face


def _counted(face: int, critical_from: int, criticals: Criticals) -> Asks[int]:
    """10 for a Critical Success, 0 for a Critical Failure, else the face."""
    if face == 10 and criticals in (Criticals.COIN, Criticals.SECOND_ROLL):
        if criticals is Criticals.COIN:
            word = yield coin("success", "failure")
            yield note("the coin makes the 10 a Critical {}", word.title())
        else:
            again = yield d(10)
            word = "failure" if again % 2 else "success"
            yield note("a second roll, {}, makes the 10 a Critical {}", again, word.title())
        return 10 if word == "success" else 0
    return 10 if face >= critical_from else face


class CriticalDie(Experiment[int]):
    """One die, and what it counts as."""

    critical_from: int
    criticals: Criticals

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[int]:
        rolled = yield _DICE[self.criticals]
        face = _read(rolled, self.criticals)
        yield note(": {}", Rolled((rolled,), read=(face,)))
        return (yield from _counted(face, self.critical_from, self.criticals))

    def __str__(self) -> str:
        return "die of a Test"


def _all_counted(
    edge: int, critical_from: int, criticals: Criticals, who: str = ""
) -> Generator[Any, Any, list[int]]:
    """What each die of a Test counts as: all are rolled, then each 10 is settled."""
    rolled = yield dice(1 + abs(edge), _DICE[criticals])
    faces = [_read(face, criticals) for face in rolled]
    settles = 10 in faces and criticals in (Criticals.COIN, Criticals.SECOND_ROLL)
    if settles:
        yield note(Rolled(tuple(rolled), who=who))
    counted: list[Any] = []
    for face in faces:
        each = yield from _counted(face, critical_from, criticals)
        counted.append(each)
    kept = counted.index((min if edge < 0 else max)(counted))
    if edge or (tuple(counted) != rolled and not settles):
        yield note(Rolled(tuple(rolled), (kept,), who, tuple(counted)))
    return counted


class CriticalDice(Experiment[int]):
    """The dice of a Test, and what the kept one counts as: the highest, or the lowest if edge < 0.

    All dice are rolled, then each 10 is settled, and only then is one kept.
    """

    edge: int
    critical_from: int
    criticals: Criticals
    who: str = field(default="", compare=False)

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[int]:
        counted = yield from _all_counted(self.edge, self.critical_from, self.criticals, self.who)
        kept: int = min(counted) if self.edge < 0 else max(counted)
        return kept

    def weigh(self, memory: Memory) -> Weighing:
        # Each die with its coin is independent of the others, in whatever order they are rolled.
        settled = CriticalDie(self.critical_from, self.criticals)
        return (yield (worst if self.edge < 0 else best)(1 + abs(self.edge), settled))

    def __str__(self) -> str:
        return "dice of a Test"


class FirstDice(Experiment[tuple[int, ...]]):
    """The dice of a Test that may get late Advantages.

    The outcome is what the kept die counts as, then what it counts as after one Disadvantage less,
    after two, … up to the first die alone: what cancelling leaves out is the last die.
    """

    edge: int
    die: CriticalDie
    who: str = field(default="", compare=False)

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[tuple[int, ...]]:
        die = self.die
        counted = yield from _all_counted(self.edge, die.critical_from, die.criticals, self.who)
        if self.edge >= 0:
            return (max(counted),)
        return tuple(accumulate(counted, min))[::-1]

    def weigh(self, memory: Memory) -> Weighing:
        if self.edge >= 0:
            kept = yield CriticalDice(self.edge, self.die.critical_from, self.die.criticals)
            return Weights({(each,): ways for each, ways in kept.table.items()}, kept.denominator)
        die = yield self.die
        table: dict[tuple[int, ...], int] = {(each,): ways for each, ways in die.table.items()}
        for _ in range(-self.edge):
            longer: dict[tuple[int, ...], int] = {}
            memory.budget.spend_entries(len(table) * len(die.table))
            for before, ways in table.items():
                for each, more in die.table.items():
                    key = (min(each, before[0]), *before)
                    longer[key] = longer.get(key, 0) + ways * more
            table = longer
        return Weights(table, int(die.denominator ** (1 - self.edge)))

    def __str__(self) -> str:
        return "first dice of a Test"
