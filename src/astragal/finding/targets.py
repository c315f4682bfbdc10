"""Targets: the desired range of a mean, a spread or a probability."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from astragal._visible import in_short
from astragal.errors import OddsError
from astragal.outcome import read_number

_BOUND = re.compile(r"(>=|<=|≥|≤)?\s*(.*)", re.DOTALL)
_MOST = 10**9
"""The largest number in a wish: floats are too coarse beyond it."""


class Target(NamedTuple):
    """A range from ``low`` to ``high``; None means unbounded."""

    low: Fraction | None
    high: Fraction | None

    def missed_by(self, value: Fraction) -> Fraction:
        """Distance of a value from the range; 0 inside.

        >>> Target(Fraction(3), None).missed_by(Fraction(1)), Target(None, Fraction(3)).missed_by(2)
        (Fraction(2, 1), Fraction(0, 1))
        """
        if self.low is not None and value < self.low:
            return self.low - value
        if self.high is not None and value > self.high:
            return value - self.high
        return Fraction(0)


_LONGEST = 1_000
"""The most characters of a wish."""
_MOST_BITS = 1_000
"""The most bits of a wish's numerator or denominator."""


def target_of(of: str, given: Any, *, chance: bool) -> Target:
    """Parse a target: a number, ``>=12``, ``<=10 %`` or ``10..12``."""
    text = given if isinstance(given, str) else _text(of, given)
    if len(text) > _LONGEST:
        raise bad_wish(f"{of}: {in_short(text)} is too long a wish")
    return _read(of, text, chance)


@lru_cache(maxsize=256)
def _read(of: str, text: str, chance: bool) -> Target:
    first, dots, last = text.partition("..")
    if of == "range" and not dots:
        raise bad_wish(
            f"a range is wished for by both of its ends, like 3..18, not {in_short(text)}"
        )
    if dots:
        low, high = _number(of, first, chance), _number(of, last, chance)
        if low > high:
            raise bad_wish(f"{in_short(text)} runs backwards: write the smaller number first")
        return Target(low, high)
    found = _BOUND.fullmatch(text.strip())
    assert found is not None
    number = _number(of, found[2], chance)
    return Target(
        None if found[1] in ("<=", "≤") else number, None if found[1] in (">=", "≥") else number
    )


def _text(of: str, given: Any) -> str:
    if isinstance(given, bool) or not isinstance(given, int | Fraction):
        raise bad_wish(f"{of}: wish for a number or a text like 65 %, not {in_short(given)}")
    if max(given.numerator.bit_length(), given.denominator.bit_length()) > _MOST_BITS:
        raise bad_wish(f"{of}: wish for a shorter number than {in_short(given)}")
    return str(given)


def _number(of: str, text: str, chance: bool) -> Fraction:
    percent = text.strip().endswith("%")
    number = read_number(text.strip().removesuffix("%"))
    if number is None or (percent and not chance) or not -_MOST <= number <= _MOST:
        like = "65 %, 13/20 or <=10 %" if chance else "12, 7/2, >=12 or 10..12"
        raise bad_wish(f"{of}: {in_short(text)} cannot be wished for; write it like {like}")
    value = Fraction(number) / (100 if percent else 1)
    if chance and not 0 <= value <= 1:
        hint = f"; for percent write {text.strip()} %" if 1 < value <= 100 and not percent else ""
        raise bad_wish(f"{of}: a chance is from 0 to 100 %, not {in_short(text)}{hint}")
    if of in ("sd", "steps") and value < 0:
        raise bad_wish(f"{of}: this is never below 0")
    return value


def bad_wish(message: str) -> OddsError:
    return OddsError("bad-wish", message)
