"""Length of odds with every outcome written out: too long ones are refused up front."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from astragal.errors import NOWHERE
from astragal.limits import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution

_ODDS = 400
"""Length of the summary of odds, in digits."""
_ROW = 30
"""Length of an outcome without its weights, in digits."""
_ROW_OF_TABLE = 200
"""The same for a table for people, whose figures are rounded one by one."""


def check_length(several: Sequence[Distribution], limits: Limits | None = None) -> None:
    """Refuse data that would be too long with all outcomes of these odds."""
    _check(several, limits, _ROW)


def check_rows(several: Sequence[Distribution], limits: Limits | None = None) -> None:
    """Refuse a table that would be too long with a row for every outcome."""
    _check(several, limits, _ROW_OF_TABLE)


def _check(several: Sequence[Distribution], limits: Limits | None, row: int) -> None:
    allowed = DEFAULT_LIMITS if limits is None else limits
    digits = (len(odds) * (row + odds.denominator.bit_length() * 3 // 10) for odds in several)
    total = _ODDS * len(several) + sum(digits)
    if total > allowed.written:
        raise allowed.exceeded(
            "written",
            total,
            NOWHERE,
            about=f"{sum(map(len, several)):,} outcomes are too many to list",
            advice="ask for one chance, such as outcome>=500, or for a part of it",
        )
