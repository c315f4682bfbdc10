"""The probability that a comparison of independent numbers holds, from their laws."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import chain
from operator import mul

from astragal.outcome import Number, tidy
from astragal.probability.budget import FRACTION, Budget
from astragal.probability.generating.fractions import balanced_sum, fraction_of
from astragal.probability.laws.arithmetic import subtract
from astragal.probability.laws.cumulative import Cumulative
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law
from astragal.probability.listing import reaching_cost
from astragal.probability.refusals import no_closed_form

_LOOKS = 6
"""The operations on each mass beyond a number: multiplying, cancelling, adding."""

_TAIL = 40
"""The steps of adding one weight of a finite law to the sum so far."""


def compare(op: str, a: Law, b: Law, budget: Budget) -> Fraction:
    """The probability that a comparison of two independent numbers holds."""
    if (number := b.constant) is not None:
        return compare_with(op, a, number)
    if isinstance(a, Finite) and isinstance(b, Finite):
        budget.spend_entries(a.size + b.size, a.bits * b.bits // 64)
        budget.room((a.size + b.size) * 5 // 4, max(a.bits, b.bits))  # cumulative weights too
        budget.spend_fractions(a, b)
        compared = _compared_on_grid(op, a, b)
        return _compared_finite(op, a, b) if compared is None else compared
    return compare_with(op, subtract(a, b, budget), 0)


def compare_with(op: str, law: Law, number: Number) -> Fraction:
    """The probability that a comparison with a constant holds."""
    return fraction_of(*weight_of(op, law, number))


def weight_of(op: str, law: Law, number: Number) -> tuple[int, int]:
    """The weight of a true comparison with a constant, and the denominator.

    The mass of the law must be one.
    """
    if op == ">=" or op == "<":
        held, denominator = law.reaching(number)
    elif op == ">" or op == "<=":
        held, denominator = law.reaching(number, True)
    else:
        held, denominator = law.exactly(number).as_integer_ratio()
    return (denominator - held if op in _DENIED else held), denominator


_DENIED = ("<", "<=", "!=")
"""Comparisons that are computed as the negation of another one."""


def _compared_on_grid(op: str, a: Finite, b: Finite) -> Fraction | None:
    """The probability by cumulative weights, place by place; None unless both share a grid."""
    if not (a.gridded and b.gridded and a.step == b.step):
        return None
    distance = a.start - b.start
    if a.step != 1 or type(distance) is not int:
        distance = tidy(Fraction(distance) / a.step)
        if type(distance) is not int:
            return None
    ahead = distance
    match op:
        case ">":
            held = _above(a, b, ahead)
        case ">=":
            held = _above(a, b, ahead + 1)
        case "<":
            held = _above(b, a, -ahead)
        case "<=":
            held = _above(b, a, 1 - ahead)
        case _:
            held = sum(map(mul, a.weights[max(0, -ahead) :], b.weights[max(0, ahead) :]))
            held = held if op == "=" else a.reach[-1] * b.reach[-1] - held
    return fraction_of(held, a.below * b.below)


def _above(a: Finite, b: Finite, ahead: int) -> int:
    """The sum over all places of a weight of ``a`` times all weights of ``b`` below it.

    ``ahead`` is the distance from the start of ``b`` to the start of ``a``, in places.
    """
    low, high = max(0, -ahead), min(a.length, max(0, b.length - ahead))
    inside: int = sum(map(mul, a.weights[low:high], b.reach[max(0, low + ahead) :]))
    return inside + b.reach[-1] * (a.reach[-1] - a.reach[high])


def _compared_finite(op: str, a: Law, b: Law) -> Fraction:
    if op in (">", ">="):
        return _compared_finite({">": "<", ">=": "<="}[op], b, a)
    table, denominator = a.in_order(), a.table().denominator
    other = Cumulative(b)
    total = other.reach[-1]
    if op == "<":
        held = sum(weight * (total - other.at_most(number)) for number, weight in table.items())
    elif op == "<=":
        held = sum(weight * (total - other.less(number)) for number, weight in table.items())
    else:
        weights, _ = b.table()
        held = sum(weight * weights.get(number, 0) for number, weight in table.items())
        held = held if op == "=" else denominator * total - held
    return Fraction(held, denominator * other.denominator)


def within(a: Law, low: Law, high: Law, budget: Budget) -> Fraction:
    """The probability that ``low <= a <= high`` for three independent numbers."""
    if a.finite and low.finite and high.finite:
        return _within_finite(a, low, high, budget)
    if a.finite:
        return _finite_within(a, low, high, budget)
    if not (low.finite and high.finite):
        raise no_closed_form("a comparison of rolls that explode without limit with one another")
    return _endless_within(a, low, high, budget)


def _finite_within(a: Law, low: Law, high: Law, budget: Budget) -> Fraction:
    """The same for a finite number where at least one bound is infinite, number by number."""
    table, denominator = a.table()
    budget.spend(a.size * FRACTION)
    budget.spend(_reaching_steps(low, table) + _reaching_steps(high, table))
    at_least, at_most = _tail_of(high), _tail_of(low)
    chances = (
        weight * (1 - at_most(number, past=True)) * at_least(number)
        for number, weight in table.items()
    )
    return balanced_sum(map(Fraction.as_integer_ratio, chances)) / denominator


def _endless_within(a: Law, low: Law, high: Law, budget: Budget) -> Fraction:
    """The same for an infinite number between finite bounds.

    It is the probability of reaching the lower bound, weighted by the chance that the upper bound
    is not below it, minus that of passing the upper bound, weighted likewise.
    """
    (lows, low_denominator), (highs, high_denominator) = low.table(), high.table()
    budget.spend((low.size + high.size) * FRACTION)
    budget.spend(_reaching_steps(a, [*lows, *highs]))
    every_low = int(low.mass * low_denominator)
    reaching = (weight * high.reached(x) * a.at_least(x) for x, weight in lows.items())
    passing = (
        -weight * (every_low - low.reached(y, past=True)) * a.at_least(y, past=True)
        for y, weight in highs.items()
    )
    held = balanced_sum(map(Fraction.as_integer_ratio, chain(reaching, passing)))
    return held / (low_denominator * high_denominator)


def _reaching_steps(law: Law, numbers: Iterable[Number]) -> int:
    """The steps of finding the mass of a law from each of these numbers on, and adding it up."""
    if law.finite:
        return law.size * _TAIL
    return sum(_LOOKS * reaching_cost(law, number) for number in numbers)


def _tail_of(law: Law) -> Callable[..., Fraction]:
    """A fast function for the mass of a law from a number on, for many numbers."""
    if not law.finite:
        return law.at_least
    denominator = law.table().denominator

    def at_least(number: Number, *, past: bool = False) -> Fraction:
        return Fraction(law.reached(number, past=past), denominator)

    return at_least


def _within_finite(a: Law, low: Law, high: Law, budget: Budget) -> Fraction:
    """The same for finite numbers, by cumulative weights; quicker if both bounds are constant."""
    least, most = low.constant, high.constant
    if least is not None and most is not None:
        return a.at_least(least) - a.at_least(most, past=True) if least <= most else Fraction(0)
    budget.spend_entries(a.size * (low.size + high.size))
    budget.spend_fractions(a)
    lows, highs = Cumulative(low), Cumulative(high)
    total = highs.reach[-1]
    held = sum(
        weight * lows.at_most(number) * (total - highs.less(number))
        for number, weight in a.in_order().items()
    )
    return Fraction(held, a.table().denominator * lows.denominator * highs.denominator)
