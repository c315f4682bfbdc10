"""``s``: show dice sorted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from astragal.die import Die
from astragal.notation.modifiers.modifier import Modifier, Values
from astragal.notation.operation import Chapter, Example
from astragal.rolling.frame import Frame
from astragal.rolling.trace import GroupLog, Step, listed

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.odds.laws.law import Law
    from astragal.rolling.rows import Rows


class Sort(Modifier):
    """Show the dice sorted, lowest first."""

    chapter = Chapter.CHANGE
    words = ("s",)
    samples = ("s",)
    examples = (Example("5d6s", "show sorted, lowest first", (3, 3, 5, 1, 5), "17"),)
    keeps_all: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        return cls(span=reader.span(start))

    def __str__(self) -> str:
        return "s"

    def describe(self) -> str:
        return "shown sorted"

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        order = sorted(range(len(values)), key=values.__getitem__)
        if log is not None:
            log.sort(order)
        return [values[position] for position in order]

    def on_rows(self, rows: Rows) -> Rows:
        return rows

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        return f"sorts {listed(step.left)}"

    def effect(self, die: Die | None, face: Law | None) -> None:
        return None
