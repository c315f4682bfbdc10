"""Exponential generating functions, Σ aᵢzⁱ/i!, where n!·[zⁿ] counts the rolls of n dice.

In Python every coefficient is multiplied by n!, so that all are whole numbers.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import zip_longest
from math import factorial, perm
from typing import Any

from astragal.probability.generating import whole

_LOADING = 30
"""Series of up to this many dice are multiplied without FLINT, which takes time to load."""


def exponential(n: int, few: int) -> Exponential:
    """Series for ``n`` dice: in Python for few dice or while loading FLINT does not pay."""
    in_python = n <= (few if "flint" in sys.modules else max(few, _LOADING))
    return InPython(n) if in_python else InFlint(n)


class Exponential(ABC):
    """Arithmetic of series truncated after the n-th term."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.factorial = factorial(n)

    @abstractmethod
    def of(self, terms: Sequence[int]) -> Any:
        """The series with the numbers aᵢ."""

    @abstractmethod
    def times(self, one: Any, other: Any) -> Any: ...
    @abstractmethod
    def plus(self, one: Any, other: Any) -> Any: ...
    @abstractmethod
    def scaled(self, series: Any, factor: int) -> Any: ...

    @abstractmethod
    def number(self, series: Any) -> int:
        """n! times the n-th coefficient: the number of ways for all dice."""

    def power(self, series: Any, exponent: int) -> Any:
        found = self.of([1])
        while exponent:
            if exponent & 1:
                found = self.times(found, series)
            exponent >>= 1
            if exponent:
                series = self.times(series, series)
        return found


class InPython(Exponential):
    def of(self, terms: Sequence[int]) -> list[int]:
        n = self.n
        return [each * perm(n, n - dice) for dice, each in enumerate(terms)]

    def times(self, one: list[int], other: list[int]) -> list[int]:
        return [each // self.factorial for each in whole.product(one, other)[: self.n + 1]]

    def plus(self, one: list[int], other: list[int]) -> list[int]:
        return [x + y for x, y in zip_longest(one, other, fillvalue=0)]

    def scaled(self, series: list[int], factor: int) -> list[int]:
        return [each * factor for each in series]

    def number(self, series: list[int]) -> int:
        return series[self.n] if len(series) > self.n else 0


class InFlint(Exponential):
    def of(self, terms: Sequence[int]) -> Any:
        from flint import fmpq, fmpq_poly

        return fmpq_poly([fmpq(each, factorial(dice)) for dice, each in enumerate(terms)])

    def times(self, one: Any, other: Any) -> Any:
        return one.mul_low(other, self.n + 1)

    def plus(self, one: Any, other: Any) -> Any:
        return one + other

    def scaled(self, series: Any, factor: int) -> Any:
        return series * factor

    def number(self, series: Any) -> int:
        return int((series[self.n] * self.factorial).p)
