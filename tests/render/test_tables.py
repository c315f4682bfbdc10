"""Odds as tables and data."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest

from astragal import Distribution, OddsError, odds, parse, sweep
from astragal.render.figures import decimal, percent
from astragal.render.formats import Layout, find_format
from astragal.render.rows import table_rows

F = Fraction


def written(name: str, several: list[Distribution], **layout: Any) -> str:
    return find_format(name).distributions(several, Layout(**layout))


def text_table(several: list[Distribution], **layout: Any) -> str:
    return written("text", several, **layout)


def test_a_table_with_bars() -> None:
    assert repr(odds("2d4")) == str(odds("2d4"))
    assert str(odds("2d4")).splitlines() == [
        "2d4",
        "  mean 5.00 · sd 1.58 · median 5 · mode 5 · 2 to 8",
        "",
        "      chance  fraction",
        "  2   6.25 %      1/16  ██████████",
        "  3  12.50 %       1/8  ████████████████████",
        "  4  18.75 %      3/16  ██████████████████████████████",
        "  5  25.00 %       1/4  ████████████████████████████████████████",
        "  6  18.75 %      3/16  ██████████████████████████████",
        "  7  12.50 %       1/8  ████████████████████",
        "  8   6.25 %      1/16  ██████████",
    ]


def chances(table: str) -> float:
    """What the first chance of every row adds up to."""
    rows = [line for line in table.splitlines() if re.search(r" %(  |$)", line)]
    return sum(float(row.split(" %")[0].split()[-1]) for row in rows)


WIDE = [
    "1d6",
    "1d20",
    "1d100",
    "1d100000",
    "100d6",
    "1000d6",
    "3d6!",
    "10d6!",
    "1d6! - 1d6!",
    "-(2d6!)",
    "1d6/1d100",
    "1d100/7",
    "1d6 * 1000000000000000000000000000000",
    "1d{1,1000000000}",
    "3x(1d6)",
    "1d20 >= 11",
    "5",
    "2d6 [..6] a rather long name for a result that is anything but good [7..] ok",
]


@pytest.mark.parametrize("text", WIDE)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_every_table_fits_a_screen_and_leaves_nothing_out(text: str, width: int) -> None:
    exact = odds(text)
    table = text_table([exact], width=width)
    lines = table.splitlines()
    assert len(lines) <= (23 if width >= 80 or text == "1d20" else 25)
    if len(exact.label) < width and "10000000000" not in table:
        assert max(map(len, lines)) <= width
    assert chances(table) == pytest.approx(100, abs=0.2)
    assert text_table([exact], width=width, ascii_only=True).isascii()


@pytest.mark.parametrize("text", [*WIDE, "1d6!//97", "abs(1d6! - 50)", "(1d6!)/7 - 1d6!"])
def test_rows_hold_every_outcome_once(text: str) -> None:
    rows = table_rows([odds(text)])
    assert sum(row.chances[0] for row in rows) == 1


@pytest.mark.parametrize("count", [2, 3, 6, 12])
@pytest.mark.parametrize("width", [40, 60, 80])
def test_columns_that_do_not_fit_go_below_one_another(count: int, width: int) -> None:
    several = [odds(f"{n}d6") for n in range(1, count + 1)]
    table = text_table(several, width=width)
    assert max(map(len, table.splitlines())) <= width
    for n in range(1, count + 1):
        assert f"{n}d6" in table


def test_long_labels_get_letters() -> None:
    several = [odds("4d6kh3 + 2d8!kh1 - 1d4 + 1d20"), odds("3d6 + 2d10kl1 - 1d4 + 2d20kh1")]
    table = text_table(several)
    assert "A: 4d6kh3 + 2d8!kh1 - 1d4 + 1d20" in table
    assert "B: " in table


def test_every_outcome_if_wanted() -> None:
    table = text_table([odds("1d100")], every=True)
    assert sum("1.00 %" in line for line in table.splitlines()) == 100
    assert "all others" in text_table([odds("1d6!")], every=True)


def test_cumulative_tables() -> None:
    table = text_table([odds("1d4")], cumulative=True).splitlines()
    assert table[3:5] == [
        "     at most  at least",
        "  1  25.00 %     100 %  " + "█" * 40,
    ]
    with pytest.raises(OddsError, match="`1d20 >= 11` gives outcomes such as false"):
        text_table([odds("1d20"), odds("1d20>=11")], cumulative=True)


def test_a_roll_starts_its_groups_where_people_would() -> None:
    table = str(odds("1d100"))
    assert "  1–10  10.00 %" in table
    assert "91–100" in table
    assert "up to -" in str(odds("1d6! - 1d6!"))
    assert " and up" in str(odds("1d6! - 1d6!"))


def test_json_is_what_the_documents_say() -> None:
    data = json.loads(odds("2d2").to_json())
    assert data == {
        "version": 1,
        "expression": "2d2",
        "denominator": "4",
        "outcomes": [
            _row(2, "1", 0.25, at_most="1", at_least="4"),
            _row(3, "2", 0.5, at_most="3", at_least="3"),
            _row(4, "1", 0.25, at_most="4", at_least="1"),
        ],
        "mean": {"exact": "3", "approx": 3.0},
        "variance": {"exact": "1/2", "approx": 0.5},
        "sd": 0.5**0.5,
        "min": 2,
        "max": 4,
        "tail": {"exact": "0", "approx": 0.0},
        "quantiles": {"5": 2, "25": 2, "50": 3, "75": 3, "95": 4},
        "headline": None,
    }


def _row(outcome: int, weight: str, probability: float, **reach: str) -> dict[str, object]:
    own = {"outcome": outcome, "text": str(outcome), "weight": weight}
    return {**own, "probability": probability, **reach}


def test_json_of_what_has_no_end_and_of_names() -> None:
    data = odds("1d6!").to_data()
    assert data["max"] is None
    assert data["min"] == 1
    assert F(data["tail"]["exact"]) == odds("1d6!").tail
    assert sum(int(each["weight"]) for each in data["outcomes"]) < int(data["denominator"])
    names = odds("1d6 [..3] low [4..] high").to_data()
    assert names["mean"] is names["sd"] is names["min"] is None
    low = {"outcome": "low", "text": "low", "weight": "1", "probability": 0.5}
    assert names["outcomes"][0] == low
    truth = odds("1d4 >= 2").to_data()
    assert truth["mean"] == {"exact": "3/4", "approx": 0.75}
    assert truth["outcomes"][1]["outcome"] is True
    halves = odds("1d2 / 2").to_data()
    assert halves["outcomes"][0]["outcome"] == {"numerator": 1, "denominator": 2}
    huge = odds("1d2 * 10000000000000000000000").to_data()
    assert huge["max"] == {"integer": "20000000000000000000000"}


def test_csv_reads_back() -> None:
    rows = list(csv.DictReader(io.StringIO(written("csv", [odds("1d4"), odds("1d6!")]))))
    assert rows[0] == {
        "expression": "1d4",
        "outcome": "1",
        "weight": "1",
        "denominator": "4",
        "probability": "0.25",
        "at_most": "0.25",
        "at_least": "1.0",
    }
    assert [row["at_most"] for row in rows[:4]] == ["0.25", "0.5", "0.75", "1.0"]
    assert [row["at_least"] for row in rows[:4]] == ["1.0", "0.75", "0.5", "0.25"]
    ours = [row for row in rows if row["expression"] == "1d6!"]
    assert ours[-1]["outcome"] == "(all others)"
    assert sum(F(int(row["weight"]), int(row["denominator"])) for row in ours) == 1
    assert odds("1d6 [..3] a, b [4..] c").to_csv().count('"a, b"') == 1


def test_markdown() -> None:
    assert odds("1d2").to_markdown() == (
        "| outcome | 1d2 |\n| ---: | ---: |\n| 1 | 50.00 % |\n| 2 | 50.00 % |\n"
        "| mean | 1.50 |\n| sd | 0.50 |\n"
    )
    several = [odds("1d2"), odds("1d3")]
    assert "| at least | 1d2 | 1d3 |" in written("markdown", several, cumulative=True)
    assert r"a \| b" in Distribution({"a | b": 1}).to_markdown()


def test_html_is_well_formed_and_escaped() -> None:
    for several in ([odds("3d6!")], [odds("2d6"), odds("1d12")], [Distribution({"<b>": 1})]):
        text = written("html", several)
        ElementTree.fromstring(f"<div>{text.replace('<br>', '<br/>')}</div>")
        assert "<b>&lt;b&gt;" not in text
    assert "&lt;b&gt;" in Distribution({"<b>": 1})._repr_html_()


def test_html_of_an_expression_says_how_it_is_read() -> None:
    shown = parse("4d6kh3")._repr_html_()
    assert "<code>4d6kh3</code><br>four six-sided dice, keep the highest 3" in shown
    assert "<title>18: 1.62 % = 7/432</title>" in shown
    assert "needs a value for @bonus" in parse("1d20 + @bonus")._repr_html_()
    assert "no chart: " in parse("8x(4d6kh3)")._repr_html_()
    assert "<b>" not in parse("1d6[<b>]")._repr_html_()


def test_html_of_sweeps_has_room_between_figures_and_a_chart() -> None:
    both = sweep("1d20 + @bonus >= @dc", {"dc": range(5, 9), "bonus": range(3)})._repr_html_()
    assert both.count("padding:1px 10px") == both.count("<td") + both.count("<th ")
    assert both.count("<svg") == 1
    many = sweep("1d20 + @bonus >= @dc", {"dc": range(5, 9), "bonus": range(9)})._repr_html_()
    assert "<svg" not in many, "its cells are shaded"
    words = sweep(lambda way: way, {"way": ["1d6", "2d6"]})._repr_html_()
    assert "width:16.00em" in words
    assert "width:8.00em" in words


def test_halves_are_rounded_exactly() -> None:
    """Floats would show 3.23 and 6.22 for these."""
    assert [decimal(Fraction(each, 1000)) for each in (3225, 6225, 5475, -3225)] == [
        "3.23",
        "6.23",
        "5.48",
        "-3.23",
    ]
    assert percent(Fraction(64225, 100000)) == "64.23 %"


def test_bars_of_chances_below_the_range_of_floats() -> None:
    lines = str(sweep(parse("(600d6) >= 3590 + @a"), {"a": [1, 2]})).splitlines()
    assert [line.count("█") for line in lines[-2:]] == [40, 0]
