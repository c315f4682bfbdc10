"""``k>=5 d=1``: keep or drop the dice that match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from astragal.die import Die
from astragal.notation.conditions import Condition
from astragal.notation.modifiers.modifier import Modifier, Values
from astragal.notation.operation import Chapter, Example
from astragal.rolling.frame import Frame
from astragal.rolling.trace import GroupLog, Step

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect


class KeepMatching(Modifier):
    """Keep the dice that match, or drop them."""

    condition: Condition
    drop: bool = False

    chapter = Chapter.KEEP
    words = ("k", "d")
    samples = ("k>=5", "d=1", "k2..4", "d≠6", "k<@{n}", "k>=(1d4)", "k=[2,5]", "d=odd")
    examples = (
        Example("6d6k>=5", "keep the dice that are 5 or more", (6, 5, 4, 5, 2, 1), "16"),
        Example("6d6d=1", "drop the ones", (6, 1, 4, 1, 2, 1), "12"),
        Example(
            "6d6d=[1,3]",
            "drop what is in a list; all but those: `d≠[1,3]`",
            (6, 1, 4, 3, 2, 1),
            "12",
        ),
        Example("4d6k>=(1d4)", "keep the dice that reach a roll", (6, 2, 1, 4, 3), "10"),
    )
    since: ClassVar[int] = 2

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self | None:
        condition = reader.optional_condition(start) if reader.condition_ahead() else None
        if condition is None:
            return None
        return cls(condition, drop=word == "d", span=reader.span(start))

    def __str__(self) -> str:
        return ("d" if self.drop else "k") + str(self.condition)

    @property
    def takes_symbols(self) -> bool:
        return True

    def describe(self) -> str:
        return f"{'drop' if self.drop else 'keep'} each {self.condition.describe()}"

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        matches, drop = self.condition.test(), self.drop
        kept = [position for position, value in enumerate(values) if matches(value) is not drop]
        if log is not None and len(kept) < len(values):
            log.keep(kept)
        return [values[position] for position in kept]

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        return step.dropped_and_kept()

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.probability.pools import effects

        split = self.condition.split(die)
        parted = (lambda law: split(law)[::-1]) if self.drop else split
        return effects.Filter(parted, looks=self.condition.steps)
