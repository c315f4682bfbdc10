"""Whatever reaches a screen is visible, in one piece and short, wherever it came from."""

from __future__ import annotations

import ast
import csv
import io
import json
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import (
    Asks,
    AstragalError,
    Call,
    Circumstance,
    Distribution,
    Grid,
    SavedRoll,
    Sheet,
    Stakes,
    parse,
    roll,
    rule,
    sweep,
    verify,
)
from astragal._visible import (
    _hidden,
    _is_plain,
    in_short,
    is_visible,
    shortened,
    visible,
    visible_json,
)
from astragal.games import scores
from astragal.render.formats import all_formats
from astragal.render.formats.ansi import own_codes
from astragal.table.circumstances import Circumstances
from tests.support.refusals import refusal
from tests.support.sources import trees
from tests.support.texts import is_safe

HIDDEN = (
    "\x00\x07\t\n\r\x1b\x7f\x9b\xad\u034f\u061c\u115f\u180e\u200b\u200e\u200f\u2028\u2029\u202a\u202e"
    "\u2060\u2066\u2069\u2800\u3164\ud800\udfff\ufe00\ufeff\uffa0\ufff9\U000e0001\U000e0041"
)
SEEN = "aé你▲♻→… ~🔥你好"
FORGED = "x\x1b[8mPWN\nholds: forged\u202e\ud800"

hostile_texts = st.text(st.one_of(st.sampled_from(HIDDEN + SEEN), st.characters()), max_size=80)


def test_ordinary_text_stays_as_it_is() -> None:
    for text in (SEEN, "نص عربي", "हिन्दी", "🧙\u200d♂\ufe0f", "می\u200cخواهم", "e\u0301"):
        assert visible(text) == text


@pytest.mark.parametrize("char", HIDDEN, ids=lambda char: f"U+{ord(char):04X}")
def test_every_hidden_character_is_escaped(char: str) -> None:
    shown = visible(f"a{char}b")
    assert shown.isascii()
    assert shown.isprintable()
    assert shown.encode("ascii").decode("unicode_escape") == f"a{char}b"
    assert not is_visible(f"a{char}b")


def test_what_unicode_calls_a_control_or_a_format_is_hidden_unless_it_is_drawn() -> None:
    drawn = {0x200C, 0x200D, *range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2}
    drawn |= {0x110BD, 0x110CD}
    for code in range(0x110000):
        if unicodedata.category(chr(code)) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            assert (visible(chr(code)) == chr(code)) is (code in drawn), hex(code)


@given(hostile_texts)
def test_what_is_visible_stays_so(text: str) -> None:
    assert visible(visible(text)) == visible(text)
    assert "\n" not in visible(text)
    assert not is_visible(text) or visible(text) == text
    visible(text).encode()


@given(st.dictionaries(hostile_texts, st.lists(hostile_texts)))
def test_json_keeps_every_character(data: Any) -> None:
    for indent in (None, 1):
        written = visible_json(data, indent=indent)
        assert is_safe(written)
        assert json.loads(written) == data


@given(st.text(max_size=300), st.integers(3, 100))
def test_shortened_texts_keep_both_ends(text: str, most: int) -> None:
    short = shortened(text, most)
    assert len(short) <= most
    assert short == text or (short[:1], short[-1:]) == (text[:1], text[-1:])


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (3, "3"),
        (Fraction(7, 2), "7/2"),
        ("fire", "'fire'"),
        ({"b": 1, "a": [2]}, "{'b': 1, 'a': [2]}"),
        (10**5000, "a number of about 5,000 digits"),
        (Fraction(1, 10**5000), "a fraction of very many digits"),
        ([10**5000], "[a number of about 5,000 digits]"),
        ("\x1b\u3164", r"'\x1b\u3164'"),
    ],
    ids=in_short,
)
def test_values_in_short(value: object, shown: str) -> None:
    assert in_short(value) == shown


_OF_PYTHON = ("__repr__", "__getattr__")
"""Functions whose texts are for those who program."""


