"""Results of a repeat, kept and dropped like dice: ``12x(3d6)kh6``."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from astragal.notation.modifiers.modifier import join
from astragal.notation.nodes.group import Group
from astragal.notation.operation import Chapter, Example

if TYPE_CHECKING:
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.pools.pool import Pool


class KeptResults(Group):
    """Results of one expression, rolled several times, as a group of totals."""

    opening: ClassVar[str] = "["
    closing: ClassVar[str] = "]"
    chapter = Chapter.TOGETHER
    examples = (
        Example(
            "3x(2d6)kh2",
            "results are kept, dropped and counted as dice are",
            (1, 1, 6, 6, 3, 3),
            "18",
        ),
    )

    def _members(self, weigher: Weigher) -> Pool:
        return weigher.identical(self.members[0].law(weigher), len(self.members), weigher.budget)

    def describe(self) -> str:
        from astragal.notation.wording import number_in_words

        changes = (modifier.describe() for modifier in self.modifiers)
        times = f"{number_in_words(len(self.members))} times ({self.members[0].describe()})"
        return ", ".join([times, *changes])

    def __str__(self) -> str:
        return f"{len(self.members)}x({self.members[0]}){join(self.modifiers)}"
