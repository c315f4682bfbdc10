"""Candidates: dice, or a rule with parameters, and their distance from the wishes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from astragal.errors import OddsError
from astragal.finding.offs import Off
from astragal.finding.targets import Target
from astragal.finding.wishes import Wish
from astragal.probability.distribution import Distribution
from astragal.probability.views import View


class Features(NamedTuple):
    """The properties a wish can be about. Costly ones are functions, called only on demand."""

    mean: Callable[[], Fraction]
    variance: Callable[[], Fraction]
    ends: Callable[[], tuple[Any, Any]]
    chance: Callable[[Wish], Fraction]
    steps: Callable[[], Fraction]


class Candidate(NamedTuple):
    """A search result."""

    name: str
    """dice in notation, or the parameters of a rule"""
    odds: Distribution
    off: Off
    values: tuple[Any, ...]
    """one per wish: the number, the variance for an sd, or both ends for a range"""
    at: dict[str, Any]
    """values of the open numbers by name; empty for the built-in family of dice"""


def off_of(wishes: Sequence[Wish], values: Iterable[Any]) -> Off:
    """Total distance from the wishes, exactly, given one value per wish."""
    off = Off()
    for wish, value in zip(wishes, values, strict=True):
        off = off.plus(missed_by(wish, value))
    return off


def values_of(wishes: Sequence[Wish], features: Features) -> tuple[Any, ...]:
    """The actual values, one per wish (see ``value_of``)."""
    return tuple(value_of(wish, features) for wish in wishes)


def value_of(wish: Wish, features: Features) -> Any:
    """The actual value of the wished-for property; for an sd, the variance."""
    match wish.of:
        case "mean":
            return features.mean()
        case "sd":
            return features.variance()
        case "range":
            return features.ends()
        case "steps":
            return features.steps()
    return features.chance(wish)


def missed_by(wish: Wish, value: Any) -> Off:
    """Distance between a value and its wish, multiplied by the unit of the wish."""
    bounds, unit = wish.bounds, wish.unit
    if wish.of == "sd":
        return _spread_missed_by(bounds, value, unit)
    if wish.of == "range":
        low, high = value
        assert bounds.low is not None
        assert bounds.high is not None
        if low is None or high is None:
            raise OddsError("endless", "dice that explode without end have no range")
        return Off(unit * (abs(bounds.low - low) + abs(bounds.high - high)))
    return Off(unit * bounds.missed_by(value))


def _spread_missed_by(bounds: Target, variance: Fraction, unit: Fraction) -> Off:
    if bounds.low is not None and variance < bounds.low**2:
        return Off(unit * bounds.low, -unit, variance)
    if bounds.high is not None and variance > bounds.high**2:
        return Off(-unit * bounds.high, unit, variance)
    return Off()


def features_of(
    odds: Distribution, view: View | None = None, steps: Callable[[], Fraction] | None = None
) -> Features:
    """Features of odds, seen through ``view``; ``steps`` gives the mean number of steps."""
    seen = odds if view is None else odds.of(view)

    def chance(wish: Wish) -> Fraction:
        return chance_of(wish, seen if wish.condition is not None else odds)

    def ends() -> tuple[Any, Any]:
        return seen.lowest, seen.highest

    return Features(lambda: seen.mean, lambda: seen.variance, ends, chance, steps or no_steps)


def chance_of(wish: Wish, odds: Distribution) -> Fraction:
    """Probability of the condition in a wish."""
    if wish.condition is not None:
        return wish.condition.chance(odds)
    return _truth(odds.of(wish.of), wish.of)


def _truth(seen: Distribution, what: str) -> Fraction:
    if not seen.truth:
        raise OddsError("not-true", f"{what} is not true or false", hint=f"e.g. {what}>=1")
    return seen.probability(True)


def no_steps() -> Fraction:
    raise OddsError("no-steps", "dice have no steps")
