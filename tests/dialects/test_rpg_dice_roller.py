"""rpg-dice-roller: texts with what version 5.5.1 makes of them, as found by running it."""

from __future__ import annotations

from fractions import Fraction

import pytest

import astragal
from astragal.dialects.dialect import find_dialect
from astragal.dialects.normal import same
from astragal.dialects.writer import write

RPG = find_dialect("rpg-dice-roller")


def read(text: str) -> astragal.Expression:
    return astragal.parse(text, dialect="rpg-dice-roller")


MEANINGS = [
    # dice and arithmetic
    ("d6", "1d6"),
    ("4d%", "4d100"),
    ("4dF", "4dF"),
    ("4dF.2", "4dF"),
    ("4dF.1", "4d{-1,0,0,0,0,1}"),
    ("d66", "1d{1..66}"),
    ("(4-2)d10", "2d10"),
    ("(1-1)d6", "1d6"),
    ("(5/2)d6", "2d6"),
    ("2d(2*3)", "2d6"),
    ("(1d6+2)*3", "(1d6 + 2) * 3"),
    ("1d20--6", "1d20 - -6"),
    ("-2^2", "-2 ** 2"),
    ("2**3^2", "2 ** 3 ** 2"),
    ("1d6*0.20", "1d6 * 0.2"),
    ("1d6/2", "1d6 / 2"),
    ("1d6/3", "round_away((1d6 / 3) * 100) / 100"),
    ("7 % 0", "7"),
    ("dF^3", "1dF ** 3"),
    ("(dF)^2", "1dF ** 2"),
    # functions
    ("round(4d10/3)", "round_away(4d10 / 3)"),
    ("max(d6, 3) + min(1, 2)", "max(1d6, 3) + min(1, 2)"),
    ("pow(d6, 2)", "1d6 ** 2"),
    ("sign(d6-3)", "sign(1d6 - 3)"),
    ("sqrt(2)", "1.41"),
    ("log(10)", "2.3"),
    ("0.5 + cos(3)", "0.5 + -0.99"),
    ("sqrt(d3)", "{1d3}worth(=1: 100, =2: 141, =3: 173, else: 0) / 100"),
    ("floor(sqrt(d3))", "{1d3}worth(=1: 1, =2: 1, =3: 1, else: 0)"),
    # the order is the program's own
    ("4d6kh3!", "4d6!kh3"),
    ("4d6>4kh3", "4d6kh3c>4"),
    ("4d6r!min2", "4d6min2!rr"),
    ("4d6max5min2", "4d6min2max5"),
    ("4d6sdcs>5cf", "4d6crit>5fumblesh"),
    # of two of one kind, the last counts
    ("4d6kh1kh2", "4d6kh2"),
    ("4d6>3>2", "4d6c>2"),
    ("4d6!r!!", "4d6!!rr"),
    # explosions, re-rolls, duplicates
    ("2d6!!", "2d6!!"),
    ("2d6!p<=3", "2d6!p<=3"),
    ("2d6!!p", "2d6!!p"),
    ("2d6!=5", "2d6!=5"),
    ("2d6!!!=5", "2d6!!≠5"),
    ("2d6!<>4", "2d6!≠4"),
    ("2d6r<3", "2d6rr<3"),
    ("2d6ro=1", "2d6r=1"),
    ("4d6u", "4d6ru"),
    ("4d6uo=5", "4d6ruo=5"),
    # all keeps and drops look at the same dice
    ("4d10k2", "4d10kh2"),
    ("4d10d1", "4d10dl1"),
    ("4d6kh3kl2", "4d6dl1dh2"),
    ("4d6kh1kl1", "4d6dl4"),
    ("4d6dl1dh1", "4d6dl1dh1"),
    ("4d6kh5", "4d6dl3"),
    ("4d6kh8", "4d6"),
    ("4d6dh5", "4d6dh1"),
    ("4d6!kh3dl1", "4d6!dl1kh3"),
    ("4d6!kl2dh1", "4d6!dh1kl2"),
    # counts
    ("4d6>4f<3", "4d6c>4f<3"),
    ("4d6>2f<5", "4d6worth(>2: 1, <5: -1, else: 0)"),
    ("4d6>4.5", "4d6c>4"),
    ("4d6<-1", "4d6c<-1"),
    # groups
    ("{4d10}", "4d10"),
    ("{4d6, 2d10, d4}", "{4d6, 2d10, 1d4}"),
    ("{4d6, 2d10, d4}k2d1", "{4d6, 2d10, 1d4}dl1"),
    ("{4d6, 2d10}>10f<5", "{4d6, 2d10}c>10f<5"),
    ("{4d6+3d8}k4", "{4d6 & 3d8}kh4"),
    ("{4d6+3d8-2}k4", "{4d6 & 3d8}kh4 - 2"),
    ("{4d6kh2+3}kh1", "4d6dl3 + 3"),
    ("{4d6>3}kh2", "4d6kh2c>3"),
    ("{floor(4d6/2)}kh2", "floor(4d6kh2 / 2)"),
    ("{5}k1", "5"),
    ("{3d20+5}>40", "{3d20 + 5}c>40"),
    ("{4d6, 20/2d10}>9", "{4d6, 20 / 2d10}c>9"),
    ("{4d6+3d8}k4>20", "{{4d6 & 3d8}kh4}c>20"),
    ("{4d6*2}k2", "4d6kh2 * 2"),
    (
        "{2d3-d2+1}d1",
        "{2d3each*2 & 1d2each*2each+1}dl1worth(=2: 1, =4: 2, =6: 3, =3: -1, =5: -2, else: 0) + 1",
    ),
    (
        "{2d3*(2+d2)}k2",
        "t = {{2d3each*2 & 1d2each*2each+1}kh2"
        "worth(=2: 10, =4: 20, =6: 30, =3: 1, =5: 2, else: 0)}; (t // 10) * (2 + t % 10)",
    ),
    # what would never end is stopped
    ("1d10r>0kh1", "1d10kh1"),
    ("2d3!>0", "2002d3"),
    ("d3!!>0", "1001d3"),
    ("5d4ukh2", "{4d4ru & 1d4}kh2"),
    # descriptions
    ("4d6 # Fire damage", "4d6[Fire damage]"),
    ("4d6 /* Ice 5d10 */ + 2", "4d6[Ice 5d10] + 2"),
    ("4d6[fire] // more", "4d6[fire]"),
]


