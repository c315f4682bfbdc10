"""Series from series: sums of independent numbers, compounds, floors, products of weights."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from flint import fmpq_poly, fmpz_poly

from astragal.outcome import Number, tidy
from astragal.probability.generating.grids import can_share, check_places, common_divisor
from astragal.probability.generating.quotients import (
    from_power_sums,
    homogeneous,
    power_sums,
    reversed_fractions,
    reversed_poly,
    sections,
)
from astragal.probability.generating.series import Series


def joined(several: Iterable[Series]) -> list[Series]:
    """The same weights in as few series as that makes no longer."""
    joined: list[Series] = []
    for series in several:
        if not series.length:
            continue
        for place, other in enumerate(joined):
            if can_share(series, other):
                joined[place] = other.union(series)
                break
        else:
            joined.append(series)
    return joined


def sums(a: Series, b: Series) -> tuple[Series, ...]:
    """The sum of two independent numbers: one series, or two where it has neither end."""
    if a.finite or b.finite or a.step * b.step > 0:
        return (a.times(b),)
    return _two_sided(a, b) if a.step > 0 else _two_sided(b, a)


def _two_sided(up: Series, down: Series) -> tuple[Series, Series]:
    """The sum of a number without upper end and one without lower end, by partial fractions.

    The roots of one denominator lie outside the unit circle and those of the other, reversed,
    inside, so they never meet.
    """
    step = common_divisor(up.step, down.step)
    up, down = up.respaced(step), down.respaced(tidy(-step))
    degree = max(down.numerator.degree(), down.denominator.degree())
    rising, falling = fmpq_poly(up.denominator), fmpq_poly(reversed_poly(down.denominator, degree))
    both = fmpq_poly(up.numerator * reversed_poly(down.numerator, degree))
    whole, rest = divmod(both, rising * falling)
    _, inverse, _ = rising.xgcd(falling)
    low = (rest * inverse) % falling
    high = (rest - low * rising) // falling + whole * rising
    start = tidy(up.start + down.start)
    return (
        _quotient(start, step, high, up.denominator),
        _quotient(start, tidy(-step), reversed_fractions(low, degree), down.denominator),
    )


def _quotient(start: Number, step: Number, top: fmpq_poly, bottom: fmpz_poly) -> Series:
    return Series.of(start, step, top.numer(), bottom * top.denom()).reduced()


def geometric_series(series: Series) -> Series:
    """The sum over all n of n independent numbers: 1 / (1 - f), for a mass below one."""
    own = series.from_zero()
    return Series.of(0, own.step, own.denominator, own.denominator - own.numerator)


def compounded(count: Series, each: Series) -> Series:
    """The sum of independent numbers of the series ``each``, as many as ``count`` says."""
    start, step = int(count.start), int(count.step)
    if step < 0 or start < 0:
        raise ValueError("there cannot be fewer than no numbers")
    one = each.from_zero().power(step)
    degree = max(count.numerator.degree(), count.denominator.degree())
    check_places(degree * one.longest)
    numerator, denominator = (
        homogeneous(poly, one.numerator, one.denominator, degree)
        for poly in (count.numerator, count.denominator)
    )
    return Series.of(0, one.step, numerator, denominator).times(each.power(start)).reduced()


def floors(series: Series) -> tuple[Series, ...]:
    """Every number rounded down: a series for each residue of the step."""
    step = Fraction(series.step)
    if step.denominator == 1:
        return (series.shifted(Fraction(series.start) // 1 - series.start),)
    parts = sections(series.numerator, series.denominator, step.denominator)
    return tuple(
        Series.of(int(Fraction(series.value(residue)) // 1), step.numerator, *part)
        for residue, part in enumerate(parts)
        if part[0].length()
    )


def differences(tails: Series) -> Series:
    """The series whose ``tails`` are given."""
    first = tails.weight_at(0)
    numerator = tails.numerator * fmpz_poly([-1, 1]) * first.denominator
    numerator += tails.denominator * first.numerator
    denominator = tails.denominator * first.denominator
    return Series.of(tails.start, tails.step, numerator.right_shift(1), denominator).reduced()


def products(a: Series, b: Series) -> Series:
    """The series whose weights are the products of the weights of two, place by place."""
    assert (a.start, a.step) == (b.start, b.step)
    if a.finite or b.finite:
        count = min(each.length for each in (a, b) if each.finite)
        listed, denominator = _first_products(a, b, count)
        return Series.of(a.start, a.step, listed, fmpz_poly([denominator]))
    degree = a.denominator.degree() * b.denominator.degree()
    pairs = zip(power_sums(a.denominator, degree), power_sums(b.denominator, degree), strict=True)
    bottom = from_power_sums([x * y for x, y in pairs])
    # The numerator is as long as the first places need, past the polynomial parts of both.
    surplus = (each.numerator.degree() - each.denominator.degree() + 1 for each in (a, b))
    count = degree + max(0, *surplus)
    listed, denominator = _first_products(a, b, count)
    return Series.of(a.start, a.step, listed.mul_low(bottom, count), bottom * denominator).reduced()


def _first_products(a: Series, b: Series, count: int) -> tuple[fmpz_poly, int]:
    (left, denominator), (right, other) = a.weights(count), b.weights(count)
    listed = fmpz_poly([x * y for x, y in zip(left, right, strict=False)])
    return listed, denominator * other
