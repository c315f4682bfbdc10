"""Rolls in one line and step by step, and expressions in words."""

from __future__ import annotations

import pytest

from astragal import parse, roll

LINES = [
    ("4d6kh3", [6, 5, 4, 2], "4d6kh3 → (6, 5, 4, ~2~) = 15"),
    ("1d20+5", [14], "1d20 + 5 → (14) + 5 = 19"),
    ("2d6r=1", [1, 3, 5], "2d6r=1 → (1→5, 3) = 8"),
    ("2d6rr<3", [1, 3, 2, 5], "2d6rr<3 → (1→2→5, 3) = 8"),
    ("2d6!", [6, 3, 4], "2d6! → (6!, 4, 3) = 13"),
    ("2d6!!", [6, 6, 1, 5], "2d6!! → (6+1, 6+5) = 18"),
    ("2d6!p", [6, 3, 4], "2d6!p → (6!, 4-1, 3) = 12"),
    ("2d6min3", [1, 6], "2d6min3 → (1→3, 6) = 9"),
    ("4d10c>=7c=10f=1", [9, 3, 10, 1], "4d10c>=7c=10f=1 → (9✓, 3, 10✓✓, 1✗) = 2"),
    ("4d6s", [3, 1, 2, 6], "4d6s → (1, 2, 3, 6) = 12"),
    ("4d6kh2s", [3, 1, 2, 6], "4d6kh2s → (3, 6, ~1~, ~2~) = 9"),
    ("5d6u", [3, 3, 5, 1, 5], "5d6u → (3, ~3~, 5, 1, ~5~) = 9"),
    ("{2d6, 1d12}kh1", [3, 4, 6], "{2d6, 1d12}kh1 → {(3, 4), ~(6)~} = 7"),
    ("{1d6, 1d8}s", [5, 2], "{1d6, 1d8}s → {(2), (5)} = 7"),
    ("(1d4)d6", [2, 3, 5], "(1d4)d6 → (2)d6 (3, 5) = 8"),
    ("6d6k>=5", [6, 5, 4, 5, 2, 1], "6d6k>=5 → (6, 5, ~4~, 5, ~2~, ~1~) = 16"),
    ("2d6k>=(1d4)", [6, 2, 3], "2d6k>=(1d4) → 2d6k>=(3) (6, ~2~) = 6"),
    ("a = 1d6; 2d10c<a", [4, 3, 9], "a = 1d6; 2d10c<a → a = (4); (3✓, 9) = 1"),
    ("{1d6, 1d8}k>=(1d4)", [3, 2, 3], "{1d6, 1d8}k>=(1d4) → {(3), ~(2)~}k>=(3) = 3"),
    ("2d(1d4+1)", [3, 1, 4], "2d(1d4 + 1) → 2d((3) + 1) (1, 4) = 5"),
    ("1d20+5 >= 15", [12], "1d20 + 5 >= 15 → (12) + 5 >= 15: true"),
    ("d10ish+2 [..6] miss [7..] hit", [7], "1d10ish + 2 [..6] miss [7..] hit → (7) + 2 = 9: hit"),
    ("d20 [..5] low", [7], "1d20 [..5] low → (7) = 7, in no range"),
    ("3x(1d6+1)", [1, 2, 3], "3x(1d6 + 1) → 2, 3, 4"),
    ("3x(1d6+1)sh", [1, 2, 3], "3x(1d6 + 1)sh → 4, 3, 2"),
    ("5d6sh", [3, 3, 5, 1, 5], "5d6sh → (5, 5, 3, 3, 1) = 17"),
    ("2d6, 1d8+3", [6, 1, 5], "2d6, 1d8 + 3 → (6, 1), (5) + 3 = 7, 8"),
    ("1d20>9, 1d6", [10, 4], "1d20 > 9, 1d6 → (10) > 9, (4) = true, 4"),
    ("2x(2x(d6))", [1, 2, 3, 4], "2x(2x(1d6)) → (1, 2), (3, 4)"),
    ("2d6[fire] + 1d4[cold]", [3, 4, 2], "2d6[fire] + 1d4[cold] → (3, 4)[fire] + (2)[cold] = 9"),
    ("2d6 # sneak attack", [3, 4], "sneak attack: 2d6 → (3, 4) = 7"),
    ("p = 2d6; p*p", [1, 2], "p = 2d6; p * p → p = (1, 2); p * p = 9"),
    ("p = 2d6; p", [1, 2], "p = 2d6; p → p = (1, 2); p = 3"),
    ("7/2", [], "7 / 2 = 7/2"),
    ("3", [], "3 = 3"),
    ("2x(3)", [], "2x(3) = 3, 3"),
    ("-(1d6+1)", [3], "-(1d6 + 1) → -((3) + 1) = -4"),
    ("max(1d6, 1d8)", [3, 7], "max(1d6, 1d8) → max((3), (7)) = 7"),
    ("0d6", [], "0d6 → () = 0"),
    ("(2d6) = 7..9", [3, 5], "(2d6) = 7..9 → (3, 5) = 7..9: true"),
]


