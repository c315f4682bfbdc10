"""Odds of any program as exact fractions, and a digest of these to compare them by."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

sys.set_int_max_str_digits(0)  # exact fractions may have more digits than Python likes to write

Odds = Mapping[Any, Fraction]


def fractions_of(odds: Any) -> Odds:
    """Any program's odds as exact fractions, told apart without loading any of them."""
    if isinstance(odds, dict):
        return odds
    if callable(getattr(odds, "denominator", None)):  # icepool
        whole = int(odds.denominator())
        return {_plain(outcome): Fraction(int(weight), whole) for outcome, weight in odds.items()}
    if hasattr(odds, "total"):  # dyce
        return {outcome: Fraction(count, odds.total) for outcome, count in odds.items()}
    return dict(odds.items())


def _plain(outcome: Any) -> Any:
    """The outcome; a vector of icepool as a tuple."""
    return tuple(outcome) if type(outcome).__name__ == "Vector" else outcome


def digest(odds: Odds, upto: int | None) -> str:
    lines = sorted(
        f"{outcome}: {chance}"
        for outcome, chance in odds.items()
        if chance and (upto is None or outcome <= upto)
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
