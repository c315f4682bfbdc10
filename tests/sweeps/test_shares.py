"""Sweeps of words: every chance, in the order that the words have by nature, in every format."""

from __future__ import annotations

import csv
import io
import json
import pickle
from collections import Counter
from enum import Enum
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import astragal
from astragal import Asks, Limits, OddsError, RangeTable, Shares, d, rule, sweep, total
from astragal.games import scores, tiers
from astragal.outcome import show
from astragal.render.formats import Layout, find_format
from astragal.sweeps.words import Word, Words, in_order
from tests.support.travelling import AtOnce

HITS = "1d20+@b [20!] crit [10..] hit [..9] miss"


class Weather(Enum):
    """Not alphabetical, nor in the order in which the rule meets them."""

    STORM = "storm"
    RAIN = "rain"
    SUN = "sun"
    HEAT = "heat"


@rule
def sky(month: int = 1) -> Asks[Weather]:
    """The later in the year, the finer."""
    face: int = yield d(4)
    return list(Weather)[min(3, max(0, face + month - 4))]


@rule
def reading(bonus: int, ranges: RangeTable) -> Asks[str]:
    """A d6 read against ranges."""
    return ranges.read((yield d(6)) + bonus)


def shares_of(*args: Any, **given: Any) -> Shares:
    found = sweep(*args, **given)
    assert isinstance(found, Shares)
    return found


def test_the_shares_of_ranges_are_those_of_every_face() -> None:
    """A twin by brute force: each of twenty faces, read by hand."""
    shares = shares_of(HITS, {"b": range(-3, 12)})
    assert shares.words == ("crit", "hit", "miss")
    for b in range(-3, 12):
        read = Counter(
            "crit" if face == 20 else "hit" if face + b >= 10 else "miss" for face in range(1, 21)
        )
        assert shares.at(b) == {word: Fraction(read[word], 20) for word in shares.words}


def test_two_parameters_and_a_rule_agree_with_every_pair_of_faces() -> None:
    shares = shares_of(tiers.check, {"stat": [30, 75], "advantages": [0, 1]}, of="grade")
    for stat, advantages in product([30, 75], [0, 1]):
        odds = tiers.check(stat, advantages=advantages).odds().of("grade")
        assert shares.at(stat, advantages) == {show(each): p for each, p in odds.items()}
    assert shares.words == ("Fumble", "Failure", "Success", "Critical")
    assert sum(shares.cells.values()) == 4


def test_members_of_an_enumeration_stand_as_declared() -> None:
    """The first cell lacks the first of them, and the last one lacks the last."""
    shares = shares_of(sky, {"month": [4, -2, 1]})
    assert shares.words == ("storm", "rain", "sun", "heat")
    assert list(shares.at(4).values()) == [0, Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]
    assert list(shares.at(-2).values()) == [1, 0, 0, 0]


def test_ranges_stand_as_written_whatever_comes_first() -> None:
    table = "[5..] good [3..4] fair [..2] bad"
    shares = shares_of(reading, {"bonus": [-4, 0, 4]}, fixed={"ranges": table})
    assert shares.words == ("good", "fair", "bad")
    gaps = shares_of(reading, {"bonus": [0]}, fixed={"ranges": "[5..] good [..2] bad"})
    assert gaps.words == ("good", "bad", "no range")


def test_numbers_stand_from_the_least_up() -> None:
    shares = shares_of("1d3+@b", {"b": [2, 0]}, shares=True)
    assert shares.words == (1, 2, 3, 4, 5)
    assert shares.at(2) == {1: 0, 2: 0, 3: Fraction(1, 3), 4: Fraction(1, 3), 5: Fraction(1, 3)}
    halves = shares_of("(1d3+@b)/2", {"b": [1, 0]}, shares=True)
    assert halves.words == (Fraction(1, 2), 1, Fraction(3, 2), 2)


def test_true_and_false_have_shares_if_they_are_asked_for() -> None:
    shares = shares_of("1d20 >= @n", {"n": [5]}, shares=True)
    assert shares.at(5) == {False: Fraction(1, 5), True: Fraction(4, 5)}


class Twin(NamedTuple):
    """Two that read alike."""

    number: int

    def __str__(self) -> str:
        return "odd" if self.number % 2 else "even"


def test_outcomes_that_read_alike_are_one_word() -> None:
    shares = shares_of(lambda n: total(n, 6).map(Twin), {"n": [1, 2]})
    assert shares.at(1) == {"odd": Fraction(1, 2), "even": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("orders", "merged"),
    [
        (["abc", "abc"], "abc"),
        (["ac", "abc"], "abc"),
        (["b", "ab", "bc"], "abc"),
        (["ad", "bd", "cd"], "cbad"),
        (["ab", "ba"], "ab"),
    ],
)
def test_words_without_an_order_stand_as_their_cells_list_them(
    orders: list[str], merged: str
) -> None:
    answers = [Words(tuple(Word(each, None, Fraction(1)) for each in order)) for order in orders]
    assert "".join(in_order(answers)) == merged


def test_the_name_of_the_words() -> None:
    assert shares_of(HITS, {"b": [1]}).outcome == "outcome"
    assert shares_of(scores.test, {"modifier": [1]}, of="range").outcome == "range"
    clash = shares_of("1d6+@outcome [..3] low [4..] high", {"outcome": [0, 1]})
    assert list(clash.axes) == ["outcome", "result"]


