"""What is asked about dice, answered with numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from astragal.errors import OddsError
from astragal.notation.syntax.parser import parse
from astragal.talk import read
from astragal.talk.answering import Answer, answers


def answered(text: str) -> list[Answer]:
    understood = read(text).understood
    assert understood is not None
    return answers(understood, lambda asked: parse(asked).odds())


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("mean of 3d6", [("on average", Fraction(21, 2))]),
        ("variance of 3d6", [("variance", Fraction(35, 4))]),
        ("median of 3d6", [("median", 10)]),
        ("range of 2d6", [("at least", 2), ("at most", 12)]),
        ("most likely roll on 2d6", [("most likely", 7)]),
        ("mode of 3d6", [("most likely", 10), ("just as likely", 11)]),
        ("most likely result of d6", []),
        ("sd of 3d6", []),
        (
            "odds of one 6 on 4d6",
            [
                ("exactly 1 of them", Fraction(4 * 5**3, 6**4)),
                ("1 or more of them", 1 - Fraction(5**4, 6**4)),
            ],
        ),
        (
            "odds of 1d20+5 to beat 15",
            [("more than 15", Fraction(1, 2)), ("15 or more", Fraction(11, 20))],
        ),
        (
            "odds of a 6 on 2d6",
            [
                ("exactly 6", Fraction(5, 36)),
                ("6 or more", Fraction(26, 36)),
                ("exactly 6 on at least one die", Fraction(11, 36)),
            ],
        ),
        ("odds to hit AC 18 with +7", [("18 or more", Fraction(1, 2))]),
    ],
)
def test_questions_are_answered(typed: str, expected: list[tuple[str, Fraction]]) -> None:
    assert [(each.words, each.value) for each in answered(typed)] == expected


@pytest.mark.parametrize(
    ("typed", "chance"),
    [
        ("odds of all sixes on 3d6", Fraction(1, 216)),
        ("odds of no ones on 5d6", Fraction(5**5, 6**5)),
        ("odds of snake eyes", Fraction(1, 36)),
        ("odds of boxcars", Fraction(1, 36)),
        ("odds of 2d6 higher than 1d12", Fraction(1, 2)),
        ("odds of a straight with 5d6", Fraction(2 * 120, 6**5)),
        ("25% chance", Fraction(1, 4)),
        ("2 in 6", Fraction(1, 3)),
    ],
)
def test_the_chance_is_that_of_what_was_read(typed: str, chance: Fraction) -> None:
    understood = read(typed).understood
    assert understood is not None
    assert parse(understood.text).odds().probability(True) == chance


def test_a_bonus_die_is_the_better_of_two_tens_dice() -> None:
    """All rolls of two tens dice and one for the ones, where 00 and 0 make 100."""
    faces = range(10)
    results = [
        min(10 * tens + ones or 100 for tens in (one, other))
        for one in faces
        for other in faces
        for ones in faces
    ]
    offered = parse("(2d10kl1 - 1) * 10 + 1d10").odds()
    for outcome in range(1, 101):
        assert offered.probability(outcome) == Fraction(results.count(outcome), len(results))


def test_what_has_no_end_has_no_range() -> None:
    with pytest.raises(OddsError, match="no end"):
        answered("range of 3d6!")
