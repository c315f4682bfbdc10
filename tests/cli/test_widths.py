"""What the command line shows fits the terminal, and is broken between words."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import click
import pytest

from astragal.cli.main import main
from astragal.cli.screen.help import example_rows
from astragal.render.formats.ansi import own_codes


class _Screen(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    def lines(self) -> list[str]:
        written = self.buffer.getvalue().decode()  # type: ignore[attr-defined]
        return [own_codes().sub("", line) for line in str(written).splitlines()]


Shown = Callable[..., list[str]]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """Runs a command as on a terminal of some width, and returns its lines without colours."""

    def run(width: int, *words: str) -> list[str]:
        screen = _Screen()
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.delenv("NO_COLOR", raising=False)
        monkeypatch.setenv("TERM", "xterm")
        for stream in ("stdout", "stderr"):
            monkeypatch.setattr(sys, stream, screen)
        try:
            main(list(words), prog_name="astragal")
        except (SystemExit, click.ClickException):
            pass
        finally:
            monkeypatch.undo()
        return screen.lines()

    return run


LONG = "4d6kh3 + 2d8!kh1 - 1d4 + 1d20"

COMMANDS = [
    ["roll", LONG, "--explain"],
    ["roll", "{4d6kh3, 2d8, 10d10!}kh1 + 3d20kl1"],
    ["roll", f"{LONG} + 7d6xx + 3d6"],
    ["roll", "1d20 + @strength_of_the_hero"],
    ["roll", "--help"],
    ["roll", "--nonsense-that-is-no-option"],
    ["odds", "2d20kh1 + 5", "--at-least", "15", "--exactly", "20"],
    ["odds", "1d20+@b >= 15", "--sweep", "b=0..9", "--reach", "50%"],
    ["odds", "1d20+@b >= @t", "--sweep", "b=0..3", "--sweep", "t=10..20"],
    ["odds", "1d20 [1!] a very bad fumble indeed [..9] miss [10..] hit"],
    ["odds", "1d20+@b [..9] miss it by very much indeed, alas [10..] hit", "--sweep", "b=0..3"],
    ["odds", "1d20+@b >= @t", "--sweep", "b=0..3", "--sweep", "t=15..20", "--reach", "50%"],
    ["play", "tiers", "check", "45", "--matters", "--of", "passes"],
    ["play", "scores", "test", "--sweep", "modifier=0..3", "--sweep", "advantages=0..1"],
    ["odds", "4d6kh3", "3d6", "2d10", "--cumulative"],
    ["odds", "1000d1000!!"],
    ["compare", "4d6kh3", "3d6", "2d10"],
    ["compare", "tiers check 45 --advantages 2", "tiers check 40 --advantages 3"],
    [
        "find",
        "--family",
        "XdY+5d4kh3",
        "--X",
        "1..9",
        "--Y",
        "6",
        "--mean",
        "25",
        "--range",
        "5..40",
    ],
    ["find", "--help"],
    ["compare", "--help"],
    ["odds", "--help"],
    ["play", "tiers", "check", "--stat", "43", "--advantages", "3", "--odds"],
    ["play", "tiers", "check", "--stat", "abc"],
    ["play", "tiers", "check", "--help"],
    ["play", "target", "check", "--modifiers", "+4 luck (Bless), -1 morale", "--explain"],
    ["play", "tiers", "nothing"],
    ["play", "--help"],
    ["resume", "--help"],
    ["translate", "2d6r<3 + 4d6!>5 + 8d10kh3"],
    ["translate", "3d6>3 + 10d6!kh5 + 4d6r2 + 8d8d2", "--from", "roll20"],
    ["translate", "6x(4d6kh3)", "--from", "astragal"],
    ["translate", "8d10>3 + 2d20kh1 + 4d6r<3 + 10d10!p>9", "--from", "roll20", "--to", "astragal"],
    ["translate", "--help"],
    [
        *("macro", "/w gm Sneak attack on everybody around: [[12d6[sneak]+3d8[fire]+5]] points"),
        *("--dialect", "roll20"),
    ],
    [
        *("macro", "[[1d20+?{Which bonus is it|2}+@{selected|a long name for it}]] to hit"),
        *("--dialect", "roll20", "--explain"),
    ],
    ["macro", "Attack with the sword: [[2d20kh1+5]]", "--dialect", "roll20", "--odds"],
    ["macro", "--help"],
    ["games"],
    ["games", "triumph"],
    ["4d6"],
    ["--help"],
]


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_line_is_wider_than_the_terminal(shown: Shown, words: list[str], width: int) -> None:
    lines = shown(width, *words)
    assert lines
    assert [line for line in lines if len(line.rstrip()) > width] == []


@pytest.mark.parametrize("width", [40, 80])
def test_a_table_of_twenty_rows_leaves_room_for_the_prompt(shown: Shown, width: int) -> None:
    lines = shown(width, "odds", "d20")
    assert len(lines) <= 23
    assert lines[0] == "1d20"
    assert lines[-1].split()[:3] == ["20", "5.00", "%"]


def test_words_and_numbers_stay_whole(shown: Shown) -> None:
    narrow = " ".join(line.strip() for line in shown(40, "roll", f"{LONG} + 7d6xx"))
    assert "error: `xx` is not a modifier" in narrow
    assert "after dice: `kh3` keeps the highest 3, `dl1`" in narrow
    reach = shown(40, "odds", "1d20+@b >= 15", "--sweep", "b=0..9", "--reach", "50%")
    assert reach[1:3] == ["  the least b for a chance of at least", "    50.00 % is 4 (50.00 %)"]


def test_examples_may_be_copied_from_any_terminal() -> None:
    line = 'astragal play tiers check --stat 43 --tags "gold eyes, torch" --odds   its odds'
    assert list(example_rows(line, 40)) == [
        "astragal play tiers check --stat 43 \\",
        '    --tags "gold eyes, torch" --odds',
        "    its odds",
    ]
    assert list(example_rows(line, 80)) == [line]
    assert list(example_rows("astragal games", 40)) == ["astragal games"]