@pytest.mark.slow
def test_no_message_shows_a_value_by_its_repr() -> None:
    """A number may have too many digits for it, and a foreign class may fail: see ``in_short``."""
    for path, tree in trees().items():
        own = [each for each in ast.walk(tree) if getattr(each, "name", "") in _OF_PYTHON]
        nodes = set(ast.walk(tree)).difference(*map(ast.walk, own))
        shown = [each for each in nodes if getattr(each, "conversion", -1) == ord("r")]
        assert not shown, path


# Labels, names and comments


@pytest.mark.parametrize("char", [*HIDDEN, "\u200c", "\u200d", "\ufe0f"], ids=ascii)
@pytest.mark.parametrize("text", ["1d6[fi{}re]", "1d6 # fi{}re", "1d6 [..6] fi{}re", "@{{fi{}re}}"])
def test_hidden_characters_in_texts_are_refused(text: str, char: str) -> None:
    if not char.isspace():  # white space counts as one space
        with pytest.raises(AstragalError) as caught:
            parse(text.format(char))
        assert is_safe(caught.value.render())


def test_emoji_are_labels() -> None:
    for label in ("🔥", "❤\ufe0f", "🧙\u200d♂\ufe0f", "👨\u200d👩\u200d👧"):
        assert str(parse(f"1d6[{label}]")) == f"1d6[{label}]"


# Rolls and records


@rule
def shout(text: str = "") -> Asks[str]:
    """Rolls a die, and says something."""
    face = yield "d6"
    yield astragal.note("{} and {}", face, text)
    yield astragal.note(text)
    return text


@given(hostile_texts)
def test_rolls_and_explanations_are_lines_that_can_be_seen(text: str) -> None:
    sheet = Sheet("Alice", {"Luck": 1}).begin(Circumstance("fog", {"modifier": 1}))
    stakes = Stakes(text, success=text, against=(text,))
    called = sheet.call(scores.test, "Luck", stakes=stakes)
    for experiment, rules in ((called, ()), (shout(text), shout)):
        rolled = experiment.roll(faces=[3])
        lines = [str(rolled), repr(rolled), str(experiment), *rolled.explain()]
        lines += [piece.text for piece in rolled.line.pieces]
        lines += [repr(sheet), *map(str, sheet.circumstances.each), *Call(text).lines()]
        assert [visible(line) for line in lines] == lines
        assert verify(rolled.to_json(), rules=rules) == rolled
        rolled.to_json().encode()


@given(hostile_texts)
def test_names_on_a_sheet_can_be_seen(text: str) -> None:
    """Sheets are sent by strangers: what is hidden in one is refused, and the refusal is safe."""
    makers: list[Callable[[], Sheet]] = [
        lambda: Sheet(f"A{text}"),
        lambda: Sheet("A", {f"a{text}": 1}),
        lambda: Sheet("A", {"a": f"1d6{text}"}),
        lambda: Sheet("A", {}, Circumstances((Circumstance(f"b{text}", {"modifier": 1}),))),
        lambda: Sheet("A", rolls=[SavedRoll(f"c{text}", "scores.test", {})]),
    ]
    for make in makers:
        error = refused(make)
        if error is not None:
            assert is_safe(error.render())
            continue
        sheet = make()
        shown = [repr(sheet), *sheet.known_names, *map(str, sheet.circumstances.each)]
        assert [visible(each) for each in shown] == shown


# Tables


@given(hostile_texts.filter(bool))
def test_every_format_shows_what_it_is_given(text: str) -> None:
    odds = Distribution({f"a{text}": 1, f"b{text}": 2}, label=text)
    grid = sweep(shout, {"text": [f"a{text}", f"b{text}"]}, of=lambda said: said == f"a{text}")
    named = sweep(lambda **given: astragal.coin(), {f"a{text}": [1], text: [2]}, of=bool)
    rolled = shout(text).roll(faces=[3])
    for form in all_formats().values():
        for shown in (form.distributions([odds]), form.distributions([odds, odds])):
            assert is_safe(without_own_marks(shown))
        made = Grid(text, {text: (1,)}, {(1,): Fraction(1, 2)}, "chance", text)
        for each in (grid, named, made):
            assert is_safe(without_own_marks(form.grid(each)))
        if form.name != "svg":
            assert is_safe(without_own_marks(form.rolls([rolled, rolled])))


