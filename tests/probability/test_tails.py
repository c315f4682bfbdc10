"""Ranks of values that explode without limit, against every way in which they fall."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from astragal import odds
from astragal.errors import OddsError

KEPT = {
    "kh1": lambda ranked: ranked[0],
    "kh2": lambda ranked: ranked[0] + ranked[1],
    "dl1": lambda ranked: sum(ranked[:-1]),
    "kh1&kl1": lambda ranked: ranked[0] + ranked[-1],
}


@pytest.mark.parametrize("keep", KEPT)
@pytest.mark.parametrize(
    "value",
    ["1d3!", "1d4!+2", "1d4!p", "1d3!+1d3", "max(1d3!, 4)", "1d2!!*2", "1d4!!r=1", "1d3!-5"],
)
def test_ranks_of_three_values(value: str, keep: str) -> None:
    """The dropped value is no greater than those kept, so totals below the bound are complete."""
    one, bound = odds(value), 12
    chances = {number: one.probability(number) for number in range(-5, bound + 6)}
    listed = [(number, chance) for number, chance in chances.items() if chance]
    expected: dict[int, Fraction] = defaultdict(Fraction)
    for case in product(listed, repeat=3):
        ranked = sorted((number for number, _ in case), reverse=True)
        expected[KEPT[keep](ranked)] += prod(chance for _, chance in case)
    found = odds(f"3x({value}){keep}")
    totals = range(-10, bound - 5)
    assert {t: found.probability(t) for t in totals} == {t: expected[t] for t in totals}


@pytest.mark.parametrize("value", ["1d10!", "1d6!+1d4", "3-1d4!"])
def test_the_mean_of_each_rank_adds_up(value: str) -> None:
    ranks = [odds(f"nth(5x({value}), {rank})").mean for rank in range(1, 6)]
    assert ranks == sorted(ranks, reverse=True)
    assert sum(ranks) == 5 * odds(value).mean
    assert sum(ranks[1:3]) == odds(f"5x({value})dh1kh2").mean
    assert ranks[0] + sum(ranks[3:]) == odds(f"5x({value})kh1&kl2").mean


def test_values_that_explode_apart_or_into_themselves_are_the_same() -> None:
    text = "at least 60 of the five best of ten"
    chances = [
        odds(f"({dice}) >= 60").probability(True) for dice in ("10x(1d10!)kh5", "10d10!!kh5")
    ]
    assert chances[0] == chances[1], text
    assert odds("10x(1d10!)kh5").mean == odds("10d10!!kh5").mean


def test_tails_that_do_not_repeat_themselves_are_refused() -> None:
    with pytest.raises(OddsError, match="keeping some of several values that explode") as refused:
        odds("4x(2d6!)kh2")
    assert refused.value.code == "no-closed-form"
