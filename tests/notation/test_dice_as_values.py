"""Dice as values: arithmetic on each, what each is worth, marks, groups of dice, duplicates."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest

from astragal import (
    LimitError,
    Limits,
    NotationError,
    OddsError,
    RecordError,
    Role,
    RollError,
    odds,
    parse,
    roll,
    verify,
)
from astragal.render.formats.text import in_ascii
from tests.support.brute import check_endless_odds, check_odds

F = Fraction

ROLLS = [
    # text, faces, outcome
    ("3d20each+5", [3, 12, 20], 50),
    ("3d20 each + 5", [3, 12, 20], 50),
    ("4d6each−2kh2", [1, 2, 6, 5], 7),
    ("2d4EACH×3", [1, 4], 15),
    ("2d4each*-1kh1", [1, 4], -1),
    ("2d6each*0", [3, 4], 0),
    ("2d6each+5c>=8", [3, 2], 1),
    ("2d6each*(1d4)", [3, 4, 2], 14),
    ("{1d6/2, 1d4}each+1", [3, 2], F(11, 2)),
    ("2d6!each+1", [6, 2, 3], 14),
    ("2d6each+1!", [5, 6, 2], 15),
    ("6d6worth(<3: -face)", [1, 2, 3, 4, 5, 6], 15),
    ("5d10 worth( >=8:1, =1 : −1, ELSE: 0 )", [9, 8, 1, 4, 10], 2),
    ("4d6worth(=6: 3, >=5: 1, 2..3: face)", [6, 5, 3, 1], 8),
    ("4d6worth(≠6: -face, else: face)", [6, 5, 3, 1], -3),
    ("4d6worth(!=6: -Face)", [6, 5, 3, 1], -3),
    ("a = 1d4; 2d6worth(>=a: 1, else: 0)", [4, 3, 5], 1),
    ("3d6worth(=1: 10)kh2", [1, 5, 6], 16),
    ("{1d6/2, 1d4}worth(<2: -face)", [3, 2], F(1, 2)),
    ("2d6!worth(=6: 0)", [6, 2, 3], 5),
    ("{4d6 & 3d8}kh4", [6, 5, 4, 1, 8, 3, 2], 23),
    ("{4d6kh3&2d8}c>=5", [6, 5, 4, 1, 8, 3], 3),
    ("{2d6!&1d4}", [6, 1, 3, 4], 14),
    ("{2d6&1d4}kh(1d2)", [6, 1, 4, 2], 10),
    ("{(1d3)d6 & 2d(1d4)}kl2", [2, 5, 6, 3, 1, 2], 3),
    ("{0d6 & 1d4}kh2", [3], 3),
    ("{2d6 & 2d8}u", [3, 5, 3, 8], 16),
    ("highest({2d6 & 1d8}, 2)", [3, 5, 8], 13),
    ("p = {2d6 & 1d8}; highest(p) - lowest(p)", [3, 5, 8], 5),
    ("{2d{hit,miss}c=hit & 1d4}kh2", ["hit", "miss", 3], 4),
    ("{2d6 & 1d4}kh1 >= 5", [3, 6, 1], True),
    ("{2d66 & 1d4}kh1", [1, 1, 3, 4, 2], 34),
    ("matches(6d6)", [3, 3, 5, 3, 5, 1], 2),
    ("matches(4d6)", [3, 3, 3, 3], 1),
    ("matches(6d6, 3)", [3, 3, 5, 3, 5, 1], 1),
    ("matches(2d6, 1)", [3, 3], 1),
    ("matches = 2d6; matches + 1", [3, 3], 7),
    ("matches(0d6)", [], 0),
    ("2d20crit>=19fumble=1", [19, 1], 20),
    # what rpg-dice-roller's `u` and `uo` do with these faces
    ("4d6ru", [3, 3, 3, 5, 3, 5, 1, 1, 2], 11),
    ("4d6ruo", [3, 3, 3, 5, 3, 5, 1], 12),
    ("4d6ru", [5, 3, 5, 3, 1, 2], 11),
    ("4d6ru", [5, 5, 5, 5, 5, 3, 3, 1, 2], 11),
    ("4d6ruo", [5, 5, 5, 5, 3, 3, 3], 14),
    ("4d6ru", [3, 3, 5, 1, 5, 2], 11),
    ("5d6ru=5", [5, 5, 3, 3, 5, 5, 3, 1], 15),
    ("5d6ru=5", [3, 3, 5, 5, 5, 3, 2], 16),
    ("5d6ruo=5", [3, 3, 5, 5, 5, 3, 2], 16),
    ("4d6ru>3", [4, 4, 2, 2, 4, 3], 11),
    ("6d6ru", [1, 2, 3, 4, 5, 1, 2, 6], 21),
    ("2d1ruo", [1, 1, 1], 2),
    ("2d6each+6ru", [1, 1, 1], 8),
    ("4d6r u", [1, 3, 3, 5, 2], 10),
    ("2d20 CRIT", [20, 3], 23),
    ("{1d20, 2d6}crit=20kh1", [20, 1, 2], 20),
    ("4d10crit=10c>=8", [10, 9, 1, 2], 2),
    ("matches({2d6, 1d12})", [3, 4, 7], 1),
    ("matches(3x(1d4), 1d3)", [2, 4, 2, 2], 1),
]

SPELT = [
    ("3d20 each + 5", "3d20each+5"),
    ("4d6each–2 kh2", "4d6each-2kh2"),
    ("2d4each×@n", "2d4each*@{n}"),
    ("2d4each*-1", "2d4each*-1"),
    ("2d4each+1each+1", "2d4each+1each+1"),
    ("6d6worth(<3:-FACE,Else:face)", "6d6worth(<3: -face)"),
    ("6d6 worth (>=@n:+2, ==1:0, else:-1)", "6d6worth(>=@{n}: 2, =1: 0, else: -1)"),
    ("6d6worth(<(1d4): 0)kh1", "6d6worth(<(1d4): 0)kh1"),
    ("{4d6&3d8} kh4", "{4d6 & 3d8}kh4"),
    ("Matches( 4d6,3 )", "matches(4d6, 3)"),
    ("4d6 RU kh2", "4d6rukh2"),
    ("4d6ruo<=(1d4)", "4d6ruo<=(1d4)"),
    ("4d6r u", "4d6r u"),
    ("4d6rr u", "4d6rr u"),
    ("4d6ru u", "4d6ruu"),
    ("4d6ru !", "4d6ru !"),
    ("2d20crit fumble", "2d20critfumble"),
    ("2d20crit>=19 fumble≠3..4kh1", "2d20crit>=19fumble≠3..4kh1"),
    ("a = 1d4; 2d6crit=a fumble=1", "a = 1d4; 2d6crit=a fumble=1"),
    ("{d6!kh1 & (3d8)[cold] & d8}", "{1d6!kh1 & 3d8[cold] & 1d8}"),
]

WORDS = [
    ("3d20each+5", "three 20-sided dice, add 5 to each"),
    ("3d20each-(1d4)", "three 20-sided dice, take (one four-sided die) from each"),
    (
        "{1d6, 1d4}each*3",
        "the totals of (one six-sided die) and (one four-sided die), multiply each by 3",
    ),
    (
        "{2d6kh1 & 1d8}c>=5",
        "the dice of (two six-sided dice, keep the highest) and (one eight-sided die), "
        "count each 5 or more",
    ),
    (
        "2d20crit>=19fumble",
        "two 20-sided dice, mark each 19 or more as critical, mark a minimum as a fumble",
    ),
    (
        "3d6ru",
        "three six-sided dice, re-roll each die that repeats an earlier die until it does not",
    ),
    ("3d6ruo>=5", "three six-sided dice, re-roll each 5 or more that repeats an earlier die once"),
    ("matches(3d6)", "how many values at least two of three six-sided dice show"),
    ("matches(3d6, 3)", "how many values at least 3 of three six-sided dice show"),
    ("6d6worth(<3: -face)", "six six-sided dice, each less than 3 is worth minus its face"),
    (
        "2d6worth(>=5: 1, =1: face, else: -2)",
        "two six-sided dice, each 5 or more is worth 1, of the others each 1 is worth its face, "
        "any other is worth -2",
    ),
]

LINES = [
    (
        "3d6each+2kh2",
        [1, 2, 6],
        "3d6each+2kh2 → (~1→3~, 2→4, 6→8) = 12",
        "each+2 changes 1 to 3, 2 to 4, 6 to 8",
    ),
    (
        "3d6worth(<3: -face)",
        [1, 2, 6],
        "3d6worth(<3: -face) → (1→-1, 2→-2, 6) = 3",
        "worth(<3: -face) makes 1 count as -1, 2 as -2",
    ),
    (
        "3d20crit>=19fumble=1kh2",
        [19, 1, 7],
        "3d20crit>=19fumble=1kh2 → (19★, ~1†~, 7) = 26",
        "crit>=19 marks 19 as critical",
    ),
    (
        "{2d6 & 1d8}fumble=1kl2",
        [6, 1, 4],
        "{2d6 & 1d8}fumble=1kl2 → {(~6~, 1†) & (4)} = 5",
        "fumble=1 marks 1 as a fumble",
    ),
    (
        "4d6ru",
        [3, 3, 3, 5, 3, 5, 1, 1, 2],
        "4d6ru → (3, 3→3→5, 3→1, 5→1→2) = 11",
        "ru re-rolls 3 to 3, 3 to 5, 3 to 1, 5 to 1, 1 to 2",
    ),
    (
        "2d{hit,miss}crit=hit",
        ["hit", "miss"],
        "2d{hit,miss}crit=hit → (hit★, miss) = hit + miss",
        "crit=hit marks hit as critical",
    ),
    (
        "{3d6kh2 & 2d8[ice]}kh2 + 1",
        [6, 1, 5, 8, 2],
        "{3d6kh2 & 2d8[ice]}kh2 + 1 → {(6, ~1~, ~5~) & (8, ~2~)[ice]} + 1 = 15",
        "kh2 drops 5, 2, keeps 6, 8",
    ),
    (
        "{2d6!o & (1d2)d8}min3kl(1d2)",
        [6, 1, 5, 2, 8, 2, 1],
        "{2d6!o & (1d2)d8}min3kl(1d2) → {(~6!~, ~5~, 1→3) & (2)d8 (~8~, ~2→3~)}min3kl(1) = 3",
        "{2d6!o & (1d2)d8}min3kl(1d2): holds 6, 5, 1, 8, 2",
    ),
    (
        "{2d6 & 2d8}sdl1",
        [6, 1, 8, 2],
        "{2d6 & 2d8}sdl1 → {(~1~, 6) & (2, 8)} = 16",
        "dl1 drops 1, keeps 6, 8, 2",
    ),
]

WEIGHED = [
    "3d4each+2",
    "3d4each*2kh2",
    "3d4each*-1kh2",
    "3d4kh2each*-2kl1",
    "4d4each-2u",
    "3d4each*(1d3-1)",
    "{1d4/2, 1d3}each*3kh1",
    "2d4!oeach-1",
    "2d4each+1!o",
    "highest(3d4each-2, 2)",
    "2d3each+2 [8!] top [..5] low",
    "{2d4 & 2d6}kh3",
    "{2d4 & 2d6}dh1kl2",
    "{2d4kh1 & 2d6}kh2",
    "{3d4kh2 & 2d4}dh1",
    "{1d4 & 2d4 & 1d4}kh3",
    "{3d4kh2 & 2d3kl1}kl2",
    "{2d4!o & 1d6}kh2",
    "{2d4k>=2 & 1d6}kl2",
    "{2d4k>=2 & 1d6}d=3",
    "{(1d2)d4 & 2d(1d3)}kh2",
    "{2d4 & 1d6}c>=4f=1",
    "{2d4 & 1d6}u",
    "{2d4 & 1d6}min2each*2kh2",
    "{2d4kh1 & 1d6}kh(1d2)",
    "{2d4 & 1d{1,1,9}}worth(=1: -face)kl2",
    "{2d4 & 1d6}",
    "largest_set({2d4 & 2d6})",
    "longest_run({2d4 & 2d6})",
    "distinct({2d4kh1 & 2d6})",
    "middle({2d4 & 1d6})",
    "a = 1d3; {2d4k>=a & 1d6}kh2 + a",
    "p = {2d4 & 1d6}; highest(p) - lowest(p)",
    "p = {2d4 & 1d6}kh2; p * p",
    "3d4crit fumble=2kh2",
    "{1d4, 1d3}crit>3kl1",
    "2d{hit,miss,blank}crit=hit",
    "3d4ruo",
    "4d3ruo",
    "3d4ruo=2",
    "3d4ruo>=3kh2",
    "3d{1,1,2,3}ruo",
    "2d6each+1ruo",
    "3d4r<=2ruo",
    "3d4d=1ruo",
    "3d4s ruo",
    "3d4sh ruo>=2",
    "3d4kh2ruo",
    "2d4!oruo",
    "3d3rl1ruo",
    "3d3ruo r<=2:1",
    "3d3ruo ruo",
    "3d3s ruo !o [9!] top [..5] low",
    "3d4worth(=4: 1)ruo",
    "3d4each+1r<=3:1",
    "3d4crit r<=2:1",
    "{2d4kh1&kl1 & 1d6}kl2",
    "{2d4 & 1d6}kh1&kl1",
    "(1d3)d4ruo<=(1d3)",
    "{3d3ruo & 1d4}kh2",
    "2d4ruo!o",
    "matches(5d4)",
    "matches(5d4, 1)",
    "matches(5d4, 3)",
    "matches(5d4, 6)",
    "matches(4d{1,1,2,3,3,3})",
    "matches(3d10ish)",
    "matches(5d1)",
    "matches(0d4)",
    "matches(4d4kh3)",
    "matches(3d4!o)",
    "matches(4d6d=3)",
    "matches({2d4 & 2d6})",
    "matches(4d3, 1d3)",
    "matches(3x(1d4))",
    "p = 4d4; matches(p) * 10 + matches(p, 3) + highest(p)",
    "p = 3d4!o; matches(p) + p",
    "3d6worth(<3: -face)",
    "3d6worth(>=5: 1, =1: -1, else: 0)",
    "3d4worth(=4: 2, >=3: 1, else: -face)kh2",
    "4d4kh3worth(2..3: 7)",
    "3d4worth(<(1d4): 0)",
    "2d4!oworth(=4: 1, =1: -1)",
    "{1d4/2, 1d3}worth(>=1: -face, else: 5)kl1",
    "distinct(4d4worth(<3: 1))",
]

REFUSED = [
    # text, code, part of the message
    ("3d6each", "missing-number", "a sign and a number"),
    ("3d6each5", "missing-number", "a sign and a number"),
    ("3d6each+", "missing-number", "a sign and a number"),
    ("3d6each/2", "missing-number", "a sign and a number"),
    ("2d{hit,miss}each+1", "needs-numbers", "needs numbers"),
    ("{2d6 & 3}kh1", "not-dice", "holds dice"),
    ("{2d6 & 2d6+1}kh1", "not-dice", "holds dice"),
    ("p = 2d6; {p & 1d8}kh1", "not-dice", "holds dice"),
    ("{2d6 & {1d8, 1d4}}kh1", "not-dice", "holds dice"),
    ("{2d6 & 2d{hit,miss}}", "not-dice", "holds dice"),
    ("{2d6 & 1d8}!", "not-dice", "dice of one kind"),
    ("{2d6 & 1d8}r=1", "not-dice", "dice of one kind"),
    ("{2d6 & 1d8, 1d4}", "unexpected", "`&` or `}` was expected here, not `,`"),
    ("{2d6, 1d8 & 1d4}", "unexpected", "`,` or `}` was expected here, not `&`"),
    ("{2d6 &}", "missing-value", "something is missing"),
    ("{2d6 & 1d8", "unclosed", "never closed"),
    ("{2d6 & 1d8}>=5", "ambiguous-comparison", "count dice"),
    ("{2d6 & 1d8}c>=5kh1", "after-count", "nothing can follow"),
    ("max(2d6 & 1d8)", "unexpected", "`,` or `\\)` was expected"),
    ("{1d20, 1d6}crit", "not-dice", "needs dice"),
    ("{1d20 & 1d6}fumble", "not-dice", "dice of one kind"),
    ("2d20crit20", "ambiguous-condition", "exactly 20"),
    ("2d20crit>=", "missing-number", "what number"),
    ("2d{hit,miss}crit", "needs-numbers", "needs numbers"),
    ("4d6c>=5crit=6", "after-count", "nothing can follow"),
    ("{1d6, 1d8}ru", "not-dice", "needs dice"),
    ("2d{hit,miss}ru", "needs-numbers", "needs numbers"),
    ("4d6ru5", "ambiguous-condition", "exactly 5"),
    ("matches(3)", "not-a-pool", "reads dice"),
    ("matches(3d6, 2, 1)", "wrong-arguments", "1 or 2 values"),
    ("3d6worth", "missing-brackets", "which dice are worth what"),
    ("3d6worth()", "missing-condition", "which dice"),
    ("3d6worth(else: 1)", "missing-condition", "which dice"),
    ("3d6worth(3: 1)", "ambiguous-condition", "exactly 3"),
    ("3d6worth(=3)", "unexpected", "`:` was expected"),
    ("3d6worth(=3:)", "missing-number", "what is it worth"),
    ("3d6worth(=3: 1d4)", "unexpected", "`,` or `\\)` was expected"),
    ("3d6worth(=3: 1", "unclosed", "never closed"),
    ("3d6worth(else: 1, =3: 2)", "missing-condition", "which dice"),
    ("3d6worth(=3: 1, else: face, =4: 1)", "unexpected", "^`\\)` was expected"),
    ("3d6worth(=3: 1, else: 2, =4: 1)", "unexpected", "`\\)` was expected"),
    ("2d{hit,miss}worth(=hit: 1)", "needs-numbers", "needs numbers"),
    ("2d6c>=3each+1", "after-count", "nothing can follow"),
]


@pytest.mark.parametrize(("text", "faces", "outcome"), ROLLS)
def test_rolls(text: str, faces: list[int], outcome: object) -> None:
    rolled = roll(text, faces=faces)
    assert rolled.outcome == outcome
    assert type(rolled.outcome) is type(outcome)
    rolled.verify()
    assert verify(rolled.to_json()) == rolled


@pytest.mark.parametrize(("text", "canonical"), SPELT)
def test_spellings(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical
    assert parse(canonical) == parse(text)


@pytest.mark.parametrize(("text", "words"), WORDS)
def test_descriptions(text: str, words: str) -> None:
    assert parse(text).describe() == words


@pytest.mark.parametrize(("text", "faces", "line", "step"), LINES)
def test_lines_and_steps(text: str, faces: list[int], line: str, step: str) -> None:
    rolled = roll(text, faces=faces)
    assert str(rolled) == line
    assert step in [each.strip() for each in rolled.explain()]


@pytest.mark.parametrize("text", WEIGHED)
def test_odds_are_those_of_every_face(text: str) -> None:
    check_odds(text)


@pytest.mark.parametrize(("text", "code", "message"), REFUSED)
def test_refusals(text: str, code: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        parse(text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "text", ["{60d6 & 60d8}kh20", "{20d6! & 10d8}kh5", "distinct({40d6 & 40d8})", "{99d6 & 9d6}kh9"]
)
def test_large_groups_of_dice_are_weighed_quickly(text: str) -> None:
    assert parse(text).odds(limits=Limits(odds=100_000_000)).mean > 0


def test_marks_are_in_the_record_and_change_no_odds() -> None:
    rolled = roll("2d20crit>=19", faces=[19, 4])
    dice = json.loads(rolled.to_json())["groups"][0]["dice"]
    marked = {"did": "critical", "by": "crit>=19", "from": 19, "to": 19}
    assert [die["history"] for die in dice] == [[marked], []]
    roles = [(piece.text, piece.role) for piece in rolled.line.pieces]
    assert ("19★", Role.CRITICAL) in roles
    assert in_ascii(str(rolled)) == "2d20crit>=19 -> (19**, 4) = 23"
    assert odds("3d6crit>=5fumble!").probability(21) == odds("3d6!").probability(21)


@pytest.mark.parametrize("text", ["7d6ru", "2d1ru", "5d4ru>=1", "(7*1)d6ru", "7d6r ru", "5d4ru<@n"])
@pytest.mark.parametrize("act", [roll, odds])
def test_more_dice_than_faces_cannot_all_differ(text: str, act: Callable[..., object]) -> None:
    with pytest.raises(
        RollError, match=r"cannot all differ on a d\d: it would never stop"
    ) as caught:
        act(text, variables={"n": 9} if "@" in text else None)
    assert caught.value.code == "endless"


def test_impossible_duplicates_are_refused_before_anything_is_rolled() -> None:
    for text in ("7d6ru", "5d4ru>=1"):
        with pytest.raises(RollError, match="cannot all differ"):
            parse(text)


def test_a_number_of_dice_that_only_sometimes_differ_is_said_with_its_probability() -> None:
    with pytest.raises(RollError, match=r"it would never stop.* with probability 1/4"):
        odds("(1d8)d6ru")


UNTIL = ["3d4ru", "2d6ru", "3d4ru=2", "3d4ru>=3", "3d{1,1,2,3}ru", "2d4each+1ru", "3d4rukh2"]
UNTIL += ["3d3ru", "middle(3d4ru)", "longest_run(3d4ru)", "3d4rukh2kl1", "3d4rudh1"]
UNTIL += ["3d4ru c>=3", "distinct(3d4ru)", "largest_set(3d4ru)", "matches(3d4ru)", "3d4ru u"]
UNTIL += ["{2d3ru & 1d4}kh2", "(1d3)d4ru", "3d4ru=2..3kh2", "3d4ru!o"]


@pytest.mark.parametrize("text", UNTIL)
def test_odds_of_dice_that_differ_are_those_of_every_face(text: str) -> None:
    """Up to the paths with many re-rolls, of which there is no end."""
    exact = check_endless_odds(text, extra_dice=4, most_missing=F(1, 2))
    assert sum(chance for _, chance in exact.items()) == 1


@pytest.mark.parametrize("text", ["5d10ru=5", "5d10ruo=5", "4d10ishru>=8", "5d10ruo<=2"])
def test_sums_by_what_is_blocked_are_those_of_all_multisets(text: str) -> None:
    every, quick = odds(f"{text}kh9"), odds(text)
    assert dict(quick.items()) == dict(every.items())
    assert odds(f"{text}c>=5").mean == odds(f"{text}kh9c>=5").mean


def test_a_draw_without_replacement() -> None:
    exact = odds("5d10ru")
    sums = Counter(map(sum, combinations(range(1, 11), 5)))
    assert {n: chance * 252 for n, chance in exact.items()} == sums
    two = Counter(sum(sorted(each)[-2:]) for each in combinations(range(1, 11), 5))
    assert {n: chance * 252 for n, chance in odds("5d10rukh2").items()} == two
    assert odds("6d49ru").mean == 150


@pytest.mark.parametrize("text", ["6d49ru", "10d100rukh3", "20d100ru", "6d10ruo", "5d10ishru"])
def test_duplicates_of_many_dice_are_weighed_quickly(text: str) -> None:
    assert parse(text).odds(limits=Limits(odds=200_000_000)).mean > 0


@pytest.mark.parametrize(
    "text", ["4d6kh3ru", "3d6!oru", "3d6!!ru", "3d6!!ruo", "4d6d=1ru", "3d6ru ru"]
)
def test_duplicates_after_dice_were_kept_or_exploded_have_no_odds(text: str) -> None:
    assert roll(text, seed=1).outcome
    with pytest.raises(OddsError, match="no exact odds"):
        odds(text)


def test_records_in_which_ru_was_two_modifiers_are_refused() -> None:
    record = {**roll("4d6ru").to_data(), "version": 2}
    with pytest.raises(RecordError, match="`ru` has changed"):
        verify(record)
    assert verify({**roll("4d6r u").to_data(), "version": 2})


def test_a_match_is_of_one_die_at_least() -> None:
    with pytest.raises(RollError, match="a number of dice cannot be 0") as caught:
        roll("matches(4d6, 1d4 - 1)", faces=[1, 2, 3, 4, 1])
    assert caught.value.code == "bad-count"
    with pytest.raises(RollError, match="with probability 1/4"):
        odds("matches(4d6, 1d4 - 1)")


@pytest.mark.parametrize("text", ["matches(100d20, 6)", "matches(5d100000)", "matches(99d10ish)"])
def test_matches_of_many_dice_are_weighed_quickly(text: str) -> None:
    assert parse(text).odds(limits=Limits(odds=100_000_000)).mean > 0


def test_numbers_that_grow_too_long_are_refused() -> None:
    with pytest.raises(LimitError, match="more than 100 digits"):
        roll(f"2d6each*{10**60}each*{10**60}")


def test_arithmetic_on_dice_that_explode_without_end() -> None:
    assert odds("2d6!each+1").mean == F(42, 5) + F(12, 5)
    assert odds("1d6!!each*2").mean == F(42, 5)
    assert odds("{2d6! & 1d8}").mean == F(42, 5) + F(9, 2)
    assert odds("{1d6! & 1d8}kh1").probability(6) == F(1, 8) * F(5, 6) + F(1, 6) * F(6, 8)
    assert odds("1d5000worth(>4000: 1, <=10: -face, else: 0)").mean == F(1000 - 55, 5000)
    assert odds("2d6!worth(=6: 0)").mean == F(6, 5) * 2 * F(15, 6)
    assert odds("2d6!!worth(>10: 1, else: 0)").mean == F(1, 3) * F(2, 6)
