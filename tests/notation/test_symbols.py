"""Dice with symbols: rolled, told, recorded; odds that every sequence of faces confirms."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given

from astragal import (
    Die,
    LimitError,
    Limits,
    NotationError,
    OddsError,
    RecordError,
    SeededSource,
    Symbols,
    odds,
    parse,
    roll,
    verify,
)
from astragal.notation.nodes.node import Node
from astragal.outcome import show
from tests.support.brute import brute_odds, kind_of
from tests.support.strategies import symbol_nodes, symbol_numbers

FACES = "hit,miss,hit+crit,blank,2hit,hit"
DIE = f"d{{{FACES}}}"

ABILITY = "blank,success,success,2success,advantage,advantage,success+advantage,2advantage"
DIFFICULTY = "blank,failure,2failure,threat,threat,threat,2threat,failure+threat"
PROFICIENCY = (
    "blank,success,success,2success,2success,advantage,success+advantage,success+advantage,"
    "success+advantage,2advantage,2advantage,success+triumph"
)

TEXTS = [
    f"3{DIE}",
    f"0{DIE}",
    f"3{DIE}r=miss",
    f"2{DIE}r≠hit",
    f"2{DIE}rr=blank",
    f"2{DIE}!o=crit",
    f"3{DIE}k=hit",
    f"3{DIE}d=miss u",
    f"3{DIE}c=hit c=crit f=miss",
    f"3{DIE}c≠blank",
    "2d{hit,miss} + 2d{crit,blank} + 1d{hit,crit}",
    f"(1d3){DIE}",
    f"count(3{DIE}, hit)",
    f"count(3{DIE}, hit, crit) * 2 - 1d4",
    f"count(3{DIE}, hit) >= 2",
    f"count(3{DIE}, hit) [..1] few [2..] many",
    f"net(3{DIE}, hit, miss)",
    f"cancel(3{DIE}, hit, miss)",
    f"cancel(2{DIE} + 2d{{miss,2miss}}, hit, miss)",
    f"cancel(cancel(3{DIE}, hit, miss), crit, hit)",
    f"count(cancel(3{DIE}, hit, miss), hit)",
    f"count(cancel(3{DIE}, hit, miss), miss)",
    f"count(cancel(3{DIE}, hit, miss), hit, crit)",
    f"count(cancel(3{DIE}, hit, miss), hit, miss)",
    f"net(cancel(3{DIE}, hit, miss), hit, crit)",
    f"count(cancel(2{DIE}, hit, miss) + 1d{{hit,miss}}, hit)",
    f"p = 3{DIE}; count(p, hit) - count(p, miss)",
    f"p = 2{DIE}; cancel(p, hit, miss), count(p, crit) >= 1",
    f"p = 2{DIE}; p, count(p, hit)",
    f"p = 2{DIE}; count(p + 1d{{hit,miss}}, hit) * count(cancel(p, miss, hit), crit)",
    f"p = 3{DIE}; count(cancel(p, hit, miss), hit) + 10 * count(p, crit)",
    f"p = 2{DIE}; count(cancel(p[fire] + 1d{{miss,blank}}, hit, miss), hit) * count(p, hit)",
    f"2x(2{DIE})",
    "2d{hit,miss}[fire] + 1d{hit,crit}[cold]",
    "cancel(2d{success,blank}, success, failure)",
    "distinct(3d{hit,miss,blank}c=hit c=miss)",
]


@pytest.mark.parametrize("text", TEXTS)
def test_odds_are_those_of_every_sequence_of_faces(text: str) -> None:
    exact = odds(text)
    expected, missing = brute_odds(parse(text), extra_dice=3)
    assert sum(chance for _, chance in exact.items()) == 1
    if not missing:
        assert {(kind_of(o), o): chance for o, chance in exact.items()} == expected
    for (_, outcome), chance in expected.items():
        assert chance <= exact.probability(outcome) <= chance + missing


@given(symbol_nodes | symbol_numbers())
def test_odds_of_any_symbols_are_those_of_every_sequence(node: Node) -> None:
    expression = parse(str(node))
    expected, _ = brute_odds(expression)
    assert {(kind_of(o), o): chance for o, chance in expression.odds().items()} == expected


@given(symbol_nodes)
def test_a_count_is_the_count_in_the_bag(node: Node) -> None:
    bags, read = odds(str(node)), odds(f"count({node}, hit)")
    counted = bags.map(lambda bag: bag["hit"])
    assert dict(counted.items()) == dict(read.items())


@pytest.mark.parametrize(
    ("text", "faces", "outcome"),
    [
        ("4d{hit,miss,hit+crit,blank}c=hit", "hit,miss,crit+hit,blank", "2"),
        ("4d{hit,miss,hit+crit,blank}c≠hit", "hit,miss,crit+hit,blank", "2"),
        ("4d{hit,miss,hit+crit,blank}c=blank", "hit,miss,crit+hit,blank", "1"),
        ("4d{hit,miss,hit+crit,blank}c<>blank", "hit,miss,crit+hit,blank", "3"),
        ("3d{hit,miss,hit+crit}k≠crit", "hit,crit+hit,miss", "hit + miss"),
        ("2d{hit,2hit,miss}r≠hit", "2hit,miss,hit", "3 hit"),
        ("2d{hit,miss,blank}rr=blank", "blank,hit,blank,miss", "hit + miss"),
        ("2d{hit,miss,hit+crit}!o=crit", "crit+hit,miss,crit+hit", "2 crit + 2 hit + miss"),
        ("4d{hit,miss}u", "hit,miss,hit,hit", "hit + miss"),
        ("cancel(4d{a,b,c}, a, b)", "a,a,b,c", "a + c"),
        ("cancel(4d{a,b,c,d}, a, b, c, d)", "a,b,d,d", "2 d"),
        ("net(3d{a,2b}, a, b)", "a,2b,2b", "-3"),
    ],
)
def test_a_roll(text: str, faces: str, outcome: str) -> None:
    assert show(roll(text, faces=faces.split(",")).outcome) == outcome


def test_explosions_without_end_are_counted_exactly() -> None:
    read = odds("count(1d{crit,hit,miss}!=crit, hit)")
    # A hit comes before a miss, however many crits come first.
    assert (read.probability(0), read.probability(1)) == (Fraction(1, 2), Fraction(1, 2))
    assert odds("count(2d{crit,hit,miss}!=crit, crit)").mean == 1
    assert odds("count(cancel(1d{crit,hit}!=crit, crit, hit), crit)").at_least(1) == Fraction(1, 4)
    with pytest.raises(OddsError, match="infinitely many") as refused:
        odds("2d{crit,hit,miss}!=crit")
    assert refused.value.code == "endless"


# Against icepool


def vectors(faces: str, names: list[str]) -> Any:
    bags = map(Symbols, faces.split(","))
    return icepool.Die([icepool.Vector(tuple(bag[name] for name in names)) for bag in bags])


@pytest.mark.parametrize(
    "pool",
    [
        [(5, ABILITY)],
        [(2, ABILITY), (1, PROFICIENCY), (1, DIFFICULTY)],
        [(2, PROFICIENCY), (2, DIFFICULTY)],
    ],
)
def test_icepool_agrees(pool: list[tuple[int, str]]) -> None:
    names = ["advantage", "failure", "success", "threat", "triumph"]
    die = sum(
        (n @ vectors(faces, names) for n, faces in pool), icepool.Die([icepool.Vector((0,) * 5)])
    )
    theirs = {
        tuple(outcome): Fraction(int(weight), int(die.denominator()))
        for outcome, weight in die.items()
    }
    ours = odds(" + ".join(f"{n}d{{{faces}}}" for n, faces in pool))
    assert {tuple(bag[name] for name in names): p for bag, p in ours.items()} == theirs


# Cost


def test_what_is_read_is_all_that_is_followed() -> None:
    """Thirty dice with four symbols: a number needs one dimension, whatever else the faces show."""
    pool = f"15d{{{ABILITY}}} + 15d{{{DIFFICULTY}}}"
    tight = Limits(odds=3_000_000)
    assert len(odds(f"net({pool}, success, failure)", limits=tight)) == 61
    assert len(odds(f"count(cancel({pool}, success, failure), success)", limits=tight)) == 31
    with pytest.raises(LimitError):
        odds(pool, limits=tight)


def test_work_grows_with_the_totals_not_with_the_sequences() -> None:
    assert len(odds("200d{hit,miss}")) == 201
    assert len(odds("40d{hit,miss,crit}")) == 41 * 42 // 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "10000d{a,b,c}",
        "(10d100)d{a,b}",
        "(1d100)d{a,b,c}",
        f"10000d{{{','.join(f's{n}' for n in range(300))}}}",
        "cancel(1000d{a,b,c,d,e,f}, a, b, c, d, e, f)",
    ],
)
def test_too_much_is_refused_with_the_number(text: str) -> None:
    with pytest.raises(LimitError, match=r"the limit is"):
        odds(text)


def test_hostile_lists_of_symbols_are_refused() -> None:
    with pytest.raises(LimitError, match="custom faces"):
        parse(f"1d{{{','.join(['a'] * 1001)}}}")
    with pytest.raises(LimitError, match="characters"):
        parse(f"1d{{{','.join(['symbol'] * 5000)}}}")
    with pytest.raises(NotationError, match="1 to 1,000 of a symbol"):
        parse("1d{1001a}")
    with pytest.raises(NotationError, match="1 to 1,000 of a symbol"):
        parse("1d{600a+600a}")


# Rolled, told, recorded


def test_a_roll_is_told_by_name() -> None:
    rolled = roll(
        "3d{hit,miss,hit+crit}r=miss + 1d{crit}", faces=["hit", "miss", "hit", "miss", "crit"]
    )
    assert str(rolled) == (
        "3d{crit+hit,hit,miss}r=miss + 1d{crit} → (hit, miss→miss, hit) + (crit) "
        "= crit + 2 hit + miss"
    )
    assert rolled.explain() == [
        "3d{crit+hit,hit,miss}r=miss: rolls hit, miss, hit",
        "  r=miss re-rolls miss to miss",
        "  makes 2 hit + miss",
        "1d{crit}: rolls crit",
        "(2 hit + miss) + crit = crit + 2 hit + miss",
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2d{hit,blank}", "two dice with the faces blank, hit"),
        (
            "1d{hit,miss}r=miss",
            "one die with the faces hit, miss, re-roll each that shows miss once",
        ),
        ("2d{hit,miss}c≠hit", "two dice with the faces hit, miss, count each without hit"),
        ("count(1d{hit}, hit)", "how many hit there are in one die with the faces hit"),
        ("net(1d{a,b}, a, b)", "a less b in one die with the faces a, b"),
        ("cancel(1d{a,b,c}, a, b)", "one die with the faces a, b, c, in which a and b cancel"),
        ("2d{hit,blank}r=blank", "two dice with the faces blank, hit, re-roll each blank once"),
    ],
)
def test_it_is_described(text: str, words: str) -> None:
    assert parse(text).describe() == words


def test_a_record_holds_faces_as_they_are_spelt_and_the_outcome_as_data() -> None:
    rolled = roll("2d{hit,miss,hit+crit}", faces=["crit + hit", "hit"])
    record = json.loads(rolled.to_json())
    assert record["faces"] == ["crit+hit", "hit"]
    assert record["outcome"] == {"symbols": {"crit": 1, "hit": 2}}
    assert record["groups"][0]["dice"][0]["face"] == "crit+hit"
    assert verify(rolled.to_json()) == rolled
    for change in ({"outcome": {"symbols": {"hit": 2}}}, {"faces": ["hit", "hit"]}):
        with pytest.raises(RecordError):
            verify({**record, **change})
    with pytest.raises(RecordError, match="faces"):
        verify({**record, "faces": ["hit", "1+1"]})
    with pytest.raises(RecordError, match="outcome"):
        verify({**record, "outcome": {"symbols": {"hit": "two"}}})


def test_no_dice_come_to_a_blank() -> None:
    rolled = roll("0d{hit,miss}")
    assert rolled.outcome == Symbols()
    assert rolled.groups[0].total == Symbols()
    assert odds("0d{hit,miss}").probability(Symbols()) == 1


def test_many_rolls_agree_with_the_odds() -> None:
    text, rolls = "cancel(2d{s,2s,a,s+a} + 2d{f,t,blank}, s, f, a, t)", 4_000
    counts = Counter(parse(text).sample(rolls, SeededSource("symbols")))
    exact = dict(odds(text).items())
    assert counts.keys() <= exact.keys()
    square = sum((counts[o] - rolls * float(p)) ** 2 / (rolls * float(p)) for o, p in exact.items())
    freedom = len(exact) - 1
    assert square < freedom + 4 * (2 * freedom) ** 0.5


def test_names_of_rolls_may_be_those_of_the_functions() -> None:
    assert roll("count = 2d6; net = 1d4; count + net", faces=[1, 2, 3]).outcome == 6


def test_the_order_of_faces_does_not_matter() -> None:
    one, other = parse("2d{miss,crit+hit,hit,hit}"), parse("2d{hit, hit, HIT+x, miss}")
    assert str(one) == "2d{crit+hit,hit,hit,miss}"
    assert one == parse("2d{hit,miss,hit,hit+crit}")
    assert str(other) == "2d{HIT+x,hit,hit,miss}"


def test_a_die_of_symbols_in_python() -> None:
    die = Die(["hit", Symbols("2 hit + crit"), "blank", "blank"])
    assert die == Die({"blank": 2, "crit + 2hit": 1, "hit": 1})
    assert (str(die), die.total, die.weight(Symbols())) == ("d{blank,blank,crit+2hit,hit}", 4, 2)
    assert die.symbols == ("crit", "hit")
    assert parse(str(die)).body == parse("1d{hit,2hit+crit,blank,blank}").body
