"""Avrae: texts with what its library d20 1.1.2 makes of them, as found by running it."""

from __future__ import annotations

from fractions import Fraction

import pytest

import astragal
from astragal.dialects.dialect import find_dialect
from astragal.dialects.normal import same
from astragal.dialects.writer import write

AVRAE = find_dialect("avrae")


def read(text: str) -> astragal.Expression:
    return astragal.parse(text, dialect="avrae")


MEANINGS = [
    # dice and arithmetic
    ("d20+5", "1d20 + 5"),
    ("d66", "1d{1..66}"),
    ("2d%", "2d{0,10,20,30,40,50,60,70,80,90}"),
    ("0d6kh1e6", "0d6"),
    ("--1", "--1"),
    ("2.5 * 2", "trunc(2.5 * 2)"),
    (".5 + 2.", "trunc(0.5 + 2)"),
    ("15/2", "trunc(15 / 2)"),
    ("2d6/3 > 2", "2d6 / 3 > 2"),
    ("1d6 + 0.1 > 2", "1d6 + 0.1 > 2"),
    ("7.5 // 1d3", "7.5 // 1d3"),
    ("15 // 2 % 4", "15 // 2 % 4"),
    ("1d20 + 5 >= 15", "1d20 + 5 >= 15"),
    ("1 < 2 < 3", "(1 < 2) < 3"),
    ("2 * (1d6 == 3)", "2 * (1d6 = 3)"),
    ("-1d8 + 4 - (3, 1d4)kh1", "-1d8 + 4 - {3, 1d4}kh1"),
    # selectors: highest, lowest, more, less, just this
    ("4d6kh3", "4d6kh3"),
    ("4d6pl1", "4d6dl1"),
    ("4d6k3", "4d6k=3"),
    ("4d6p<3", "4d6d<3"),
    ("4d6kh0", "4d6k<0"),
    ("(4, 3)kl0", "{4, 3}k<0"),
    ("2d6ro<3", "2d6r<3"),
    ("8d6rr1", "8d6rr=1"),
    ("10d6ra6", "10d6!o=6:1"),
    ("1d6rol1", "1d6rl1"),
    ("1d6ral1", "1d6!ol1"),
    ("4d6e6kh3", "4d6!=6kh3"),
    ("8d6mi2ma5", "8d6min2max5"),
    # neighbours look at the same dice
    ("10d6k1k2", "10d6k1..2"),
    ("6d6k1k3k5", "6d6k=[1,3,5]"),
    ("6d6k<3k>4", "6d6k≠3..4"),
    ("4d6ro<3ro>4", "4d6r≠3..4"),
    ("4d6e1e6", "4d6!=[1,6]"),
    ("4d6ra5ra6", "4d6!o>4:1"),
    ("4d6ra2rah1", "4d6!oh1"),
    ("4d6ro<1rol1rol2", "4d6rl2"),
    ("(4d6mi12)k9k10", "4d6min12k9..10"),
    ("4d6p1p>4", "4d6d=1d>4"),
    ("4d6kh1kh2", "4d6kh2"),
    ("4d6kh1kl1", "4d6kh1|kl1"),
    ("4d6kh1k1", "4d6kh1|k=1"),
    ("4d6ph1pl1", "4d6dh1|dl1"),
    # no dice: nothing happens, but neighbours stay neighbours
    ("4d8eh0", "4d8"),
    ("4d8rr1rrl0rr8", "4d8rr=[1,8]"),
    ("4d8ro1rah0ro8", "4d8r=1r=8"),
    ("4d8roh0ral0kl2", "4d8kl2"),
    # others run in order
    ("4d6kh2pl1", "4d6kh2dl1"),
    ("4d6pl1kh2", "4d6dl1kh2"),
    ("4d6mi2mi3", "4d6min2min3"),
    ("4d6kh1pl0kh2", "4d6kh1dl0kh2"),
    # sets
    ("()", "0"),
    ("(1,)", "{1}"),
    ("(1, 2)", "{1, 2}"),
    ("(1d4 + 1, 3, 2d6kl1)kh1", "{1d4 + 1, 3, 2d6kl1}kh1"),
    ("(1, 2, 3, 4, 5)k>3", "{1, 2, 3, 4, 5}k>3"),
    ("(1, 2, 3, 4, 5)k1k>3", "{1, 2, 3, 4, 5}d<1d2..3"),
    ("(4d6)kh3", "4d6kh3"),
    ("((4d6 [fire]))kh3", "4d6kh3[fire]"),
    ("(+4d6)kh3", "{4d6}"),
    ("(4d6,)kh3", "{4d6}"),
    ("((1, 2))kl1", "{1, 2}kl1"),
    ("(1)k2", "{1}k=2"),
    ("(1)pl0k2", "{1}k=2"),
    ("(1d6 + 2)pl1", "{1d6 + 2} * 0"),
    # in the chat: text behind, and advantage for a d20 at the front
    ("!r 2d8+3 longsword", "2d8 + 3 # longsword"),
    ("!roll 3d8 kh1", "3d8 # kh1"),
    ("!r 2d6*hot* stuff", "2d6 # *hot* stuff"),
    ("!r 2d6 *d4", "2d6 * 1d4"),
    ("!r d20+2 adv stealth", "2d20kh1 + 2 # stealth"),
    ("!r dis 1d20ro1", "2d20kl1r=1"),
    ("!r (1d20)kh1 dis", "2d20kl1kh1"),
    ("!r 1d20kh1 dis", "2d20kl1kh1"),
    ("!r 3 + 1d20 adv", "3 + 1d20"),
    ("!r", "1d20"),
    ("!r adv", "2d20kh1"),
    ("!r 1d20 adventure", "1d20 # adventure"),
    ("!r 1d8 [shield", "1d8 # [shield"),
    ("!r 1d8 [a] [shield", "1d8[a] # [shield"),
    ("!r 1d8Keep", "1d8 # Keep"),
    # labels
    ("1d6 [fire] [magic] + 3[cold]", "1d6[fire][magic] + 3[cold]"),
    ("1d6[]", "1d6"),
]