@pytest.mark.parametrize(("text", "ours"), MEANINGS)
def test_texts_mean_what_they_mean_there(text: str, ours: str) -> None:
    expression = read(text)
    assert str(expression) == ours
    again = astragal.parse(ours)
    assert again == expression or same(again, expression)


FIGURES = [
    ("2d2kh3", {1: (1, 4), 2: (3, 4)}),
    ("2d2dh3", {1: (3, 4), 2: (1, 4)}),
    ("2d2>0f<3", {2: (1, 1)}),
    ("dF^3", {-1: (1, 3), 0: (1, 3), 1: (1, 3)}),
    ("round(-2.5)", {-3: (1, 1)}),
    ("-7%3", {2: (1, 1)}),
    ("1d3/3", {"0.33": (1, 3), "0.67": (1, 3), 1: (1, 3)}),
    ("1d2/8", {"0.13": (1, 2), "0.25": (1, 2)}),
    ("exp(1d2)", {"2.72": (1, 2), "7.39": (1, 2)}),
    ("{2d2-1}kh1", {0: (1, 4), 1: (3, 4)}),
    ("{d2*d2}kh1", {0: (1, 1)}),
    ("{d2-d3}kh1", {-3: (2, 6), -2: (2, 6), -1: (1, 6), 2: (1, 6)}),
    ("3d2u", {4: (1, 2), 5: (1, 2)}),
    ("2d2u", {3: (1, 1)}),
]


@pytest.mark.parametrize(("text", "odds"), FIGURES)
def test_odds_are_those_of_every_roll_there(
    text: str, odds: dict[str | int, tuple[int, int]]
) -> None:
    found = read(text).odds()
    assert {Fraction(total): Fraction(chance) for total, chance in found.items()} == {
        Fraction(total): Fraction(*chance) for total, chance in odds.items()
    }


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("floor(2.56 * d7)", [5], 12),
        ("2d6uo", [4, 4, 4], 8),
        ("3d6cs>3cf<3", [5, 4, 1], 10),
        ("2d6!p", [6, 3, 6, 1], 14),
        ("4d6kh3!", [6, 2, 1, 3, 5], 14),
        ("4d6r<3kl2", [1, 5, 6, 4, 2, 3], 7),
        ("{2d10*2d6}k2", [9, 4, 6, 2], 54),
        ("{2d10*2d6}k2", [6, 4, 6, 6], 0),
        ("{2d10*2d6}kl2", [6, 1, 6, 6], 0),
        ("{2d10*(1+2d6)}dh1", [9, 4, 6, 2], 36),
        ("{2d6+d8-2d30}d2", [3, 5, 7, 3, 14], -2),
        ("{4d6+5, 20/2d10, d4-1}", [4, 5, 1, 3, 8, 7, 3], Fraction("21.33")),
    ],
)
def test_scripted_dice(text: str, faces: list[int], total: int | Fraction) -> None:
    assert read(text).roll(faces=faces).outcome == total


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("3/d100", "third decimal"),
        ("{3d8*2, 7/2d40}", "third decimal"),
        ("1 - 1d4/3 - 3/d100", "third decimal"),
        ("2d6!>0", "1,000"),
        ("1d10r>0", "1,000"),
        ("7d6u", "1,000"),
        ("7d6u + 1d4r>0", "1,000"),
    ],
)
def test_where_they_may_differ_a_remark_says_so(text: str, remark: str) -> None:
    (said,) = read(text).remarks
    assert remark in said


