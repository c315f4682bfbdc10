"""Every row of the notation, with the dice handed in. Rule numbers are those of the five games."""

from __future__ import annotations

from fractions import Fraction

import pytest

from astragal import Die, parse, roll
from astragal.notation.nodes.dice import Dice
from astragal.outcome import Outcome

DICE = [
    ("d20", [17], 17),
    ("1d20", [17], 17),
    ("3D6", [1, 2, 3], 6),
    ("d%", [100], 100),
    ("d100", [1], 1),
    ("dF", [-1], -1),
    ("4dF", [-1, 0, 1, 1], 1),
    ("d10ish", [0], 0),  # S5
    ("2d10ISH", [10, 9], 19),  # S5
    ("d{2,3,5,7}", [7], 7),
    ("d{0..99}", [0], 0),
    ("d{1,1,1,2}", [1], 1),
    ("d{-2, 0..2}", [-2], -2),
    ("d66", [4, 3], 43),
    ("D66", [1, 6], 16),
    ("2d66", [1, 1, 6, 6], 77),
    ("d666", [6, 1, 5], 615),
    ("2d66kh1", [4, 3, 5, 1], 51),
    ("d66!", [6, 6, 1, 2], 78),
    ("d66r<=12", [1, 2, 5, 5], 55),
    ("d{1..66}", [66], 66),
    ("d(66)", [43], 43),
    ("1d(60+6)", [43], 43),
    ("(1d4)d6", [2, 5, 6], 11),
    ("2d(1d6)", [4, 1, 4], 5),
    ("(1d2)d(1d4)", [2, 3, 3, 1], 4),
    ("0d6", [], 0),
    ("2 d 6", [3, 4], 7),
    ("d 20", [3], 3),
    ("d {2, 3}", [3], 3),
    ("(1d4) d 6", [2, 3, 4], 7),
    ("d20=20", [20], True),
    ("d20r=1+5", [1, 7], 12),
    ("d6c=6", [6], 1),
    ("d10iSh", [3], 3),
    ("2d12 +3", [4, 6], 13),  # S2
    ("d4", [4], 4),  # S2
    ("3d10", [10, 10, 10], 30),  # P1
    ("3d4+3", [1, 1, 1], 6),  # G2
    ("3d6+7", [6, 6, 6], 25),  # R1
]

