"""Conditions that are lists or words: ``=[2,4..6]``, ``=even``."""

from __future__ import annotations

import pytest

from astragal import NotationError, RollError, odds, parse, roll
from astragal.notation.conditions import OneOf, Parity
from astragal.outcome import Number
from tests.support.brute import check_endless_odds, check_odds

ROLLS = [
    ("4d6c=[2,4,6]", [2, 3, 6, 1], 2),
    ("4d6c=[1,4..6]", [1, 2, 3, 5], 2),
    ("4d6c≠[1,4..6]", [1, 2, 3, 5], 2),
    ("4d6c!=[1,4..6]", [1, 2, 3, 5], 2),
    ("4d6 c = [ 6 , 1 .. 2 ]", [1, 2, 3, 6], 3),
    ("4dFc=[-1,1]", [-1, 0, 0, 1], 2),
    ("4d6c=even", [2, 3, 6, 1], 2),
    ("4d6c=odd f=[6]", [3, 3, 6, 1], 2),
    ("4d6c=evenc=6", [2, 3, 6, 1], 3),
    ("4d6c>=3c=ODDf=2", [2, 3, 6, 1], 3),
    ("4d6k=oddkh1", [2, 3, 5, 1], 5),
    ("evenc = 1d6; 4d6c=evenc", [3, 3, 2, 4, 3], 2),
    ("4d6k=even", [2, 3, 6, 1], 8),
    ("4d6d=odd", [2, 3, 6, 1], 8),
    ("3d6r=odd", [1, 2, 5, 3, 4], 9),
    ("3d6rr=[1,2]", [1, 2, 5, 2, 4, 6], 15),
    ("2d6!=[2,3]", [2, 6, 3, 1], 12),
    ("2d6!=even", [2, 3, 4, 1], 10),
    ("2d6!!≠[1..4,6]", [5, 3, 5, 1], 14),
    ("2d6!p=odd", [3, 2, 4], 8),
    ("2d6!o=[6]", [6, 2, 6], 14),
    ("even = 1d6; 4d6c=even", [3, 3, 2, 4, 3], 2),
    ("{1d6/2, 1d6/2, 2}c=even", [4, 3], 2),
    ("{1d6/2, 1d6/2, 2}c=odd", [2, 3], 1),
]


@pytest.mark.parametrize(("text", "faces", "outcome"), ROLLS)
def test_a_roll(text: str, faces: list[int], outcome: int) -> None:
    rolled = roll(text, faces=faces)
    assert rolled.outcome == outcome
    rolled.verify()


@pytest.mark.parametrize(
    "text",
    [
        "3d6c=[2,5..6]",
        "3d6c≠[1,3,5..9]",
        "3d6c=odd f=[1]",
        "3d{-4,-3,0,0,7}c=odd",
        "4d4k=even kh1",
        "3d6d=[1,2]",
        "2d6r=even",
        "2d6r=[1,3..4]kl1",
        "3d4!o=odd",
        "3d4!o≠[2,3]dl1",
        "{1d6/2, 1d4/3}k=even",
        "{1d6/2, 1d4/3}k=odd",
        "largest_set(4d4k=[1,3])",
    ],
)
def test_odds_are_those_of_every_face(text: str) -> None:
    check_odds(text)


@pytest.mark.parametrize(
    "text",
    [
        "2d4rr=[1,3]",
        "1d4rr=odd",
        "1d4!=even",
        "2d4!=[1,2]",
        "1d4!!=[2,3]",
        "1d4!p≠[1,3]",
        # of laws without end
        "1d4!!c=even",
        "2d4!!k=odd",
        "1d4!!d=[5,7..9,30]",
        "1d4!!k≠[5,7..9]",
        "{1d4!, 1d6!}k=even",
        "{1d4!/2, 1d4!/3}k=even",
        "{0-1d4!, 3}k=odd",
        "2d4!!r=even",
    ],
)
def test_so_are_odds_without_end(text: str) -> None:
    check_endless_odds(text, extra_dice=6)


