"""Plain whole numbers against FLINT's polynomials, and places against both."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from astragal.probability.generating import whole
from astragal.probability.generating.places import Places
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


@given(polynomials, polynomials, st.integers(1, 5), st.integers(1, 5))
def test_places_multiply_in_every_form(a: list[int], b: list[int], n: int, m: int) -> None:
    for first in (Places(a[:], 7), Places.of_polynomial(fmpz_poly(a), 7)):
        for second in (Places(b[:], 5), Places.of_polynomial(fmpz_poly(b), 5)):
            both = first.times(second)
            assert (both.weights, both.below) == (plain(fmpz_poly(a) * fmpz_poly(b)), 35)
        powers = [first.power(n).times(first.power(m)), first.power(n + m)]
        powers.append(first.power(n).power(m))
        for power, exponent in zip(powers, (n + m, n + m, n * m), strict=True):
            expected = [Fraction(c, 7**exponent) for c in plain(fmpz_poly(a) ** exponent)]
            assert [Fraction(weight, power.below) for weight in power.weights] == expected


@given(polynomials, polynomials)
def test_places_far_apart_multiply_term_by_term(a: list[int], b: list[int]) -> None:
    far, further = Places(a[:], 7).spread(60), Places(b[:], 5).spread(70)
    expected = plain(fmpz_poly(a).inflate(60) * fmpz_poly(b).inflate(70))
    assert far.times(further).weights == expected
    cubed = far.power(3)
    expected = plain(fmpz_poly(a).inflate(60) ** 3)
    assert [each * 7**3 for each in cubed.weights] == [each * cubed.below for each in expected]


@given(st.integers(1, 9), st.integers(1, 9), polynomials)
def test_places_know_fair_factors(sides: int, weight: int, other: list[int]) -> None:
    fair = Places([weight] * sides, 3)
    expected = plain(fmpz_poly([weight] * sides) * fmpz_poly(other))
    assert fair.times(Places(other[:], 1)).weights == expected
    cubed = fair.power(3)
    expected = plain(fmpz_poly([weight] * sides) ** 3)
    assert [each * 27 for each in cubed.weights] == [each * cubed.below for each in expected]


@given(polynomials, st.integers(-2, 14), st.integers(1, 4))
def test_places_from_places(a: list[int], place: int, factor: int) -> None:
    places = Places(a[:], 6)
    start = max(0, place)
    assert places.mass_from(place) == Fraction(sum(a[start:]), 6)
    low, high = places.split(place)
    assert low.delayed(0).mass + high.mass == places.mass
    assert high.delayed(start).mass_from(start) == places.mass_from(place)
    assert places.spread(factor).weights == plain(fmpz_poly(a).inflate(factor))
    assert places.tails().weights == [sum(a[i:]) for i in range(len(places.tails()))]
    assert places.reduced().mass_from(place) == places.mass_from(place)
    assert places.moments() == (
        Fraction(sum(i * w for i, w in enumerate(a)), 6),
        Fraction(sum(i * i * w for i, w in enumerate(a)), 6),
    )


EVERYDAY = (
    "2d6",
    "d20+5 >= 15",
    "4d6kh3",
    "30d10c>=8c=10",
    "2d20kh1",
    "1d8+2d6+3",
    "longest_run(12d6)",
    "3d{blank,hit,2hit,crit} + 2d{blank,miss,2miss,flaw}",
)


def test_everyday_odds_do_without_flint() -> None:
    asked = "; ".join(f"len(astragal.odds({text!r}))" for text in EVERYDAY)
    code = f"import sys, astragal; {asked}; print('flint' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=unmeasured()
    )
    assert done.stdout == "False\n"
