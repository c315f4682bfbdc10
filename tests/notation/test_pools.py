"""Functions of pools whose odds are walks, against every face of every die."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb

import pytest

import astragal
from astragal import AstragalError, parse
from tests.support.brute import check_odds
from tests.support.files import ROOT


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "nth(4d4, 2)",
        "nth((1d3)d4, 2)",
        "nth({1d6 & 2d4}, 3)",
        "nth(2d4, 3)",
        "p = 3d4; nth(p, 1) - nth(p, 3)",
        "beats(3d4, 2d4)",
        "beats({1d6 & 1d4}, 2d3kh1)",
        "beats((1d2)d4, 2x(1d3+1))",
        "without(4d4, 2d4)",
        "without(3d4, 2d4)kh2",
        "without(3d4, 2d4)kl1",
        "without(3d4, 2d4)dh1",
        "without((1d3)d4, 1d4)dl1",
        "without(3d4, 2d3)kh1&kl1",
        "common(3d4, 3d4)",
        "common({1d4 & 2d6}, 2d4)kl1",
        "longest_run(without(3d4, 1d4))",
        "middle(common(3d3, 3d3))",
        "largest_set(without(common(3d3, 3d3), 1d3))",
        "highest(without(3d4, without(2d4, 1d4)), 2)",
        "beats(without(3d4, 1d4), common(2d4, 2d4))",
        "p = without(3d4, 2d4); highest(p) + distinct(p)",
        "deal(3, {1..3,1..3})",
        "deal(3, {1,1,1,2,5})kh2",
        "deal(3, {1..4})kl1dh0",
        "deal((1d3), {1..3,2})",
        "distinct(deal(3, {1..3,1..3}))",
        "beats(deal(2, {1..4}), deal(2, {1..3,1..3}))",
        "deal(2, {1..4})c>=3",
        "3x(2d3)kh2",
        "3x(1d4)c>=3",
        "2x(3x(1d3)kh1)kl1",
        "{1d6 & 1d4 & 2d3}kh3dh1",
        "{1d6 & 1d4 & 2d3}kh2&kl1",
        "{1d6 & 1d4 & 2d3}worth(=1: 0)kh3&dh1",
        "{2d3!o & 1d4}kh1&kl1",
        "matches({2d4 & 2d3})",
        "matches(4d4kh3)",
        "matches(3d4!o, 2)",
        "matches((1d3)d4kh2)",
        "largest_set({3d4 & 1d3}kh3)",
        "largest_set({3d4kh2 & 2d3})",
        "longest_run({2d4 & 2d3}dl1)",
        "longest_run(4d4kh1&kl2)",
        "distinct({3d4kh2 & 2d3}kh3)",
        "distinct(3x(2d3)kh2)",
        "middle(3d4!o)",
        "middle({2d4 & 1d3}kh2)",
        "middle((1d3-1)d4)",
        "middle(deal(3, {1..3,1..3}))",
        "p = {2d4 & 2d3}; matches(p) + largest_set(p)",
        "p = 4d4kh3; largest_set(p) * nth(p, 2)",
        "p = 3d4!o; matches(p) + largest_set(p)",
        "p = (1d3)d4; nth(p, 2) * middle(p) + lowest(p)",
        "p = 4d4k>=3; highest(p) + distinct(p) + lowest(p, 2)",
    ],
)
def test_odds_are_those_of_every_roll(text: str) -> None:
    assert str(parse(str(parse(text)))) == str(parse(text))
    check_odds(text)


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("distinct({10d10 & 5d6})", "7.764530"),
        ("matches({10d10 & 5d6})", "4.439918"),
        ("matches({10d10 & 5d6}, 3)", "1.927514"),
    ],
)
def test_large_pools_of_unlike_dice_are_read_by_walks(text: str, mean: str) -> None:
    """The faces that show at least so often, each for itself: by binomial probabilities."""
    least = {"d": 1, "m": 2}[text[0]] + text.endswith(", 3)")
    expected = Fraction(0)
    for face in range(1, 11):
        few = sum(
            comb(10, one)
            * Fraction(1, 10) ** one
            * Fraction(9, 10) ** (10 - one)
            * (
                comb(5, other) * Fraction(1, 6) ** other * Fraction(5, 6) ** (5 - other)
                if face < 7
                else other == 0
            )
            for one in range(least)
            for other in range(least - one)
        )
        expected += 1 - few
    assert astragal.odds(text).mean == expected
    assert f"{float(expected):.6f}" == mean


@pytest.mark.parametrize(
    "text",
    [
        "largest_set(12d10kh6)",
        "matches(15d20kh10)",
        "longest_run({8d10 & 5d6}dl3)",
        "middle({6d10 & 6d8 & 4d6}kh9)",
        "largest_set((1d12)d10kh4)",
        "a = {8d10 & 5d6}; matches(a) + largest_set(a)",
    ],
)
def test_large_pools_that_are_kept_are_read_by_walks(text: str) -> None:
    """They have too many multisets for a list, and samples have about the same mean."""
    odds = astragal.odds(text)
    outcomes = astragal.parse(text).sample(4_000, seed=1)
    mean = sum(outcomes) / len(outcomes)
    assert abs(mean - float(odds.mean)) < 5 * float(odds.sd) / len(outcomes) ** 0.5


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nth(4d6)", "wrong-arguments"),
        ("nth(4d6, 0)", "bad-count"),
        ("beats(4d6, 3)", "not-a-pool"),
        ("without(4d6)", "wrong-arguments"),
        ("without(4d6, 2d6)c>=5", "not-dice"),
        ("common(4d6, 2d6)!", "not-dice"),
        ("deal(5)", "missing-deck"),
        ("deal(5, 1..10)", "missing-deck"),
        ("deal(5, {1..4})", "bad-count"),
        ("deal(2, {hit,miss})", "needs-numbers"),
        ("deal(2, {1..4})!", "not-dice"),
        ("a = 3d6; beats(a, 2d6) + a", "used-twice"),
        ("a = 3d6; without(a, 2d6) + a", "used-twice"),
        ("beats(3d6!, 2d6)", "no-closed-form"),
        ("without(d{2,3,5,7}!!p≠2worth(=2: 7, else: -face), 2d6)", "no-closed-form"),
    ],
)
def test_mistakes(text: str, code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        astragal.odds(text)
    assert caught.value.code == code


def test_rolls_tell_what_is_left() -> None:
    rolled = astragal.roll("without(3d6, 1d6)kh1", faces=[4, 4, 2, 4])
    assert str(rolled) == "without(3d6, 1d6)kh1 → without((~4~, 4, ~2~), (4)) = 4"
    assert (
        str(astragal.roll("3x(1d6)kh1", faces=[4, 5, 2])) == "3x(1d6)kh1 → [~(4)~, (5), ~(2)~] = 5"
    )


MEANS = {
    "six ability scores, in total": "73.467593",
    "the best six of twelve 3d6": "76.441554",
    "six abilities, each the best of six 3d6": "85.398711",
    "the best of twelve characters": "74.771352",
    "the two best modifiers": "4.423351",
    "point-buy worth": "31.435185",
    "number of faces that show at least twice": "2.639011",
    "the best two, ones count nothing": "14.682595",
    "the next three after the best": "13.990321",
    "Ironsworn": "0.700000",
    "Ironsworn with momentum": "0.900000",
    "Risk": "0.572531",
    "sorted 5d6 against 5d6": "0.000000",
    "sorted 5d10 against 5d10": "0.000000",
    "five unsorted pairs of d10": "0.000000",
    "number of different faces among four given ones": "1.639323",
    "Legend of the Five Rings": "26.541455",
}


def test_the_lines_of_the_guide_have_the_odds_that_others_found() -> None:
    page = (ROOT / "docs" / "pools.md").read_text(encoding="utf-8")
    lines = dict(re.findall(r"^\| (.+?) \| `(.+)` \|$", page, re.MULTILINE))
    below = lines.pop("every score below every other")
    assert f"{float(astragal.odds(below).probability(True)):.9f}" == "0.000546826"
    assert {name: f"{float(astragal.odds(text).mean):.6f}" for name, text in lines.items()} == MEANS


def test_ties_go_to_the_side_whose_dice_show_more() -> None:
    risk = astragal.odds("beats(3d6each*2, 2d6each*2each+1)")
    assert dict(risk.items()) == {
        -2: Fraction(2275, 7776),
        0: Fraction(2611, 7776),
        2: Fraction(2890, 7776),
    }


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("common(2d6, 2d8)dl1&dh1", Fraction(0)),
        ("common(1d10, 3d8)dh1", Fraction(0)),
        ("3d10d=1dl2&kl1 + 1d6", Fraction(7, 2)),
        ("without(1d6, 1d4)dh1 + 2", Fraction(2)),
        ("1d10k>=2dl1&kh1 // 2", Fraction(0)),
    ],
)
def test_what_is_dropped_from_both_ends_may_leave_nothing(text: str, mean: Fraction) -> None:
    assert astragal.odds(text).mean == mean


@pytest.mark.parametrize(
    "text",
    ["4d4kh3dh1", "{2d6 & 1d4}dl1kh1", "5d3kh4dh1dl1", "3d4k>=2kh2dl1", "{2d3 & 2d4}dh1kl2dh1"],
)
def test_ranks_of_ranks_are_ranks(text: str) -> None:
    check_odds(text)
