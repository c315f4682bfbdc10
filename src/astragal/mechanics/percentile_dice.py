"""Percentile dice: two ten-sided dice, one of them named for the tens beforehand."""

from __future__ import annotations

from astragal.die import Die
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.rules.requests.several import dice

DIGIT = Die(range(10))
"""A ten-sided die as it is printed, 0 to 9."""


def hundred(tens: int, ones: int) -> int:
    """What two ten-sided dice show together; two zeros are 100.

    >>> hundred(7, 0), hundred(0, 7), hundred(0, 0)
    (70, 7, 100)
    """
    return 10 * tens + ones or 100


def two_dice() -> Asks[int]:
    """The tens die, then the ones die: 1 to 100."""
    tens, ones = yield dice(2, DIGIT)
    yield note("tens {}, ones {}", tens, ones)
    return hundred(tens, ones)
