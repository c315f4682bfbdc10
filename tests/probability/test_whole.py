"""Plain whole numbers against FLINT's polynomials, and laws on grids against both."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from astragal.probability.generating import polynomials as polynomials_of
from astragal.probability.generating import whole
from astragal.probability.laws import sums
from astragal.probability.laws.finite import Finite
from tests.support.processes import unmeasured

coefficients = st.integers(-9, 9) | st.integers(-(10**30), 10**30)
polynomials = st.lists(coefficients, min_size=1, max_size=12).filter(lambda poly: poly[-1])


def plain(poly: fmpz_poly) -> list[int]:
    return list(map(int, poly.coeffs()))


@given(polynomials, polynomials)
def test_a_product(a: list[int], b: list[int]) -> None:
    assert whole.product(a, b) == plain(fmpz_poly(a) * fmpz_poly(b))
    assert whole.product_of_terms(a, b) == plain(fmpz_poly(a) * fmpz_poly(b))


@given(polynomials, st.integers(1, 20))
def test_a_product_with_a_fair_die(a: list[int], sides: int) -> None:
    assert whole.times_fair(a, sides) == plain(fmpz_poly(a) * fmpz_poly([1] * sides))


@given(polynomials.filter(lambda poly: poly[0]), st.integers(1, 9))
def test_a_power(a: list[int], n: int) -> None:
    assert whole.power(a, n) == whole.power_of_terms(a, n) == plain(fmpz_poly(a) ** n)


@given(st.integers(1, 30), st.integers(1, 30))
def test_a_power_of_a_fair_die(sides: int, n: int) -> None:
    assert whole.fair_power(sides, n) == plain(fmpz_poly([1] * sides) ** n)


@pytest.mark.parametrize(("sides", "n"), [(2, 500), (6, 200), (100, 20), (1000, 3), (999, 2)])
def test_a_large_power_of_a_fair_die(sides: int, n: int) -> None:
    assert whole.fair_power(sides, n) == plain(fmpz_poly([1] * sides) ** n)


@given(
    st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 6)), min_size=1, max_size=4),
    st.integers(1, 6),
)
def test_a_power_of_weights_that_change_seldom(runs: list[tuple[int, int]], n: int) -> None:
    weights = polynomial_list([weight for weight, times in runs for _ in range(times)])
    if weights and weights[0]:
        found = whole.power_of_steps(whole.steps(weights), n)
        assert found == plain(fmpz_poly(weights) ** n)


def polynomial_list(weights: list[int]) -> list[int]:
    return plain(fmpz_poly(weights))


def grids(weights: list[int], below: int) -> list[Finite]:
    """The same law with plain weights, and with those of FLINT."""
    poly = fmpz_poly(weights)
    return [Finite(0, 1, weights[:], below), Finite(0, 1, None, below, numerator=poly)]


@given(polynomials, polynomials, st.integers(1, 5), st.integers(1, 5))
def test_sums_of_grids_in_every_form(a: list[int], b: list[int], n: int, m: int) -> None:
    for first in grids(a, 7):
        for second in grids(b, 5):
            both = sums.product(first, second)
            assert (both.weights, both.below) == (plain(fmpz_poly(a) * fmpz_poly(b)), 35)
        powers = [
            sums.product(sums.power_on_grid(first, n), sums.power_on_grid(first, m)),
            sums.power_on_grid(first, n + m),
            sums.power_on_grid(sums.power_on_grid(first, n), m),
        ]
        for power, exponent in zip(powers, (n + m, n + m, n * m), strict=True):
            expected = [Fraction(c, 7**exponent) for c in plain(fmpz_poly(a) ** exponent)]
            assert [Fraction(weight, power.below) for weight in power.weights] == expected


@given(polynomials, polynomials)
def test_weights_far_apart_multiply_term_by_term(a: list[int], b: list[int]) -> None:
    far, further = (
        Finite(0, 1, plain(fmpz_poly(each).inflate(by)), below)
        for each, by, below in ((a, 60, 7), (b, 70, 5))
    )
    expected = plain(fmpz_poly(a).inflate(60) * fmpz_poly(b).inflate(70))
    assert sums.product(far, further).weights == expected
    cubed = sums.power_on_grid(far, 3)
    expected = plain(fmpz_poly(a).inflate(60) ** 3)
    assert [each * 7**3 for each in cubed.weights] == [each * cubed.below for each in expected]


@given(st.integers(1, 9), st.integers(1, 9), polynomials)
def test_sums_know_fair_factors(sides: int, weight: int, other: list[int]) -> None:
    fair = Finite(0, 1, [weight] * sides, 3)
    expected = plain(fmpz_poly([weight] * sides) * fmpz_poly(other))
    assert sums.product(fair, Finite(0, 1, other[:], 1)).weights == expected
    cubed = sums.power_on_grid(fair, 3)
    expected = plain(fmpz_poly([weight] * sides) ** 3)
    assert [each * 27 for each in cubed.weights] == [each * cubed.below for each in expected]


@given(polynomials, st.integers(-2, 14), st.integers(1, 4))
def test_parts_of_a_grid(a: list[int], place: int, factor: int) -> None:
    law = Finite(0, 1, a[:], 6)
    start = max(0, place)
    assert law.at_least(place) == Fraction(sum(a[start:]), 6)
    low, high = law.cut(place)
    assert low.mass + high.mass == law.mass
    assert high.at_least(place) == law.at_least(place) == high.mass
    wider = sums.spread(Finite(0, factor, a[:], 6), 1)
    assert wider.weights == plain(fmpz_poly(a).inflate(factor))
    assert law.reduced().at_least(place) == law.at_least(place)
    assert law.moments() == (
        Fraction(sum(i * w for i, w in enumerate(a)), 6),
        Fraction(sum(i * i * w for i, w in enumerate(a)), 6),
    )


small = st.lists(st.integers(-6, 6), min_size=1, max_size=7).map(polynomial_list).filter(bool)


@given(small, small, small)
def test_polynomials_in_python_and_in_flint(a: list[int], b: list[int], c: list[int]) -> None:
    flint = tuple(map(fmpz_poly, (a, b, c)))
    for function in (polynomials_of.plus, polynomials_of.times):
        assert function(a, b) == polynomials_of.listed(function(flint[0], flint[1]))
    one, other = polynomials_of.times(a, c), polynomials_of.times(b, c)
    shared = polynomials_of.common_divisor(one, other)
    assert shared == plain((flint[0] * flint[2]).gcd(flint[1] * flint[2]))
    assert polynomials_of.times(polynomials_of.divided(one, shared), shared) == one
    assert polynomials_of.power(a, 5) == plain(flint[0] ** 5)
    assert polynomials_of.derivatives_at_one(a) == polynomials_of.derivatives_at_one(flint[0])


@given(small, small, st.sampled_from([1, 2, 6, 12, 36, 10**3]), st.integers(1, 25))
def test_first_coefficients_of_a_quotient(
    top: list[int], bottom: list[int], first: int, count: int
) -> None:
    bottom = [first, *bottom]
    found, denominator = polynomials_of.expanded(top, bottom, count)
    listed, below = polynomials_of.expanded(fmpz_poly(top), fmpz_poly(bottom), count)
    listed += [0] * (count - len(listed))
    assert [Fraction(each, denominator) for each in found] == [Fraction(e, below) for e in listed]


EVERYDAY = (
    "2d6",
    "d20+5 >= 15",
    "4d6kh3",
    "30d10c>=8c=10",
    "2d20kh1",
    "1d8+2d6+3",
    "longest_run(12d6)",
    "matches(20d10)",
    "10d6!",
    "50d20r",
    "3d{blank,hit,2hit,crit} + 2d{blank,miss,2miss,flaw}",
)


def test_everyday_odds_do_without_flint() -> None:
    asked = "; ".join(f"len(astragal.odds({text!r}))" for text in EVERYDAY)
    code = f"import sys, astragal; {asked}; print('flint' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=unmeasured()
    )
    assert done.stdout == "False\n"
