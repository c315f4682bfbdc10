"""Mean and variance, exactly."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction

from astragal.probability.generating.fractions import difference, in_lowest_terms


class Moments:
    """Mean, variance and standard deviation: of odds of numbers, or of a chain's duration."""

    @property
    @abstractmethod
    def _moments(self) -> tuple[Fraction, Fraction]:
        """The expected value of the number and of its square."""

    @property
    def mean(self) -> Fraction:
        """The expected value, exactly; true counts as 1 and false as 0."""
        return self._moments[0]

    @property
    def variance(self) -> Fraction:
        """The expected squared distance from the mean, exactly."""
        mean, square = self._moments
        above, below = mean.as_integer_ratio()
        return difference(square, in_lowest_terms(above * above, below * below))

    @property
    def sd(self) -> float:
        """The standard deviation; its exact square is ``variance``."""
        return root(self.variance)


def root(square: Fraction) -> float:
    """The square root, even where the square is too large or too small for a float."""
    if not square:
        return 0.0
    both = square.numerator, square.denominator
    # The leading 128 bits of both exceed the precision of a float.
    shift = [(n.bit_length() - 128) // 2 * 2 for n in both]
    lead = [n >> s if s > 0 else n << -s for n, s in zip(both, shift, strict=True)]
    try:
        return float((lead[0] / lead[1]) ** 0.5 * 2.0 ** ((shift[0] - shift[1]) // 2))
    except OverflowError:
        return float("inf")
