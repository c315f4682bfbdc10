"""``min2 max5``: raise dice to a number, or cap them at one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from astragal.die import Die
from astragal.notation.modifiers.modifier import Modifier, Values
from astragal.notation.operands import Operand, say, spell_count
from astragal.notation.operation import Chapter, Example
from astragal.rolling.frame import Frame
from astragal.rolling.trace import Did, GroupLog, Step

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect
    from astragal.rolling.rows import Rows

_STEPS = 10
"""The steps per number of a long law."""


class Clamp(Modifier):
    """Raise each die to a number, or cap it at one."""

    bound: Operand
    raises: bool

    chapter = Chapter.CHANGE
    words = ("min", "max")
    samples = ("min2", "max5", "min-1", "max@{n}", "min(1d4)")
    examples = (
        Example("3d6min2", "raise each die to 2", (1, 2, 6), "10"),
        Example("3d6max5", "cap each die at 5", (1, 2, 6), "8"),
    )
    keeps_all: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        bound = reader.operand(signed=True)
        if bound is None:
            raise reader.error(
                "missing-number",
                f"`{word}` needs a number",
                reader.span(start),
                "`min2` raises each die to 2, `max5` caps it at 5",
            )
        return cls(bound, raises=word == "min", span=reader.span(start))

    def __str__(self) -> str:
        return ("min" if self.raises else "max") + spell_count(self.bound)

    @property
    def leaves_alike(self) -> bool:
        return True

    def describe(self) -> str:
        return f"{'raise each to at least' if self.raises else 'cap each at'} {say(self.bound)}"

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        bound = self.bound
        assert isinstance(bound, int)
        change, did = (max, Did.RAISED) if self.raises else (min, Did.CAPPED)
        result = [change(value, bound) for value in values]
        if log is not None:
            for position, (value, new) in enumerate(zip(values, result, strict=True)):
                if new != value:
                    log.change(position, did, new)
        return result

    def on_rows(self, rows: Rows) -> Rows | None:
        bound, change = self.bound, max if self.raises else min
        assert isinstance(bound, int)
        return rows.mapped(lambda value: change(value, bound))

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        return f"{'raises' if self.raises else 'caps'} {step.moves()}"

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.probability.laws.arithmetic import capped, raised
        from astragal.probability.pools import effects

        bound, change = self.bound, raised if self.raises else capped
        assert isinstance(bound, int)
        return effects.Each(lambda law: change(law, bound), monotone=True, steps=_STEPS)