MODIFIERS = [
    ("4d6kh3", [6, 5, 4, 2], 15),
    ("4d6k3", [6, 5, 4, 2], 15),
    ("4d6▲▲▲", [6, 5, 4, 2], 15),  # R2
    ("4d6 KH 3", [6, 5, 4, 2], 15),
    ("2d20kh", [3, 18], 18),
    ("2d20▲", [3, 18], 18),  # R2
    ("4d6kl2", [6, 5, 4, 2], 6),
    ("4d6▼▼", [6, 5, 4, 2], 6),  # R2
    ("2d20▼", [3, 18], 3),  # R2
    ("2d6▲▲▲", [3, 4], 7),  # R2: more symbols than dice keep all
    ("4d6dh1", [6, 5, 4, 2], 11),
    ("4d6dl1", [6, 5, 4, 2], 15),
    ("4d6dl", [6, 5, 4, 2], 15),
    ("4d6dl0", [6, 5, 4, 2], 17),
    ("4d6dl9", [6, 5, 4, 2], 0),
    ("a = 1d6; 2d10c<a", [4, 3, 9], 1),
    ("a = 2d4; 3d6k>=a + a", [1, 2, 3, 2, 6], 12),
    ("4d6k>=(1d4)", [6, 2, 1, 4, 3], 10),
    ("4d6dl(1d2)kh(1d3)", [6, 5, 4, 2, 2, 1], 6),
    ("n = 2d4; 3d6min(n)", [1, 1, 1, 5, 6], 13),
    ("{1d6, 1d8}k>=(1d4)", [3, 2, 3], 3),
    ("6d6k>=5 d=6", [6, 5, 4, 5, 2, 1], 10),
    ("2d6!", [6, 3, 6, 6, 1], 22),  # R3: drawn 6 and 3 first, then what the six brings
    ("2d6!>=5", [5, 4, 6, 2], 17),
    ("2d6!=3", [3, 6, 1], 10),
    ("2d6!2..3", [2, 5, 3, 1], 11),
    ("2d6!>4", [5, 4, 4], 13),
    ("2d6!<2", [1, 4, 4], 9),
    ("2d6!<=2", [2, 4, 4], 10),
    ("2d6!≠3", [3, 4, 3], 10),
    ("2d6!<>3", [3, 4, 3], 10),
    ("2d6r>4", [5, 4, 4], 8),
    ("2d6r<2", [1, 2, 4], 6),
    ("2d6!!", [6, 6, 1, 5], 18),
    ("2d6!p", [6, 3, 6, 2], 6 + 3 + 5 + 1),
    ("2d6!o", [6, 6, 6, 6], 24),
    ("1d6!o>=1", [6, 6], 12),
    ("2d6r", [1, 4, 5], 9),
    ("2d6♻", [1, 4, 1], 5),  # R4: once, and the new face stands
    ("2d6♻\ufe0f", [1, 4, 1], 5),
    ("1d20♻♻♻", [3, 2], 2),  # R4
    ("1d20♻♻♻", [4], 4),  # R4
    ("dF♻", [-1, 1], 1),
    ("2d6r<=2", [2, 4, 5], 9),
    ("2d6r=1", [1, 2, 1], 3),
    ("2d6rr<=2", [2, 4, 1, 2, 5], 9),
    ("1d6rr", [1, 1, 4], 4),
    ("1d6♻♻♻♻♻♻♻", [6, 1], 1),
    ("3d6min2", [1, 2, 6], 10),
    ("3d6max5", [1, 2, 6], 8),
    ("4dFmin-1", [-1, 0, 0, 1], 0),
    ("4d10c>=7", [7, 6, 10, 1], 2),
    ("4d10c=10", [7, 6, 10, 1], 1),
    ("4d10c>=7c=10", [7, 6, 10, 1], 3),
    ("4d10c>=7c=10f=1", [7, 6, 10, 1], 2),
    ("4d10 c 7..9", [7, 6, 10, 1], 1),
    ("4d10c!=7", [7, 6, 10, 1], 3),
    ("4d10c≠7", [7, 6, 10, 1], 3),
    ("4d10c≥7", [7, 6, 10, 1], 2),
    ("4d10c≤6", [7, 6, 10, 1], 2),
    ("4d10c>7", [7, 8, 10, 1], 2),
    ("4d10c<7", [7, 6, 10, 1], 2),
    ("5d6u", [3, 3, 5, 1, 5], 9),
    ("5d6s", [3, 3, 5, 1, 5], 17),
]

ORDER = [
    # Modifiers apply in the order written.
    ("4d6!kh3", [6, 5, 4, 2, 6, 3], 6 + 6 + 5),
    ("4d6kh3!", [6, 5, 4, 2, 1], 6 + 5 + 4 + 1),
    ("4d6kh3!", [2, 5, 4, 6, 1], 5 + 4 + 6 + 1),
    ("3d6r=1kh1", [1, 2, 3, 6], 6),
    ("3d6kl1r=1", [1, 2, 3, 6], 6),
    ("3d6min3kl1", [1, 4, 5], 3),
    ("3d6kl1min3", [1, 4, 5], 3),
    ("2d6max5!", [6, 6], 10),
    ("2d6!max5", [6, 2, 3], 10),
    ("3d6! !", [6, 1, 1, 2, 3], 13),  # the six is still a six when the second ! looks at it
    ("2d6!!c>=10", [6, 3, 5], 1),
    ("4d6sr=1", [3, 1, 2, 4, 6], 15),
    ("4d6kh3dl1", [6, 5, 4, 2], 11),
]

