"""Re-rolls and explosions that are limited to some dice: ``r<=2:1``, ``!:3``, ``rl1``, ``!oh2``."""

from __future__ import annotations

import pytest

from astragal import AstragalError, Die, LimitError, NotationError, OddsError, odds, parse, roll
from astragal.mechanics.endless import may_explode_for_ever
from astragal.notation.conditions import Comparison, Ranked
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.reroll import Reroll
from tests.support.brute import check_endless_odds, check_odds


@pytest.mark.parametrize(
    ("text", "faces", "outcome"),
    [
        ("4d6rl1", [2, 1, 6, 4, 5], 17),
        ("4d6rl", [2, 1, 6, 4, 5], 17),
        ("4d6rh2", [2, 1, 6, 4, 5, 3], 11),
        ("4d6rl9", [2, 1, 6, 4, 1, 1, 1, 2], 5),
        ("4d6kh3rl1", [2, 1, 6, 4, 5], 15),
        ("4d6r<=2:1", [2, 1, 6, 4, 5], 16),
        ("4d6r<=2:2", [2, 1, 1, 4, 5, 6], 16),
        ("4d6r:1", [2, 1, 1, 4, 5], 12),
        ("4d6♻♻:1", [2, 1, 1, 4, 5], 11),
        ("4d6s r<=2:1", [2, 1, 6, 4, 5], 16),  # the first dice as rolled
        ("3d6!:2", [6, 6, 6, 6, 1], 25),
        ("3d6!:2", [6, 1, 6, 2, 3], 18),
        ("2d6!=3:1", [3, 3, 3], 9),
        ("1d6!>=1:3", [1, 1, 1, 1], 4),
        ("3d6!o>=5:1", [5, 6, 1, 6], 18),
        ("3d6!oh1", [2, 5, 1, 4], 12),
        ("3d6!ol2", [2, 5, 1, 4, 3], 15),
        ("3d6!OH", [2, 5, 1, 4], 12),
        ("2d6!oh9", [2, 5, 1, 4], 12),
    ],
)
def test_a_roll(text: str, faces: list[int], outcome: int) -> None:
    rolled = roll(text, faces=faces)
    assert rolled.outcome == outcome
    rolled.verify()


def test_of_equal_dice_the_first_is_chosen_and_dice_are_drawn_from_the_left() -> None:
    assert str(roll("4d6rl2", faces=[2, 1, 6, 2, 5, 4])) == "4d6rl2 → (2→5, 1→4, 6, 2) = 17"
    assert str(roll("3d6!oh1", faces=[2, 6, 6, 3])) == "3d6!oh1 → (2, 6!, 3, 6) = 17"


@pytest.mark.parametrize(
    "text",
    [
        "4d4rl1",
        "4d4rh2",
        "3d3rl9",
        "4d4rl1kh3",
        "4d4rl1kl1",
        "4d4rl2c>=3",
        "3d4rl1u",
        "3d4rl1min2kh2",
        "3d4rl1d=2 dl1",
        "3d4rl1!o",
        "4d4kh3rl1",
        "3d4!orl1",
        "3d4k>=3 rl2kh1",
        "3d{1,1,5}rh1dl1",
        "largest_set(4d4rl1)",
        "distinct(4d4rl1)",
        "longest_run(4d4rh1)",
        "3d4rl1kh1&kl1",
        "3d4!oh1",
        "3d4!ol2kh2",
        "3d4!oh9",
        "3d4kh2!oh1",
        "3d4k>=3 !oh2dl1",
        "2d4!oh1 [4!] critical [..99] other",
        "1d4!oh1kh1 [4!] critical [..99] other",
        "4d4r<=2:1",
        "4d4r<=2:2kh3",
        "3d4r:1",
        "3d4♻♻:1",
        "3d4r<=2:9",
        "3d4r<=2:1u",
        "4d4r<=2:1c>=3",
        "3d4min2r=2:1",
        "3d4r=even:1",
        "(1d3)d4r<=2:1",
        "3d4r<=2:1 [4!] critical [..99] other",
        "3d{hit,miss}r=miss:1",
        "3d4!:2",
        "2d4!:3",
        "2d4!>=3:2",
        "2d4!>=1:2",
        "2d4!≠2:3kh2",
        "3d4!o:1",
        "3d4!o>=3:2dl1",
        "3d4kh2!:2",
        "3d4min4!:2",
        "3d4max3!:2",
        "3d4s!:1",
        "(1d3)d4!:1",
        "2d4!:2 [4!] critical [..99] other",
        "1d4!:2kh1 [4!] critical [..99] other",
        "p = 3d4!:1; highest(p) + lowest(p)",
        "2d{hit,miss,hit+crit}!=crit:1",
        # where the first dice are not those of a pool of equal dice
        "3d4kh2r<=2:1",
        "3d4s r<=2:1",
        "3d4sh r<=2:1",
        "2d4!or<=2:1",
        "3d4r<=2:1r<=2:1",
        "3d3rl1r<=2:1",
        "3d4k>=2 r<=3:1",
        "largest_set(3d3s r<=2:1)",
        "p = 3d3s r<=2:1; highest(p) + p",
        "3d3s r<=2:1!o [3!] critical [..99] other",
    ],
)
def test_odds_are_those_of_every_face(text: str) -> None:
    check_odds(text)


