"""Roll20: what its documentation says, text by text."""

from __future__ import annotations

from fractions import Fraction

import pytest

import astragal
from astragal.dialects.dialect import find_dialect
from astragal.dialects.normal import same
from astragal.dialects.writer import write
from tests.dialects.support import faces_for

ROLL20 = find_dialect("roll20")


def read(text: str) -> astragal.Expression:
    return astragal.parse(text, dialect="roll20")


MEANINGS = [
    # dice and arithmetic
    ("d20+5", "1d20 + 5"),
    ("2d6+5 + d8", "2d6 + 5 + 1d8"),
    ("1d%", "1d100"),
    ("d66", "1d{1..66}"),
    ("4dF+1", "4dF + 1"),
    ("0d1", "0d1"),
    ("(1+1)d6", "(1 + 1)d6"),
    ("1d(3+3)", "1d(3 + 3)"),
    ("[[2d6]]d5", "(2d6)d5"),
    ("2d[[1d4+2]]", "2d(1d4 + 2)"),
    ("[[5+3]] * 2", "(5 + 3) * 2"),
    ("floor( 5 / 2d6 ) + ceil( 3d6 / 4 ) - 2d6", "floor(5 / 2d6) + ceil(3d6 / 4) - 2d6"),
    ("abs(-7)", "abs(-7)"),
    ("15/2", "15 / 2"),
    ("1.5 * 2d6", "1.5 * 2d6"),
    ("floor(.5 * 1d9)", "floor(0.5 * 1d9)"),
    ("16 % 3", "16 % 3"),
    ("-7 % 3", "rem(-7, 3)"),
    ("2 * (1d6-4) % 3", "rem(2 * (1d6 - 4), 3)"),
    ("3 ** 2", "3 ** 2"),
    ("16 ** 0.5", "sqrt(16)"),
    # comparisons include the number
    ("3d6>3", "3d6c>=3"),
    ("10d6<4", "10d6c<=4"),
    ("10d6=4", "10d6c=4"),
    ("3d6>3f1", "3d6c>=3f=1"),
    ("10d6<4f>5", "10d6c<=4f>=5"),
    ("10d10>8f1f2", "10d10c>=8f=1f=2"),
    ("3d6>(1+2)", "3d6c>=(1 + 2)"),
    ("4dF>0", "4dFc>=0"),
    # explosions
    ("3d6!", "3d6!"),
    ("3d6!>4", "3d6!>=4"),
    ("3d6!3", "3d6!=3"),
    ("5d6!!", "5d6!!"),
    ("5d6!!5", "5d6!!=5"),
    ("5d6!p", "5d6!p"),
    ("5d6!p>5", "5d6!p>=5"),
    # what is kept
    ("8d100k4", "8d100kh4"),
    ("8d100kl4", "8d100kl4"),
    ("8d100d3", "8d100dl3"),
    ("8d100dh3", "8d100dh3"),
    ("2d20k", "2d20kh1"),
    ("4d6k(1+2)", "4d6kh(1 + 2)"),
    # re-rolls go on, and several conditions are one
    ("8d6r", "8d6rr"),
    ("2d8r<2", "2d8rr<=2"),
    ("2d8r8", "2d8rr=8"),
    ("8d6r2r4r6", "8d6rr=[2,4,6]"),
    ("8d6r<2r6", "8d6rr=[1..2,6]"),
    ("2d6ro<2", "2d6r<=2"),
    ("2d6ro", "2d6r"),
    ("2d6ro1ro2", "2d6r1..2"),
    # dice are kept before they are counted, whatever the order
    ("4d6kh3>4", "4d6kh3c>=4"),
    ("4d6>4kh3", "4d6kh3c>=4"),
    ("4d6k3!", "4d6!kh3"),
    # marks and order do not change the total
    ("1d20cs>10", "1d20crit>=10"),
    ("1d20cf<3", "1d20fumble<=3"),
    ("1d20cs20cs10", "1d20crit=20crit=10"),
    ("1d20!>18cs>18", "1d20!>=18crit>=18"),
    ("8d6s", "8d6s"),
    ("8d6sa", "8d6s"),
    ("8d6sd", "8d6sh"),
    # matches
    ("4d6m", "4d6"),
    ("4d6mt", "matches(4d6)"),
    ("4d6mt3", "matches(4d6, 3)"),
    ("4d6mt3>2", "matches(4d6k>=2, 3)"),
    ("4d6!mt+1", "matches(4d6!) + 1"),
    # groups: of totals, or of one expression's dice
    ("{4d6,3d8}kh1", "{4d6, 3d8}kh1"),
    ("{4d6+2d8, 3d20+3, 5d10+1}d1", "{4d6 + 2d8, 3d20 + 3, 5d10 + 1}dl1"),
    ("{4d6+2d8, 3d20+3}>40f<10", "{4d6 + 2d8, 3d20 + 3}c>=40f<=10"),
    ("{4d6+3d8}k4", "{4d6 & 3d8}kh4"),
    ("{4d6 + 3d8[cold]}>5", "{4d6 & 3d8}c>=5"),
    ("{4d6}kh3", "4d6kh3"),
    ("{3d20+5}>21", "3d20each+5c>=21"),
    ("{3d20-1}>21f<10", "3d20each-1c>=21f<=10"),
    ("{3d20+@{hit}}>21", "3d20each+@{hit}c>=21"),
    ("{4d6+3d8+2}>6", "{4d6 & 3d8}each+2c>=6"),
    ("{5d6!!}>8", "5d6!!c>=8"),
    ("{2d6!}>4f1", "2d6!c>=4f=1"),
    ("{4d6kh3}>4", "4d6kh3c>=4"),
    ("{2d6+3} * 2", "(2d6 + 3) * 2"),
    ("{{2d6,1d8}kh1,1d10}kl1", "{{2d6, 1d8}kh1, 1d10}kl1"),
    ("{4d6k3, 3d6}sd", "{4d6kh3, 3d6}"),
    # values
    ("1d20+@{str}", "1d20 + @str"),
    ("1d20+@{Bob|str}", "1d20 + @{Bob|str}"),
    ("@{n}d@{sides}", "@{n}d@{sides}"),
    ("8d10>@{target}", "8d10c>=@{target}"),
    # text
    ("2d20+5[Fire Damage] + 3d6[Ice]", "2d20 + 5[Fire Damage] + 3d6[Ice]"),
    ("1d20+5 Roll for Initiative", "1d20 + 5 # Roll for Initiative"),
    ("1d20+5 \\ +5 Roll for Initiative", "1d20 + 5 # +5 Roll for Initiative"),
    ("2d10+2d6[crit]+5 Critical Hit!", "2d10 + 2d6[crit] + 5 # Critical Hit!"),
    ("1d20 + 5 &{tracker}", "1d20 + 5"),
    ("1d20 + 5 &{tracker:+} First", "1d20 + 5 # First"),
    ("[[1d20 + 2 &{tracker}]]", "1d20 + 2"),
    # chat commands
    ("/r 2d8+1 Longsword", "2d8 + 1 # Longsword"),
    ("/roll\t[[1d3]]d8", "(1d3)d8"),
    ("/GMR 4d6>5", "4d6c>=5"),
    (" /gmroll {1d8!,1d6!}kh1", "{1d8!, 1d6!}kh1"),
]


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_what_roll20_makes_of_it(text: str, meaning: str) -> None:
    assert str(read(text)) == meaning


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_scripted_dice_come_to_the_same(text: str, meaning: str) -> None:
    ours = astragal.parse(meaning)
    given = dict.fromkeys(ours.variable_names or (), 4)
    faces = faces_for(ours, given)
    theirs = read(text).roll(faces=faces, variables=given)
    assert theirs.outcome == ours.roll(faces=faces, variables=given).outcome


