"""Functions that depend on the sign of a number, and square roots.

Rolls may still be named like one of these, as they could before the functions existed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from astragal.errors import RollError
from astragal.notation.functions.function import NumberFunction
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number, size_of

if TYPE_CHECKING:
    from astragal.probability.budget import Budget
    from astragal.probability.laws.law import Law, Table

_HALF = Fraction(1, 2)


class _TowardsZero(NumberFunction, abstract=True):
    """A function that treats negative numbers as mirrored positive ones."""

    reserved: ClassVar[bool] = False
    added: ClassVar[Number]
    """the number added to the absolute value before rounding down"""

    def compute(self, number: Number) -> Number:
        size = math.floor(size_of(number) + self.added)
        return -size if number < 0 else size

    def law(self, laws: Sequence[Law], budget: Budget) -> Law:
        from astragal.probability.laws import arithmetic
        from astragal.probability.laws.law import union

        below, rest = laws[0].cut(0)
        budget.spend_fractions(laws[0])
        sizes = (each.shifted(self.added) for each in (below.scaled(-1), rest))
        mirrored, plain = (arithmetic.floors(each, budget) for each in sizes)
        return union([mirrored.scaled(-1), plain])


class Trunc(_TowardsZero):
    name = "trunc"
    words = "{}, cut to a whole number"
    added = 0
    chapter = Chapter.FUNCTIONS
    examples = (
        Example("trunc(7/2)", "cut to a whole number", (), "3"),
        Example("trunc(-7/2)", "towards zero", (), "-3"),
    )


class RoundAway(_TowardsZero):
    name = "round_away"
    words = "{}, rounded to the nearest (halves away from zero)"
    added = _HALF
    chapter = Chapter.FUNCTIONS
    examples = (
        Example("round_away(-7/2)", "rounded to the nearest, halves away from zero", (), "-4"),
    )


class Sign(NumberFunction):
    name = "sign"
    words = "the sign of {} (-1, 0 or 1)"
    reserved: ClassVar[bool] = False
    chapter = Chapter.FUNCTIONS
    examples = (Example("sign(1d6-1d6)", "-1, 0 or 1", (1, 6), "-1"),)

    def compute(self, number: Number) -> Number:
        return (number > 0) - (number < 0)

    def law(self, laws: Sequence[Law], budget: Budget) -> Law:
        from astragal.probability.laws.finite import Finite
        from astragal.probability.laws.law import law_of

        law = laws[0]
        budget.spend_fractions(law)
        if isinstance(law, Finite):
            above, rest = law.reached(0, past=True), law.reached(0)
            weights = {-1: law.reach[-1] - rest, 0: rest - above, 1: above}
            table: Table = {sign: weight for sign, weight in weights.items() if weight}
            return Finite.of_table(table, law.below, lowest_first=True)
        more = law.at_least(0, past=True)
        none = law.exactly(0)
        return law_of([(-1, law.mass - more - none), (0, none), (1, more)])


class Rem(NumberFunction):
    name = "rem"
    words = "the remainder of {} divided by {}"
    least, most = 2, 2
    reserved: ClassVar[bool] = False
    fails: ClassVar[bool] = True
    chapter = Chapter.FUNCTIONS
    examples = (Example("rem(-7, 3)", "the remainder, with the sign of what is divided", (), "-1"),)

    def compute(self, number: Number, divisor: Number) -> Number:
        from astragal.probability.laws.remainders import signed_remainder

        if not divisor:
            raise _division_by_zero()
        return signed_remainder(number, divisor)

    def law(self, laws: Sequence[Law], budget: Budget) -> Law:
        from astragal.notation.weighing.cases import FailureError
        from astragal.probability.laws.remainders import remainder

        number, divisor = laws
        if zero := divisor.exactly(0):
            raise FailureError(_division_by_zero(), zero)
        return remainder(number, divisor, budget)


class Sqrt(NumberFunction):
    name = "sqrt"
    words = "the square root of {}"
    reserved: ClassVar[bool] = False
    fails: ClassVar[bool] = True
    chapter = Chapter.FUNCTIONS
    examples = (Example("sqrt(25/4)", "the square root of a square", (), "5/2"),)

    def compute(self, number: Number) -> Number:
        above, below = math.isqrt(abs(number.numerator)), math.isqrt(number.denominator)
        root = Fraction(above, below)
        if root * root != number:
            raise RollError(
                "not-a-square",
                "this has no exact square root",
                hint="squares have one: 4, 9 or 25/4, for instance",
            )
        return root

    def law(self, laws: Sequence[Law], budget: Budget) -> Law:
        from astragal.notation.weighing.cases import by_values
        from astragal.outcome import tidy
        from astragal.probability.refusals import no_closed_form

        if not laws[0].finite:
            raise no_closed_form("the square root of a roll that explodes without limit")
        return by_values(laws, lambda number: tidy(self.compute(number)), budget)


def _division_by_zero() -> RollError:
    return RollError("division-by-zero", "division by zero")
