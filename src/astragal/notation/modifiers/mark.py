"""``crit=20 fumble=1``: mark dice without changing their values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from astragal.die import Die
from astragal.notation.conditions import Condition, Test
from astragal.notation.modifiers.modifier import Modifier, Values
from astragal.notation.operation import Chapter, Example
from astragal.rolling.frame import Frame
from astragal.rolling.trace import Did, GroupLog, Step, listed

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.rolling.rows import Rows


class Mark(Modifier):
    """Mark the matching dice as critical or as fumbles; by default the highest or lowest face.

    Marks are only displayed: no total and no odds depend on them.
    """

    condition: Condition | None = None
    good: bool = True

    chapter = Chapter.CHANGE
    words = ("crit", "fumble")
    samples = ("crit", "fumble", "crit=6", "fumble<=2", "crit4..5", "crit>=@{n}", "fumble≠(1d4)")
    examples = (
        Example(
            "2d20crit>=19fumble=1",
            "mark dice as critical (`19★`) and as fumbles (`1†`); it only shows",
            (19, 1),
            "20",
        ),
        Example("2d6crit", "`crit` alone marks the highest face, `fumble` the lowest", (6, 3), "9"),
    )
    keeps_all: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        condition = reader.optional_condition(start)
        return cls(condition, good=word == "crit", span=reader.span(start))

    def __str__(self) -> str:
        return ("crit" if self.good else "fumble") + str(self.condition or "")

    @property
    def takes_condition(self) -> bool:
        return self.condition is None

    @property
    def takes_symbols(self) -> bool:
        return self.condition is not None

    @property
    def leaves_alike(self) -> bool:
        return True

    @property
    def needs_die(self) -> bool:
        return self.condition is None

    def describe(self) -> str:
        ends = "maximum" if self.good else "minimum"
        which = f"a {ends}" if self.condition is None else f"each {self.condition.describe()}"
        return f"mark {which} as {self._called}"

    @property
    def _called(self) -> str:
        return "critical" if self.good else "a fumble"

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        if log is not None:
            marked, did = self._test(die), Did.CRITICAL if self.good else Did.FUMBLE
            for position, value in enumerate(values):
                if marked(value):
                    log.change(position, did, value)
        return values

    def _test(self, die: Die | None) -> Test:
        if self.condition is not None:
            return self.condition.test()
        assert die is not None
        end = die.highest if self.good else die.lowest
        return lambda value: bool(value == end)

    def on_rows(self, rows: Rows) -> Rows:
        return rows

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        return f"marks {listed(change.before for change in step.changes)} as {self._called}"

    def effect(self, die: Die | None, face: Law | None) -> None:
        return None
