"""Series derived from series with FLINT: two-sided sums, compounds, floors, products."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq_poly, fmpz_poly

from astragal.outcome import Number, tidy
from astragal.probability.generating.grids import check_places, common_divisor
from astragal.probability.generating.quotients import (
    from_power_sums,
    homogeneous,
    power_sums,
    reversed_fractions,
    reversed_poly,
    sections,
)
from astragal.probability.laws.series import Series


def two_sided(up: Series, down: Series) -> tuple[Series, Series]:
    """The sum of a number unbounded above and one unbounded below, by partial fractions.

    The roots of one denominator lie outside the unit circle and those of the other, reversed,
    inside, so the two have no common root.
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
        _of_fractions(start, step, high, up.denominator),
        _of_fractions(start, tidy(-step), reversed_fractions(low, degree), down.denominator),
    )


def _of_fractions(start: Number, step: Number, top: fmpq_poly, bottom: fmpz_poly) -> Series:
    return Series(start, step, top.numer(), bottom * top.denom()).reduced()


def compounded(count: Series, each: Series) -> Series:
    """The sum of a random number ``count`` of independent numbers of the series ``each``."""
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
    return Series(0, one.step, numerator, denominator).times(each.power(start)).reduced()


def floors(series: Series) -> tuple[Series, ...]:
    """Every number rounded down: one series per residue of the step."""
    step = Fraction(series.step)
    if step.denominator == 1:
        return (series.shifted(Fraction(series.start) // 1 - series.start),)
    parts = sections(series.numerator, series.denominator, step.denominator)
    return tuple(
        Series(int(Fraction(series.value(residue)) // 1), step.numerator, *part)
        for residue, part in enumerate(parts)
        if part[0].length()
    )


def differences(tails: Series) -> Series:
    """The series that has the given ``tails``; the inverse of ``Series.tails``."""
    first = tails.weight_at(0)
    numerator = tails.numerator * fmpz_poly([-1, 1]) * first.denominator
    numerator += tails.denominator * first.numerator
    denominator = tails.denominator * first.denominator
    return Series(tails.start, tails.step, numerator.right_shift(1), denominator).reduced()


def products(a: Series, b: Series) -> Series:
    """The series whose weights are the products of the weights of two series, place by place."""
    assert (a.start, a.step) == (b.start, b.step)
    if a.finite or b.finite:
        count = min(each.length for each in (a, b) if each.finite)
        listed, denominator = _first_products(a, b, count)
        return Series(a.start, a.step, listed, fmpz_poly([denominator]))
    degree = a.denominator.degree() * b.denominator.degree()
    pairs = zip(power_sums(a.denominator, degree), power_sums(b.denominator, degree), strict=True)
    bottom = from_power_sums([x * y for x, y in pairs])
    # The numerator must cover the first places, beyond the polynomial parts of both.
    surplus = (each.numerator.degree() - each.denominator.degree() + 1 for each in (a, b))
    count = degree + max(0, *surplus)
    listed, denominator = _first_products(a, b, count)
    return Series(a.start, a.step, listed.mul_low(bottom, count), bottom * denominator).reduced()


def _first_products(a: Series, b: Series, count: int) -> tuple[fmpz_poly, int]:
    (left, denominator), (right, other) = a.weights(count), b.weights(count)
    listed = fmpz_poly([x * y for x, y in zip(left, right, strict=False)])
    return listed, denominator * other