@pytest.mark.parametrize("text", [text for text, _ in MEANINGS])
def test_what_was_read_is_written_again(text: str) -> None:
    assert same(read(write(read(text), ROLL20)), read(text))


def test_re_rolls_go_on_until_no_named_face_is_left() -> None:
    odds = read("1d6r2r4r6").odds()
    assert [odds.probability(face) for face in range(1, 7)] == [Fraction(1, 3), 0] * 3


def test_numbers_in_braces_go_to_each_die() -> None:
    assert read("{3d20+5}>21").roll(faces=[16, 15, 20]).outcome == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("4d6!r1", "explode and are re-rolled"),
        ("4d6!3!4", "several words that explode"),
        ("4d6kh3dl1", "several words that keep or drop"),
        ("4dFr", "Fate dice"),
        ("2d8r1ro2", "`ro` after `r`"),
        ("5d6>4>5", "counts twice"),
        ("4d6kh3mt", "matches of dice that are kept"),
        ("{2d20+5}kh1", "a number in braces"),
        ("{3d6-1d4}k2", "`1d4` in braces"),
        ("{3d6>3}kh1", "counted already"),
        ("2**3**2", "one power after another"),
        ("-2**2", "a sign before a power"),
    ],
)
def test_what_is_not_documented_is_refused(text: str, why: str) -> None:
    with pytest.raises(astragal.NotationError) as caught:
        read(text)
    assert caught.value.code == "not-known"
    assert why in caught.value.message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("3d6>=3", "bad-condition"),
        ("4d6f1", "nothing-counted"),
        ("4d6cs", "missing-condition"),
        ("2d6!!p", "unexpected"),
        ("1t[loot]", "no-such-table"),
        ("1d20+?{Bonus|0}", "not-a-formula"),
        ("1d20+#hit", "not-a-formula"),
        ("2d20 kh1", "unexpected"),
        ("2d20 kh", "unexpected"),
        ("1d20 attack 2", "unexpected"),
        ("1d20+5 d4", "unexpected"),
        ("3d6 > 3", "unexpected"),
        ("1d20+@{str", "unclosed"),
        ("[[1d6", "unclosed"),
        ("/em 1d20", "not-a-formula"),
        ("/r1d20", "unexpected"),
        ("{2d6}r1", "bad-modifier"),
    ],
)
def test_what_roll20_does_not_have_is_refused(text: str, code: str) -> None:
    with pytest.raises(astragal.NotationError) as caught:
        read(text)
    assert caught.value.code == code


