"""What people hand to a distribution, refused in plain words where it makes no sense."""

from __future__ import annotations

from fractions import Fraction

from astragal.errors import OddsError
from astragal.outcome import Number, Outcome, tidy


def checked_tail(tail: Fraction | int) -> Fraction:
    """How light the tail must be, if that makes sense."""
    if not isinstance(tail, int | Fraction) or not 0 < tail < 1:
        raise OddsError("bad-tail", f"a tail is a Fraction between 0 and 1, not {tail}")
    return Fraction(tail)


def checked_outcome(outcome: Outcome) -> Outcome:
    if isinstance(outcome, tuple):
        return tuple(checked_outcome(item) for item in outcome)
    if isinstance(outcome, bool | str):
        return outcome
    if isinstance(outcome, int | Fraction):
        return tidy(outcome)
    raise OddsError(
        "bad-outcome", f"an outcome is a number, true or false, a text or a tuple, not {outcome!r}"
    )


def checked_number(number: object) -> Number:
    if isinstance(number, bool) or not isinstance(number, int | Fraction):
        raise OddsError("not-a-number", f"a whole number or a Fraction is needed, not {number!r}")
    return number


def checked_count(n: object, least: int) -> int:
    if type(n) is not int or n < least:
        raise OddsError("bad-count", f"a whole number of at least {least} is needed, not {n!r}")
    return n


def require_function(function: object) -> None:
    if not callable(function):
        raise OddsError("not-a-function", f"a function of an outcome is needed, not {function!r}")
