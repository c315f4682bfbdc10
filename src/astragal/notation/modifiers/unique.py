"""``u``: one of each value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from astragal.die import Die
from astragal.notation.modifiers.modifier import Modifier, Values
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.trace import GroupLog, Step

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect


class Unique(Modifier):
    """Keep the first die of each value."""

    chapter = Chapter.CHANGE
    words = ("u",)
    samples = ("u",)
    examples = (Example("5d6u", "distinct values only", (3, 3, 5, 1, 5), "9"),)

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        return cls(span=reader.span(start))

    def __str__(self) -> str:
        return "u"

    @property
    def takes_symbols(self) -> bool:
        return True

    def describe(self) -> str:
        return "only one of each value"

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        first: dict[Number, int] = {}
        for position, value in enumerate(values):
            first.setdefault(value, position)
        if log is not None and len(first) < len(values):
            log.keep(list(first.values()))
        return list(first)

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        return step.dropped_and_kept()

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.probability.pools import effects

        return effects.OneOfEach()
