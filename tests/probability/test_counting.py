"""Readings and ranks by counting, each against a slower way that is plain to see."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import Die, Distribution
from astragal.errors import LimitError, OddsError
from astragal.limits import Limits
from astragal.outcome import Number, in_order, tidy
from astragal.probability.budget import Budget
from astragal.probability.generating.exponential import InFlint, InPython
from astragal.probability.laws import comparisons, quotients, sums
from astragal.probability.laws.compound import sum_of_fair
from astragal.probability.laws.finite import Finite
from astragal.probability.laws.law import Law, union
from astragal.probability.pools.effects import KeepRanks
from astragal.probability.pools.unlike import DistinctValues, Unlike
from astragal.probability.quantiles import endless_quantile
from astragal.probability.readings import blocks as pools_of_blocks
from astragal.probability.readings import sets
from astragal.probability.readings.blocks import (
    Block,
    dice_of,
    kept_of_blocks,
    number_of_falls,
    without_extremes,
)
from astragal.probability.readings.runs import is_fair, longest_run_of_fair, surjections
from astragal.probability.walks import lattice
from astragal.probability.walks.hands import Order
from astragal.probability.walks.rank_sums import total_of_ranks
from astragal.probability.walks.readings import DISTINCT, LONGEST_RUN
from astragal.probability.weights import common_factor

F = Fraction

weights = st.dictionaries(st.integers(-3, 6), st.integers(1, 3), min_size=1, max_size=5)
dice = st.lists(st.integers(-3, 6), min_size=1, max_size=5).map(Die)


def table(law: Law) -> dict[Number, Fraction]:
    found, denominator = law.table()
    return {number: F(weight, denominator) for number, weight in found.items() if weight}


@given(weights, st.integers(1, 20))
def test_no_value_too_often_size_by_size_and_by_polynomials(table: dict[int, int], n: int) -> None:
    kinds, sizes = Counter(table.values()), range(-(-n // len(table)), n + 1)
    for series in (InPython(n), InFlint(n)):
        by_polynomials = [sets._ways_of_size(kinds, most, series) for most in sizes]
        assert sets._ways_by_size(kinds, n, sizes[0]) == by_polynomials


def test_the_largest_set_of_many_dice_takes_hardly_longer_than_its_odds_are_long() -> None:
    budget = Budget()
    found, denominator = sets.largest_set(Law.of_die(Die(10)), 1000, budget).table()
    assert sum(found.values()) == denominator
    assert budget.spent < 20_000_000


def test_the_largest_set_of_dice_with_many_weights() -> None:
    law = Law.of_table({face: face for face in range(1, 12)}, 66)
    found = table(sets.largest_set(law, 3, Budget()))
    expected: dict[int, Fraction] = defaultdict(Fraction)
    for faces in product(range(1, 12), repeat=3):
        chance = F(faces[0] * faces[1] * faces[2], 66**3)
        expected[max(Counter(faces).values())] += chance
    assert found == expected


@given(dice, st.integers(0, 6))
def test_distinct_values_by_inclusion_and_by_going_through_them(die: Die, n: int) -> None:
    law = Law.of_die(die)
    terms = [(F(1), (Block(law, n),))]
    by_value = DistinctValues(terms, Budget()).read(DISTINCT)
    assert table(sets.distinct(law, n, Budget())) == table(by_value)


def test_distinct_values_of_more_dice_than_are_added_up_in_python() -> None:
    odds = astragal.odds("distinct(60d50)")
    assert odds.mean == 50 * (1 - F(49, 50) ** 60)
    assert odds.weight(50) * 50**60 == surjections(60, 50)[50] * odds.denominator


@given(st.integers(2, 9), st.integers(0, 7), st.integers(1, 4))
def test_the_longest_run_of_fair_dice(sides: int, n: int, gap: int) -> None:
    faces = [face if face < sides - 1 else face + gap for face in range(sides)]
    fair = Law.of_table(dict.fromkeys(faces, 1), sides)
    loaded = Law.of_table({**dict.fromkeys(faces, 2), 1000: 1}, 2 * sides + 1)
    if n:
        assert is_fair(fair)
        assert not is_fair(loaded)
        assert table(longest_run_of_fair(faces, n, Budget())) == _runs(fair, n)
        terms = [(F(1), (Block(loaded, min(n, 3)),))]
        found = DistinctValues(terms, Budget()).read(LONGEST_RUN)
        assert table(found) == _runs(loaded, min(n, 3))


def _runs(law: Law, n: int) -> dict[Number, Fraction]:
    from astragal.probability.pools.multisets import multisets_of

    return table(multisets_of(law, n, 0, n, Budget()).read(LONGEST_RUN))


blocks = st.builds(
    lambda table, size, absent: Block(Law.of_table(table, 20), size, False, absent),
    weights,
    st.integers(1, 3),
    st.sampled_from([0, F(1, 3), F(1, 20)]),
)


@given(st.lists(blocks, min_size=1, max_size=3), st.integers(1, 5), st.booleans())
def test_the_highest_and_the_lowest_of_unlike_values(
    some: list[Block], kept: int, highest: bool
) -> None:
    """By the walk, and block by block."""
    terms = [(F(1), tuple(some))]
    expected = kept_of_blocks(terms, kept, highest, Law.certain, Budget())
    effect = KeepRanks(kept, highest, drop=False)
    found = Unlike(terms, None, Budget()).keep(effect).total()
    assert table(found) == table(expected)


@given(st.lists(blocks, min_size=1, max_size=3), st.integers(1, 4), st.booleans())
def test_all_but_the_highest_or_the_lowest(some: list[Block], dropped: int, highest: bool) -> None:
    terms = [(F(1), tuple(some))]
    expected = without_extremes(terms, dropped, highest, lambda value: value, Budget())
    effect = KeepRanks(dropped, highest, drop=True)
    found = Unlike(terms, None, Budget()).keep(effect).total()
    assert table(found) == table(expected)


def test_sums_of_ranks_that_lie_far_apart_are_left_to_states() -> None:
    far = Block(Law.of_table({0: 1, 10**9: 1, 10**12 + 1: 1}, 3), 2)
    points: dict[Number, Number] = {value: value for value in (0, 10**9, 10**12 + 1)}
    hand = dice_of([(F(1), (far,))], Budget())
    assert total_of_ranks(hand, [(0, 1)], points, Order.FALLING, Budget()) is None
    found = Unlike([(F(1), (far,))], 2, Budget()).keep(KeepRanks(1, True, drop=False)).total()
    assert table(found) == {0: F(1, 9), 10**9: F(3, 9), 10**12 + 1: F(5, 9)}


@pytest.mark.parametrize("text", ["{2d6,1d20,3d4}kh2", "{2d6,1d20,3d4}kl2", "{1d6,2d4}kh1"])
def test_a_group_that_is_kept_by_enumeration(text: str) -> None:
    members, kept = text[1:].split("}")
    laws = [astragal.odds(member) for member in members.split(",")]
    expected: dict[int, Fraction] = defaultdict(Fraction)
    for case in product(*(law.items() for law in laws)):
        chance = F(1)
        for _, each in case:
            chance *= each
        ranked = sorted((number for number, _ in case), reverse=kept[1] == "h")
        expected[sum(ranked[: int(kept[2:])])] += chance
    assert dict(astragal.odds(text).items()) == expected


@given(
    st.integers(0, 5),
    st.dictionaries(st.integers(1, 9), st.integers(1, 5), min_size=1, max_size=5),
)
def test_dice_with_a_random_number_of_sides(n: int, sides: dict[int, int]) -> None:
    whole = sum(sides.values())
    chances = {number: F(weight, whole) for number, weight in sides.items()}
    found = sum_of_fair(n, chances, Budget())
    expected = union(
        Law.of_die(Die(number)).power(n, Budget()).weighted(chance)
        for number, chance in chances.items()
    )
    assert table(found) == table(expected)


numbers = st.integers(-6, 6) | st.fractions(-3, 3, max_denominator=5)
tables = st.dictionaries(numbers, st.integers(1, 4), min_size=1, max_size=6)


@given(tables, tables.filter(lambda table: 0 not in table))
def test_every_quotient(above: dict[Number, int], below: dict[Number, int]) -> None:
    expected: dict[Number, int] = defaultdict(int)
    for x, y in product(above, below):
        expected[tidy(F(x) / y)] += above[x] * below[y]
    found = quotients.quotients(Law.of_table(above, 1), Law.of_table(below, 1), Budget())
    assert found.table().table == expected
    assert list(found.in_order()) == in_order(expected)
    listed = Law.of_table(expected, 1)
    assert found.moments() == listed.moments()
    assert found.fractional is listed.fractional
    for number in (*expected, F(1, 7), -100):
        assert found.exactly(number) == listed.exactly(number)
        for past in (False, True):
            assert found.at_least(number, past=past) == listed.at_least(number, past=past)
            for part, same in zip(
                found.cut(number, past=past), listed.cut(number, past=past), strict=True
            ):
                assert part.table() == same.table()
                assert part.moments() == same.moments()


def test_quotients_too_close_for_floats_are_in_order() -> None:
    tops: dict[Number, int] = {10**17 + place: 1 for place in range(5)}
    found = quotients.quotients(Law.of_table(tops, 5), Law.of_table({7: 1, 3: 1}, 2), Budget())
    listed = list(found.in_order())
    assert listed == sorted(listed)


@pytest.mark.parametrize("text", ["1d6!", "3d6!", "1d4!-1d6!", "0 - 1d8!", "2d6!/3", "1d6!*2+1d4!"])
@pytest.mark.parametrize("share", [F(1, 10**9), F(1, 7), F(1, 2), F(999, 1000)])
def test_a_quantile_of_odds_without_end(text: str, share: Fraction) -> None:
    odds = astragal.odds(text)
    number = odds.quantile(share)
    assert odds.at_most(number) >= share > odds.less_than(number)
    assert odds.probability(number) > 0


def test_a_quantile_far_out() -> None:
    odds = astragal.odds("1d6!")
    share = 1 - F(1, 10**300)
    number = odds.quantile(share)
    assert odds.at_most(number) >= share > odds.less_than(number)


def test_a_share_of_all_rolls_has_an_end_only_below() -> None:
    assert astragal.odds("10 - 1d6!").quantile(1) == 9
    with pytest.raises(OddsError, match="no number that no roll exceeds"):
        astragal.odds("1d6!").quantile(1)


NAMED = [
    "x = 1d6; y = 1d4; x*y > x+y",
    "x = 2d4; y = 1d3; x*y - x - y",
    "x = 1d6; y = 2d2; z = y + 1; max(x, y) - z*x = 2..4",
    "x = 1d6; y = x + 1d2; x - y*y + @m",
    "x = 1d4; y = 1d6; -x + abs(y - 3) + y != x",
    "x = 1d4; 2*x + x",
]


@pytest.mark.parametrize("text", NAMED)
def test_names_at_once_and_case_by_case(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"variables": {"m": 3}} if "@" in text else {}
    at_once = astragal.odds(text, **given)  # type: ignore[call-overload]
    monkeypatch.setattr(
        "astragal.notation.columns.Columns.of_all", lambda self, nodes: None, raising=True
    )
    one_by_one = astragal.parse(text + " # again").odds(**given)  # type: ignore[arg-type]
    assert at_once == one_by_one


def test_what_must_cost_too_much_is_refused_after_the_first_case() -> None:
    with pytest.raises(LimitError, match="that is about"):
        astragal.odds("x = 1d1000; y = 1d1000; x/y > x+y")


def test_the_sum_of_sums_is_a_sum_of_dice() -> None:
    assert astragal.odds("7d6").sum_of(9) == astragal.odds("63d6")
    assert astragal.odds("2d6+3d6") == astragal.odds("5d6")
    skewed = Distribution({1: 1, 2: 2, 4: 1})
    assert skewed.sum_of(2).sum_of(3) == skewed.sum_of(6)


def test_a_long_sum_is_that_of_all_its_dice() -> None:
    assert astragal.odds("+".join(["1d6"] * 40 + ["1d4"] * 3)) == astragal.odds("40d6 + 3d4")
    assert astragal.odds("1d6 - 1d6 + 2 - 1d4 + 1d4!").mean == 2 - F(5, 2) + F(10, 3)


def test_odds_are_in_lowest_terms_however_they_come_about() -> None:
    for text in ("300d6c>=5", "20d10c>=6", "3d6c>=5 + 2d6c>=5", "30d6c>=7"):
        odds = astragal.odds(text)
        assert gcd(odds.denominator, *odds.weights.values()) == 1
        assert sum(odds.weights.values()) == odds.denominator


@given(weights, weights, st.sampled_from([F(1, 2), 1, 3]), st.integers(-12, 12))
def test_two_rolls_compared_place_by_place(
    mine: dict[int, int], theirs: dict[int, int], step: Number, ahead: int
) -> None:
    a = Finite.of_table({(n + ahead) * step: w for n, w in mine.items()}, sum(mine.values()))
    b = Finite.of_table({n * step: w for n, w in theirs.items()}, sum(theirs.values()))
    for op in (">", ">=", "<", "<=", "=", "!="):
        expected = comparisons._compared_finite(op, a, b)
        assert comparisons._compared_on_grid(op, a, b) in (None, expected)
        assert comparisons.compare(op, a, b, Budget()) == expected


def test_rolls_on_one_grid_are_compared_place_by_place() -> None:
    a, b = sums.fair_die(1, 6), sums.fair_die(1, 8)
    assert comparisons._compared_on_grid(">=", a, b) == F(21, 48)
    assert comparisons._compared_on_grid(">", a, Finite(F(1, 2), F(1, 2), [1], 1)) is None


@given(st.lists(st.tuples(st.integers(-40, 40), st.integers(1, 40)), min_size=1, max_size=30))
def test_numbers_that_compare_as_quotients_do(pairs: list[tuple[int, int]]) -> None:
    """For short numbers and for numbers that floats cannot tell apart."""
    for far in (0, 10**30):
        tops, bottoms = [p + far for p, _ in pairs], [q + far for _, q in pairs]
        keys = quotients._in_the_order_of_quotients(tops, bottoms, max(bottoms) + 1)
        found = [F(p, q) for p, q in zip(tops, bottoms, strict=True)]
        for one, key in zip(found, keys, strict=True):
            for other, other_key in zip(found, keys, strict=True):
                assert (one < other) == (key < other_key)


@pytest.mark.parametrize("text", ["1d6!", "3d6!", "1d4!-1d6!", "0 - 1d8!", "2d6!/3", "1d6!*1d4"])
def test_odds_without_end_by_their_list_and_by_their_law(text: str) -> None:
    """What is listed is summed up; both are exact, so they agree."""
    odds = astragal.odds(text)
    numbers = list(odds.weights)[1:60:7]
    for number in numbers:
        assert odds.at_least(number) == odds._law.at_least(number)
        assert odds.more_than(number) == odds._law.at_least(number, past=True)
    for share in (F(1, 7), F(1, 2), F(99, 100)):
        assert odds.quantile(share) == endless_quantile(odds._law, share)


@pytest.mark.slow
def test_a_list_is_counted_as_far_as_its_furthest_series_reaches() -> None:
    """The finest of 21 series is listed as far as the coarsest, 20 times as many numbers."""
    with pytest.raises(LimitError) as caught:
        astragal.odds("(1d6!*1d50)/(4d6)")
    assert caught.value.code == "too-many-odds"
    assert astragal.odds("(1d6!*1d4)/(4d6)").mean == F(21, 2) * astragal.odds("1/4d6").mean


def test_no_fraction_is_made_of_quotients_that_nobody_looks_at() -> None:
    found = quotients.quotients(Law.of_die(Die(50)), Law.of_die(Die(40)), Budget())
    table = found.table().table
    assert found.at_least(1) > found.at_least(2)
    assert found.moments()[0] > 1
    assert found.cut(F(1, 3))[0].mass < found.reduced().mass
    assert "_numbers" not in vars(table)
    assert len(list(table)) == len(table)


@pytest.mark.parametrize(
    "text", ["{1d90/1d90,1d6}kh1", "distinct({1d100/1d100,1d6})", "{1d20000/2,1d6}kh1"]
)
def test_fractions_are_counted_before_they_are_compared(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What must cost too much is refused before the values of a pool are put in order."""
    for module in (pools_of_blocks, lattice):
        monkeypatch.setattr(module, "in_order", lambda _: pytest.fail("too late"))
    with pytest.raises(LimitError) as caught:
        astragal.odds(text, limits=Limits(odds=10_000_000))
    assert caught.value.code == "too-many-odds"


