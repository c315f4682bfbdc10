"""A reach finds its direction; a frontier does so along one parameter for each place of others."""

from __future__ import annotations

import csv
import io
import json
import pickle
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import OddsError, frontier, reach, sweep, weighted
from tests.support.travelling import AtOnce


def listed(weights: Sequence[int]) -> Any:
    """A function of a place, whose chance there is so many in ten."""
    return lambda n: weighted({True: weights[n], False: 10 - weights[n]})


def turns(weights: Sequence[int]) -> bool:
    rises = any(b > a for a, b in pairwise(weights))
    falls = any(b < a for a, b in pairwise(weights))
    return rises and falls


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.integers(1, 9), st.booleans())
def test_what_is_found_is_what_a_look_at_every_value_finds(
    weights: list[int], goal: int, at_least: bool
) -> None:
    """A twin by brute force, also of where a chance turns."""
    asked: dict[str, Any] = {"at_least" if at_least else "at_most": Fraction(goal, 10)}
    axes = {"n": range(len(weights))}
    enough = [n for n, w in enumerate(weights) if (w >= goal if at_least else w <= goal)]
    if turns(weights):
        with pytest.raises(OddsError) as caught:
            reach(listed(weights), axes, **asked)
        assert caught.value.code == "rises-and-falls"
    else:
        falls = weights[0] > weights[-1]
        found = reach(listed(weights), axes, **asked)
        assert found.end == ("greatest" if falls == at_least else "least")
        wanted = (max if found.end == "greatest" else min)(enough, default=None)
        assert found.value == wanted
        assert enough in ([], list(range(enough[0], enough[-1] + 1)) if enough else [])
    for greatest, pick in ((True, max), (False, min)):
        assert reach(listed(weights), axes, greatest=greatest, **asked).value == pick(
            enough, default=None
        )


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ([1, 5, 5, 2], "the chance rises up to n=1, and falls after it"),
        ([5, 5, 1, 1, 4], "the chance falls up to n=2, and rises after it"),
        ([1, 2, 1, 2], "the chance rises up to n=1, falls up to n=2, and rises after it"),
        ([1, 2, 1, 2, 1, 2, 1],
         "rises up to n=1, falls up to n=2, rises up to n=3, turns 2 times more: which n"),
    ],
)  # fmt: skip
def test_a_refusal_says_where_a_chance_turns(weights: list[int], said: str) -> None:
    with pytest.raises(OddsError) as caught:
        reach(listed(weights), {"n": range(len(weights))}, at_least="15 %")
    assert said in caught.value.message


def test_the_last_value_tried_is_called_so() -> None:
    found = reach("1d20 >= @dc", {"dc": range(5, 9)}, at_least="50 %")
    assert found.sentence().endswith("is 8 (65.00 %), the greatest that was tried")
    flat = reach("1d20 >= 5 + @n - @n", {"n": range(3)}, at_least="50 %")
    assert (flat.value, flat.end) == (0, "least")


def test_a_search_may_be_shared_and_sent() -> None:
    how: dict[str, Any] = {"what": "(2d6) >= @dc", "axes": {"dc": range(2, 13)}, "at_least": "50 %"}
    told: list[int] = []
    there = reach(**how, executor=AtOnce(), progress=lambda done, _: told.append(done))
    assert there.to_data() == reach(**how).to_data()
    assert told[-1] == 11
    assert pickle.loads(pickle.dumps(there)).sentence() == there.sentence()


# Frontiers

DC = "1d20 + @bonus >= @dc"


def test_a_frontier_is_a_reach_for_each_value_of_the_others() -> None:
    axes = {"bonus": range(-2, 6), "dc": range(8, 26)}
    found = frontier(DC, axes, at_least="65 %")
    for bonus in range(-2, 6):
        alone = reach(DC, {"dc": range(8, 26)}, fixed={"bonus": bonus}, at_least="65 %")
        assert found[bonus].value == alone.value
        assert found[bonus].reached == alone.reached
        assert found[bonus].end == "greatest"
    assert found.tried == sweep(DC, axes)
    assert found.grid()[5] == 13
    assert pickle.loads(pickle.dumps(found)).to_data() == found.to_data()


