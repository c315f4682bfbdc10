"""Chances, numbers and distributions as text for people."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor, log10
from typing import TYPE_CHECKING

from astragal.outcome import show, tidy

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution


def percent(chance: Fraction) -> str:
    """A chance with two decimals, or more if it is tiny."""
    if chance in (0, 1):
        return f"{int(chance) * 100} %"
    # Python divides integers of any length to the nearest float.
    hundred = chance.numerator * 100 / chance.denominator
    if hundred >= 99.995:
        return f"100 % less {percent(1 - chance)}" if chance < 1 else "100 %"
    if hundred >= 0.005:
        short = chance.denominator.bit_length() <= 1000
        return f"{_two_places(chance * 100) if short else f'{hundred:.2f}'} %"
    if hundred >= 0.000005:
        return f"{hundred:.{1 - floor(log10(hundred))}f} %"
    return f"{hundred:.1e} %" if hundred else "0.00…1 %"


def figure(value: Fraction | None, kind: str) -> str:
    """A value of a grid, formatted by its kind, such as a chance or a mean; None if refused."""
    if value is None:
        return "–"
    return _FIGURES[kind](value)


def signed(difference: Fraction) -> str:
    """A difference with its sign, or 0."""
    sign = "+" if difference > 0 else ""
    return sign + decimal(difference) if difference else "0"


def decimal(number: Fraction | float) -> str:
    """A number with two decimals."""
    try:
        rounded = float(number)
    except OverflowError:
        sign = "-" if number < 0 else ""
        return f"{sign}about 10^{int(number).bit_length() * 30103 // 100000}"
    if abs(rounded) >= 10**15 or (rounded and abs(rounded) < 0.005):
        return f"{rounded:.3g}"
    return _two_places(number) if isinstance(number, int | Fraction) else f"{rounded:,.2f}"


def _two_places(number: int | Fraction) -> str:
    """Round exactly, halves away from zero: floats would round some halves down."""
    if number.denominator.bit_length() > 1000:
        return f"{number.numerator / number.denominator:,.2f}"
    hundredths = (200 * abs(number.numerator) + number.denominator) // (2 * number.denominator)
    sign = "-" if number < 0 and hundredths else ""
    return f"{sign}{hundredths // 100:,}.{hundredths % 100:02}"


_FIGURES: dict[str, Callable[[Fraction], str]] = {
    "chance": percent,
    "mean": decimal,
    "points": signed,
    "difference": signed,
    "value": lambda value: show(tidy(value)),
}
"""Formatters for the values of each kind of grid."""


def fraction(number: Fraction) -> str:
    """The exact fraction as " = 1/2" if it is short enough to read; else ""."""
    return f" = {number}" if _is_short(number) else ""


_MOST_DIGITS = 10


def _is_short(number: Fraction) -> bool:
    """True for fractions with few digits; longer ones are only shown on request."""
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > 64:
        return False
    return len(f"{abs(number.numerator)}{number.denominator}") <= _MOST_DIGITS


def summary(odds: Distribution) -> str:
    """Mean, spread and range in one line."""
    if odds.truth:
        chance = odds.probability(True)
        return f"true {percent(chance)}{fraction(chance)}"
    if not odds.numeric:
        return f"{len(odds):,} outcome{'s' if len(odds) > 1 else ''}"
    low, high = odds.lowest, odds.highest
    first, last = (None if end is None else _short(end) for end in (low, high))
    if first is not None and last is not None:
        ends = f"{first} to {last}"
    else:
        ends = f"{first} and up" if first is not None else f"up to {last}" if last else ""
    modes = odds.mode
    likely = f"mode {', '.join(map(_short, modes))}" if len(modes) <= 3 < len(odds) else ""
    mean = f"mean {decimal(odds.mean)}{_exactly(odds.mean)}"
    parts = [mean, f"sd {decimal(odds.sd)}", f"median {_short(odds.median)}", likely, ends]
    return " · ".join(filter(None, parts))


def _short(outcome: object) -> str:
    """An outcome; very long numbers are shortened to their first digits and their length."""
    text = show(outcome)
    return text if len(text) <= 40 else f"{text[:8]}… ({len(text):,} digits)"


def _exactly(mean: Fraction) -> str:
    return f" ({mean})" if mean.denominator > 1 and _is_short(mean) else ""
