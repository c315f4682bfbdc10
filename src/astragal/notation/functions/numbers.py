"""Functions of numbers: rounding, absolute value, minimum and maximum."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from astragal.notation.functions.function import NumberFunction
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number, size_of

if TYPE_CHECKING:
    from astragal.probability.budget import Budget
    from astragal.probability.laws.law import Law


class Floor(NumberFunction):
    name = "floor"
    words = "{}, rounded down"
    chapter = Chapter.FUNCTIONS
    examples = (Example("floor(7/2)", "rounded down", (), "3"),)

    def compute(self, number: Number) -> Number:
        return math.floor(number)

    def law(self, laws: Sequence[Law], budget: Budget) -> Law:
        from astragal.probability.laws import arithmetic

        return arithmetic.floors(laws[0], budget)


class Ceil(NumberFunction):
    name = "ceil"
    words = "{}, rounded up"
    chapter = Chapter.FUNCTIONS
    examples = (Example("ceil(7/2)", "rounded up", (), "4"),)

    def compute(self, number: Number) -> Number:
        return math.ceil(number)

    def law(self, laws: Sequence[Law], budget: Budget) -> Law:
        from astragal.probability.laws import arithmetic

        budget.spend_fractions(laws[0])
        return arithmetic.floors(laws[0].scaled(-1), budget).scaled(-1)


class Round(NumberFunction):
    name = "round"
    words = "{}, rounded to the nearest (halves up)"
    chapter = Chapter.FUNCTIONS
    examples = (Example("round(7/2)", "rounded to the nearest, halves up", (), "4"),)

    def compute(self, number: Number) -> Number:
        return math.floor(number + Fraction(1, 2))

    def law(self, laws: Sequence[Law], budget: Budget) -> Law:
        from astragal.probability.laws import arithmetic

        budget.spend_fractions(laws[0])
        return arithmetic.floors(laws[0].shifted(Fraction(1, 2)), budget)


class Abs(NumberFunction):
    name = "abs"
    words = "{} without its sign"
    chapter = Chapter.FUNCTIONS
    examples = (Example("abs(1d6-1d6)", "without its sign", (1, 6), "5"),)

    def compute(self, number: Number) -> Number:
        return size_of(number)

    def law(self, laws: Sequence[Law], budget: Budget) -> Law:
        from astragal.probability.laws import arithmetic

        budget.spend_fractions(laws[0])
        return arithmetic.magnitude(laws[0])


class Min(NumberFunction):
    name = "min"
    words = "the least of {}"
    least, most = 2, None
    chapter = Chapter.FUNCTIONS
    examples = (Example("min(1d6,4)", "the least", (6,), "4"),)

    def compute(self, *numbers: Number) -> Number:
        return min(numbers)

    def law(self, laws: Sequence[Law], budget: Budget) -> Law:
        from astragal.probability.laws import arithmetic

        return arithmetic.least(laws, budget)


class Max(NumberFunction):
    name = "max"
    words = "the greatest of {}"
    least, most = 2, None
    chapter = Chapter.FUNCTIONS
    examples = (Example("max(1d6,4)", "the greatest", (6,), "6"),)

    def compute(self, *numbers: Number) -> Number:
        return max(numbers)

    def law(self, laws: Sequence[Law], budget: Budget) -> Law:
        from astragal.probability.laws import arithmetic

        return arithmetic.greatest(laws, budget)
