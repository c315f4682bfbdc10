"""``ru ruo ru=5``: re-roll dice that repeat an earlier die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from astragal.die import Die
from astragal.errors import RollError
from astragal.notation.conditions import Condition, Test
from astragal.notation.modifiers.modifier import Modifier, Values, never_stops
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.trace import Did, GroupLog, Step

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect


class RerollDuplicates(Modifier):
    """Re-roll each matching die in turn that shows the same as an earlier die.

    This is repeated until the die no longer matches or differs from all earlier dice, or happens
    only once. Earlier dice count with their new faces.
    """

    condition: Condition | None = None
    once: bool = False

    chapter = Chapter.REROLL
    words = ("ru", "ruo")
    samples = ("ru", "ruo", "ru=3", "ruo>=4", "ru<=@{n}", "ru>(1d6)")
    examples = (
        Example(
            "4d6ru",
            "re-roll each die that shows what an earlier one does, until all differ",
            (3, 3, 3, 5, 3, 5, 1, 1, 2),
            "11",
        ),
        Example("3d6ruo", "the same, once only", (3, 3, 3, 3, 5), "11"),
        Example("4d6ru=6", "re-roll sixes only, until one is left", (6, 2, 6, 2, 6, 4), "14"),
    )
    draws: ClassVar[bool] = True
    keeps_all: ClassVar[bool] = True
    since: ClassVar[int] = 3
    """in older records, `ru` is `r` followed by `u`"""

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        condition = reader.optional_condition(start)
        return cls(condition, once=word == "ruo", span=reader.span(start))

    def __str__(self) -> str:
        return ("ruo" if self.once else "ru") + str(self.condition or "")

    @property
    def takes_condition(self) -> bool:
        return self.condition is None

    @property
    def by_order(self) -> bool:
        return True

    @property
    def rerolls_without_end(self) -> bool:
        return not self.once

    def describe(self) -> str:
        which = "die" if self.condition is None else self.condition.describe()
        how = "once" if self.once else "until it does not"
        return f"re-roll each {which} that repeats an earlier die {how}"

    def check_number(self, number: int, die: Die) -> None:
        faces = len(die.faces)
        if self.once or number <= faces:
            return
        if self.condition is None or self.condition.matches_every_face(die):
            raise self._never_differ(die)

    def _never_differ(self, die: Die) -> RollError:
        faces = len(die.faces)
        return never_stops(f"more than {faces} dice cannot all differ on a {die}", self.span)

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        assert die is not None
        matches = _always if self.condition is None else self.condition.test()
        seen: set[Number] = set()
        result = []
        for position, value in enumerate(values):
            again = value in seen and matches(value)
            if again and not self.once and _all_taken(die, seen, matches):
                raise self._never_differ(die)
            while again:
                value = frame.draw_extra(die, self.span)
                if log is not None:
                    log.change(position, Did.REROLLED, value)
                again = not self.once and value in seen and matches(value)
            seen.add(value)
            result.append(value)
        return result

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        return f"re-rolls {step.moves()}"

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.probability.pools.duplicates import DrawAgain

        assert die is not None
        assert face is not None
        test = None if self.condition is None else self.condition.test_in_odds(die)
        return DrawAgain(face, test, self.once, lambda: self._never_differ(die))


def _always(value: Number) -> bool:
    return True


def _all_taken(die: Die, seen: set[Number], matches: Test) -> bool:
    """True if every face would be re-rolled."""
    return len(seen) >= len(die.faces) and all(face in seen and matches(face) for face in die.faces)