@pytest.mark.parametrize(("text", "ours"), MEANINGS)
def test_texts_mean_what_they_mean_there(text: str, ours: str) -> None:
    expression = read(text)
    assert str(expression) == ours
    again = astragal.parse(ours)
    assert again == expression or same(again, expression)


FIGURES = [
    # equal dice: each keep chooses the first of them
    ("2d2kh1kl1", {1: (1, 4), 2: (1, 4), 3: (1, 2)}),
    ("2d2ph1pl1", {0: (1, 2), 1: (1, 4), 2: (1, 4)}),
    ("3d2kh1k1", {2: (1, 8), 3: (1, 2), 4: (3, 8)}),
    ("2d2ra2", {2: (1, 4), 4: (1, 4), 5: (3, 8), 6: (1, 8)}),
    ("2d2rol1", {2: (1, 8), 3: (1, 2), 4: (3, 8)}),
    ("2d2ral1", {3: (1, 8), 4: (3, 8), 5: (3, 8), 6: (1, 8)}),
    ("1d2mi2ro2", {1: (1, 2), 2: (1, 2)}),
    ("-7/2", {-3: (1, 1)}),
    ("7%-3", {-2: (1, 1)}),
    ("1d4/2", {0: (1, 4), 1: (1, 2), 2: (1, 4)}),
    ("(1d2, 2)k2", {2: (1, 2), 4: (1, 2)}),
]


