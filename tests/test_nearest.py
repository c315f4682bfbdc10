"""The nearest word: few slips for its length, or none at all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import _nearest
from astragal._nearest import as_near, did_you_mean, distance, nearest
from astragal.service.question import all_questions

KNOWN = ["test", "attack", "floor", "min", "max", "abs", "advantage", "roll"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tset", "test"),
        ("TEST", "test"),
        ("test", None),
        ("atack", "attack"),
        ("atck", None),
        ("flor", "floor"),
        ("mni", "min"),
        ("mix", None),
        ("abc", None),
        ("foo", None),
        ("again", None),
        ("advntgae", "advantage"),
        ("rol", "roll"),
        ("x" * 500, None),
        ("", None),
    ],
)
def test_the_nearest_word(typed: str, meant: str | None) -> None:
    assert nearest(typed, KNOWN) == meant


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [("", "", 0), ("ab", "ba", 1), ("abc", "", 3), ("kitten", "sitting", 3), ("ca", "abc", 3)],
)
def test_slips_are_counted(one: str, other: str, slips: int) -> None:
    assert distance(one, other, 9) == distance(other, one, 9) == slips


@given(st.text("ab -_", max_size=6), st.text("ab -_", max_size=6), st.integers(0, 3))
def test_slips_are_counted_up_to_a_bound(one: str, other: str, most: int) -> None:
    slips = distance(one, other, 99)
    counted = distance(one, other, most)
    assert counted == slips if slips <= most else counted > most


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Sneak", "Sneaking"), ("adva", None), ("advan", "advantage"), ("focus", "Focus Save")],
)
def test_the_beginning_of_a_word_is_near_it(typed: str, meant: str | None) -> None:
    assert nearest(typed, ["Sneaking", "advantage", "Focus Save", "Attack"]) == meant


def test_what_joins_the_parts_of_a_name_is_no_slip() -> None:
    assert nearest("Group-Tset", ["contest", "group_test"]) == "group_test"
    assert nearest("--explian", ["--explain"]) == "--explain"


def test_words_that_are_as_near_are_suggested_together() -> None:
    assert as_near("tset", ["set", "test", "odds"]) == ["set", "test"]
    assert did_you_mean("tset", ["set", "test", "odds"]) == "did you mean set or test?"
    assert did_you_mean("nmae", [f"nam{n}" for n in range(9)]).count(" or ") == 0
    assert did_you_mean("name", [f"nam{n}" for n in range(9)]).count(" or ") == 2


def test_long_words_and_many_are_compared_in_little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0

    def counting(one: str, other: str, most: int) -> int:
        nonlocal compared
        compared += 1
        return distance(one, other, most)

    monkeypatch.setattr(_nearest, "distance", counting)
    long = "ab" * 20
    assert as_near(long, (f"{long[:36]}{n:04}" for n in range(100_000))) == []
    assert as_near("a" * 10**7, ["a" * 40] * 1_000) == []
    assert as_near("nmae", ["b" * 10**7] * 1_000) == []
    assert compared == 1_000


NEVER_MEANT = [
    ("chance", all_questions()),
    ("bonus", ["modifier", "advantages", "disadvantages"]),
    ("sneak", ["Attack", "Stealth", "Focus Save"]),
    ("hit", ["Fit", "list"]),
]


@pytest.mark.parametrize(("word", "known"), NEVER_MEANT)
def test_no_word_is_suggested_that_only_shares_letters(word: str, known: Iterable[str]) -> None:
    assert nearest(word, known) is None


def test_there_is_one_search_for_near_words() -> None:
    sources = Path(astragal.__file__).parent.rglob("*.py")
    assert not [each for each in sources if "difflib" in each.read_text(encoding="utf-8")]
