"""Every fast algorithm of exact odds against the slow and obvious one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from operator import eq, ge, gt, le, lt, ne
from typing import Any

import pytest
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import Die
from astragal.outcome import Number
from astragal.probability.budget import Budget, Cache
from astragal.probability.generating.exponential import InFlint
from astragal.probability.generating.quotients import Coefficients, sections
from astragal.probability.laws import arithmetic, comparisons
from astragal.probability.laws.combining import compounded, differences, products
from astragal.probability.laws.endless import of_rows, sums_of_rows
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law, union
from astragal.probability.laws.series import Series
from astragal.probability.pools.effects import KeepRanks
from astragal.probability.pools.multisets import multisets_of
from astragal.probability.pools.unlike import DistinctValues
from astragal.probability.readings import matches as matches_of
from astragal.probability.readings import order_statistics as keeping
from astragal.probability.readings import rank_polynomials, sets
from astragal.probability.readings.blocks import (
    Block,
    Term,
    dice_of,
    kept_of_blocks,
    without_extremes,
)
from astragal.probability.walks.readings import DISTINCT, LARGEST_SET, LONGEST_RUN, ranks, together
from astragal.probability.walks.walk import walk
from tests.support import of_values

F = Fraction

DICE = [Die(4), Die([0, 1, 1, 3]), Die([-2, 5, 5, 5, 6]), Die([1, 10, 100])]
dice = st.lists(st.integers(-3, 6), min_size=1, max_size=5).map(Die)


def table(law: Law) -> dict[Number, Fraction]:
    weights, denominator = law.table()
    return {number: F(weight, denominator) for number, weight in weights.items() if weight}


def twin(die: Die, n: int, read: Callable[[Sequence[int]], Any]) -> dict[Any, Fraction]:
    """Every fall of every die."""
    counts = Counter(read(faces) for faces in product(die.positions, repeat=n))
    return {result: F(ways, die.total**n) for result, ways in counts.items()}


def pool(die: Die, n: int) -> list[Term]:
    return [(F(1), (Block(Law.of_die(die), n),))]


@pytest.mark.parametrize("die", DICE, ids=str)
@pytest.mark.parametrize("n", [1, 2, 4])
def test_some_ranks_of_equal_dice(die: Die, n: int) -> None:
    law = Law.of_die(die)
    for first in range(n):
        for last in range(first + 1, n + 1):

            def kept(faces: Sequence[int], first: int = first, last: int = last) -> int:
                return sum(sorted(faces, reverse=True)[first:last])

            expected = twin(die, n, kept)
            slow = multisets_of(law, n, first, last, Budget()).total()
            assert table(slow) == expected
            fast = keeping.kept_total(law, n, first, last, None, Budget())
            assert fast is None or table(fast) == expected
            fast = keeping.kept_total(law, n, first, last, Law.certain, Budget())
            assert fast is None or table(fast) == expected


@given(st.integers(1, 7), st.integers(2, 9), st.data())
def test_the_running_sums_for_fair_dice_are_the_powers(
    n: int, sides: int, data: st.DataObject
) -> None:
    kept = data.draw(st.integers(1, n))
    weights = [1] * sides
    rows = [fmpz_poly([1]).left_shift(place) for place in range(sides)]
    fair = fmpz_poly(keeping.sum_of_highest_fair(sides, n, kept))
    assert fair == rank_polynomials._sum_of_highest(weights, rows, n, kept)
    assert fair == rank_polynomials._sum_of_ranks(weights, rows, n, [(0, kept)])


@pytest.mark.parametrize("die", DICE, ids=str)
@pytest.mark.parametrize("n", [0, 1, 3, 4])
def test_readings_of_equal_dice(die: Die, n: int) -> None:
    law, budget = Law.of_die(die), Budget()
    if n:
        assert table(sets.largest_set(law, n, budget)) == twin(die, n, of_values.largest_set)
    present = DistinctValues(pool(die, n), budget)
    assert table(present.read(LONGEST_RUN)) == twin(die, n, of_values.longest_run)
    assert table(present.read(DISTINCT)) == twin(die, n, of_values.distinct)
    for kept in (None, 1, 2):
        for highest in (True, False):

            def total(
                faces: Sequence[int], kept: int | None = kept, highest: bool = highest
            ) -> int:
                return sum(sorted(set(faces), reverse=highest)[:kept])

            ranked = present if kept is None else present.keep(KeepRanks(kept, highest, drop=False))
            assert table(ranked.total()) == twin(die, n, total)


@pytest.mark.parametrize("die", DICE, ids=str)
@pytest.mark.parametrize("n", [1, 3])
def test_several_readings_at_once(die: Die, n: int) -> None:
    readings = [LARGEST_SET, LONGEST_RUN, DISTINCT, ranks(0, 1), ranks(max(0, n - 2), n)]
    hand = dice_of([(F(1), (Block(Law.of_die(die), n),))], Budget())
    weights, denominator = walk([hand], together(readings), Budget())
    found = {values: F(weight, denominator) for values, weight in weights.items()}

    def read(faces: Sequence[int]) -> tuple[Number, ...]:
        return (
            of_values.largest_set(faces),
            of_values.longest_run(faces),
            of_values.distinct(faces),
            of_values.highest(faces),
            of_values.lowest(faces, 2),
        )

    assert found == twin(die, n, read)


@pytest.mark.parametrize("highest", [True, False])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_unlike_blocks_by_enumeration(highest: bool, number: int) -> None:
    laws = [Law.of_die(die) for die in (Die(3), Die([0, 2, 2]), Die([-1, 4]))]
    blocks = (Block(laws[0], 2), Block(laws[1], 1), Block(laws[2], 1))
    kept: Counter[int] = Counter()
    dropped: Counter[int] = Counter()
    for faces in product((1, 2, 3), (1, 2, 3), (0, 2, 2), (-1, 4)):
        ranked = sorted(faces, reverse=highest)
        kept[sum(ranked[:number])] += 1
        dropped[sum(ranked[number:])] += 1
    terms = [(F(1), blocks)]
    found = kept_of_blocks(terms, number, highest, Law.certain, Budget())
    assert table(found) == {total: F(ways, 54) for total, ways in kept.items()}
    found = without_extremes(terms, number, highest, int, Budget())
    assert table(found) == {total: F(ways, 54) for total, ways in dropped.items()}


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=5), st.integers(0, 60))
def test_a_far_term_of_a_quotient_is_that_of_long_division(top: list[int], index: int) -> None:
    bottom = [7, -2, 0, -1]
    terms: list[Fraction] = []
    for place in range(index + 1):
        known = sum(F(bottom[k]) * terms[place - k] for k in range(1, 4) if place >= k)
        above = top[place] if place < len(top) else 0
        terms.append(F(above - known) / bottom[0])
    assert Coefficients(fmpz_poly(top), fmpz_poly(bottom)).at(index) == terms[index]
    spread = fmpz_poly(bottom).inflate(3)
    alone = Coefficients(fmpz_poly([1]), fmpz_poly(bottom))
    assert Coefficients(fmpz_poly([1]), spread).at(3 * index) == alone.at(index)


@pytest.mark.parametrize("modulus", [2, 3, 5])
def test_sections_of_a_quotient(modulus: int) -> None:
    top, bottom = fmpz_poly([1, 2, 0, 1]), fmpz_poly([6, -1, 0, -2, -1])
    whole = Coefficients(top, bottom)
    for residue, (above, below) in enumerate(sections(top, bottom, modulus)):
        section = Coefficients(above, below)
        for place in range(8):
            assert section.at(place) == whole.at(modulus * place + residue)


def endless(step: int) -> Series:
    return Series(1, step, fmpz_poly([0, 2, 1]), fmpz_poly([6, 0, -2, -1]))


def test_products_place_by_place() -> None:
    a, b = endless(1), Series(1, 1, fmpz_poly([3]), fmpz_poly([5, -2]))
    both = products(a, b)
    for place in range(12):
        assert both.weight_at(place) == a.weight_at(place) * b.weight_at(place)
    assert products(a, Series(1, 1, [1], [1])).mass == a.weight_at(0)


def test_tails_and_differences_are_inverse() -> None:
    row = endless(1)
    tails = row.tails()
    for place in range(10):
        assert tails.weight_at(place) == row.mass - sum(map(row.weight_at, range(place)), F(0))
        assert differences(tails).weight_at(place) == row.weight_at(place)


def test_a_row_up_and_a_row_down_meet_in_two_rows() -> None:
    up, down = endless(1), endless(-1)
    parts = sums_of_rows(up, down)
    for total in range(-6, 7):
        exact = of_rows(parts).exactly(total + 2)
        near = sum(up.weight_at(total + k) * down.weight_at(k) for k in range(max(0, -total), 80))
        assert abs(exact - near) < F(1, 10**12)
    assert sum((part.mass for part in parts), F(0)) == up.mass * down.mass


@given(dice, dice, st.integers(-5, 8))
def test_laws_as_rows_and_as_tables(a: Die, b: Die, number: int) -> None:
    """The same law in its two forms gives the same answers."""
    weights, denominator = Law.of_die(a).table()
    as_table = Law.of_table(weights, denominator)
    start, last = min(weights), max(weights)
    as_grid = Finite(start, 1, [weights.get(n, 0) for n in range(start, last + 1)], denominator)
    other = Law.of_die(b)
    budget = Budget()
    for law in (as_grid, as_table):
        assert law.at_least(number) == F(sum(f >= number for f in a.positions), a.total)
        assert law.exactly(number) == F(a.weight(number), a.total)
        low, high = law.cut(number, past=True)
        assert table(union([low, high])) == table(as_table)
        totals = Counter(x + y for x in a.positions for y in b.positions)
        assert table(law.plus(other, budget)) == {
            total: F(ways, a.total * b.total) for total, ways in totals.items()
        }
        assert table(law.power(3, budget)) == twin(a, 3, sum)
        assert table(arithmetic.greatest([law, other], budget)) == {
            total: F(ways, a.total * b.total)
            for total, ways in Counter(max(x, y) for x in a.positions for y in b.positions).items()
        }


def test_a_compound_of_random_numbers() -> None:
    """A geometric number of coins: the probability of no heads at all is that of 1/2 to each."""
    count = Series(0, 1, fmpz_poly([2]), fmpz_poly([3, -1]))
    coin = Series(0, 1, [1, 1], [2])
    total = compounded(count, coin)
    near = sum(count.weight_at(n) * F(comb(n, 3), 2**n) for n in range(3, 120))
    assert abs(total.weight_at(3) - near) < F(1, 10**20)
    assert total.mass == 1


def test_a_cache_forgets_what_was_not_asked_for_longest() -> None:
    cache = Cache[str](2)
    for key in "ab":
        cache.put(key, key.upper(), 1)
    assert cache.get("a") == "A"
    cache.put("c", "C", 1)
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == ("A", None, "C")
    cache.put("d", "D", 10**9)
    assert cache.get("d") is None
    cache.clear()
    assert cache.get("a") is None


COMPARISONS = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


@pytest.mark.parametrize("op", COMPARISONS)
@given(st.sampled_from([Die(6), Die([2, 3, 5, 7]), Die({0: 1, 1: 3})]), st.integers(-1, 9))
def test_a_comparison_with_a_number(op: str, die: Die, number: int) -> None:
    law, holds = Law.of_die(die), COMPARISONS[op]
    wanted = sum(die.weight(face) for face in die.faces if holds(face, number))
    assert comparisons.compare_with(op, law, number) == Fraction(wanted, die.total)
    assert comparisons.compare(op, law, Law.certain(number), Budget()) == Fraction(
        wanted, die.total
    )


def test_a_table_in_lowest_terms() -> None:
    law = Law.of_table({3: 4, 1: 2, 900: 6}, 12)
    assert law.reduced().table() == ({3: 2, 1: 1, 900: 3}, 6)
    assert list(law.reduced().in_order()) == [1, 3, 900]
    prime = Law.of_table({3: 1, 900: 2}, 3)
    assert prime.reduced() is prime


@pytest.mark.parametrize(("place", "left"), [(-3, 6), (0, 6), (1, 5), (6, 0), (99, 0)])
def test_the_mass_from_any_place_on(place: int, left: int) -> None:
    assert Series(0, 1, [1] * 6, [6]).mass_from(place) == Fraction(left, 6)
    assert Law.of_die(Die(6)).at_least(place + 1) == Fraction(left, 6)


@pytest.mark.parametrize(("top", "bottom"), [([1], [2, -1]), ([-1], [-2, 1]), ([-2], [-4, 2])])
def test_the_sign_of_a_quotient_does_not_matter(top: list[int], bottom: list[int]) -> None:
    for made in (Series(0, 1, top, bottom), Series(0, 1, fmpz_poly(top), fmpz_poly(bottom))):
        assert (made.mass.numerator, made.mass.denominator) == (1, 1)
        mean, square = made.moments()
        assert mean.denominator == mean == 1
        assert square == 3
        assert made.weight_at(3) == F(1, 16)
        listed, below = made.weights(3)
        assert [F(each, below) for each in listed] == [F(1, 2), F(1, 4), F(1, 8)]


def test_the_greater_of_two_ranks_without_end() -> None:
    odds = astragal.odds("max(middle(3d6!!), 3d6!dl1)")
    assert odds.mean == F(1882158199445718, 172669118544125)
    assert odds.mean.denominator > 0
    assert odds.median == 9


@given(dice, st.integers(1, 6), st.integers(1, 4))
def test_matches_in_python_and_in_flint(die: Die, n: int, least: int) -> None:
    law = Law.of_die(die)
    found = table(matches_of.matches(law, n, least, Budget()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matches_of, "exponential", lambda n, few: InFlint(n))
        assert table(matches_of.matches(law, n, least, Budget())) == found
    assert found == twin(die, n, lambda values: of_values.matches(values, least))
