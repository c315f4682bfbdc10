"""The cost limits of a program: steps and memory, including long sequences and long numbers."""

from __future__ import annotations

from collections.abc import Sequence

from astragal.anydice import mistakes
from astragal.probability import budget

MOST_DIGITS = 1_000
LONGEST = 10**MOST_DIGITS
"""The bound on every number of a program."""
SHORT = 1 << 320
"""Operations on numbers up to this size take about as long as on the smallest ones."""
_LONGER = 20
"""How many times as long a pass over a sequence may take if its numbers are long."""
_OPERATION = 1_000
"""The steps of one operation on long numbers."""
_WRITTEN = 5_000
"""The steps of writing one long number in digits."""
_FEW = 20
"""A pass over at most this many elements is covered by the steps of its node."""
_SUM, _SUMMED = 150, 4
"""The steps of a sum, and of each element in it."""


class Budget(budget.Budget):
    """Counts the steps and the memory of a program.

    Sequences do not record the length of their numbers. So the budget remembers whether the program
    has ever made a long number; from then on, everything is charged as if all numbers were long.
    """

    long = False

    def bounded(self, number: int) -> int:
        """Check a new number and return it; raises ProgramError if it is too long."""
        if -SHORT < number < SHORT:
            return number
        if not -LONGEST < number < LONGEST:
            raise mistakes.number_too_long(MOST_DIGITS, self.span)
        self.long = True
        self.spend(_OPERATION)
        return number

    def spend_operation(self) -> None:
        """Charge for an operation on numbers, in case they are long."""
        if self.long:
            self.spend(_OPERATION)

    def spend_digits(self) -> None:
        """Charge for writing a number in digits, in case it is long."""
        if self.long:
            self.spend(_WRITTEN)

    def spend_elements(self, number: int, steps: int) -> None:
        """Charge for a pass over elements, at a number of steps each."""
        if self.long:
            self.spend(_LONGER * steps * number)
        elif number > _FEW:
            self.spend(steps * number)

    def summed(self, elements: Sequence[int]) -> int:
        """The sum of a sequence, with its cost charged."""
        self.spend(_SUM + _SUMMED * len(elements) * (_LONGER if self.long else 1))
        return self.bounded(sum(elements))
