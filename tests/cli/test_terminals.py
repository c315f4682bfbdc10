"""The prompt in real pseudo-terminals of 80 and 40 columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.pseudo_terminal import PseudoTerminal, terminal

pytestmark = pytest.mark.slow


def words_are_whole(shown: str, words: list[str]) -> bool:
    """Whether no row begins in the middle of one of these words."""
    return all(word in " ".join(shown.split()) for word in words)


@pytest.mark.parametrize("columns", [80, 40])
def test_an_evening_at_the_prompt(tmp_path: Path, columns: int) -> None:
    with terminal("prompt", "--seed", "1", home=tmp_path, columns=columns) as screen:
        greeting = screen.ready()
        assert "? for help" in " ".join(greeting.split())
        _dice(screen)
        _editing(screen)
        _games(screen)
        assert screen.leave() == 0
    history = (tmp_path / "astragal" / "history").read_text(encoding="utf-8")
    assert "1d1+41" in history
    assert '"game": "scores"' in (tmp_path / "astragal" / "table.json").read_text(encoding="utf-8")


def _dice(screen: PseudoTerminal) -> None:
    assert "1d1 + 41 → (1) + 41 = 42" in screen.enter("1d1+41")
    shown = screen.enter("2d")
    assert shown.splitlines()[:3] == ["dice> 2d", "      ^^", "error: how many sides?"]
    shown = screen.enter("odds d20")
    assert shown.startswith("1d20\n"), "a d20's odds fit on the screen with their title"
    assert " 20 " in shown
    assert words_are_whole(screen.enter("8d10>=7"), ["compare the total", "counts the dice"])
    assert words_are_whole(screen.enter("?"), ["commands", "completes"])


def _editing(screen: PseudoTerminal) -> None:
    screen.clear()
    screen.type("4d6kh3")
    screen.until("four six-sided dice, keep")  # said below the line, before Enter
    screen.clear()
    screen.type("unse\t")
    screen.until("dice> unset")
    screen.clear()
    screen.type("\x1b[A")
    screen.until("dice> ?")  # the line typed last


def _games(screen: PseudoTerminal) -> None:
    assert screen.enter("game scores").endswith("scores>")
    screen.clear()
    screen.type("group_test 2,1,0,0 --faces 6,9,5,6\r")
    screen.until("which?")
    screen.type("advise\r")
    screen.until("best:")
    screen.type("nobody\r")
    screen.ready()


def test_without_the_line_editor_the_prompt_is_plain(tmp_path: Path) -> None:
    """Where prompt_toolkit is missing: here a module of that name that cannot be imported."""
    with terminal("prompt", "--seed", "1", home=tmp_path, without="prompt_toolkit") as screen:
        screen.ready()
        screen.type("1d1+41\n")
        screen.until("= 42")
        screen.ready()
        screen.type("\x1b[A\n")  # arrow up brings the line back
        screen.until("= 42\ndice> 1d1+41\n1d1 + 41 → (1) + 41 = 42")
        screen.ready()
        assert screen.leave() == 0


@pytest.mark.parametrize(("columns", "without"), [(80, ""), (80, "rich"), (40, "")])
def test_help_and_sheets_with_and_without_rich(tmp_path: Path, columns: int, without: str) -> None:
    for name, stealth in (("Alice", 2), ("Bob", 3)):
        (tmp_path / f"{name}.toml").write_text(f'name = "{name}"\nStealth = {stealth}\n')
    with terminal("prompt", home=tmp_path, columns=columns, rows=60, without=without) as screen:
        screen.ready()
        screen.enter(f"sheet {tmp_path}/Alice.toml")
        screen.enter(f"sheet {tmp_path}/Bob.toml")
        sheets = screen.enter("sheets")
        assert ("Alice   Bob" in sheets) == (not without)
        assert words_are_whole(sheets, ["Alice", "Bob", "Stealth", "3"])
        screen.enter("game scores")
        helped = screen.enter("?")
        assert words_are_whole(helped, ["[disadvantages]", "lowest final Score counts."]) or (
            without == "" and columns == 80  # there two columns share the rows
        )
