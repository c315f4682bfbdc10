"""Decimals, remainders, powers, roots and signs: rolled, spelt, and weighed beside enumeration."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import AstragalError, LimitError, Limits, NotationError, OddsError, odds, parse, roll
from astragal.notation.nodes.values import Decimal, Literal
from tests.support.brute import check_endless_odds, check_odds

F = Fraction

ROLLED: list[tuple[str, list[int], Any]] = [
    ("2.5", [], F(5, 2)),
    ("2.50", [], F(5, 2)),
    ("2.0", [], 2),
    ("0.1 + 0.2", [], F(3, 10)),
    ("1d6*1.5", [5], F(15, 2)),
    ("floor(1d6 * 1.5)", [5], 7),
    ("7%3", [], 1),
    ("-7%3", [], 2),
    ("7%-3", [], -2),
    ("7/2%1", [], F(1, 2)),
    ("2*7%4", [], 2),
    ("2d6%3", [5, 6], 2),
    ("d%%10", [47], 7),
    ("d% % 10", [47], 7),
    ("2**3", [], 8),
    ("2**3**2", [], 512),
    ("-2**2", [], -4),
    ("(-2)**2", [], 4),
    ("(-2)**3", [], -8),
    ("2**-2", [], F(1, 4)),
    ("2**-1**2", [], F(1, 2)),
    ("0**0", [], 1),
    ("(1/2)**3", [], F(1, 8)),
    ("2*3**2", [], 18),
    ("1d6**2", [5], 25),
    ("1**(10**50)", [], 1),
    ("(-1)**(10**50+1)", [], -1),
    ("2**(1=1)", [], 2),
    ("1 + (2 = 2)", [], 2),
    ("(1d6 > 3) * 2 - (1d6 > 3)", [4, 1], 2),
    ("rem(7,3)", [], 1),
    ("rem(-7,3)", [], -1),
    ("rem(7,-3)", [], 1),
    ("rem(-7/2,2)", [], F(-3, 2)),
    ("trunc(7/2)", [], 3),
    ("trunc(-7/2)", [], -3),
    ("trunc(-4)", [], -4),
    ("round_away(5/2)", [], 3),
    ("round_away(-5/2)", [], -3),
    ("round_away(-7/3)", [], -2),
    ("round(-5/2)", [], -2),
    ("sign(-9)", [], -1),
    ("sign(0)", [], 0),
    ("sign(1/2)", [], 1),
    ("sqrt(9)", [], 3),
    ("sqrt(25/4)", [], F(5, 2)),
    ("sqrt(0)", [], 0),
    (f"sqrt({10**98})", [], 10**49),
    ("sign = 1d6; sign + 1", [3], 4),
]


@pytest.mark.parametrize(("text", "faces", "outcome"), ROLLED)
def test_what_a_number_comes_to(text: str, faces: list[int], outcome: Any) -> None:
    rolled = roll(text, faces=faces)
    assert rolled.outcome == outcome
    assert type(rolled.outcome) is type(outcome)
    assert parse(str(rolled.experiment)) == rolled.experiment


@pytest.mark.parametrize(
    ("typed", "spelt"),
    [
        ("2.50", "2.5"),
        ("2.0", "2"),
        ("0.050", "0.05"),
        ("007.25", "7.25"),
        ("7%3", "7 % 3"),
        ("d%%3", "1d100 % 3"),
        ("2**-3**2", "2 ** -3 ** 2"),
        ("(2**3)**2", "(2 ** 3) ** 2"),
        ("(-2)**2", "(-2) ** 2"),
        ("-(2**2)", "-2 ** 2"),
        ("(2*3)**2", "(2 * 3) ** 2"),
        ("2**(3*2)", "2 ** (3 * 2)"),
        ("2d6[fire]**2", "2d6[fire] ** 2"),
    ],
)
def test_how_it_is_spelt(typed: str, spelt: str) -> None:
    assert str(parse(typed)) == spelt
    assert parse(spelt) == parse(typed)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1d6 * 2.5", "one six-sided die times 2.5"),
        ("1d100 % 10", "one 100-sided die modulo 10"),
        ("2**3**2", "2 to the power of (3 to the power of 2)"),
        ("(-2)**2", "(minus 2) to the power of 2"),
        ("-2**2", "minus (2 to the power of 2)"),
        ("rem(1d6, 4)", "the remainder of one six-sided die divided by 4"),
        ("sqrt(9)", "the square root of 9"),
        ("trunc(5/2)", "(5 divided by 2), cut to a whole number"),
    ],
)
def test_what_it_means_in_words(text: str, words: str) -> None:
    assert parse(text).describe() == words


def test_a_power_is_told_with_its_dice() -> None:
    assert str(roll("1d6**2", faces=[3])) == "1d6 ** 2 → (3) ** 2 = 9"
    assert str(roll("1d6 + @x**2", faces=[1], variables={"x": -3})).endswith("(1) + (-3) ** 2 = 10")


def test_a_decimal_is_neither_whole_nor_endless() -> None:
    assert parse("2.5").body == Decimal(F(5, 2))
    assert parse("2.0").body == Literal(2)
    for wrong in (F(2), F(1, 3), F(-1, 2)):
        with pytest.raises(NotationError):
            Decimal(wrong)


def test_the_digits_of_a_decimal_are_limited() -> None:
    with pytest.raises(LimitError) as caught:
        parse(f"1.{'1' * 100}")
    assert caught.value.code == "number-too-long"
    assert roll(f"0.{'0' * 97}1").outcome == F(1, 10**98)


@given(st.integers(-50, 50), st.integers(-9, 9).filter(bool))
def test_remainders_go_with_their_divisions(a: int, b: int) -> None:
    floor = roll(f"(({a})//({b}))*({b}) + ({a})%({b})").outcome
    cut = roll(f"trunc(({a})/({b}))*({b}) + rem(({a}),({b}))").outcome
    assert floor == cut == a


WEIGHED = [
    "2d6 * 2.5",
    "1d6 + 0.5 >= 3.5",
    "(1d6 / 2) = 0.5..1.5",
    "2d6 % 4",
    "2d6 % -4",
    "(1d6 - 1d6) % 3",
    "2d6 % (1d3)",
    "(1d6 / 4) % (1d3 / 2)",
    "x = 1d12; x % 3 * 10 + x // 3",
    "1d6 ** 2",
    "2 ** 1d6",
    "(1d4 - 2) ** (1d3)",
    "1d4 ** (1d3 - 2)",
    "(1d6 - 1d6) ** 2",
    "x = 1d4; x ** x",
    "rem(1d6 - 1d6, 4)",
    "rem(1d6 - 1d6, 1d4 - 5)",
    "x = 1d6; rem(x, 4) + x",
    "trunc((1d6 - 1d6) / 4)",
    "round_away((1d6 - 1d6) / 2)",
    "sign(1d6 - 1d6)",
    "sqrt(1d6 ** 2)",
    "sqrt(1d{1,4,9} / 4)",
    "x = 1d4; sqrt(x * x) + x",
    "1 + (1d6 = 2) + (1d4 > 2)",
    "(1d6 + 1) % 3 [1!] one [..0] none [1..] some",
]


@pytest.mark.parametrize("text", WEIGHED)
def test_odds_are_those_of_every_face(text: str) -> None:
    check_odds(text)


ENDLESS = [
    "1d4! % 3",
    "(3 - 1d4!) % 3",
    "(1d4! - 1d4!) % 5",
    "1d4! % (1d3)",
    "(1d4! / 2) % 1.5",
    "2d4!! % -7",
    "rem(3 - 1d4!, 3)",
    "rem(1d4! - 1d4!, 1d2 + 1)",
    "trunc((3 - 1d4!) / 2)",
    "round_away((1d4! - 5) / 2)",
    "sign(1d4! - 1d4!)",
    "1d4! ** 1",
    "1d4! * 0.5",
]


@pytest.mark.parametrize("text", ENDLESS)
def test_odds_without_end_are_exact_as_far_as_enumeration_reaches(text: str) -> None:
    check_endless_odds(text, extra_dice=4, most_missing=F(1, 4))


def test_remainders_of_endless_dice_add_up_to_one() -> None:
    found = odds("3d6! % 7")
    assert sum(chance for _, chance in found.items()) == 1
    assert list(found) == list(range(7))


@pytest.mark.parametrize(
    "text", ["1d4! ** 2", "2 ** (1d4!)", "sqrt(1d4!)", "7 % (1d4!)", "rem(7, 1d4!)"]
)
def test_what_has_no_exact_odds_says_so(text: str) -> None:
    with pytest.raises(OddsError):
        odds(text)


@pytest.mark.parametrize(
    ("text", "faces", "code", "message", "place"),
    [
        (
            "sqrt(1d6)",
            [2],
            "not-a-square",
            "no exact square root; that happens with probability 2/3",
            "sqrt(1d6)",
        ),
        (
            "sqrt(1d6-2)",
            [1],
            "not-a-square",
            "no exact square root; that happens with probability 1/2",
            "sqrt(1d6-2)",
        ),
        (
            "2**(1d6/2)",
            [1],
            "bad-exponent",
            "`1d6 / 2` came to a fraction; that happens with probability 1/2",
            "1d6/2",
        ),
        ("(1d6-1)**-1", [1], "division-by-zero", "that happens with probability 1/6", "1d6-1"),
        ("7 % (1d6-1)", [1], "division-by-zero", "that happens with probability 1/6", "1d6-1"),
        (
            "rem(7,1d6-1)",
            [1],
            "division-by-zero",
            "that happens with probability 1/6",
            "rem(7,1d6-1)",
        ),
    ],
)
def test_what_some_faces_make_impossible_is_said_with_its_odds(
    text: str, faces: list[int], code: str, message: str, place: str
) -> None:
    for call in (lambda: roll(text, faces=faces), lambda: odds(text)):
        with pytest.raises(AstragalError) as caught:
            call()
        assert caught.value.code == code
        assert message in caught.value.message
        assert caught.value.span is not None
        assert text[slice(*caught.value.span)].strip("()") == place.strip("()")


@pytest.mark.parametrize("text", ["9**9**9", "2**(10**20)", "(1/3)**-(10**20)", "(10**50)**3"])
def test_a_number_that_grows_too_long_is_refused_before_the_work(text: str) -> None:
    for call in (roll, odds):
        with pytest.raises(LimitError) as caught:
            call(text)
        assert caught.value.code == "number-too-long"


def test_powers_up_to_the_limit_are_worked_out() -> None:
    assert roll("10**99").outcome == 10**99
    assert roll("2**332").outcome == 2**332
    assert roll("2**(-332)").outcome == F(1, 2**332)
    with pytest.raises(LimitError):
        roll("10**100")
    assert roll("10**150", limits=Limits(digits=200)).outcome == 10**150


def test_many_powers_in_a_row_are_too_deep() -> None:
    with pytest.raises(LimitError) as caught:
        parse("1" + "**1" * 60)
    assert caught.value.code == "too-deep"


def test_a_choice_before_a_remainder_looks_at_what_is_left() -> None:
    """A 6 leaves nothing and is worth a re-roll; what grows with the die would keep it."""
    assert parse("1d6r=6? % 6").odds().mean == F(1 + 2 + 3 + 4 + 5, 6) + F(15, 36)
    assert parse("(1d6r=1? - 4) ** 2").advise(faces=[1]).best == "keep"