def test_a_comparison_of_a_sum_gets_a_hint() -> None:
    with pytest.raises(astragal.NotationError) as caught:
        read("4d8+2>5")
    assert "`{3d6+1}>5`" in str(caught.value.hint)


def test_what_is_read_in_one_of_two_ways_is_remarked_on() -> None:
    assert str(read("2d8ro1r3r5r7")) == "2d8r=1rr=[3,5,7]"
    assert "one after the other" in read("2d8ro1r3r5r7").remarks[0]
    assert not read("2d8r1r3").remarks
    assert "`{5d6!!}>8`" in read("4d8!!>9").remarks[0]
    assert not read("4d8!!>8").remarks


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("5d6!c>=5", "{5d6!}>5"),
        ("3d20each+5c>=21", "{3d20 + 5}>21"),
        ("{4d6 & 3d8}kh4", "{4d6 + 3d8}kh4"),
        ("matches(4d6k>=2, 3)", "4d6mt3>2"),
        ("6d6rr=[1..3]", "6d6r1r2r3"),
        ("rem(1d6 - 4, 3)", "((1d6 - 4) % 3)"),
        ("1d6 % 2", "1d6 % 2"),
        ("sqrt(16)", "(16 ** 0.5)"),
        ("2 ** 3 ** 2", "2 ** (3 ** 2)"),
        ("1d20crit>=19", "1d20cs>19"),
        ("1d20 + @{fire damage}", "1d20 + @{fire damage}"),
    ],
)
def test_written_for_roll20(text: str, written: str) -> None:
    assert write(astragal.parse(text), ROLL20) == written


@pytest.mark.parametrize(
    "text",
    ["(1d6 - 4) % 3", "4d6kh3!", "4d6!o", "4d6c>=4c=6", "4d6u", "4d6min2", "6d6worth(=1: -1)"],
)
def test_what_roll20_cannot_say(text: str) -> None:
    with pytest.raises(astragal.NotationError) as caught:
        write(astragal.parse(text), ROLL20)
    assert caught.value.code == "untranslatable"