@given(tables, tables, tables)
def test_a_number_between_two_rolls(
    mine: dict[Number, int], low: dict[Number, int], high: dict[Number, int]
) -> None:
    a, b, c = (Law.of_table(each, sum(each.values())) for each in (mine, low, high))
    held = sum(mine[x] * low[y] * high[z] for x, y, z in product(mine, low, high) if y <= x <= z)
    whole = sum(mine.values()) * sum(low.values()) * sum(high.values())
    assert comparisons.within(a, b, c, Budget()) == F(held, whole)


def test_keeping_among_quotients_goes_through_its_values_once() -> None:
    text = "{1d20/1d20/1d20,20d{1,7,1000}}kh1"
    assert astragal.odds(text).at_least(1000) == 1 - F(2, 3) ** 20


@pytest.mark.parametrize("asked", ["[..6] miss [7..] hit", ">= 7"])
def test_how_far_out_a_mass_lies_is_counted(asked: str) -> None:
    """A million places out, its denominator would have millions of digits."""
    with pytest.raises(LimitError) as caught:
        astragal.odds(f"(d%!=3!p>4c=6)d4-999999 {asked}")
    assert caught.value.code == "too-many-odds"
    assert len(astragal.odds(f"1d6!-999999 {asked}")) == 2


def test_what_long_weights_share_is_found_by_division() -> None:
    shared = 3**2000
    weights = [shared * each for each in (7, 10**400, 12, 35)]
    assert common_factor(shared * 14, weights) == shared
    assert common_factor(shared * 14, [2, 3]) == 1
    assert common_factor(shared, []) == shared


@given(st.lists(st.integers(0, 12), max_size=3), st.integers(1, 12))
def test_the_ways_to_put_fewer_dice_into_blocks_are_those_one_by_one(
    rooms: list[int], most: int
) -> None:
    ways = product(*[range(room + 1) for room in rooms])
    assert number_of_falls(tuple(sorted(rooms)), most) == sum(sum(each) < most for each in ways)


def test_keeping_very_many_of_dice_that_explode_is_refused_soon() -> None:
    before = time.process_time()
    with pytest.raises(LimitError):
        astragal.odds("6d6!kh100000")
    assert time.process_time() - before < 3
