"""How long numbers and sequences may get, and what it takes to go through a sequence."""

from __future__ import annotations

from collections.abc import Sequence

from astragal.anydice import mistakes
from astragal.odds.budget import Budget

MOST_DIGITS = 1_000
LONGEST = 10**MOST_DIGITS
_READ = 8
"""The steps of looking at an element of a sequence."""
_FEW = 100
"""As many elements as this are within what an operation takes anyway."""


def checked(number: int) -> int:
    """The number; refused if it has too many digits."""
    if -LONGEST < number < LONGEST:
        return number
    raise mistakes.number_too_long(MOST_DIGITS)


def count_read(elements: int, budget: Budget) -> None:
    """Count elements of sequences that are about to be looked at."""
    if elements > _FEW:
        budget.spend(_READ * elements)


def sum_of(elements: Sequence[int], budget: Budget) -> int:
    """The sum of a sequence, which is what it counts as in most places."""
    count_read(len(elements), budget)
    return checked(sum(elements))
