"""Powers: ``a ** b``."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from astragal.errors import RollError
from astragal.limits import Limits
from astragal.notation.nodes.arithmetic import Arithmetic, division_by_zero
from astragal.notation.nodes.node import Level, Node, checked, inside, require_number, show
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import phrase

if TYPE_CHECKING:
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law
    from astragal.rolling.phrases import Said


class Power(Arithmetic):
    """``a ** b`` for whole ``b``; a negative ``b`` divides. Chains are read from right to left."""

    base: Node
    exponent: Node

    level = Level.POWER
    runs_on: ClassVar[bool] = True
    chapter = Chapter.ARITHMETIC
    examples = (
        Example("2**1d4", "a power", (3,), "8"),
        Example("2**-1", "exact below zero too", (), "1/2"),
        Example("-2**2", "it binds tighter than a sign before it", (), "-4"),
        Example("2**3**2", "from right to left", (), "512"),
    )

    def __post_init__(self) -> None:
        for node in self.children:
            require_number(node, "**")

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.base, self.exponent)

    def value(self, frame: Frame) -> Number:
        base = self.base.number(frame)
        return self._raised(base, self.exponent.number(frame), frame.limits)

    def _raised(self, base: Number, exponent: Number, limits: Limits) -> Number:
        if exponent.denominator != 1:
            raise self._not_whole()
        if exponent < 0 and not base:
            raise division_by_zero(self.base)
        if _is_too_long(base, abs(int(exponent)), limits):
            raise limits.exceeded("digits", None, self.span)
        from fractions import Fraction

        return checked(Fraction(base) ** int(exponent), limits, self.span)

    def _not_whole(self) -> RollError:
        came = f": `{self.exponent}` came to a fraction" if self.exponent.children else ""
        return RollError(
            "bad-exponent",
            f"an exponent must be a whole number{came}",
            span=self.exponent.span,
            hint="a square root is `sqrt(…)`",
        )

    def law(self, weigher: Weigher) -> Law:
        from astragal.notation.weighing.cases import by_values
        from astragal.probability.refusals import no_closed_form

        base, exponent = weigher.law(self.base), weigher.law(self.exponent)
        budget = weigher.budget
        budget.span = self.span
        if exponent.constant == 1:
            return base
        if not (base.finite and exponent.finite):
            raise no_closed_form("a power with a roll that explodes without limit in it")
        limits = budget.limits
        return by_values([base, exponent], lambda a, b: self._raised(a, b, limits), budget)

    def say(self, teller: Teller) -> Said:
        base, exponent = (
            teller.say(self.base, Level.PRIMARY),
            teller.say(self.exponent, Level.UNARY),
        )
        shown = phrase(["(", base, ")"]) if str(base).startswith("-") else base
        return phrase([shown, " ** ", exponent])

    def describe(self) -> str:
        base = self.base.describe()
        raised = base if self.base.level is Level.PRIMARY else f"({base})"
        return f"{raised} to the power of {inside(self.exponent)}"

    def __str__(self) -> str:
        return f"{show(self.base, Level.PRIMARY)} ** {show(self.exponent, Level.UNARY)}"


_BITS = 3.33
"""The bits of a digit, rounded up."""


def _is_too_long(base: Number, exponent: int, limits: Limits) -> bool:
    """True if a power certainly has too many digits, checked before it is computed.

    A number of n bits is at least 2 ** (n - 1); 0 and 1 stay as they are.
    """
    bits = max(base.numerator.bit_length(), base.denominator.bit_length()) - 1
    return bits > 0 and bits * exponent > _BITS * limits.digits
