"""Groups of identical dice, optionally keeping some: the parts of a dice family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate

from astragal.notation.syntax.parser import parse
from astragal.probability.distribution import Distribution

_NEGLIGIBLE = 1e-15
"""Chances below this at the ends of a group are left out of its floats, well within the margin."""


class Group:
    """Dice of one kind, such as ``4d6kh3``, with exact odds and the same in floats."""

    def __init__(self, count: int, sides: str, keep: str = "", kept: int = 0) -> None:
        self.count = count
        self.sides = sides
        self.text = f"{count}d{sides}{f'{keep}{kept}' if keep else ''}"
        self.cost = count + (2 if keep else 0)
        """how laborious it is to roll, in dice"""
        self.odds: Distribution = parse(self.text).odds()
        self.mean: Fraction = self.odds.mean
        self.variance: Fraction = self.odds.variance
        self.mean_float, self.variance_float = float(self.mean), float(self.variance)
        first, *_, last = (*self.odds.outcomes, *self.odds.outcomes)
        self.low, self.high = int(first), int(last)

    @cached_property
    def chances(self) -> tuple[int, list[float]]:
        """First number with a significant probability, and the probabilities from there on."""
        weights, denominator = self.odds.weights, self.odds.denominator
        listed = [weights.get(number, 0) / denominator for number in range(self.low, self.high + 1)]
        first, end = 0, len(listed)
        while listed[first] < _NEGLIGIBLE:
            first += 1
        while listed[end - 1] < _NEGLIGIBLE:
            end -= 1
        return self.low + first, listed[first:end]

    @cached_property
    def likeliest(self) -> float:
        """The highest probability of any number."""
        return max(self.chances[1])

    @cached_property
    def tails(self) -> list[float]:
        """Probabilities of reaching each number, from the highest down to the lowest."""
        weights, denominator = self.odds.weights, self.odds.denominator
        falling = (weights.get(number, 0) for number in range(self.high, self.low - 1, -1))
        return [reached / denominator for reached in accumulate(falling)]


class Nothing(Group):
    """An empty group, added to a group that stands alone."""

    def __init__(self) -> None:
        self.text, self.sides, self.count, self.cost = "", "0", 0, 0
        self.odds = Distribution({0: 1})
        self.mean = self.variance = Fraction(0)
        self.mean_float = self.variance_float = 0.0
        self.low = self.high = 0


@lru_cache(maxsize=64)
def groups_of(sides: str, counts: Sequence[int], keeps: bool) -> tuple[Group, ...]:
    """All groups of one kind of dice, the least laborious first."""
    made = [group for count in counts for group in _of_count(count, sides, keeps)]
    return tuple(sorted(made, key=lambda group: group.cost))


def _of_count(count: int, sides: str, keeps: bool) -> Iterator[Group]:
    yield Group(count, sides)
    for keep in ("kh", "kl") if keeps else ():
        yield from (Group(count, sides, keep, kept) for kept in range(1, count))


class Sum:
    """The exact sum of one or two groups; means and variances are known without the odds."""

    def __init__(self, first: Group, second: Group) -> None:
        self.groups = (first,) if isinstance(second, Nothing) else (first, second)
        self.mean, self.variance = first.mean + second.mean, first.variance + second.variance
        self.low, self.high = first.low + second.low, first.high + second.high

    @cached_property
    def odds(self) -> Distribution:
        first, *rest = (each.odds for each in self.groups)
        return first + rest[0] if rest else first

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(3 if each.sides == "F" else int(each.sides) for each in self.groups)

    @property
    def text(self) -> str:
        return "+".join(each.text for each in self.groups)
