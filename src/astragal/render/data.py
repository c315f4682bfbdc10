"""Exact numbers and distributions as data that any JSON reader takes without losing a digit."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

from astragal.outcome import to_data as outcome_data

if TYPE_CHECKING:
    from astragal.odds.distribution import Distribution

DATA_VERSION = 1

_SHORT = 2_000
"""Whole numbers of fewer bits are written by Python, whatever it is told to refuse."""


def to_data(odds: Distribution) -> dict[str, Any]:
    """JSON-ready data: weights and fractions as text, each fraction with the nearest float."""
    below = odds.denominator
    numbers = odds.numeric or odds.truth
    return {
        "version": DATA_VERSION,
        "expression": odds.label,
        "denominator": digits(below),
        "outcomes": [
            {
                "outcome": outcome_data(outcome),
                "weight": digits(weight),
                # Python divides whole numbers of any length to the nearest float.
                "probability": weight / below,
            }
            for outcome, weight in odds.weights.items()
        ],
        "mean": fraction_data(odds.mean) if numbers else None,
        "variance": fraction_data(odds.variance) if numbers else None,
        "sd": in_json(odds.sd) if numbers else None,
        "min": _end(odds.lowest) if odds.numeric else None,
        "max": _end(odds.highest) if odds.numeric else None,
        "tail": fraction_data(odds.tail),
    }


def fraction_data(number: Fraction) -> dict[str, Any]:
    above, below = digits(number.numerator), digits(number.denominator)
    exact = above if number.denominator == 1 else f"{above}/{below}"
    return {"exact": exact, "approx": in_json(approximately(number))}


def in_json(number: float) -> float | None:
    """A float as JSON can hold it: infinity is null."""
    return number if isfinite(number) else None


def digits(number: int) -> str:
    """A whole number in full. Python itself refuses to write very long ones."""
    if number.bit_length() < _SHORT:
        return str(number)
    from flint import fmpz

    return str(fmpz(number))


def approximately(number: int | Fraction) -> float:
    """The nearest float; infinity beyond their range."""
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def _end(number: int | Fraction | None) -> object:
    return None if number is None else outcome_data(number)
