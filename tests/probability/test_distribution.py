"""Distributions as values."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import Die, Distribution, OddsError, coin, odds

F = Fraction

d4, d6, d8 = (Distribution.of_die(Die(sides)) for sides in (4, 6, 8))
exploding = odds("2d6!")

weights = st.dictionaries(
    st.integers(-8, 8) | st.fractions(-3, 3, max_denominator=4),
    st.integers(1, 9),
    min_size=1,
    max_size=6,
)
distributions = weights.map(Distribution)


def twin(a: Distribution, b: Distribution, function: Callable[[Any, Any], Any]) -> Distribution:
    """Every pair of outcomes, one after another."""
    table: dict[Any, Fraction] = {}
    for x, chance in a.items():
        for y, other in b.items():
            result = function(x, y)
            table[result] = table.get(result, F(0)) + chance * other
    return Distribution(table)


@pytest.mark.parametrize("typed", ["1, 2", "1,2", "(1, 2)", "( 1 ,2 )", "(1,2,)"])
def test_several_values_may_be_typed_in_brackets(typed: str) -> None:
    assert odds("2x(1d2)").of(f"outcome={typed}").probability(True) == Fraction(1, 4)


def test_no_values_are_an_outcome_too() -> None:
    odds = Distribution({(): 1, (1,): 2, (1, 2): 1})
    assert odds.of("outcome=()").probability(True) == Fraction(1, 4)
    assert odds.of("outcome=1").probability(True) == Fraction(1, 2)
    assert odds.of("outcome!=()").probability(True) == Fraction(3, 4)


def test_what_there_is() -> None:
    coin = Distribution({"tails": 3, "heads": 6}, label="a coin")
    assert coin.outcomes == ("tails", "heads")
    assert coin.denominator == 3
    assert [coin.weight(side) for side in coin] == [1, 2]
    assert coin["heads"] == coin.probability("heads") == F(2, 3)
    assert coin["edge"] == 0
    assert "heads" in coin
    assert "edge" not in coin
    assert len(coin) == 2
    assert coin.label == "a coin"
    assert dict(coin.items()) == {"tails": F(1, 3), "heads": F(2, 3)}
    assert coin.tail == 0
    assert not coin.numeric


def test_weights_may_be_fractions_and_zeros_are_left_out() -> None:
    assert Distribution({1: F(1, 2), 2: F(1, 3), 3: 0}) == Distribution({1: 3, 2: 2})


def test_outcomes_of_every_kind() -> None:
    mixed = Distribution({(1, "a"): 1, (True, F(1, 2)): 1})
    assert mixed[(1, "a")] == F(1, 2)
    assert repr(Distribution({F(4, 2): 1}).outcomes) == "(2,)"
    assert Distribution({True: 1, False: 3}).outcomes == (False, True)


def test_equal_when_the_odds_are_equal_and_hashable() -> None:
    assert Distribution({1: 2, 2: 4}) == Distribution({2: 2, 1: 1}, label="other")
    assert hash(Distribution({1: 2, 2: 4})) == hash(Distribution({2: 2, 1: 1}))
    assert Distribution({1: 1}) != Distribution({True: 1})
    assert Distribution({"a": 1, "b": 1}) == Distribution({"b": 1, "a": 1})
    assert d6 != d8
    assert d6 != "d6"
    assert odds("2x(1d2>1)") != odds("2x(1d2-1)")
    assert [] not in d6
    assert True not in d6
    assert odds("2d6!") == odds("1d6! + 1d6!")
    assert hash(odds("2d6!")) == hash(odds("1d6! + 1d6!"))
    assert odds("2d6!") != odds("2d6")
    assert odds("2d6!") != odds("3d6!")
    assert odds("1d6! - 1d6!") == -odds("1d6! - 1d6!")
    assert odds("1d6! - 1d6!") != odds("1d6! - 1d8!")
    assert odds("1d6! * 1d2") == Distribution.mixture([(odds("1d6!"), 1), (odds("1d6! * 2"), 1)])
    assert len({d6, Distribution.of_die(Die(6)), d8}) == 2


def test_a_distribution_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        d6.label = "mine"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del d6.label
    with pytest.raises(TypeError):
        d6._table[1] = 5  # type: ignore[index]
    assert d6.labelled("mine").label == "mine"
    assert d6.labelled("mine") == d6


def test_probabilities() -> None:
    two = odds("2d6")
    assert two.at_least(10) == two.more_than(9) == F(1, 6)
    assert two.at_most(4) == two.less_than(5) == F(1, 6)
    assert two.between(6, 8) == F(4, 9)
    assert two.at_least(-(10**30)) == two.at_most(10**30) == 1
    assert two.at_least(F(19, 2)) == F(1, 6)
    assert two.probability(lambda total: total in (7, 11)) == F(2, 9)
    assert odds("1d20 >= 15").probability(True) == F(3, 10)
    assert odds("1d20 >= 15").probability(1) == 0
    assert odds("1d20 >= 15").mean == F(3, 10)


def test_cumulative_forms() -> None:
    assert d4.cumulative() == [(1, F(1, 4)), (2, F(1, 2)), (3, F(3, 4)), (4, 1)]
    assert d4.cumulative(at_least=True) == [(1, 1), (2, F(3, 4)), (3, F(1, 2)), (4, F(1, 4))]


def test_moments_and_places() -> None:
    assert (d6.mean, d6.variance) == (F(7, 2), F(35, 12))
    assert d6.sd == pytest.approx((35 / 12) ** 0.5)
    assert (d6.lowest, d6.highest, d6.median) == (1, 6, 3)
    assert odds("3d6").mode == (10, 11)
    assert odds("2d6").mode == (7,)
    assert [d6.quantile(F(k, 6)) for k in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert (exploding.lowest, exploding.highest) == (2, None)
    assert (-exploding).highest == -2
    assert (-exploding).lowest is None
    assert exploding.quantile(1 - F(1, 10**30)) > 80
    assert odds("10d6!").mode == (39,)


def test_every_listed_outcome_has_all_its_parts() -> None:
    mixed = Distribution.mixture([(odds("1d6!! - 100"), 1), (odds("5 - 1d6!!"), 1)])
    assert all(mixed.probability(outcome) == chance for outcome, chance in mixed.items())
    assert sum(chance for _, chance in mixed.items()) + mixed.tail == 1


def test_a_standard_deviation_too_large_or_small_for_floats_of_its_square() -> None:
    assert Distribution({0: 1, 10**200: 1}).sd == pytest.approx(5e199)
    assert Distribution({0: 1, F(1, 10**200): 1}).sd == pytest.approx(5e-201)


def test_distributions_from_distributions() -> None:
    assert d6.map(lambda face: face // 2) == Distribution({0: 1, 1: 2, 2: 2, 3: 1})
    assert d6.given(lambda face: face > 4) == Distribution({5: 1, 6: 1})
    assert Distribution.mixture([(d4, 1), (d6, 1)])[1] == F(1, 8) + F(1, 12)
    assert d6.sum_of(0) == Distribution({0: 1})
    assert d6.sum_of(3) == odds("3d6")
    assert d6.best_of(3) == odds("3d6kh1")
    assert d6.worst_of(3) == odds("3d6kl1")
    assert exploding.sum_of(2) == odds("4d6!")
    assert odds("1d6!").best_of(2) == odds("{1d6!, 1d6!}kh1")
    assert odds("1d6!").worst_of(3) == odds("3d6!!kl1")
    assert abs(d6 - 4) == Distribution({0: 1, 1: 2, 2: 2, 3: 1})
    assert abs(odds("3 - 1d6!")).lowest == 0


def test_arithmetic_with_numbers_from_both_sides() -> None:
    assert 10 - d6 == Distribution(dict.fromkeys(range(4, 10), 1))
    assert 12 / d4 == Distribution({12: 1, 6: 1, 4: 1, 3: 1})
    assert 7 // d4 == Distribution({7: 1, 3: 1, 2: 1, 1: 1})
    assert d6 * F(1, 2) == d6 / 2
    assert (d6 // 2).mean == F(3, 2)
    assert (exploding // 2).mean == odds("(2d6!) // 2").mean
    with pytest.raises(TypeError):
        d6 + "1"  # type: ignore[operator]
    with pytest.raises(TypeError):
        d6 + 0.5  # type: ignore[operator]
    with pytest.raises(OddsError, match="division by zero, with probability 1/4"):
        d6 / (d4 - 1)


@given(distributions, distributions)
def test_arithmetic_is_that_of_every_pair(a: Distribution, b: Distribution) -> None:
    assert a + b == twin(a, b, lambda x, y: x + y)
    assert a - b == twin(a, b, lambda x, y: x - y)
    assert a * b == twin(a, b, lambda x, y: x * y)
    assert a.best_of(2) == twin(a, a, max)
    assert a.worst_of(2) == twin(a, a, min)
    if not b[0]:
        assert a / b == twin(a, b, lambda x, y: F(x) / y)
        assert a // b == twin(a, b, lambda x, y: x // y)
    win, tie, lose = a.versus(b)
    assert win + tie + lose == 1
    margin = twin(a, b, lambda x, y: x - y)
    assert (win, tie) == (margin.more_than(0), margin[0])


@given(distributions)
def test_moments_are_sums(a: Distribution) -> None:
    numbers: list[tuple[Any, Fraction]] = list(a.items())
    mean = sum((number * chance for number, chance in numbers), F(0))
    assert a.mean == mean
    assert a.variance == sum((number - mean) ** 2 * chance for number, chance in numbers)
    assert a.sum_of(3) == a + a + a


@pytest.mark.parametrize("original", [d6, exploding, odds("1d20>=11"), odds("2x(1d2)"), -exploding])
def test_pickling_and_copying(original: Distribution) -> None:
    for again in (pickle.loads(pickle.dumps(original)), copy.deepcopy(original)):
        assert again == original
        assert again.label == original.label
        assert list(again.items()) == list(original.items())


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: Distribution({}), "no-outcomes"),
        (lambda: Distribution({1: 0}), "no-outcomes"),
        (lambda: Distribution({1: -1}), "bad-weight"),
        (lambda: Distribution({1: 0.5}), "bad-weight"),  # type: ignore[dict-item]
        (lambda: Distribution({1: True}), "bad-weight"),
        (lambda: Distribution({0.5: 1}), "bad-outcome"),
        (lambda: Distribution({None: 1}), "bad-outcome"),
        (lambda: Distribution.mixture([]), "bad-weight"),
        (lambda: Distribution([1, 2]), "bad-outcome"),  # type: ignore[arg-type]
        (lambda: Distribution({True: 1, 3: 1}), "bad-outcome"),
        (lambda: Distribution.mixture([(d6, 1), (odds("1d6>3"), 1)]), "bad-outcome"),
        (lambda: Distribution.mixture([(d6, "x")]), "bad-weight"),  # type: ignore[list-item]
        (lambda: Distribution.mixture([(6, 1)]), "not-odds"),  # type: ignore[arg-type]
        (lambda: d6.map(3), "not-a-function"),  # type: ignore[arg-type]
        (lambda: d6.given(3), "not-a-function"),  # type: ignore[arg-type]
        (lambda: d6.quantile("x"), "bad-share"),
        (lambda: d6.between("a", 2), "not-a-number"),  # type: ignore[arg-type]
        (lambda: exploding.listed_to("x"), "bad-tail"),  # type: ignore[arg-type]
        (lambda: Distribution.mixture([(d6, -1)]), "bad-weight"),
        (lambda: d6.at_least(0.5), "not-a-number"),  # type: ignore[arg-type]
        (lambda: d6.at_least("3"), "not-a-number"),  # type: ignore[arg-type]
        (lambda: d6.between(4, 2), "backwards-range"),
        (lambda: d6.quantile(0), "bad-share"),
        (lambda: d6.quantile(F(3, 2)), "bad-share"),
        (lambda: d6.quantile(0.5), "bad-share"),  # type: ignore[arg-type]
        (lambda: exploding.quantile(1), "endless"),
        (lambda: d6.sum_of(-1), "bad-count"),
        (lambda: d6.best_of(0), "bad-count"),
        (lambda: d6.best_of(1.5), "bad-count"),  # type: ignore[arg-type]
        (lambda: d6.given(lambda face: face > 6), "no-outcomes"),
        (lambda: exploding.map(str), "endless"),
        (lambda: exploding.given(bool), "endless"),
        (lambda: exploding.probability(lambda total: total > 3), "endless"),
        (lambda: exploding.listed_to(0), "bad-tail"),
        (lambda: exploding.listed_to(1), "bad-tail"),
        (lambda: Distribution({"a": 1}).mean, "not-numbers"),
        (lambda: Distribution({"a": 1}).at_least(1), "not-numbers"),
        (lambda: Distribution({(1, 2): 1}) + 1, "not-numbers"),
        (lambda: Distribution({"a": 1}).median, "not-numbers"),
        (lambda: d6.versus(3), "not-odds"),  # type: ignore[arg-type]
    ],
)
def test_wrong_use_gets_its_own_error(ask: Callable[[], object], code: str) -> None:
    with pytest.raises(OddsError) as caught:
        ask()
    assert caught.value.code == code


def test_a_member_of_an_enumeration_is_called_by_its_name() -> None:
    class Side(Enum):
        WIN = "win"
        LOSE = "lose"

    tossed = coin(Side.WIN, Side.LOSE).odds()
    assert tossed.probability("win") == tossed.probability(Side.WIN) == Fraction(1, 2)
    assert tossed.probability("tie") == 0
