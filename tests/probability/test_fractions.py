"""Odds of fractions: what is done with each number is counted, and as exact as pair by pair."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from astragal import LimitError, odds, parse
from astragal.experiment.solve.analysis import Analysis
from astragal.probability.generating.fractions import balanced_sum
from astragal.probability.generating.grids import SPARSE, close_together, spacing

QUOTIENTS = [Fraction(a, b) for a, b in product(range(1, 8), range(1, 6))]


def by_hand(values: list[Fraction]) -> dict[Fraction, Fraction]:
    counted = Counter(values)
    return {value: Fraction(count, len(values)) for value, count in counted.items()}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1d7/1d5+3", [each + 3 for each in QUOTIENTS]),
        ("1d7/1d5+1d3/2", [each + Fraction(n, 2) for each in QUOTIENTS for n in (1, 2, 3)]),
        ("1d7/1d5+1d7/1d5", [a + b for a, b in product(QUOTIENTS, repeat=2)]),
        ("1d7*2.5 + 0.1", [Fraction(25 * n + 1, 10) for n in range(1, 8)]),
        ("1d7k≠[3]*2.5", [Fraction(5 * n, 2) for n in (0, 1, 2, 4, 5, 6, 7)]),
        ("2-1d7/1d5", [2 - each for each in QUOTIENTS]),
        ("-(1d7/1d5)", [-each for each in QUOTIENTS]),
        ("(1d7/1d5)*3", [each * 3 for each in QUOTIENTS]),
        ("abs(1d7/1d5-2)", [abs(each - 2) for each in QUOTIENTS]),
        ("ceil(1d7/1d5)", [Fraction(-(-each // 1)) for each in QUOTIENTS]),
        ("max(1d7/1d5,1d7/1d5)", [max(pair) for pair in product(QUOTIENTS, repeat=2)]),
        ("min(1d7/1d5,1d7/1d5)", [min(pair) for pair in product(QUOTIENTS, repeat=2)]),
    ],
)
def test_each_number_has_the_odds_found_pair_by_pair(text: str, values: list[Fraction]) -> None:
    found = odds(text)
    expected = by_hand(values)
    assert {each: found.probability(each) for each in expected} == expected
    assert list(found.weights) == sorted(expected)


@pytest.mark.parametrize("other", ["1d7/1d5+1", "1d4/1d3", "1d6", "1d7/1d5-2"])
def test_who_is_above_is_found_pair_by_pair(other: str) -> None:
    mine, theirs = odds("1d7/1d5"), odds(other)
    pairs = [
        (x, y, mine.probability(x) * theirs.probability(y))
        for x, y in product(mine.weights, theirs.weights)
    ]
    versus = mine.versus(theirs)
    assert versus.win == sum(chance for x, y, chance in pairs if x > y)
    assert versus.tie == sum(chance for x, y, chance in pairs if x == y)


@pytest.mark.parametrize("form", ["{}+1", "1-{}", "-({})", "2*({})", "abs({})", "max({},1)"])
def test_work_on_every_fraction_is_counted(form: str) -> None:
    def steps(text: str) -> int:
        analysis = Analysis(parse(text))
        analysis.odds()
        return analysis.memory.budget.spent

    alone = steps("1d60/1d61")
    assert steps(form.format("1d60/1d61")) - alone >= 1_000 * len(odds("1d60/1d61"))


@pytest.mark.slow
def test_a_long_quotient_with_something_added_is_refused_before_the_addition() -> None:
    assert len(odds("1d300/1d300+1")) == len(odds("1d300/1d300"))
    with pytest.raises(LimitError) as caught:
        odds("1d1000/1d1000+1")
    assert caught.value.code == "too-many-odds"


@pytest.mark.parametrize(
    "numbers",
    [
        [0],
        [3, 5, 9],
        [Fraction(1, 2), 1, Fraction(7, 2)],
        [Fraction(1, each) for each in range(1, 12)],
        [0, 1, 1_000_000],
        [0, SPARSE * 2 - 1],
        [0, 1, SPARSE * 3],
    ],
)
def test_numbers_are_close_together_if_their_grid_is_short(numbers: list[Fraction | int]) -> None:
    assert close_together(numbers) == (spacing(numbers).length <= SPARSE * len(numbers))


@pytest.mark.parametrize("terms", [0, 1, 2, 29, 31, 100, 333])
def test_a_balanced_sum_is_the_sum(terms: int) -> None:
    pairs = [((-1) ** n * n, n * n + 1) for n in range(terms)]
    assert balanced_sum(pairs) == sum((Fraction(*pair) for pair in pairs), Fraction(0))


def test_the_mean_of_many_quotients_is_counted_with_them() -> None:
    harmonic = sum(Fraction(1, n) for n in range(1, 301))
    found = odds("1/1d300")
    assert found.mean == harmonic / 300
    squares = sum(Fraction(1, n * n) for n in range(1, 301)) / 300
    assert found.variance == squares - (harmonic / 300) ** 2
    with pytest.raises(LimitError):
        odds("1/1d1000000")  # its mean has a million digits


def test_fractions_in_a_row_are_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up = 0
    plain = Fraction.__hash__

    def counted(number: Fraction) -> int:
        nonlocal looked_up
        looked_up += 1
        return plain(number)

    monkeypatch.setattr(Fraction, "__hash__", counted)
    found = odds("0.001*1d20000")
    assert len(found) == 20_000
    assert found.at_least(10) == Fraction(10_001, 20_000)
    assert looked_up < 1_000


def test_a_name_for_very_many_numbers_is_refused_before_they_are_written() -> None:
    with pytest.raises(LimitError, match="at least"):
        odds("a=1d1000000; a/7+a/3")