ARITHMETIC: list[tuple[str, list[int], Outcome]] = [
    ("2+3*4-5", [], 9),
    ("(2+3)*4", [], 20),
    ("7/2", [], Fraction(7, 2)),
    ("8/2", [], 4),
    ("7/2*2", [], 7),
    ("7//2", [], 3),
    ("-7//2", [], -4),
    ("1d5–1", [3], 2),  # P4: an en dash
    ("1d5−1", [3], 2),
    ("2d6×2", [3, 4], 14),
    ("7÷2", [], Fraction(7, 2)),
    ("-2d6", [3, 4], -7),
    ("2--3", [], 5),
    ("+d6", [3], 3),
    ("floor(7/2)", [], 3),
    ("floor(-7/2)", [], -4),
    ("ceil(7/2)", [], 4),
    ("round(7/2)", [], 4),
    ("round(-7/2)", [], -3),
    ("round(10/3)", [], 3),
    ("abs(1d6-1d6)", [1, 6], 5),
    ("min(1d6,4)", [6], 4),
    ("max(1d6,4,9)", [6], 9),
    ("MAX(1, 2)", [], 2),
    ("{2d6, 1d12}kh1", [3, 4, 8], 8),
    ("{2d6, 1d12}kl1", [3, 4, 8], 7),
    ("{2d6, 1d12, 5}", [3, 4, 8], 20),
    ("{7/2, 3}kh1", [], Fraction(7, 2)),
    ("{1d6, 1d8, 1d10}c>=5", [5, 4, 9], 2),
    ("highest(4d6,3)", [6, 5, 4, 2], 15),
    ("highest(4d6)", [6, 5, 4, 2], 6),
    ("lowest(4d6,2)", [6, 5, 4, 2], 6),
    ("lowest(2d6,5)", [6, 5], 11),
    ("middle(3d20)", [3, 18, 7], 7),
    ("middle(4d20)", [3, 18, 7, 8], Fraction(15, 2)),
    ("largest_set(5d6)", [3, 3, 5, 3, 5], 3),
    ("longest_run(5d6)", [2, 4, 3, 6, 6], 3),
    ("longest_run(0d6)", [], 0),
    ("distinct(5d6)", [3, 3, 5, 3, 5], 2),
    ("highest({2d6,1d12},1)", [3, 4, 8], 8),
    ("highest(3x(2d6),2)", [1, 1, 6, 6, 3, 3], 18),
    ("1d20+5 >= 15", [10], True),
    ("1d20+5 >= 15", [9], False),
    ("1d20>=15", [15], True),
    ("2d20kh1>=15", [3, 15], True),
    ("1d20min10 >= 15", [3], False),
    ("1d20r=1 >= 15", [1, 15], True),
    ("1d6!!>=6>=7", [6, 1], True),
    ("5 = 7..1d6", [3], False),
    ("(2d6) = 2..1d12", [1, 2, 12], True),
    ("(2d6) <> 3", [1, 3], True),
    ("8d10c>=7 >= 3", [7, 8, 9, 1, 1, 1, 1, 1], True),
    ("(8d10)>=40", [5] * 8, True),
    ("(2d6) = 7..9", [3, 4], True),
    ("(2d6) != 7..9", [3, 4], False),
    ("(2d6) != 3", [1, 2], False),
    ("(2d6) ≠ 3", [1, 2], False),
    ("1d20 < 1d20", [3, 4], True),
    ("1d6 == 3", [3], True),
    ("(1d20>=11)*5", [11], 5),
    ("2d6[fire] + 1d4[cold]", [3, 4, 2], 9),
    ("(2d6+1)[fire damage]", [3, 4], 8),
    ("p = 10d4; lowest(p,2) + highest(p,2)", [1, 2, 3, 4, 1, 2, 3, 4, 1, 2], 10),
    ("p = d6; p*p", [5], 25),
    ("p = d6; p = 3", [3], True),
    ("p = 2d6; q = 3; p + q", [1, 2], 6),
    ("s = 3x(d6); highest(s,2)", [1, 6, 3], 9),
    ("3x(1d6)", [4, 2, 6], (4, 2, 6)),
    ("3x(1d6)s", [4, 2, 6], (2, 4, 6)),
    ("3x(1d6) SH", [4, 2, 6], (6, 4, 2)),
    ("3x(d6>3)sh", [1, 4, 2], (True, False, False)),
    ("s = 3x(d6)s; highest(s,2)", [1, 6, 3], 9),
    ("2d6, 1d8", [3, 4, 8], (7, 8)),
    ("p = 2d6; p, p+1, 2x(d4)", [3, 4, 1, 2], (7, 8, (1, 2))),
    ("1d6>3, d20 [..9] low [10..] high, or so", [4, 12], (True, "high, or so")),
    ("2x(2x(d6))", [1, 2, 3, 4], ((1, 2), (3, 4))),
    ("2x(d6>3)", [1, 4], (False, True)),
    ("2d6 # sneak attack", [3, 4], 7),
]