def without_own_marks(shown: str) -> str:
    """What a format wrote, without the colours of ANSI and the invisible spaces of Markdown."""
    return own_codes().sub("", shown).replace("\u200b", "")


def test_a_cell_of_markdown_is_one_line() -> None:
    table = Distribution({"a\nb|c": 1}, label="x\n| y").to_markdown()
    assert table.count("\n") == 3
    assert r"| x\\n\| y |" in table
    assert r"| a\\nb\|c |" in table


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "＝", "＠"])
def test_no_cell_of_csv_is_a_formula(start: str) -> None:
    odds = Distribution({f"{start}cmd": 1, 2: 1}, label=f"{start}1+1")
    rows = list(csv.reader(io.StringIO(odds.to_csv())))
    for row in rows:
        for cell in row:
            assert cell[:1] not in {*"=+@\t\r＝＠"}
            assert not cell.startswith("-") or Fraction(cell)


def test_numbers_in_csv_stay_numbers() -> None:
    odds = Distribution({-3: 1, Fraction(-7, 2): 1, 10**20: 1}, label="-1d4")
    rows = list(csv.DictReader(io.StringIO(odds.to_csv())))
    assert [row["outcome"] for row in rows] == ["-7/2", "-3", "1" + "0" * 20]
    assert {row["expression"] for row in rows} == {"'-1d4"}


# Errors


def refused(make: Callable[[], object]) -> AstragalError | None:
    try:
        make()
    except AstragalError as error:
        return error
    return None


@given(hostile_texts, st.integers(0, 3), st.integers(0, 200), st.booleans())
def test_errors_are_short_and_can_be_seen(
    text: str, times: int, width: int, ascii_only: bool
) -> None:
    typed = text * 50**times
    for make in (
        lambda: parse(typed),
        lambda: roll("1d6 + @x", variables={typed: 1}),
        lambda: Sheet(typed, {"x": 1}),
        lambda: Sheet("A", {"x": 1}).find(f"y{typed}"),
        lambda: astragal.find_game(typed),
        lambda: verify(typed),
        lambda: verify({"rule": typed}),
    ):
        error = refused(make)
        if error is not None:
            rendered = error.render(width, ascii_only=ascii_only)
            assert len(error.message) + len(error.hint or "") < 500
            assert is_safe(rendered)
            assert len(error.drawing(width)) <= 2 * max(width, 20) + 1


def test_a_long_line_is_shown_in_a_window_around_the_place() -> None:
    error = refusal("unexpected", lambda: parse("1+" * 4000 + "?" + "+1" * 3000))
    text, carets = error.drawing(80).splitlines()
    assert len(text) <= 80
    assert text[carets.index("^")] == "?"
    assert text.startswith("…+1+")
    assert text.endswith("1…")


def test_the_window_allows_for_wide_characters() -> None:
    error = refusal("unexpected", lambda: parse(f"1d6[{'火' * 1000}] ? 2"))
    text, carets = error.drawing(40).splitlines()
    columns = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
    before = text[: text.index("?")]
    place = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in before)
    assert columns <= 40
    assert carets.index("^") == place


def test_a_hint_that_is_set_later_is_short_too() -> None:
    error = AstragalError("code", "m" * 1000)
    error.hint = FORGED * 1000
    assert len(error.message) + len(error.hint) < 500
    assert visible(error.hint) == error.hint


def test_what_needs_no_closer_look_can_be_seen() -> None:
    plain = list(filter(_is_plain, map(chr, range(0x10000))))
    assert "▲" in plain
    assert all(map(is_visible, plain))
    assert not any(map(_hidden().search, plain))
