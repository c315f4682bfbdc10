"""What people hand to a distribution, refused in plain words where it makes no sense."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from astragal.errors import OddsError
from astragal.outcome import Number, is_hashable, read_number, tidy


def checked_tail(tail: Fraction | int) -> Fraction:
    """How light the tail must be, if that makes sense."""
    if not isinstance(tail, int | Fraction) or not 0 < tail < 1:
        raise OddsError("bad-tail", f"a tail is a Fraction between 0 and 1, not {tail}")
    return Fraction(tail)


def checked_outcome(outcome: Any) -> Any:
    """An outcome in its usual form: whole fractions as whole numbers. Anything hashable but floats will do."""
    if type(outcome) is tuple:
        return tuple(checked_outcome(item) for item in outcome)
    if type(outcome) is Fraction:
        return tidy(outcome)
    if outcome is None:
        raise OddsError("bad-outcome", "None is no outcome")
    if isinstance(outcome, float | complex):
        raise OddsError(
            "bad-outcome",
            f"odds are exact, and {outcome!r} is not: a whole number or a Fraction is",
        )
    if not is_hashable(outcome):
        raise OddsError("bad-outcome", f"an outcome must be hashable, and {outcome!r} is not")
    return outcome


def checked_share(share: object) -> Fraction:
    """A probability over 0, as a Fraction or as people write it: ``65 %``, ``2/3``, ``0.65``."""
    if isinstance(share, str):
        text = share.strip()
        number = read_number(text.removesuffix("%"))
        if number is None:
            raise OddsError(
                "bad-share", f"a share is written like 65 %, 2/3 or 0.65, not {text[:60]}"
            )
        share = Fraction(number, 100 if text.endswith("%") else 1)
    if isinstance(share, bool) or not isinstance(share, int | Fraction):
        raise OddsError(
            "bad-share", f"a share is exact, and {share!r} is not: write it like '65 %'"
        )
    if not 0 < share <= 1:
        percent = f": {share} % is written with its sign" if 1 < share <= 100 else ""
        raise OddsError("bad-share", f"a share is over 0 and up to 1, not {share}{percent}")
    return Fraction(share)


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