def test_a_long_list_is_as_exact_as_a_short_one() -> None:
    listed = ",".join(str(n) for n in range(1, 101, 2))
    assert odds(f"3d100c=[{listed}]") == odds("3d100c=odd")
    assert odds(f"3d100k=[{listed}]").mean == odds("3d100k=odd").mean
    assert odds(f"2d2000d=[{listed}]").mean == odds("2d2000k≠[" + listed + "]").mean


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("4d6c=[6,2,4]", "4d6c=[2,4,6]"),
        ("4d6c=[3..5,4..6,1]", "4d6c=[1,3..6]"),
        ("4d6c=[2..2]", "4d6c=[2]"),
        ("4d6c<>[2]", "4d6c≠[2]"),
        ("4d6c=EVEN", "4d6c=even"),
        ("4d6r=odd kh1", "4d6r=odd kh1"),
        ("4d6r=oddkh1", "4d6r=odd kh1"),
        ("4d6c=odd f=[1,2]c≠[-1..3]", "4d6c=odd f=[1,2]c≠[-1..3]"),
        ("4d6k=[2,4]!o", "4d6k=[2,4]!o"),
    ],
)
def test_the_canonical_spelling(text: str, canonical: str) -> None:
    expression = parse(text)
    assert str(expression) == canonical
    assert parse(canonical) == expression


def test_words() -> None:
    assert "count each 2 or 4 to 6" in parse("4d6c=[2,4..6]").describe()
    assert "drop each anything but 1, 2 or 6" in parse("4d6d≠[1,2,6]").describe()
    assert "re-roll each that is odd once" in parse("4d6r=odd").describe()
    assert roll("3d6k=even", faces=[1, 2, 6]).explain()[1] == "  k=even drops 1, keeps 2, 6"


@pytest.mark.parametrize(
    ("text", "code", "message", "hint"),
    [
        ("4d6c>[2,4]", "bad-condition", "a list cannot follow `>`", "`=[2,4,6]`"),
        ("4d6c=[]", "missing-number", "whole numbers", "`=[1,4..6]`"),
        ("4d6c=[2,x]", "missing-number", "whole numbers", "`=[1,4..6]`"),
        ("4d6c=[6..2]", "backwards-range", "runs backwards", "`2..6`"),
        ("4d6c=[2", "unclosed", "never closed", None),
        ("4d6c=[2 4]", "unexpected", "`,` or `]`", None),
        ("4d6c≠even", "bad-condition", "`even` goes with `=` only", "`=odd`"),
        ("4d6k>=odd", "bad-condition", "`odd` goes with `=` only", "`=even`"),
        ("4d6c=evens", "after-count", "nothing can follow `c=even`, but `s` does", None),
        ("2d{hit,miss}c=[1,2]", "missing-symbol", "these dice show symbols", None),
    ],
)
def test_mistakes(text: str, code: str, message: str, hint: str | None) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.code == code
    assert message in caught.value.message
    assert hint is None or hint in (caught.value.hint or "")


@pytest.mark.parametrize(
    "text",
    ["2d6!=[1..3,4..6]", "1d6rr≠[0,7]", "2d{2,4}!=even", "1d{1,3,5}rr=odd", "2d{2,9}!!=[9,1..3]"],
)
def test_what_would_never_stop_is_refused(text: str) -> None:
    with pytest.raises(RollError) as caught:
        parse(text)
    assert caught.value.code == "endless"


def test_a_list_that_leaves_a_face_out_stops() -> None:
    assert parse("2d6!=[1..3,5..6]")
    assert parse("2d6rr≠[6..9]")


@pytest.mark.parametrize(("value", "even", "odd"), [(2, True, False), (-3, False, True)])
def test_parity_of_numbers(value: Number, even: bool, odd: bool) -> None:
    assert (Parity(True).test()(value), Parity(False).test()(value)) == (even, odd)


def test_an_empty_list_is_refused() -> None:
    with pytest.raises(NotationError, match="empty"):
        OneOf(())
