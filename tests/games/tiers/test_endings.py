"""How long it takes until a Test is passed, apart from those that are lost."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest

from astragal import OddsError, sweep
from astragal.games import tiers

TEST: Any = tiers.test


def passed_by(stat: int, tier: int, rounds: int) -> Fraction:
    """By hand: the chance that a Test whose failures lose it is passed within so many rounds."""

    def chance(earned: int, left: int) -> Fraction:
        if earned >= tier:
            return Fraction(1)
        if not left:
            return Fraction(0)
        good = range(min(stat, 95) + 1)
        return sum((chance(earned + roll // 10, left - 1) for roll in good), Fraction(0)) / 100

    return chance(0, rounds)


@pytest.mark.parametrize(("stat", "tier"), [(45, 3), (30, 2), (70, 6)])
def test_t6_passed_within_so_many_rounds(stat: int, tier: int) -> None:
    test = TEST([stat], tier, "lost")
    passed = test.duration().of("passes")
    for rounds in range(4):
        assert passed.within(rounds) == passed_by(stat, tier, rounds)
    assert passed.ends == test.odds().of("passes").probability(True)
    assert test.duration().of(lambda made: not made.passes).ends == 1 - passed.ends


def test_a_sweep_of_what_is_passed_in_time() -> None:
    fixed = {"stats": [45], "on_failure": "lost"}
    grid = sweep(tiers.test, {"tier": [1, 3]}, of="passes", within=2, fixed=fixed)
    assert (grid[1], grid[3]) == (passed_by(45, 1, 2), passed_by(45, 3, 2))
    steps = sweep(tiers.test, {"tier": [3]}, of="passes", steps=True, fixed=fixed)
    assert steps[3] == TEST([45], 3, "lost").duration().of("passes").if_it_ends().mean


def test_what_is_not_true_or_false_is_no_end() -> None:
    duration = TEST([45], 3, "lost").duration()
    with pytest.raises(OddsError, match="must be true or false"):
        duration.of("ending")
    assert "never comes to that 74.07 %" in duration.of("passes").summary()
    assert pickle.loads(pickle.dumps(duration.of("passes"))).ends == Fraction(7, 27)
