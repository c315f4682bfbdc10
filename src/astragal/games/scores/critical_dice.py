"""d10s whose 10 is a Critical Roll: each 10 is settled before a die is kept."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import accumulate
from typing import Any, ClassVar

from astragal._value import field
from astragal.die import Die
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import Note, note
from astragal.games.scores.score_ranges import Critical
from astragal.rolling.counts import Rolled
from astragal.rules.requests.best import best, worst
from astragal.rules.requests.dice import dice
from astragal.rules.requests.request import d
from astragal.rules.requests.weighted import coin


class Criticals(Enum):
    """The way to settle a Critical Roll. All ways have the same odds."""

    COIN = "coin"
    SECOND_ROLL = "second roll"
    D10ISH = "d10ish"
    D20 = "d20"


FLIPPED = (Criticals.COIN, Criticals.SECOND_ROLL)
"""These settle a Critical Roll afterwards, with a coin or a second roll."""

D10ISH = Die({0: 1, **dict.fromkeys(range(1, 10), 2), 10: 1})

_DICE: dict[Criticals, Die] = {
    Criticals.COIN: d(10),
    Criticals.SECOND_ROLL: d(10),
    Criticals.D10ISH: D10ISH,
    Criticals.D20: d(20),
}


def _read(face: int, criticals: Criticals) -> int:
    """The face as on a d10: a d20 counts 10 less from 10 on."""
    return face - 10 if criticals is Criticals.D20 and face >= 10 else face


class CriticalDie(Experiment[int]):
    """The value of one die of a Test: 10 for a Critical Success, 0 for a Critical Failure."""

    face: int
    critical_from: int
    criticals: Criticals

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[int]:
        face = self.face
        if face == 10 and self.criticals is Criticals.COIN:
            word = yield coin("success", "failure")
            yield note("the coin makes the 10 a Critical {}", word.title())
            return 10 if word == "success" else 0
        if face == 10 and self.criticals is Criticals.SECOND_ROLL:
            again = yield d(10)
            word = "failure" if again % 2 else "success"
            yield note("a second roll, {}, makes the 10 a Critical {}", again, word.title())
            return 0 if again % 2 else 10
        return 10 if face >= self.critical_from else face

    def __str__(self) -> str:
        return "die of a Test"


def critical_dice(
    edge: int,
    critical_from: int,
    criticals: Criticals,
    who: str | None = None,
    tells: str = "",
) -> Experiment[int]:
    """Roll a Test's dice and give the value of the kept one: the highest, or lowest if edge < 0.

    All dice are rolled, then each 10 is settled, and then one is kept. ``who`` is None if the
    outcome itself says that the Score is critical. ``tells`` is the text of the note, for dice that
    would otherwise have none.
    """

    def counted(face: int) -> CriticalDie:
        return CriticalDie(_read(face, criticals), critical_from, criticals)

    def rolls(faces: Sequence[int]) -> Note:
        if tells:
            read = tuple(_read(face, criticals) for face in faces)
            return note(tells, Rolled(tuple(faces), read=read))
        return note_of(faces, critical_from, criticals, who)

    def keeps(faces: Sequence[int], counted: Sequence[int], place: int) -> Note:
        return note(Rolled(tuple(faces), (place,), who or "", tuple(counted)))

    pick = worst if edge < 0 else best
    number, die = 1 + abs(edge), _DICE[criticals]
    first = rolls if not edge or criticals in FLIPPED else None
    return pick(number, die, then=counted, tell=first, tell_kept=keeps if edge else None)


def note_of(
    faces: Sequence[int], critical_from: int, criticals: Criticals, who: str | None
) -> Note:
    """A note of dice, if one is critical or read as another number; else an empty note."""
    read = tuple(_read(face, criticals) for face in faces)
    if read == tuple(faces) and max(read) < critical_from and min(read) != 0:
        return note("")
    rolled = Rolled(tuple(faces), None, who or "", read)
    natural = who is not None and len(faces) == 1 and criticals in FLIPPED and read[0] < 10
    return note("{}: {}", rolled, Critical.SUCCESS.value) if natural else note(rolled)


class FirstDice(Experiment[tuple[int, ...]]):
    """The dice of a Test that may get late Advantages.

    The outcome is the value of the kept die, then its value with one Disadvantage less, with two
    less, and so on down to the first die alone. Each cancelled Disadvantage drops the last die.
    """

    edge: int
    critical_from: int
    criticals: Criticals
    who: str = field(default="", compare=False)

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[tuple[int, ...]]:
        if self.edge >= 0:
            dice_of = critical_dice(self.edge, self.critical_from, self.criticals, self.who)
            return ((yield dice_of),)
        rolled = yield dice(1 - self.edge, _DICE[self.criticals])
        faces = tuple(_read(face, self.criticals) for face in rolled)
        if self.criticals in FLIPPED:
            yield note_of(rolled, self.critical_from, self.criticals, self.who)
        counted: list[Any] = []
        for face in faces:
            each = yield CriticalDie(face, self.critical_from, self.criticals)
            counted.append(each)
        kept = (counted.index(min(counted)),)
        yield note(Rolled(tuple(rolled), kept, self.who, tuple(counted)))
        return tuple(accumulate(counted, min))[::-1]

    def __str__(self) -> str:
        return "first dice of a Test"
