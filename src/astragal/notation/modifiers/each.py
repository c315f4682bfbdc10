"""``each+5 each-2 each*3``: arithmetic on every die."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from astragal.die import Die
from astragal.errors import NotationError
from astragal.notation.modifiers.modifier import Modifier, Values
from astragal.notation.nodes.node import checked
from astragal.notation.operands import Operand, say, spell_count
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.trace import Did, GroupLog, Step

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect
    from astragal.rolling.rows import Rows

_SIGNS = {"+": "+", "-": "-", "−": "-", "–": "-", "*": "*", "×": "*"}
"""The ways to type each sign."""

_CHANGES: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
_WORDS = {"+": "add {} to each", "-": "take {} from each", "*": "multiply each by {}"}

_STEPS = 50
"""The steps per number of a long law, unless its numbers are consecutive on a grid."""


class Each(Modifier):
    """Add a number to each die, subtract it, or multiply by it."""

    sign: str
    number: Operand

    chapter = Chapter.CHANGE
    words = ("each",)
    samples = ("each+5", "each-2", "each*3", "each+@{n}", "each*(1d2)")
    examples = (
        Example("3d20each+5", "add 5 to each die", (3, 12, 20), "50"),
        Example("4d6each-2kh2", "take 2 from each die, before two are kept", (1, 2, 6, 5), "7"),
        Example("2d4each*3", "multiply each die", (1, 4), "15"),
    )
    keeps_all: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        sign = reader.take(*_SIGNS)
        number = reader.operand(signed=True) if sign else None
        if number is None:
            raise reader.error(
                "missing-number",
                "`each` needs a sign and a number",
                reader.span(start),
                "`each+5` adds 5 to each die; there are `each-2` and `each*3` too",
            )
        return cls(_SIGNS[sign], number, span=reader.span(start))

    def __post_init__(self) -> None:
        if self.sign not in _CHANGES:
            raise NotationError("bad-modifier", f"no such sign: {self.sign}", span=self.span)

    def __str__(self) -> str:
        return f"each{self.sign}{spell_count(self.number)}"

    @property
    def leaves_alike(self) -> bool:
        return True

    def describe(self) -> str:
        return _WORDS[self.sign].format(say(self.number))

    def changed(self, value: Number) -> Number:
        """The value of a die after the change."""
        changed: Number = _CHANGES[self.sign](value, self.number)
        return changed

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        result = [checked(self.changed(value), frame.limits, self.span) for value in values]
        if log is not None:
            for position, (value, new) in enumerate(zip(values, result, strict=True)):
                if new != value:
                    log.change(position, Did.CHANGED, new)
        return result

    def on_rows(self, rows: Rows) -> Rows | None:
        return rows.mapped(lambda value: int(self.changed(value)))

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        return f"changes {step.moves()}"

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.probability.pools import effects

        sign, number = self.sign, self.number
        assert isinstance(number, int)
        if sign == "*":
            up = number > 0
            return effects.Each(
                lambda law: law.scaled(number), monotone=number >= 0, steps=_STEPS, moves=up
            )
        by = number if sign == "+" else -number
        return effects.Each(lambda law: law.shifted(by), monotone=True, steps=_STEPS, moves=True)
