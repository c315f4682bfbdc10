"""Lines of dice in a notebook."""

from __future__ import annotations

from typing import Any

import pytest

from astragal.notebook import load_ipython_extension
from astragal.notebook.magic import Magic


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """What the notebook is told to show."""
    found: list[dict[str, str]] = []
    display = pytest.importorskip("IPython.display")
    monkeypatch.setattr(display, "display", lambda data, raw: found.append(data))
    return found


def test_a_line_of_dice_is_rolled(shown: list[dict[str, str]]) -> None:
    Magic().run("4d6kh3 --faces 6,5,4,2")
    (data,) = shown
    assert "4d6kh3 → (6, 5, 4, ~2~) = 15" in data["text/plain"]
    assert '<s class="astragal-dropped">2</s>' in data["text/html"]


def test_lines_of_a_cell_are_answered_in_order_and_values_stay(
    shown: list[dict[str, str]],
) -> None:
    magic = Magic()
    magic.run(
        "", "# a comment\nset str=3\n\nd20 with advantage --faces 8,14\nodds 1d20+@str >= 15\n"
    )
    magic.run("1d20+@str --faces 2")
    first, second = (data["text/html"] for data in shown)
    assert first.index("@str is 3") < first.index("read as 2d20kh1") < first.index("<table")
    assert 'title="9/20"' in first
    assert "(2) + 3 = <strong" in second


def test_rules_and_sweeps_show_themselves(shown: list[dict[str, str]]) -> None:
    Magic().run("play tiers check 45 --odds")
    Magic().run("play scores test --sweep modifier=0..3 --of passes")
    assert "Fumble" in shown[0]["text/html"]
    assert shown[1]["text/html"].count("<svg") == 1


def test_an_error_has_its_caret(shown: list[dict[str, str]]) -> None:
    Magic().run("2d6 + (3d")
    assert "  2d6 + (3d\n         ^^\n" in shown[0]["text/plain"]
    assert shown[0]["text/html"].startswith("<pre>error: how many sides?")


def test_what_is_typed_makes_no_markup(shown: list[dict[str, str]]) -> None:
    Magic().run("", "1d6 # <script>\nodds 1d6 <script>\n1d6[<b>]")
    assert "<script" not in shown[0]["text/html"]
    assert "<b>]" not in shown[0]["text/html"]


def test_leaving_ends_a_cell_and_nothing_shows_nothing(shown: list[dict[str, str]]) -> None:
    Magic().run("", "quit\n1d6")
    Magic().run("", "\n# nothing\n")
    assert shown == []


def test_the_extension_adds_the_magic() -> None:
    added: list[Any] = []

    class Events:
        def register(self, name: str, function: Any) -> None:
            """Cells are watched for progress."""

    class Shell:
        events = Events()

        def register_magic_function(self, function: Any, kind: str, name: str) -> None:
            added.append((function.__name__, kind, name))

    load_ipython_extension(Shell())
    assert added == [("run", "line_cell", "astragal"), ("program", "line_cell", "anydice")]


def test_a_cell_is_a_program_for_anydice(shown: list[dict[str, str]]) -> None:
    Magic().program("", 'X: 2d6\n\noutput X named "two"\noutput [highest 3 of 4d6]\n')
    (data,) = shown
    assert data["text/plain"].splitlines()[0] == "two"
    assert "12.24 (15869/1296)" in data["text/plain"]
    assert data["text/html"].count("<table") == 2


def test_options_stand_behind_the_magic(shown: list[dict[str, str]]) -> None:
    Magic().program("--table --at-least --only 'a b'", 'output 2d2 named "a b"\noutput 7')
    assert "at least" in shown[0]["text/plain"]
    assert "75.00 %" in shown[0]["text/html"]
    assert "output 2" not in shown[0]["text/plain"]


def test_a_line_may_be_a_program(shown: list[dict[str, str]]) -> None:
    Magic().program('output 7 named "<b>"')
    assert "mean 7.00" in shown[0]["text/plain"]
    assert "<b>\n" not in shown[0]["text/html"]
    assert "&lt;b&gt;" in shown[0]["text/html"]


def test_a_mistake_in_a_program_is_shown_at_its_place(shown: list[dict[str, str]]) -> None:
    magic = Magic()
    magic.program("", "output 3d6\nX = 3\n")
    assert "  X = 3\n    ^\n" in shown[0]["text/plain"]
    magic.program("--nothing", "output 3d6")
    assert "--nothing" in shown[1]["text/plain"]
    magic.run("1d6 --faces 2")
    assert "= 2" in shown[2]["text/plain"]


def test_outputs_show_themselves() -> None:
    from astragal import anydice

    outputs = anydice.run('output 2d6 named "two" output d{}')
    assert "<b>two</b>" in outputs._repr_html_()
    assert repr(outputs).startswith("two\n  mean 7.00")
    assert repr(anydice.run("output d{}")) == "nothing can come out"