@pytest.mark.parametrize(("text", "faces", "line"), LINES)
def test_the_friendly_line(text: str, faces: list[int], line: str) -> None:
    rolled = roll(text, faces=faces)
    assert str(rolled) == line
    assert repr(rolled) == line, "a prompt shows the line"


def test_a_long_line_says_how_many_dice_it_leaves_out() -> None:
    assert str(roll("100d6", faces=[1] * 100)).endswith(", 1, … 60 more) = 100")


def test_a_given_value_is_told_as_its_number() -> None:
    assert str(roll("d20+@str", faces=[4], variables={"str": 3})) == "1d20 + @str → (4) + 3 = 7"


@pytest.mark.parametrize(
    ("text", "faces", "steps"),
    [
        (
            "4d6r=1!kh3",
            [1, 6, 3, 2, 4, 5],
            [
                "4d6r=1!kh3: rolls 1, 6, 3, 2",
                "  r=1 re-rolls 1 to 4",
                "  ! explodes: rolls 5 more",
                "  kh3 drops 3, 2, keeps 4, 6, 5",
                "  makes 15",
            ],
        ),
        (
            "2d6[fire] + 3",
            [4, 5],
            ["2d6 [fire]: rolls 4, 5", "  makes 9", "9[fire] + 3 = 12"],
        ),
        (
            "3d10c>=7f=1",
            [8, 1, 4],
            ["3d10c>=7f=1: rolls 8, 1, 4", "  c>=7f=1 counts 8, 1 as -1", "  makes 0"],
        ),
        (
            "1d6!p",
            [6, 4],
            ["1d6!p: rolls 6", "  !p explodes: rolls 4 more, less 1 each", "  makes 9"],
        ),
        (
            "4d6kh3c>=5",
            [6, 5, 4, 2],
            [
                "4d6kh3c>=5: rolls 6, 5, 4, 2",
                "  kh3 drops 2, keeps 6, 5, 4",
                "  c>=5 counts 6, 5",
                "  makes 2",
            ],
        ),
        (
            "4d6kh3kl1",
            [6, 5, 4, 2],
            [
                "4d6kh3kl1: rolls 6, 5, 4, 2",
                "  kh3 drops 2, keeps 6, 5, 4",
                "  kl1 drops 6, 5, keeps 4",
                "  makes 4",
            ],
        ),
        (
            "3d6dl1dl1",
            [3, 1, 2],
            [
                "3d6dl1dl1: rolls 3, 1, 2",
                "  dl1 drops 1, keeps 3, 2",
                "  dl1 drops 2, keeps 3",
                "  makes 3",
            ],
        ),
        (
            "4d6kh3!",
            [6, 5, 4, 2, 1],
            [
                "4d6kh3!: rolls 6, 5, 4, 2",
                "  kh3 drops 2, keeps 6, 5, 4",
                "  ! explodes: rolls 1 more",
                "  makes 16",
            ],
        ),
        (
            "2d6! !",
            [6, 1, 2, 3],
            [
                "2d6! !: rolls 6, 1",
                "  ! explodes: rolls 2 more",
                "  ! explodes: rolls 3 more",
                "  makes 12",
            ],
        ),
        ("3d6s", [3, 1, 2], ["3d6s: rolls 3, 1, 2", "  makes 6"]),
        (
            "1d10ish!!",
            [10, 0],
            ["1d10ish!!: rolls 10", "  !! explodes: adds 0 to the die that exploded", "  makes 10"],
        ),
        (
            "1d6!!",
            [6, 4],
            ["1d6!!: rolls 6", "  !! explodes: adds 4 to the die that exploded", "  makes 10"],
        ),
        (
            "2d6min2max5",
            [1, 6],
            ["2d6min2max5: rolls 1, 6", "  min2 raises 1 to 2", "  max5 caps 6 to 5", "  makes 7"],
        ),
        ("2x(2d6)", [1, 2, 3, 4], ["1. (1, 2) = 3", "2. (3, 4) = 7"]),
        (
            "{1d6, 1d8}kh1",
            [3, 5],
            [
                "1d6: rolls 3",
                "1d8: rolls 5",
                "{1d6, 1d8}kh1: holds 3, 5",
                "  kh1 drops 3, keeps 5",
                "  makes 5",
            ],
        ),
        (
            "d20+1 [..9] miss [10..] hit",
            [9],
            ["1d20: rolls 9", "9 + 1 = 10: hit"],
        ),
        ("3+4", [], ["3 + 4 = 7"]),
    ],
)
def test_the_explanation(text: str, faces: list[int], steps: list[str]) -> None:
    assert roll(text, faces=faces).explain() == steps


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4d6kh3", "four six-sided dice, keep the highest 3"),
        ("2d20▼", "two 20-sided dice, keep the lowest"),
        ("d10ish + 2", "one d10ish die (0 to 10, the ends half as likely); plus 2"),
        ("4dF", "four Fudge dice (-1, 0, 1)"),
        ("d{2,3,5,7}", "one die with the faces 2, 3, 5, 7"),
        ("8d10c>=7f=1", "eight ten-sided dice, count each 7 or more, take away each 1"),
        (
            "3d6!",
            "three six-sided dice, a maximum explodes: it rolls one more die, "
            "which may explode too",
        ),
        ("2d6♻♻", "two six-sided dice, re-roll the 2 lowest faces once"),
        ("2d6rr<=2", "two six-sided dice, re-roll each 2 or less until none is left"),
        ("6x(4d6dl1)", "six times: four six-sided dice, drop the lowest"),
        ("1d20 >= 15", "is one 20-sided die at least 15?"),
        ("(8d6) >= 5", "is the total of eight six-sided dice at least 5?"),
        (
            "(2d6[fire]) > 1d12",
            "is the total of two six-sided dice [fire] more than one twelve-sided die?",
        ),
        (
            "2d20kh1 >= 15",
            "is the result of (two 20-sided dice, keep the highest) at least 15?",
        ),
        ("2d6 + 3 >= 9", "is (two six-sided dice plus 3) at least 9?"),
        ("(1d4)d6", "as many as one four-sided die says: six-sided dice"),
        (
            "6d6d=1k>=(1d4)",
            "six six-sided dice, drop each 1, keep each (one four-sided die) or more",
        ),
        ("2d(1d4)", "two dice with as many sides as one four-sided die says"),
        (
            "d20 [..9] no [10!] crit [15] odd [10..] yes",
            "one 20-sided die; then 9 or less is no, a natural 10 is crit, "
            "15 is odd, 10 or more is yes",
        ),
        (
            "{2d6kh1, 1d12}kl1",
            "the totals of (two six-sided dice, keep the highest) and (one twelve-sided die), "
            "keep the lowest",
        ),
        (
            "max(1d6, 4) * -2 // @x",
            "the greatest of one six-sided die, 4; times minus 2; "
            "divided (rounded down) by the value of x",
        ),
        ("p = 2d6[fire]; p - 1", "p is two six-sided dice [fire]; p minus 1"),
        ("highest(4d6,3)", "the highest 3 of four six-sided dice"),
        ("highest(4d6)", "the highest one of four six-sided dice"),
        ("floor(7/2)", "(7 divided by 2), rounded down"),
        ("1x(2d6)", "once: two six-sided dice"),
        (
            "4d6us min2max5dh1",
            "four six-sided dice, only one of each value, shown sorted, raise each to at least 2, "
            "cap each at 5, drop the highest",
        ),
        (
            "2d6!o=3r≠2",
            "two six-sided dice, each 3 explodes: it rolls one more die, once only, "
            "re-roll each anything but 2 once",
        ),
    ],
)
def test_the_meaning_in_words(text: str, words: str) -> None:
    assert parse(text).describe() == words


def test_a_sorted_list_is_told_as_it_was_rolled_then_in_order() -> None:
    assert roll("3x(1d6+1)sh", faces=[1, 3, 2]).explain() == [
        "1. (1) + 1 = 2",
        "2. (3) + 1 = 4",
        "3. (2) + 1 = 3",
        "sorted: 4, 3, 2",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(1d20!p) > 18", "is (one 20-sided die, a maximum "),
        ("4d6kh3 vs 1d20", "(four six-sided dice, keep the highest 3) against one 20-sided die"),
        ("(2d6kh1)d8", "as many as (two six-sided dice, keep the highest) says"),
        ("max(2d6kh1, 3)", "the greatest of (two six-sided dice, keep the highest), 3"),
        ("max(2d6, 3)", "the greatest of two six-sided dice, 3"),
    ],
)
def test_words_of_dice_do_not_run_into_the_sentence_around_them(text: str, words: str) -> None:
    assert parse(text).describe().startswith(words)