@pytest.mark.parametrize(("text", "odds"), FIGURES)
def test_odds_are_those_of_every_roll_there(text: str, odds: dict[int, tuple[int, int]]) -> None:
    found = read(text).odds()
    assert {int(total): Fraction(chance) for total, chance in found.items()} == {
        total: Fraction(*chance) for total, chance in odds.items()
    }


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1d20 keep something", "keep"),
        ("1d20 **bold**", "expected"),
        ("4d6 kh3", "kh"),
        ("2 d6", "d"),
        ("4D6", "D"),
        ("4d6KH3", "KH"),
        ("1d6=3", "="),
        ("4d6kh", "number"),
        ("4d6k", "number"),
        ("!r 1d8king", "needs a number"),
        ("!r (1, 2)px", "needs a number"),
        ("4d8eh", "number"),
        ("1d8 [shield", "never closed"),
        ("(1, 2)[a]kh1", "kh"),
        ("(1, 2)e2", "only `k` and `p`"),
        ("(1, 2, )", "value"),
        ("4d6mih3", "number"),
        ("1001d6", "1000 dice"),
        ("1d6rrh1", "never stop"),
        ("1d6rr<9", "never stop"),
        ("4d6eh1", "explode as long"),
        ("4d6rol1ro6", "re-rolls of ranks"),
        ("(0.5, 1)k1k>3", "not whole"),
        ("4d6kh(1d2)", "number"),
        ("(4, -3)kl0", "nothing of a set"),
        ("1d20 adv", "adv"),
        ("1d20 * 0.1", "hair"),
        ("4 // 0.1", "hair"),
        ("0.1 + 0.2 == 0.3", "hair"),
        ("(1d6 * 0.1, 2)k1", "hair"),
        ("!r 1d20 ADV", "not known"),
        ("!r 1d20 - fire", "fire"),
        ("!r 1d20, twice", ","),
        ("(4d6)ro1", "only `k` and `p`"),
        ("{1d20, 1d6}kh1", "`{` means nothing"),
        ("!r 1d20+{strengthMod}", "for macros"),
        ("!rr 3 1d20", "for macros"),
        ("/r 1d20", "no command"),
        ("()e6", "only `k` and `p`"),
    ],
)
def test_what_is_refused_says_why(text: str, why: str) -> None:
    with pytest.raises(astragal.AstragalError) as caught:
        read(text)
    assert why in caught.value.message


def test_text_behind_the_dice_gets_a_hint() -> None:
    with pytest.raises(astragal.NotationError) as caught:
        read("1d20 adv")
    assert "2d20kh1" in str(caught.value.hint)


def test_advantage_that_changes_nothing_gets_a_remark() -> None:
    assert "a d20 at the front" in read("!r 2d6 adv").remarks[0]
    assert not read("!r -1d20 adv").remarks


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("4d6kh3 + 2", "4d6kh3 + 2"),
        ("{1d8, 2d4}kh1", "(1d8, 2d4)kh1"),
        ("{1d8}k>2", "(1d8,)k>2"),
        ("2d6!", "2d6e6"),
        ("2d6r", "2d6ro1"),
        ("2d6rr<=2", "2d6rr<3"),
        ("6d6k2..3", "6d6k2k3"),
        ("6d6k≠3", "6d6k<3k>3"),
        ("6d6k=[1,4..5]", "6d6k1k4k5"),
        ("4d6!o=6:1", "4d6ra6"),
        ("4d6rl1", "4d6rol1"),
        ("4d6kh1|k=1", "4d6kh1k1"),
        ("8d6kh5kl2kh1", "((8d6kh5)kl2)kh1"),
        ("8d6k=1k=2", "(8d6k1)k2"),
        ("8d6dl1dl1", "(8d6pl1)pl1"),
        ("8d6d=1d>4", "8d6p1p>4"),
        ("{1d8, 2d4, 3}kh2kl1", "((1d8, 2d4, 3)kh2)kl1"),
        ("{1d8, 2d4}d<1d>2", "(1d8, 2d4)p<1p>2"),
        ("trunc(1d6 / 2)", "1d6 / 2"),
        ("1d20 + 5 >= 15", "1d20 + 5 >= 15"),
        ("d{0,10,20,30,40,50,60,70,80,90}", "1d%"),
        ("2d6[fire]", "2d6[fire]"),
    ],
)
def test_written_for_avrae(text: str, written: str) -> None:
    assert write(astragal.parse(text), AVRAE) == written


@pytest.mark.parametrize(
    "text",
    ["1d6 / 2", "floor(1d6 * 1.5) + 1", "2d6!p", "4d6c>=5", "4d6u", "2d6!o", "6d60k5..50"],
)
def test_what_avrae_cannot_say_is_refused(text: str) -> None:
    with pytest.raises(astragal.NotationError) as caught:
        write(astragal.parse(text), AVRAE)
    assert caught.value.code == "untranslatable"
