"""Arithmetic shared by games: cancelling, rounding and multiplying, without floats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, floor, prod
from typing import Annotated, Any, Literal, TypeAlias

from astragal.errors import ParameterError
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.rules.parameters import Bounds, OrText, ReadAs


def net(gains: int, losses: int, cap: int | None = None) -> int:
    """Gains minus losses after they cancel one to one; negative if losses prevail.

    The ``cap`` only limits the remainder.

    >>> net(5, 1), net(5, 1, cap=3), net(1, 3)
    (4, 3, -2)
    """
    left = gains - losses
    return left if cap is None else max(-cap, min(cap, left))


def cancelled(
    gains: int,
    losses: int,
    gain: str = "Advantages",
    loss: str = "Disadvantages",
    cap: int | None = None,
    who: str = "",
) -> Asks[Any]:
    """Note the remainder when gains and losses cancel, and the ``cap`` if it is exceeded."""
    left = gains - losses
    word = gain if left > 0 else loss
    capped = cap is not None and abs(left) > cap
    if gains > 0 and losses > 0:
        if left:
            one = word.removesuffix("s") if abs(left) == 1 else word
            limit = f", and only {cap} count" if capped else ""
            yield note("{} {} left{}", abs(left), one, limit, who=who)
        else:
            yield note("{} and {} cancel out", gain, loss, who=who)
    elif capped:
        yield note("only {} {} count", cap, word, who=who)
    return None


def rounded_up(number: int | Fraction, divisor: int = 1) -> int:
    """The quotient rounded up, toward plus infinity: 7/2 is 4, -7/2 is -3."""
    return ceil(Fraction(number) / divisor)


def rounded_down(number: int | Fraction, divisor: int = 1) -> int:
    """The quotient rounded down, toward minus infinity: 7/2 is 3, -7/2 is -4."""
    return floor(Fraction(number) / divisor)


def _read_times(text: str) -> int | None:
    """Parse ``x2``, ``×2`` or ``2``."""
    number = text.strip().lstrip("xX×").strip()
    return int(number) if number.isdecimal() and len(number) <= _LONGEST else None


def rounded(number: int | Fraction, divisor: int, rounding: Rounding) -> int:
    """The quotient, rounded up, down or to the nearest whole number; halves go up.

    >>> [rounded(7, 2, "up"), rounded(7, 2, "down"), rounded(7, 3, "nearest")]
    [4, 3, 2]
    """
    if rounding == "nearest":
        return int((2 * number + divisor) // (2 * divisor))
    return int(-(-number // divisor) if rounding == "up" else number // divisor)


Rounding: TypeAlias = Literal["up", "down", "nearest"]

_LONGEST = 9
Multiplier = Annotated[OrText[int], Bounds(1, 1_000_000), ReadAs(_read_times)]
"""The type of a parameter; below 1 a multiplier would divide."""

Multipliers = Annotated[Sequence[Multiplier], Bounds(0, 20)]
"""The type of a parameter; 20 multipliers are more than any table needs on one roll."""


def added_up(multipliers: Iterable[int]) -> int:
    """Combine multipliers of an abstract value: the first, plus each further one minus 1.

    >>> added_up([2, 2]), added_up([2, 3]), added_up([3, 3]), added_up([])
    (3, 4, 5, 1)
    """
    return 1 + sum(each - 1 for each in _checked(multipliers))


def compounded(multipliers: Iterable[int]) -> int:
    """Combine multipliers of something real, such as a weight: their product.

    >>> compounded([8, 3])
    24
    """
    return prod(_checked(multipliers))


def worked_out(result: int | Fraction, times: int, divisor: int, rounding: Rounding) -> Asks[Any]:
    """Note the multiplier and the divisor applied to a result, and the rounding."""
    if times > 1:
        yield note(", ×{}", times)
    if divisor > 1:
        yield note(", divided by {}", divisor)
        if Fraction(result) * times % divisor:
            yield note(", rounded {}", "to the nearest" if rounding == "nearest" else rounding)
    return None


def _checked(multipliers: Iterable[int]) -> list[int]:
    listed = list(multipliers)
    for each in listed:
        if each < 1:
            raise ParameterError("bad-multiplier", f"a multiplier must be at least 1, not {each}")
    return listed
