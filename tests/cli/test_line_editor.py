"""The line editor with keys that come from a pipe, and columns where rich is there."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.output import DummyOutput

from astragal.cli.prompt.editor import typed_lines
from astragal.cli.prompt.line_editor import LineEditor
from astragal.cli.prompt.memory import Memory
from astragal.cli.prompt.prompt import Prompt
from astragal.cli.screen.columns import described, side_by_side
from astragal.cli.screen.terminal import Terminal
from tests.support.prompt import Screen


class Watched(Screen):
    """A screen that somebody looks at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        yield keys


def watched(width: int = 80) -> tuple[Terminal, Watched]:
    screen = Watched()
    terminal = Terminal(screen)
    terminal.width = width
    terminal.colour = False
    return terminal, screen


def test_a_line_is_typed_and_kept(keys: PipeInput, tmp_path: Path) -> None:
    memory = Memory(tmp_path / "kept")
    editor = LineEditor(Prompt(watched()[0], memory=memory))
    keys.send_text("unset str\r")
    assert editor.read() == "unset str"
    assert "+unset str" in memory.history.read_text(encoding="utf-8")
    assert stat.S_IMODE(memory.history.stat().st_mode) == 0o600


def test_lines_end_with_ctrl_d_and_are_forgotten_with_ctrl_c(keys: PipeInput) -> None:
    lines = typed_lines(Prompt(watched()[0]))
    keys.send_text("4d6\x03" + "2d6\r" + "\x04")
    assert list(lines) == ["2d6"]


def test_a_history_that_cannot_be_kept_is_no_trouble(keys: PipeInput, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    editor = LineEditor(Prompt(watched()[0], memory=Memory(tmp_path / "file" / "kept")))
    keys.send_text("2d6\r")
    assert editor.read() == "2d6"


def test_two_columns() -> None:
    terminal, screen = watched()
    described(terminal, [("roll", "rolls dice, " * 12), ("\x1b[8m", "hidden")])
    rows = screen.getvalue().splitlines()
    assert len(rows) > 3
    assert rows[1].startswith(" " * 20), "what does not fit goes on in its own column"
    assert "\x1b[8m" not in screen.getvalue()


def test_one_below_another_where_there_is_no_room() -> None:
    terminal, screen = watched(40)
    described(terminal, [("begin fog: disadvantages 1 on Attack for 2 rounds", "begins it")])
    assert screen.getvalue().rstrip().endswith("    begins it")


def test_a_table_is_for_those_who_look() -> None:
    terminal, screen = watched()
    assert side_by_side(terminal, ["", "Alice", "Bob"], [["Stealth", "2", "3"]])
    assert "Alice   Bob" in screen.getvalue()
    assert not side_by_side(Terminal(Screen()), [""], [])


def test_what_the_line_means_stands_below_it_while_it_is_typed(keys: PipeInput) -> None:
    terminal, _ = watched()
    terminal.colour = True
    editor = LineEditor(Prompt(terminal))
    editor._preview(Buffer(document=Document("4d6kh3")))
    assert editor._session.bottom_toolbar == "four six-sided dice, keep the highest 3"
    editor._preview(Buffer(document=Document("4d6kx")))
    assert editor._session.bottom_toolbar is None


def test_completions_and_colours_reach_the_editor(keys: PipeInput) -> None:
    editor = LineEditor(Prompt(watched()[0]))
    completer, lexer = editor._session.completer, editor._session.lexer
    assert completer is not None
    assert isinstance(lexer, Lexer)
    found = completer.get_completions(Document("unse"), CompleteEvent())
    assert [each.text for each in found] == ["unset"]
    assert ("class:dice", "2d6") in lexer.lex_document(Document("odds 2d6"))(0)
