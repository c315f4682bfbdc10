"""Quantiles of infinite laws, found from their tails even very far out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from astragal.errors import OddsError
from astragal.outcome import Number, tidy
from astragal.probability.generating.grids import common_step
from astragal.probability.laws.law import Law


def endless_quantile(law: Law, share: Fraction) -> Number:
    """The lowest number that at least this share of all rolls does not exceed."""
    if share == 1 and any(part.step > 0 and not part.finite for part in law.parts):
        raise OddsError("endless", "there is no number that no roll exceeds")
    start = law.parts[0].start
    starts = [tidy(part.start - start) for part in law.parts]
    step = common_step([*starts, *(part.step for part in law.parts)])
    rest = 1 - share

    def number(place: int) -> Number:
        return tidy(start + step * place)

    def reached(place: int) -> bool:
        return law.at_least(number(place), past=True) <= rest

    mean, _ = law.moments()
    return number(_first(reached, int((mean - start) // step)))


def _first(holds: Callable[[int], bool], guess: int) -> int:
    """The first place where a condition holds; it must hold at all later places too."""
    stride = 1
    if holds(guess):
        low, high = guess - stride, guess
        while holds(low):
            high, stride = low, 2 * stride
            low -= stride
    else:
        low, high = guess, guess + stride
        while not holds(high):
            low, stride = high, 2 * stride
            high += stride
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high
