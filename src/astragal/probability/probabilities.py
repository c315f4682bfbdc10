"""Numeric questions about a distribution: probabilities, quantiles, mean, variance."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from functools import cached_property, partial
from itertools import accumulate
from math import ceil
from typing import Any

from astragal._generic import T_co
from astragal._visible import in_short
from astragal.errors import OddsError
from astragal.outcome import Number, show, tidy
from astragal.probability.checks import checked_function, checked_number, checked_share
from astragal.probability.generating.fractions import fraction_of
from astragal.probability.moments import Moments
from astragal.probability.outcomes import Outcomes
from astragal.probability.running import Running


class Probabilities(Outcomes[T_co], Moments):
    """Outcomes, and the questions about them."""

    def __getitem__(self, outcome: T_co | str | Enum) -> Fraction:
        return self.probability(outcome)

    def probability(self, what: T_co | str | Enum | Callable[[T_co], object]) -> Fraction:
        """The probability of an outcome, or of all outcomes for which a function returns true.

        An outcome may be given by its displayed text.

        >>> import astragal
        >>> odds = astragal.odds("2d6")
        >>> odds.probability(7), odds.probability(lambda total: total % 2 == 0)
        (Fraction(1, 6), Fraction(1, 2))
        """
        if callable(what):
            self._require_end("checking every outcome")
            holds = checked_function(what)
            held = sum(weight for outcome, weight in self._table.items() if holds(outcome))
            return Fraction(held, self._denominator)
        if not self.finite and isinstance(what, int | Fraction):
            return self._law.exactly(what)
        if what in self:
            return fraction_of(self._table[what], self._denominator)
        return self.probability(partial(_is_named, what)) if isinstance(what, str) else Fraction(0)

    def at_least(self, number: Number) -> Fraction:
        """The probability of ``number`` or more, however far away it is."""
        return self._reached(number, bisect_left)

    def more_than(self, number: Number) -> Fraction:
        return self._reached(number, bisect_right)

    def _reached(self, number: Number, bisect: Callable[[list[Any], Any], int]) -> Fraction:
        """The probability of the numbers from the position on that ``bisect`` finds."""
        number = checked_number(number)
        if not self.finite:
            listed = self._reached_in_listing(number, bisect)
            return listed or self._law.at_least(number, past=bisect is bisect_right)
        numbers, running, tails = self._running
        place = bisect(numbers, number)
        if (tail := tails.get(place)) is None:
            beyond = self._denominator - running.before(place)
            tail = tails[place] = fraction_of(beyond, self._denominator)
        return tail

    def _reached_in_listing(
        self, number: Number, bisect: Callable[[list[Any], Any], int]
    ) -> Fraction | None:
        """The same for infinite odds whose listing exists and covers the number; else None."""
        if "_listing" not in self.__dict__:
            return None
        numbers, reach = self._running_in_listing
        place = bisect(numbers, number)
        if not 0 < place < len(numbers):
            return None
        listing = self._listing
        return fraction_of(reach[-1] - reach[place], listing.denominator) + listing.mass_above

    @cached_property
    def _running_in_listing(self) -> tuple[list[Number], list[int]]:
        weights = self._listing.weights
        return list(weights), [0, *accumulate(weights.values())]

    @cached_property
    def _running(self) -> tuple[list[Any], Running, dict[int, Fraction]]:
        """The numbers in order, their cumulative weights, and a cache of tail probabilities."""
        self._require_numbers()
        running = Running(list(self._table.values()), self._denominator.bit_length())
        return list(self._table), running, {}

    def at_most(self, number: Number) -> Fraction:
        return 1 - self.more_than(number)

    def less_than(self, number: Number) -> Fraction:
        return 1 - self.at_least(number)

    def between(self, low: Number, high: Number) -> Fraction:
        """The probability of ``low`` to ``high``, both included."""
        if checked_number(low) > checked_number(high):
            raise OddsError("backwards-range", f"{in_short(low)} is more than {in_short(high)}")
        return self.at_least(low) - self.more_than(high)

    def cumulative(self, *, at_least: bool = False) -> list[tuple[T_co, Fraction]]:
        """Every listed outcome with its cumulative probability, from below or from above.

        >>> import astragal
        >>> [(outcome, str(chance)) for outcome, chance in astragal.odds("1d4").cumulative()]
        [(1, '1/4'), (2, '1/2'), (3, '3/4'), (4, '1')]
        """
        before, denominator = self.mass_below, self.denominator
        reach = accumulate(self.weights.values())
        up_to = [before + Fraction(weight, denominator) for weight in reach]
        if not at_least:
            return list(zip(self.outcomes, up_to, strict=True))
        over = [1 - before, *(1 - each for each in up_to[:-1])]
        return list(zip(self.outcomes, over, strict=True))

    @property
    def mass_below(self) -> Fraction:
        """The probability of all numbers lower than the listed outcomes."""
        return Fraction(0) if self.finite else self._listing.mass_below

    # Summary numbers

    @cached_property
    def _moments(self) -> tuple[Fraction, Fraction]:
        return self._law.moments()

    @property
    def lowest(self) -> Number | None:
        """The lowest possible number; None if unbounded."""
        self._require_numbers()
        if self.finite:
            return tidy(self._running[0][0])
        return None if self._listing.mass_below else min(self._listing.weights)

    @property
    def highest(self) -> Number | None:
        """The highest possible number; None if unbounded."""
        self._require_numbers()
        if self.finite:
            return tidy(self._running[0][-1])
        return None if self._listing.mass_above else max(self._listing.weights)

    @property
    def median(self) -> Number:
        """The lowest number that at least half of all rolls do not exceed."""
        return self.quantile(Fraction(1, 2))

    def quantile(self, share: Fraction | int | str) -> Number:
        """The lowest number that at least this share of all rolls does not exceed.

        >>> import astragal
        >>> from fractions import Fraction
        >>> astragal.odds("3d6").quantile(Fraction(9, 10))
        14
        """
        share = checked_share(share)
        self._require_numbers()
        if not self.finite:
            from astragal.probability.quantiles import endless_quantile

            found = self._listing.quantile(share)
            return endless_quantile(self._law, share) if found is None else found
        numbers, running, _ = self._running
        return tidy(numbers[running.place_of(ceil(share * self._denominator)) - 1])

    @property
    def mode(self) -> tuple[T_co, ...]:
        """The most likely outcomes."""
        odds = self
        while max(odds.weights.values()) <= odds.tail * odds.denominator:
            odds = odds.listed_to(odds._listed_to**2)
        most = max(odds.weights.values())
        return tuple(outcome for outcome, weight in odds.weights.items() if weight == most)


def _is_named(name: str, outcome: object) -> bool:
    """True if an outcome other than text is displayed as this name: a Side as "win"."""
    return not isinstance(outcome, str) and show(outcome) == name
