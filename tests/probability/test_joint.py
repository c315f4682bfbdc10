"""Independent outcomes together: what is not listed agrees with what is."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import product
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import Distribution, OddsError, coin, dice
from astragal.games import triumph
from astragal.games.triumph.ability_scores import Scores
from astragal.outcome import Named, show, to_data
from astragal.probability.joint import Joint
from astragal.probability.weights import Weights

parts = st.lists(
    st.dictionaries(st.integers(-5, 5), st.integers(0, 6), min_size=1, max_size=4).filter(
        lambda part: any(part.values())
    ),
    min_size=1,
    max_size=3,
)


def twin(listed: list[dict[int, int]]) -> dict[tuple[int, ...], int]:
    """Every combination, one after another."""
    table = {}
    for combination in product(*(part.items() for part in listed)):
        weight = 1
        for _, share in combination:
            weight *= share
        table[tuple(outcome for outcome, _ in combination)] = weight
    return table


@given(parts)
def test_it_is_every_combination(listed: list[dict[int, int]]) -> None:
    joint, table = Joint(listed), twin(listed)
    assert dict(joint) == table
    assert len(joint) == len(table)
    assert joint.total == sum(table.values())
    assert Weights(joint, joint.total + 3).never == 3
    odds = Distribution.of_weights(Weights(joint, joint.total))
    plain = Distribution(table)
    assert len(odds) == len(plain)
    assert not odds.numeric
    assert not odds.truth
    assert pickle.loads(pickle.dumps(odds)) == odds == plain
    assert odds.outcomes == plain.outcomes
    assert odds.denominator == plain.denominator


class Two(Named):
    __slots__ = ()

    names: ClassVar[tuple[str, ...]] = ("first", "second")


@given(parts.filter(lambda listed: len(listed) == 2), st.integers(-5, 5))
def test_a_part_is_asked_for_without_the_others(listed: list[dict[int, int]], n: int) -> None:
    joint = Joint(listed, Two)
    odds = Distribution.of_weights(Weights(joint, joint.total), label="two")
    plain = Distribution({Two(each): weight for each, weight in twin(listed).items()})
    for view in ("first", "second", f"first>={n}", f"second = {n}"):
        assert odds.of(view) == plain.of(view)
    assert odds.of("second").label == "two: second"
    assert odds.of(sum) == plain.of(sum)
    with pytest.raises(OddsError, match="has no third"):
        odds.of("third")


def test_outcomes_without_numbers_are_listed_as_they_come() -> None:
    pairs = dice([coin("b", "a"), coin(True, False)]).odds()
    assert pairs.outcomes == Distribution(dict.fromkeys(pairs.outcomes, 1)).outcomes
    assert pairs.probability(("a", True)) == Fraction(1, 4)


def test_named_items_are_shown_and_written_like_others() -> None:
    pair: Any = Two((3, -1))
    assert (pair.first, pair.second) == (3, -1)
    assert show(pair) == "3, -1"
    assert to_data(pair) == [3, -1]


def test_expected_one_of_six_abilities_has_the_odds_of_an_ability() -> None:
    odds = triumph.abilities().odds()
    alone = triumph.ability().odds()
    assert len(odds) == 7**6
    assert odds.of("strength") == odds.of("presence") == alone
    assert odds.of("agility>=2").probability(True) == alone.at_least(2)
    assert "_table" not in vars(odds), "nothing was listed so far"
    assert odds.probability(Scores([3] * 6)) == alone.probability(3) ** 6
    assert odds.of(lambda scores: scores.vitality) == alone
