"""Conditions on a number, used in wishes: ``>=15``, ``<5``, ``=7``, ``3..8``."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from astragal.outcome import Number, read_number
from astragal.probability.distribution import Distribution

_PLAIN = re.compile(r"\s*(>=|<=|≥|≤|=|>|<)\s*([^<>=\s]+)\s*")
_SIGNS = {"≥": ">=", "≤": "<="}


class Condition(NamedTuple):
    """Numbers from ``low`` to ``high``; None means unbounded, ``open`` excludes the ends."""

    low: Number | None
    high: Number | None
    open: bool = False

    def chance(self, odds: Distribution) -> Fraction:
        """Probability of a number that fulfils the condition."""
        if self.high is None:
            assert self.low is not None
            return odds.more_than(self.low) if self.open else odds.at_least(self.low)
        if self.low is None:
            return odds.less_than(self.high) if self.open else odds.at_most(self.high)
        return odds.between(self.low, self.high)

    def moved(self, by: int) -> Condition:
        """The condition a number must fulfil before ``by`` is added to it."""
        low = None if self.low is None else self.low - by
        return Condition(low, None if self.high is None else self.high - by, self.open)

    def whole(self) -> tuple[int | None, int | None]:
        """The smallest and the largest whole number that fulfil it; None means unbounded."""
        low = None if self.low is None else ceil(self.low)
        high = None if self.high is None else floor(self.high)
        if low is not None and self.open and low == self.low:
            low += 1
        if high is not None and self.open and high == self.high:
            high -= 1
        return low, high


@lru_cache(maxsize=256)
def condition_of(text: str) -> Condition | None:
    """Parse a condition on a number; None for any other text.

    >>> condition_of(">=15"), condition_of("passes")
    (Condition(low=15, high=None, open=False), None)
    """
    if found := _PLAIN.fullmatch(text):
        number = read_number(found[2])
        return None if number is None else _one_sided(_SIGNS.get(found[1], found[1]), number)
    first, dots, last = text.partition("..")
    low, high = read_number(first), read_number(last)
    if not dots or low is None or high is None or low > high:
        return None
    return Condition(low, high)


def _one_sided(sign: str, number: Number) -> Condition:
    if sign == "=":
        return Condition(number, number)
    strict = sign in ("<", ">")
    return Condition(number, None, strict) if sign[0] == ">" else Condition(None, number, strict)
