"""``s`` and ``sh``: show dice sorted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from astragal.die import Die
from astragal.notation.modifiers.modifier import Modifier, Values
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.trace import GroupLog, Step, listed

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.rolling.rows import Rows


class Sort(Modifier):
    """Display the dice sorted, lowest or highest first; later modifiers see them as rolled."""

    highest: bool = False

    chapter = Chapter.CHANGE
    words = ("s", "sh")
    samples = ("s", "sh")
    examples = (
        Example("5d6s", "show sorted, lowest first", (3, 3, 5, 1, 5), "17"),
        Example("5d6sh", "show sorted, highest first", (3, 3, 5, 1, 5), "17"),
        Example(
            "4d6s r<=3:1",
            "it only shows: the first die rolled is re-rolled",
            (3, 1, 5, 1, 6),
            "13",
        ),
    )
    keeps_all: ClassVar[bool] = True
    only_shows_since: ClassVar[int] = 4
    """the first version of records where later modifiers see the dice in the order rolled"""

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        return cls(highest=word == "sh", span=reader.span(start))

    def __str__(self) -> str:
        return "sh" if self.highest else "s"

    def describe(self) -> str:
        return "shown sorted" + (", highest first" if self.highest else "")

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        if log is not None:
            log.sort(sorted(range(len(values)), key=values.__getitem__, reverse=self.highest))
        return values

    @property
    def leaves_alike(self) -> bool:
        return True

    def sorted(self, values: Values) -> list[Number]:
        """The values of a list in order."""
        return sorted(values, reverse=self.highest)

    def on_rows(self, rows: Rows) -> Rows:
        return rows

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        return f"sorts {listed(self.sorted(step.left))}"

    def effect(self, die: Die | None, face: Law | None) -> None:
        return None