def test_one_word_is_the_sweep_of_its_chance() -> None:
    shares = shares_of(HITS, {"b": range(4)})
    assert shares.word("hit") == sweep(HITS, {"b": range(4)}, of="outcome=hit")
    assert shares.word("hit").label.endswith(": hit")


def test_many_words_are_grouped_and_said_to_be() -> None:
    shares = shares_of("2d10+@b", {"b": [0, 1]}, shares=True)
    assert len(shares.words) == 20
    text = shares.render(width=200)
    assert "9 others" in text
    assert text.splitlines()[4].split()[-2:] == ["20.00", "%"]
    assert "others" not in shares.render(width=200, every=True)
    assert len(shares.to_csv().splitlines()) == 1 + 2 * 20
    assert "9 others" in shares.to_markdown()
    endless = shares_of("1d6!+@b", {"b": [0]}, shares=True)
    assert "all others" in endless.render(every=True)


def test_shares_in_every_format() -> None:
    shares = shares_of(HITS, {"b": [0, 5]})
    assert repr(shares).splitlines()[2:] == [
        "     outcome",
        "  b    crit      hit     miss",
        "  0  5.00 %  50.00 %  45.00 %",
        "  5  5.00 %  75.00 %  20.00 %",
    ]
    data = json.loads(shares.to_json())
    assert data["words"] == "outcome"
    assert data["axes"] == {"b": [0, 5], "outcome": ["crit", "hit", "miss"]}
    assert data["values"][4] == {"at": {"b": 5, "outcome": "hit"}, "exact": "3/4", "approx": 0.75}
    rows = list(csv.DictReader(io.StringIO(shares.to_csv())))
    assert rows[5] == {
        "b": "5", "outcome": "miss", "numerator": "1", "denominator": "5", "chance": "0.2",
    }  # fmt: skip
    assert shares._repr_html_().count("<td") == 6
    assert pickle.loads(pickle.dumps(shares)) == shares


def test_two_parameters_have_a_table_for_each_word() -> None:
    shares = shares_of("1d20+@b [..@c] miss [10..] hit".replace("@c", "9"), {"b": [0, 1]})
    assert len(shares.tables()) == 1
    both = shares_of("1d20+@b+@c [..9] miss [10..] hit", {"b": [0, 1], "c": [0, 2]})
    assert [each.label[-4:] for each in both.tables()] == ["miss", " hit"]
    assert repr(both).count("\n  1  ") == 2
    assert both.to_markdown().startswith("**1d20 + @\u200bb + @\u200bc")
    assert both._repr_html_().count("<table") == 2
    assert both.tables()[1] == both.word("hit")


def test_words_are_drawn_as_parts_of_a_whole(tmp_path: Path) -> None:
    shares = shares_of(HITS, {"b": [0, 5]})
    (panel,) = shares.picture().panels
    assert panel.kind == "stacked"
    assert [(each.name, each.values) for each in panel.series] == [
        (word, (shares[0, word], shares[5, word])) for word in ("crit", "hit", "miss")
    ]
    both = shares_of("(@n)d6+@c [..9] miss [10..] hit", {"c": [0, 1], "n": [2, -1]})
    assert [each.title for each in both.picture().panels] == ["n 2", "n -1"]
    assert both.picture().panels[1].series[0].values == (None, None)
    assert "cannot be -1" in both.picture().note
    many = shares_of("2d10+@b", {"b": [0, 1]}, shares=True)
    assert many.picture().panels[0].series[-1].name == "9 others"
    both.plot(tmp_path / "words.svg")
    assert (tmp_path / "words.svg").stat().st_size > 2_000


def test_a_refused_place_refuses_all_its_words() -> None:
    shares = shares_of("(@n)d6 [..4] low [5..] high", {"n": [-1, 1]})
    assert shares.at(1)["high"] == Fraction(1, 3)
    with pytest.raises(astragal.RollError, match="cannot be -1"):
        shares.at(-1)
    assert repr(shares).splitlines()[4].split() == ["-1", "–", "–"]
    assert shares.refusals() == ["refused at n=-1: a number of dice cannot be -1"]
    assert "refused at n=-1: a" in repr(shares)
    assert shares.refuses


def test_words_that_are_too_many_are_refused() -> None:
    few = Limits(cells=30)
    assert len(shares_of("2d10+@b", {"b": [1]}, shares=True, limits=few)) == 19
    for executor in (None, AtOnce()):
        with pytest.raises(astragal.LimitError, match="cells"):
            sweep("2d10+@b", {"b": [1, 2]}, shares=True, limits=few, executor=executor)


def test_nothing_is_wider_than_the_terminal() -> None:
    shares = shares_of(scores.test, {"modifier": range(3)})
    for width in (40, 80):
        text = find_format("text").grid(shares, Layout(width=width))
        assert max(map(len, text.splitlines())) <= width


def test_what_needs_a_number_says_so() -> None:
    with pytest.raises(OddsError, match="not such as crit"):
        astragal.reach(HITS, {"b": range(3)}, at_least="50 %")
