"""Limits, ranks and duplicates of large pools: counted before the work, or quick."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from statistics import median
from typing import NoReturn

import pytest

from astragal import Distribution, LimitError, odds
from astragal.probability.generating.binomials import binomials, rising
from astragal.probability.pools import duplicates, fresh, limited


def test_binomials() -> None:
    assert list(binomials(9)) == [comb(9, chosen) for chosen in range(10)]
    assert list(rising(3, 9)) == [comb(among, 3) for among in range(3, 10)]


def _taken(*_: object) -> NoReturn:
    raise AssertionError("not before it is counted")


@pytest.mark.parametrize(
    "text",
    [
        "9999d6r<=2:1",
        "9999d9999r<=4999:4999",
        "9999d20!:3000kh3",
        "1000d6!:500",
        "9999d20rh4999kh3",
        "3d1000000ruo",
    ],
)
def test_terms_are_counted_before_they_are_written(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (limited, fresh, duplicates):
        monkeypatch.setattr(module, "binomials", _taken)
    monkeypatch.setattr(duplicates, "_Turns", _taken)
    with pytest.raises(LimitError) as caught:
        odds(text)
    assert caught.value.code == "too-many-odds"


@pytest.mark.slow
@pytest.mark.parametrize("text", ["{900d6 & 900d8}kh450", "1000d6!:1000kh3", "4d1000000ru"])
def test_what_takes_too_long_is_refused(text: str) -> None:
    with pytest.raises(LimitError) as caught:
        odds(text)
    assert caught.value.code == "too-many-odds"


def test_all_of_many_values_without_duplicates() -> None:
    assert odds("9999d9999ru") == Distribution({9999 * 5000: 1})
    assert odds("1d9999ru") == odds("1d9999")
    assert odds("3d3ruo") == odds("3d{3,2,1}ruo")


def test_a_reroll_of_ranks_against_every_face() -> None:
    """``rl2``: the two lowest of four are replaced by fresh dice, and the highest two are kept."""
    found: Counter[int] = Counter()
    faces = (1, 2, 2, 4)
    for *rolled, one, other in product(faces, repeat=6):
        found[sum(sorted([*sorted(rolled)[2:], one, other])[2:])] += 1
    assert odds("4d{1,2,2,4}rl2kh2") == Distribution(found)


def test_the_middle_after_a_limited_reroll() -> None:
    found: Counter[Fraction] = Counter()
    for *rolled, fresh_face in product(range(1, 5), repeat=4):
        for place, face in enumerate(rolled):
            if face <= 2:
                rolled[place] = fresh_face
                break
        found[Fraction(median(rolled))] += 1
    assert odds("middle(3d4r<=2:1)") == Distribution(found)


def test_symbols_that_differ_are_few_sets() -> None:
    assert len(odds("700d{a,b,c,d}u")) == 15
    assert odds("3d{1,1,1000000}u") == Distribution({1: 8, 1000000: 1, 1000001: 18})


def test_the_highest_of_distinct_values_that_lie_far_apart() -> None:
    found: Counter[int] = Counter()
    for rolled in product((1, 1, 2, 900, 100_000), repeat=3):
        found[sum(sorted(set(rolled))[-2:])] += 1
    assert odds("3d{1,1,2,900,100000}ukh2") == Distribution(found)


def test_several_readings_of_a_limited_reroll() -> None:
    assert odds("p=5d2r<=2:1; middle(p)+distinct(p)").mean == Fraction(55, 16)
