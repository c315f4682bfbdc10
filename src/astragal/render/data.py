"""Exact numbers and distributions as JSON-ready data, without losing a digit."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, isfinite
from typing import TYPE_CHECKING, Any

from astragal._visible import visible
from astragal.outcome import show
from astragal.outcome import to_data as outcome_data
from astragal.render.headline import headline_of

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution

DATA_VERSION = 1

_QUANTILES = (5, 25, 50, 75, 95)
"""The quantiles listed, in percent of rolls that do not exceed them."""

_SHORT = 2_000
"""Python writes integers of fewer bits even under its strictest limit on digits."""


def to_data(odds: Distribution) -> dict[str, Any]:
    """JSON-ready data: weights and fractions as text, each fraction with the nearest float."""
    numbers = odds.numeric or odds.truth
    headline = headline_of(odds)
    return {
        "version": DATA_VERSION,
        "expression": odds.label,
        "denominator": digits(odds.denominator),
        "outcomes": _with_reach(odds, _rows(odds)) if odds.numeric else _rows(odds),
        "mean": fraction_data(odds.mean) if numbers else None,
        "variance": fraction_data(odds.variance) if numbers else None,
        "sd": in_json(odds.sd) if numbers else None,
        "min": _end(odds.lowest) if odds.numeric else None,
        "max": _end(odds.highest) if odds.numeric else None,
        "tail": fraction_data(odds.tail),
        "quantiles": _quantiles(odds) if odds.numeric else None,
        "headline": None if headline is None else headline.to_data(),
    }


def _rows(odds: Distribution) -> list[dict[str, Any]]:
    below = odds.denominator
    return [
        {
            "outcome": outcome_data(outcome),
            "text": visible(show(outcome)),
            "weight": digits(weight),
            # Python divides integers of any length to the nearest float.
            "probability": weight / below,
        }
        for outcome, weight in odds.weights.items()
    ]


def _with_reach(odds: Distribution, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows, with the cumulative weights up to and from each number."""
    denominator = odds.denominator
    # The weight below all listed numbers is rounded down to an integer.
    under = odds.mass_below * denominator
    up_to, from_here = floor(under), denominator - ceil(under)
    for row, weight in zip(rows, odds.weights.values(), strict=True):
        up_to += weight
        row["at_most"] = digits(up_to)
        row["at_least"] = digits(from_here)
        from_here -= weight
    return rows


def _quantiles(odds: Distribution) -> dict[str, object]:
    return {str(share): outcome_data(odds.quantile(f"{share} %")) for share in _QUANTILES}


def fraction_data(number: Fraction) -> dict[str, Any]:
    above, below = digits(number.numerator), digits(number.denominator)
    exact = above if number.denominator == 1 else f"{above}/{below}"
    return {"exact": exact, "approx": in_json(approximately(number))}


def in_json(number: float) -> float | None:
    """A float as allowed in JSON: infinity becomes null."""
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