RANGES = [
    # S8
    ("d10ish+2 [..6] miss [7..9] graze [10..] hit", [4], "miss"),
    ("d10ish+2 [..6] miss [7..9] graze [10..] hit", [5], "graze"),
    ("d10ish+2 [..6] miss [7..9] graze [10..] hit", [8], "hit"),
    ("d10 [..6] 1 [7..9] 2 [10..] 3", [8], "2"),
    ("d10ish+8 [0!] fumble [..6] miss [7..] hit [10!] crit", [0], "fumble"),
    ("d10ish+8 [0!] fumble [..6] miss [7..] hit [10!] crit", [1], "hit"),
    ("d10ish-9 [0!] fumble [..6] miss [7..] hit [10!] crit", [10], "crit"),
    ("2d10ish▲+1 [0!] fumble [..6] miss [7..] hit", [0, 4], "miss"),  # S7
    ("2d10ish▼+1 [0!] fumble [..6] miss [7..] hit", [0, 4], "fumble"),  # S7
    ("d6 [4] four [..3] low [5..] high", [4], "four"),
    # the highest lower bound applies where ranges overlap
    ("d20 [7..] one [10..] two", [11], "two"),
    ("d20 [..9] low [7..9] mid", [8], "mid"),
    ("d20 [..5] low [7..] high", [6], "no range"),
    ("d20 [..9] first [..9] second", [3], "first"),
    ("1d20!+5 [20!] crit [..40] plain", [20, 3], "crit"),  # R7: the first face of an exploding die
    ("1d20!!+5 [20!] crit [..40] plain", [20, 3], "crit"),
    ("1d20r=1+5 [20!] crit [..40] plain", [1, 20], "crit"),
    # dice that are dropped later have no part in the natural result
    ("2d20!!kh1 + 5 [20!] crit [..60] plain", [10, 10], "plain"),
    ("2d20!!kh1 + 5 [20!] crit [..60] plain", [10, 20, 3], "crit"),
    ("2d20!!kl1 + 5 [20!] crit [..60] plain", [10, 20, 3], "plain"),
    ("2d20!kl1 + 5 [20!] crit [5!] five [..60] plain", [20, 20, 5, 6], "plain"),  # an extra die
    ("2d20!k>=15 [20!] crit [..60] plain", [20, 3, 4], "crit"),
    ("2d20!d=20 [20!] crit [0!] none [..60] plain", [20, 20, 5, 6], "none"),
    ("1d20min10 [10!] ten [..40] plain", [3], "ten"),
    ("3 + -2d6[x] [12!] boxcars [..40] plain", [6, 6], "boxcars"),
    ("1d6 + 1d20 [20!] crit [..40] plain", [3, 20], "plain"),
    ("d20+5 [..9]: miss, [10..]: hit", [3], "miss"),
    ("d20 [-3..-1] below [0..] half damage", [3], "half damage"),
]


@pytest.mark.parametrize(
    ("text", "faces", "outcome"), [*DICE, *MODIFIERS, *ORDER, *ARITHMETIC, *RANGES]
)
def test_notation(text: str, faces: list[int], outcome: Outcome) -> None:
    rolled = roll(text, faces=faces)
    assert rolled.outcome == outcome
    assert type(rolled.outcome) is type(outcome)
    assert rolled.faces == tuple(faces)
    rolled.verify()


def test_ranges_in_a_repeat_give_a_name_each() -> None:
    rolled = roll("2x(d10ish+2 [..6] miss [7..] hit)", faces=[3, 9])
    assert rolled.outcome == ("miss", "hit")


