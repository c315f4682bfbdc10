"""Compare two odds of numbers: is one never worse, and where do their cumulative chances cross?

One side is never worse if it reaches every number with at least the other's chance: first-order
stochastic dominance. The chances only change at outcomes, so comparing at every outcome of either
side covers all numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.outcome import Number, in_order
from astragal.probability.budget import Budget

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution

Ahead: TypeAlias = Literal["left", "right"]
NeverWorse: TypeAlias = Literal["left", "right", "both", "neither"]


_STEPS = 150
"""The steps of comparing the chances of one number."""


class Lead(NamedTuple):
    """A range of numbers, ``low`` to ``high``, that one side is more likely to reach."""

    ahead: Ahead
    low: Number
    high: Number


class Dominance(NamedTuple):
    """How the chances of two sides to reach a number compare, over all numbers."""

    leads: tuple[Lead, ...]
    """the side with the greater chance in each range, lowest numbers first; ties are left out"""
    decided: bool
    """whether all numbers were compared, which is impossible if both sides have infinitely many"""

    @property
    def never_worse(self) -> NeverWorse | None:
        """The side that reaches every number at least as often as the other; None if undecided."""
        ahead = {lead.ahead for lead in self.leads}
        if len(ahead) == 2:
            return "neither"
        if not self.decided:
            return None
        return next(iter(ahead), "both")

    @property
    def crossings(self) -> tuple[Number, ...]:
        """The numbers from which the lead changes to the other side."""
        return tuple(lead.low for lead in self.leads[1:])


def dominance(
    left: Distribution, right: Distribution, *, limits: Limits = DEFAULT_LIMITS
) -> Dominance:
    """How two odds of numbers compare.

    >>> from astragal import odds
    >>> dominance(odds("1d8"), odds("1d6")).never_worse
    'left'
    >>> dominance(odds("2d6+3"), odds("1d12+3")).crossings
    (12,)
    """
    numbers = in_order({*left.outcomes, *right.outcomes})
    bits = left.denominator.bit_length() + right.denominator.bit_length()
    Budget(limits).spend(len(numbers) * (_STEPS + bits // 4))
    leads = []
    for ahead, run in groupby(zip(_ahead(left, right, numbers), numbers, strict=True), _first):
        if ahead is not None:
            reached = [number for _, number in run]
            leads.append(Lead(ahead, reached[0], reached[-1]))
    merged = tuple(_merged(leads))
    return Dominance(merged, _all_seen(left, right) or left == right)


def _first(pair: tuple[Ahead | None, Number]) -> Ahead | None:
    return pair[0]


def _merged(leads: Sequence[Lead]) -> Iterator[Lead]:
    """Merge consecutive leads of the same side, ignoring equal chances between them."""
    for ahead, run in groupby(leads, lambda lead: lead.ahead):
        several = list(run)
        yield Lead(ahead, several[0].low, several[-1].high)


def _ahead(
    left: Distribution, right: Distribution, numbers: Sequence[Number]
) -> Iterator[Ahead | None]:
    """The side more likely to reach each number; None if equal."""
    for ours, theirs in zip(
        _reach(left, right, numbers), _reach(right, left, numbers), strict=True
    ):
        yield None if ours == theirs else "left" if ours > theirs else "right"


def _reach(
    odds: Distribution, other: Distribution, numbers: Sequence[Number]
) -> Iterator[int | Fraction]:
    """The chance to reach each number, scaled by both denominators if both odds are finite."""
    if not (odds.finite and other.finite):
        yield from map(odds.at_least, numbers)
        return
    weights, times = odds.weights, other.denominator
    left = odds.denominator * times
    for number in numbers:
        yield left
        left -= weights.get(number, 0) * times


def _all_seen(left: Distribution, right: Distribution) -> bool:
    """True if comparing the listed outcomes covers all numbers.

    Above the highest number of the finite side, the other side cannot be behind; and likewise below
    its lowest. Exploding dice still have a lowest number.
    """
    if left.finite and right.finite:
        return True
    if not (left.finite or right.finite):
        return False
    ends, goes_on = (left, right) if left.finite else (right, left)
    listed, ended = goes_on.outcomes, ends.outcomes
    below = listed[0] <= ended[0] or goes_on.at_least(listed[0]) == 1
    above = listed[-1] >= ended[-1] or goes_on.at_most(listed[-1]) == 1
    return bool(below and above)
