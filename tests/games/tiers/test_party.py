"""tiers: Tests, countdowns and help with many characters."""

from __future__ import annotations

from fractions import Fraction

import pytest

from astragal.games import tiers
from tests.games.tiers.by_hand import checked, odds_of, rolled
from tests.games.tiers.rounds_by_hand import Standing, agrees, countdown_round, rounds, said, which
from tests.support.chains_by_hand import solved


@pytest.mark.slow
def test_t5_a_party_of_six() -> None:
    laws = [rolled(stat) for stat in (45, 60, 30, 20, 50, 45)]
    test = tiers.test([45, 60, 30, 20, 50, 45], 12, on_failure="reset")
    agrees(test, rounds(laws, 12, "reset"), Standing(), said)


def test_t5_as_many_characters_as_may_roll() -> None:
    test = tiers.test([45] * 20, 10, on_failure="lost")
    odds, _ = solved(rounds([rolled(45)] * 20, 10, "lost"), Standing())
    passed = sum(chance for end, chance in odds.items() if end.startswith("passed"))
    assert test.odds().of("passes").probability(True) == passed


def test_t7_many_on_both_sides() -> None:
    test = tiers.countdown([45] * 8, [60] * 6, "6/12")
    agrees(test, countdown_round([45] * 8, [60] * 6, 12, "one"), 6, which)


@pytest.mark.slow
def test_ten_helpers() -> None:
    assert odds_of(tiers.check(45, helpers=[45] * 10)) == checked(45, helpers=[45] * 10)
    assert sum(odds_of(tiers.check(45, helpers=[45] * 10)).values()) == Fraction(1)
