"""Validation of arguments passed to a distribution."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from astragal._steady import steady
from astragal._visible import in_short
from astragal.errors import LimitError, OddsError
from astragal.outcome import Number, is_hashable, is_plain, read_number, tidy

F = TypeVar("F", bound=Callable[..., Any])

Label: TypeAlias = str | Callable[[], str]
"""The text that the odds are of; a function, if it is only built when it is needed."""


def checked_tail(tail: Fraction | int) -> Fraction:
    if not isinstance(tail, int | Fraction) or not 0 < tail < 1:
        raise OddsError(
            "bad-tail", f"tail must be a Fraction between 0 and 1, not {in_short(tail)}"
        )
    return Fraction(tail)


def checked_outcome(outcome: Any) -> Any:
    """Validate an outcome (hashable, no floats) and turn whole Fractions into whole numbers."""
    if type(outcome) is tuple:
        return outcome if is_plain(outcome) else tuple(map(checked_outcome, outcome))
    if type(outcome) is Fraction:
        return tidy(outcome)
    if outcome is None:
        raise OddsError("bad-outcome", "None cannot be an outcome")
    if isinstance(outcome, float | complex):
        raise OddsError(
            "bad-outcome",
            "odds are exact: an outcome must be a whole number or a Fraction, "
            f"not {in_short(outcome)}",
        )
    if not is_hashable(outcome):
        raise OddsError(
            "bad-outcome", f"an outcome must be hashable, which {in_short(outcome)} is not"
        )
    return outcome


def checked_share(share: object) -> Fraction:
    """A probability above 0, as a Fraction or as people write it: ``65 %``, ``2/3``, ``0.65``."""
    if isinstance(share, str):
        text = share.strip()
        number = read_number(text.removesuffix("%"))
        if number is None:
            raise OddsError(
                "bad-share", f"write a share like 65 %, 2/3 or 0.65, not {in_short(text)}"
            )
        share = Fraction(number, 100 if text.endswith("%") else 1)
    if isinstance(share, bool) or not isinstance(share, int | Fraction):
        raise OddsError(
            "bad-share", f"a share must be a Fraction or a text like '65 %', not {in_short(share)}"
        )
    if not 0 < share <= 1:
        short = in_short(share)
        percent = f"; for percent write '{short} %'" if 1 < share <= 100 else ""
        raise OddsError("bad-share", f"a share must be above 0 and at most 1, not {short}{percent}")
    return Fraction(share)


def checked_number(number: object) -> Number:
    if type(number) is int:
        return number
    if isinstance(number, bool) or not isinstance(number, int | Fraction):
        raise OddsError(
            "not-a-number", f"expected a whole number or a Fraction, not {in_short(number)}"
        )
    return number


def checked_count(n: object, least: int, most: int | None = None) -> int:
    if type(n) is not int or n < least:
        raise OddsError(
            "bad-count", f"expected a whole number of at least {least}, not {in_short(n)}"
        )
    if most is not None and n > most:
        raise LimitError("too-many", f"expected at most {most:,}, not {in_short(n)}")
    return n


def checked_label(label: Label) -> Label:
    if not isinstance(label, str) and not callable(label):
        raise OddsError("bad-label", f"a label must be text, not {in_short(label)}")
    return label


def checked_function(function: F) -> F:
    """Validate a function of the outcome and make it safe to call repeatedly."""
    if not callable(function):
        raise OddsError(
            "not-a-function", f"expected a function of the outcome, not {in_short(function)}"
        )
    return steady(function)