@pytest.mark.parametrize(
    ("text", "faces", "expected"),
    [
        ("1d20+@str", [10], 13),
        ("1d20+@{fire damage}", [10], 14),
        ("(@n)d6", [5, 6], 11),
        ("@{n}d6", [5, 6], 11),
    ],
)
def test_values_the_caller_gives(text: str, faces: list[int], expected: int) -> None:
    variables = {"str": 3, "fire damage": 4, "n": 2}
    assert roll(text, faces=faces, variables=variables).outcome == expected


def test_given_values_work_wherever_a_number_does() -> None:
    variables = {"n": 2, "t": 5}
    assert roll("3d6kh@n", faces=[1, 4, 6], variables=variables).outcome == 10
    assert roll("3d6c>=@t", faces=[1, 5, 6], variables=variables).outcome == 2
    assert roll("3d6min@n", faces=[1, 5, 6], variables=variables).outcome == 13
    assert roll("d@t", faces=[5], variables=variables).outcome == 5
    assert roll("2d6r<=@{n}kh1", faces=[2, 1, 4, 5], variables=variables).outcome == 5
    assert roll("@h*2", variables={"h": Fraction(1, 2)}).outcome == 1


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("3D6", "3d6"),
        ("d20", "1d20"),
        ("d%", "1d100"),
        ("4d6▲▲▲", "4d6kh3"),
        ("4d6k3", "4d6kh3"),
        ("2d20▼", "2d20kl1"),
        ("1d6♻", "1d6r"),
        ("1d6♻♻", "1d6♻♻"),
        ("d{3,2,1}", "1d3"),
        ("d{1,1,1,2}", "1d{1,1,1,2}"),
        ("d{0..99,200}", "1d{0..99,200}"),
        ("d{-1,0,1}", "1dF"),
        ("4d6! !", "4d6! !"),
        ("4d6r r=1", "4d6r r=1"),
        ("2d6−1×2", "2d6 - 1 * 2"),
        ("((2d6))", "2d6"),
        ("(3)d(6)", "3d6"),
        ("1d20≥15", "1d20 >= 15"),
        ("(8d10)≥7", "(8d10) >= 7"),
        ("(1d6)≠3", "1d6 ≠ 3"),
        ("(2d6)!=3", "(2d6) ≠ 3"),
        ("1 = (2d6c=3)..5", "1 = (2d6c=3)..5"),
        ("(2d6[a])[b] [c]", "2d6[a][b][c]"),
        ("(1d20rr) >= 3", "(1d20rr) >= 3"),
        ("(1d20!!) ≠ 3", "(1d20!!) ≠ 3"),
        ("(1d20r=1) >= 3", "1d20r=1 >= 3"),
        ("(@n)d6", "@{n}d6"),
        ("@{1st}", "@{1st}"),
        ("@{str}", "@str"),
        ("@{fire  damage}", "@{fire damage}"),
        ("a=2d6 ;a", "a = 2d6; a"),
        ("2d6#x  y", "2d6 # x y"),
        ("d6[ 7 .. 9 ]mid", "1d6 [7..9] mid"),
    ],
)
def test_the_canonical_form(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical
    assert parse(canonical) == parse(text)


def test_every_node_knows_its_place() -> None:
    text = " 2d6kh1 + max( 1d4[cold] , 3 ) "
    expression = parse(text)
    body = expression.body
    assert text[slice(*body.span)] == "2d6kh1 + max( 1d4[cold] , 3 )"
    dice, call = body.children
    assert text[slice(*dice.span)] == "2d6kh1"
    assert isinstance(dice, Dice)
    assert text[slice(*dice.modifiers[0].span)] == "kh1"
    assert text[slice(*call.span)] == "max( 1d4[cold] , 3 )"
    assert [text[slice(*child.span)] for child in call.children] == ["1d4[cold]", "3"]


def test_d10ish_weighs_its_faces_as_its_twenty_sides_do() -> None:
    """S5: 1-9 twice, one 0, one 10."""
    die = parse("d10ish").body
    assert isinstance(die, Dice)
    assert die.die == Die([*range(10), *range(1, 11)])
    assert isinstance(die.die, Die)
    assert [die.die.weight(face) for face in range(11)] == [1, *[2] * 9, 1]