def test_three_parameters_and_the_order_of_the_one_that_is_sought() -> None:
    text = "1d20 + @a + @b >= @dc"
    axes = {"a": [0, 1], "b": [0, 2], "dc": [20, 15, 10, 5]}
    found = frontier(text, axes, at_least="50 %", executor=AtOnce())
    assert [found[a, b].value for a in (0, 1) for b in (0, 2)] == [10, 10, 10, 10]
    assert found[0, 0].end == "greatest"
    assert found.columns().headings == ["a", "b", "dc", "chance"]
    assert found.grid()[1, 2] == 10


def test_a_frontier_in_every_format() -> None:
    found = frontier(DC, {"bonus": [0, 4], "dc": range(10, 26)}, at_least="65 %")
    assert repr(found).splitlines()[1:] == [
        "  the greatest dc for a chance of at least 65.00 %",
        "",
        "  bonus  dc   chance",
        "      0   –        –",
        "      4  12  65.00 %",
        "",
        "at bonus=0: no dc tried gives a chance of at least 65.00 %; the closest is 55.00",
        "  %, with 10",
    ]
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert rows[0] == {
        "bonus": "0", "dc": "", "numerator": "", "denominator": "", "chance": "",
    }  # fmt: skip
    assert rows[1]["dc"] == "12"
    assert found.to_markdown().splitlines()[3] == "| 4 | 12 | 65.00 % |"
    assert found._repr_html_().count("<td") == 6
    assert found.render("chat", width=30).startswith("```\n")
    data = json.loads(found.to_json())
    assert data["sought"] == "dc"
    assert data["rows"][0]["value"] is None
    assert data["rows"][1] == {
        "at": {"bonus": 4},
        "end": "greatest",
        "value": 12,
        "reached": {"exact": "13/20", "approx": 0.65},
        "sentence": "the greatest dc for a chance of at least 65.00 % is 12 (65.00 %)",
    }
    assert not found.refuses


def test_a_frontier_is_drawn_as_the_values_found() -> None:
    found = frontier(DC, {"bonus": [0, 4], "dc": range(5, 26)}, at_least="65 %")
    picture = found.picture()
    assert picture.panels[0].series[0].values == (Fraction(8), Fraction(12))
    assert picture.measured == "dc"


def test_a_place_without_an_answer_leaves_the_others() -> None:
    text = "(@{n}d6) = @x"
    found = frontier(text, {"n": [1, 2, -1], "x": range(2, 8)}, at_least="10 %")
    assert found[1].value is not None
    assert [error.code for error in found.errors.values()] == ["bad-count"]
    with pytest.raises(astragal.RollError):
        found[-1]
    turning = frontier(text, {"n": [1, 2], "x": range(2, 11)}, at_least="10 %")
    assert turning.errors[2,].code == "rises-and-falls"
    assert turning.refuses
    both = frontier(text, {"n": [1, 2], "x": range(2, 11)}, at_least="10 %", greatest=True)
    assert both[2].value == 9


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: frontier(DC, {"dc": [1]}, at_least="5 %"), "bad-axes"),
        (lambda: frontier(DC, {"dc": [1], "bonus": [1]}), "no-goal"),
        (lambda: frontier("1d6+@a+@b [..6] a [7..] b", {"a": [1], "b": [1]}, at_least=1),
         "not-numbers"),
        (lambda: frontier("(@a)d6+@b", {"a": [-1], "b": [1]}, at_least=1), "bad-count"),
        (lambda: reach("1d6+@a [..6] a [7..] b", {"a": [1]}, at_least=1), "not-numbers"),
    ],
)  # fmt: skip
def test_frontiers_that_make_no_sense(make: Any, code: str) -> None:
    with pytest.raises(astragal.AstragalError) as caught:
        make()
    assert caught.value.code == code