@pytest.mark.parametrize(
    "text",
    [
        "2d4!rl1",
        "2d4!rh1",
        "3d4!!rl1",
        "2d4rl1!",
        "2d4! !oh1",
        "2d4!oh1!!",
        "2d4!:2!",
        "2d4!!r=1:1",
    ],
)
def test_so_are_odds_of_dice_that_explode_without_limit(text: str) -> None:
    check_endless_odds(text)


def test_a_high_limit_comes_close_to_none() -> None:
    assert odds("2d6!:60")[17] == odds("2d6!")[17]
    assert odds("2d6r<=2:2") == odds("2d6r<=2")
    assert odds("5d8rl1").mean == odds("5d8dl1").mean + odds("1d8").mean


def test_what_has_no_exact_odds_is_said() -> None:
    with pytest.raises(OddsError, match="which dice come first") as caught:
        odds("2d4!r<=2:1")
    assert caught.value.code == "no-closed-form"
    with pytest.raises(LimitError):
        odds("1d6!:1000000000")


@pytest.mark.parametrize(
    ("text", "canonical", "words"),
    [
        ("4d6 RL 1", "4d6rl1", "re-roll the lowest once"),
        ("4d6rh2kh3", "4d6rh2kh3", "re-roll each of the highest 2 once"),
        ("4d6 r <= 2:1", None, None),
        ("4d6r<=2:1kh3", "4d6r<=2:1kh3", "no more than 1, in the order rolled"),
        ("4d6r=even:1kh1", "4d6r=even:1kh1", "each that is even once, no more than 1"),
        ("4d6r:1 !=3", "4d6r:1!=3", "a minimum once, no more than 1"),
        ("4d6!=6:3", "4d6!=6:3", "no more than 3 times in all"),
        ("4d6!:1!", "4d6!:1!", "no more than once in all"),
        ("4d6!ol", "4d6!ol1", "the lowest explodes: it rolls one more die, once only"),
    ],
)
def test_words_and_spelling(text: str, canonical: str | None, words: str | None) -> None:
    if canonical is None or words is None:
        with pytest.raises(NotationError, match="could be a condition"):
            parse(text)
        return
    expression = parse(text)
    assert str(expression) == canonical
    assert parse(canonical) == expression
    assert words in expression.describe()


def test_as_others_build_them() -> None:
    assert str(Reroll(Ranked(1, False))) == "rl1"
    assert str(Reroll(Comparison("<=", 2), at_most=1)) == "r<=2:1"
    assert str(Explode("!o", Ranked(2, True))) == "!oh2"
    assert str(Explode("!", at_most=3)) == "!:3"


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("4d6rrl1", "bad-number-of-times", "only what happens once"),
        ("4d6!h1", "bad-number-of-times", "only what happens once"),
        ("4d6!!l1", "bad-number-of-times", "only what happens once"),
        ("4d6!ph2", "bad-number-of-times", "only what happens once"),
        ("4d6rl1?", "bad-number-of-times", "cannot be a choice"),
        ("4d6rl0", "bad-count", "at least 1"),
        ("4d6rl2:1", "bad-number-of-times", "`:1` has no meaning here"),
        ("4d6rr<=2:1", "bad-number-of-times", "`:1` has no meaning here"),
        ("4d6!!:2", "bad-number-of-times", "`:2` has no meaning here"),
        ("4d6!p:2", "bad-number-of-times", "`:2` has no meaning here"),
        ("4d6r<=2:1?", "bad-number-of-times", "`:1` has no meaning here"),
        ("4d6!:0", "bad-count", "at least 1"),
        ("4d6r:", "missing-number", "how many dice at most"),
        ("2d{hit,miss}rl1", "needs-numbers", "these dice show symbols"),
        ("{1d6, 2d4}rl1", "not-dice", "a group of totals"),
    ],
)
def test_mistakes(text: str, code: str, message: str) -> None:
    with pytest.raises(AstragalError) as caught:
        parse(text)
    assert (caught.value.code, message in caught.value.message) == (code, True)


def test_ranks_are_no_condition_on_one_die() -> None:
    with pytest.raises(NotationError, match="only `r` and `!o`"):
        Count((Tally(Ranked(1, True)),)).effect(Die(6), None)


def test_a_limit_ends_an_explosion() -> None:
    assert not may_explode_for_ever(parse("2d6!:5"))
    assert may_explode_for_ever(parse("2d6!"))
