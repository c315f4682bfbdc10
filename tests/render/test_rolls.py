"""Rolls in every format, from pieces with roles."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import AstragalError, Role, Roll, odds, roll, verify
from astragal.render.formats import all_formats, find_format
from astragal.render.formats.ansi import own_codes
from astragal.render.formats.markdown import escaped

GOOD, BAD, DIM, BOLD, END = "\x1b[1;38;5;32m", "\x1b[4;38;5;166m", "\x1b[2m", "\x1b[1m", "\x1b[0m"

ROLLS: list[tuple[str, list[int], str, str]] = [
    ("4d6kh3", [6, 5, 4, 1], "6 high, ~ stroke, 1 dropped, ~ stroke", "15 outcome"),
    ("2d20kl1", [20, 20], "20 high, ~ stroke, 20 dropped, ~ stroke", "20 outcome"),
    ("1d20 + 5", [1], "1 low", "6 outcome"),
    ("2d3", [1, 3], "", "4 outcome"),
    ("4dF", [-1, 1, 0, 0], "", "0 outcome"),
    ("3d6!", [6, 2, 1, 3], "6 high, ! exploded, 1 low", "12 outcome"),
    ("1d6!!", [6, 3], "6 high, +3 exploded", "9 outcome"),
    ("2d6r=1", [1, 4, 6], "1 replaced, 6 high", "10 outcome"),
    ("2d6r=6", [6, 4, 1], "6 replaced, 1 low", "5 outcome"),
    ("2d6min2", [1, 6], "1 replaced, 6 high", "8 outcome"),
    ("3d10c>=7f=1", [10, 6, 1], "10✓ counted, 1✗ against", "0 outcome"),
    ("1d20 >= 11", [11], "", "true success"),
    ("1d20 >= 11", [20], "20 high", "true success"),
    ("1d20 >= 11", [10], "", "false failure"),
    ("2x(1d20 >= 11)", [11, 10], "", "true success, false failure"),
    ("a = 2x(1d20 >= 11); a", [11, 10], "", "true success, false failure"),
    ("1d20 >= 11, 2d6", [11, 3, 4], "", "true success, 7 outcome"),
    ("1d20 [20!] crit [1!] fumble [2..] ok", [20], "20 high", "20 outcome, crit critical"),
    ("1d20 [20!] crit [1!] fumble [2..] ok", [1], "1 low", "1 outcome, fumble fumble"),
    ("1d20 [20!] crit [1!] fumble [2..] ok", [9], "", "9 outcome, ok outcome"),
    ("1d20 [20!] ok [2..] ok", [20], "20 high", "20 outcome, ok outcome"),
    ("4d6kh3 [18!] crit [3!] fumble [4..] ok", [1, 1, 1, 1], "LOWS", "3 outcome, fumble fumble"),
    ("2x(1d20 [19!] crit [..40] ok)", [19, 3], "", "crit critical, ok outcome"),
    (
        "{2d6kh1, 1d4}kh1",
        [5, 2, 1],
        "~ stroke, 2 dropped, ~ stroke, ~ stroke, (1) dropped, ~ stroke",
        "5 outcome",
    ),
]


def roles(pieces: Any) -> str:
    return ", ".join(
        f"{piece.text} {piece.role.value}" for piece in pieces if piece.role is not Role.PLAIN
    )


@pytest.mark.parametrize(("text", "faces", "dice", "outcome"), ROLLS)
def test_roles(text: str, faces: list[int], dice: str, outcome: str) -> None:
    line = roll(text, faces=faces).line
    if dice != "LOWS":
        assert roles(line.dice).replace("( dropped, 1 dropped, ) dropped", "(1) dropped") == dice
    assert roles(line.result) == outcome


@pytest.mark.parametrize(("text", "faces"), [row[:2] for row in ROLLS])
def test_joined_pieces_are_the_line(text: str, faces: list[int]) -> None:
    rolled = roll(text, faces=faces)
    plain = "".join(piece.text for piece in rolled.line.pieces)
    assert plain == str(rolled) == rolled.render() == own_codes().sub("", rolled.render("ansi"))


def test_colours_mean_something_and_none_is_alone() -> None:
    shown = roll("4d6kh3 + 1d20", faces=[6, 5, 4, 2, 1]).render("ansi")
    assert shown == (
        f"4d6kh3 + 1d20 → ({GOOD}6{END}, 5, 4, {DIM}~2~{END}) + ({BAD}1{END}) = {BOLD}16{END}"
    )


@pytest.mark.parametrize("form", ["text", "ansi"])
@pytest.mark.parametrize("width", [20, 40, 60])
def test_rows_are_broken_between_words_and_keep_their_roles(form: str, width: int) -> None:
    rolled = roll("({30d6, 30d100}kh1 + 4d6kh3) >= 100")
    rows = rolled.render(form, width=width).split("\n")
    for row in rows:
        assert len(own_codes().sub("", row)) <= width
        assert row.count("\x1b[") == 2 * row.count(END), "no style reaches into the next row"
    whole = " ".join(own_codes().sub("", row).strip() for row in rows)
    assert whole == str(rolled)


def test_markdown() -> None:
    rolled = roll("4d6kh3 + 1d20", faces=[6, 5, 4, 2, 1])
    assert rolled.render("markdown") == "`4d6kh3 + 1d20` → (**6**, 5, 4, ~~2~~) + (*1*) = **16**"
    nested = roll("{2d6kh1, 1d4}kh1", faces=[5, 2, 1])
    assert "{(5, ~~2~~), ~~(1)~~} = **5**" in nested.render("markdown")
    several = find_format("markdown").rolls([rolled, nested])
    assert [line[:2] for line in several.split("\n")] == ["- ", "- "]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**bold** _it_ ~~no~~", r"\*\*bold\*\* \_it\_ \~\~no\~\~"),
        ("[x](https://e.com)", r"\[x\](https\://e.com)"),
        ("www.e.com <b> &lt; ||x||", r"www\.e.com \<b\> \&lt; \|\|x\|\|"),
        ("@everyone <@123> a@b.c #1", "@\u200beveryone \\<@\u200b123\\> a@\u200bb.c #\u200b1"),
        ("plain: 3 + 4 (5) = 1 - 2", "plain: 3 + 4 (5) = 1 - 2"),
    ],
)
def test_what_somebody_typed_is_no_markdown(text: str, shown: str) -> None:
    assert escaped(text) == shown


def test_a_comment_cannot_leave_its_code_nor_call_anybody() -> None:
    shown = roll("1d4 # `` ` @everyone **x**", faces=[4]).render("markdown")
    assert shown.startswith("``` `` ` @\u200beveryone **x**: 1d4 ``` → (**4**)")


def test_html_has_elements_that_mean_something() -> None:
    shown = roll("2d20kh1 >= 15 # <b>&", faces=[20, 3]).render("html")
    assert shown == (
        '<p class="astragal-roll"><code class="astragal-rolled">&lt;b&gt;&amp;: 2d20kh1 &gt;= 15'
        '</code> → (<b class="astragal-high">20</b>, <s class="astragal-dropped">3</s>) &gt;= 15: '
        '<strong class="astragal-success">true</strong></p>'
    )
    assert roll("1d6")._repr_html_().startswith("<p")
    assert ' title="1/6"' in odds("1d6")._repr_html_()


def test_data() -> None:
    rolled = roll("2d6", faces=[6, 5])
    assert verify(json.loads(rolled.render("json"))) == rolled
    rows = list(csv.DictReader(io.StringIO(find_format("csv").rolls([rolled, rolled]))))
    assert rows[1] == {
        "expression": "2d6",
        "faces": "6 5",
        "outcome": "11",
        "text": "2d6 → (6, 5) = 11",
    }


def test_chat_shows_odds_in_a_block_that_nothing_ends() -> None:
    shown = odds("1d6 [..3] a``` @here [4..] b").render("chat")
    assert shown.startswith("```\n")
    assert shown.endswith("\n```\n")
    assert shown.count("```") == 2
    assert "@here" not in shown
    assert max(map(len, shown.split("\n"))) <= 44


@given(st.text())
def test_no_text_makes_markup_of_html(text: str) -> None:
    from astragal.render.formats.html import _escaped

    assert not {*'<>"'} & {*_escaped(text)}


def test_every_format_but_pictures_writes_rolls() -> None:
    rolled: list[Roll] = [roll("2d6")]
    for name, form in all_formats().items():
        if name == "svg":
            with pytest.raises(AstragalError, match="svg does not write rolls"):
                form.rolls(rolled)
        else:
            assert form.rolls(rolled)