@pytest.mark.parametrize("text", ["{3d8*2, 20/2d10, 2d10-d4}", "1d10*1.5", "(1d6+2)/3", "2d10/d20"])
def test_decimals_that_round_one_way_only_need_no_remark(text: str) -> None:
    assert read(text).remarks == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("-1d20", "sign"),
        ("-(1d6)", "sign"),
        ("1d6+-1d6", "sign"),
        ("d01", "sides"),
        ("0d6", "1 to 9"),
        ("(2)d6", "calculation"),
        ("(1d4)d6", "calculation"),
        ("1000d6", "999"),
        ("4d6 kh3", "kh"),
        ("4D6", "D"),
        ("6d6dl", "number"),
        ("4d6k0", "number"),
        ("d6max", "number"),
        ("4d7f!=2", "f"),
        ("1d6r1", "1"),
        ("1d6==3", "number"),
        ("d1!", "more than one face"),
        ("2d6!p>0", "never stop"),
        ("2d6min2r<7", "never stop"),
        ("42d2!>0", "never stop"),
        ("{{1d6}, 2}", "group"),
        ("{1d6, 2}cs>1", "group"),
        ("max(1, 2, 3)", "two values"),
        ("1d6+2 # x", "#"),
        ("d6min2.5", "whole"),
        ("dF^2", "below zero"),
        ("8%-2", "below zero"),
        ("2 * log(d4)", "no exact value"),
        ("log(d4) + log(d6)", "no exact value"),
        ("{4d6*2d4kh1}k3", "before"),
        ("{4d6*2dF}k3", "without bounds"),
        ("{4d6*2d4!!}k3", "explode"),
        ("{2d200-2d100}k3", "so many faces"),
        ("d6^0.5", "may not be whole"),
        ("pow(d6, 1.5)", "may not be whole"),
        ("3^2d20%4", "hair"),
        ("2d6%3^2d20", "hair"),
        ("(2**3)+d6", "`**`"),
        ("2d(2**2)", "`**`"),
        ("4d6!kh3kl2", "explode"),
        ("{0.1*3d6}>2", "hair"),
        ("foo", "foo"),
        ("", "nothing"),
    ],
)
def test_what_is_refused_says_why(text: str, why: str) -> None:
    with pytest.raises(astragal.AstragalError) as caught:
        read(text)
    assert why in caught.value.message


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("4d6kh3 + 2", "4d6kh3 + 2"),
        ("4d6rr<=2", "4d6r<=2"),
        ("4d6r", "4d6ro"),
        ("2d6!≠4", "2d6!<>4"),
        ("8d10c>=8f=1", "8d10>=8f=1"),
        ("4d6worth(>2: 1, <5: -1, else: 0)", "4d6>2f<5"),
        ("4d6ru", "4d6u"),
        ("{4d6 & 3d8}kh4", "{4d6 + 3d8}kh4"),
        ("{3d20 + 5}c>40", "{3d20 + 5}>40"),
        ("round_away((1d6 / 3) * 100) / 100", "1d6 / 3"),
        ("round_away(1d6 / 4)", "round(1d6 / 4)"),
        ("round(1d6 / 4)", "round(1d6 / 4)"),
        ("trunc(1d6 / 4)", "floor(1d6 / 4)"),
        ("2d6!c>3", "2d6>3!"),
        ("2d6!>4c>3", "2d6!>4>3"),
        ("2 ** 1d4", "2 ^ 1d4"),
        ("d{-1,0,0,0,0,1}", "1dF.1"),
        ("2d6crit[fire]", "2d6cs[fire]"),
    ],
)
def test_written_for_rpg_dice_roller(text: str, written: str) -> None:
    assert write(astragal.parse(text), RPG) == written


@pytest.mark.parametrize(
    "text",
    ["4d6kh3!", "1d6 / 3", "-1d6", "4d6u", "2d6!o", "1d20 >= 15", "4d6kh1|kl1", "round(1d6 - 3.5)"],
)
def test_what_rpg_dice_roller_cannot_say_is_refused(text: str) -> None:
    with pytest.raises(astragal.NotationError) as caught:
        write(astragal.parse(text), RPG)
    assert caught.value.code == "untranslatable"
