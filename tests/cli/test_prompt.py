"""The interactive prompt."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from astragal import HandSource, SeededSource
from astragal.cli.main import main
from astragal.cli.prompt.prompt import Prompt
from astragal.cli.screen.terminal import Terminal
from tests.support.files import ROOT
from tests.support.prompt import Screen, talk


def test_a_roll_comes_with_its_meaning() -> None:
    shown = talk("4d6kh3").splitlines()
    assert shown[0] == "  four six-sided dice, keep the highest 3"
    assert shown[1].startswith("4d6kh3 → (")


def test_the_session_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    session = readme[readme.index("dice> ") :].partition("```")[0]
    screen = Screen()
    terminal = Terminal(screen)
    terminal.width = 80
    prompt = Prompt(terminal, HandSource([6, 5, 4, 2, 7]))
    for line in session.splitlines():
        if line.startswith("dice> "):
            terminal.write(line)
            prompt.handle(line.removeprefix("dice> "))
    assert screen.getvalue() == session


def test_help() -> None:
    for word in ("?", "help"):
        shown = talk(word)
        assert "4d6kh3" in shown
        assert max(map(len, shown.splitlines())) <= 80


def test_an_empty_line_rolls_again() -> None:
    assert talk("2d6", "", "").count("2d6 → (") == 3
    assert talk("2d6", "again", "reroll").count("2d6 → (") == 3
    assert "nothing has been rolled yet" in talk("")


def test_values_can_be_set() -> None:
    assert talk("set str=3", "1d20+@str").splitlines()[0] == "  @str is 3"
    assert "+ 3 =" in talk("set str=3", "1d20+@str")
    assert talk("set str=3", "set").count("@str is 3") == 2
    assert "write it like str=3" in talk("set str")
    assert "e.g. set dex=3" in talk("1d20+@dex")


def test_an_error_is_shown_with_its_caret_and_the_prompt_goes_on() -> None:
    shown = talk("2d", "1d1")
    assert "error: how many sides?\n  2d\n  ^^" in shown
    assert "1d1 → (1) = 1" in shown


def test_a_value_that_went_missing_is_an_error_on_rolling_again_too() -> None:
    screen = Screen()
    prompt = Prompt(Terminal(screen), SeededSource(1))
    prompt.handle("set x=0")
    prompt.handle("1d1 + @x")
    prompt.session.values.clear()
    prompt.handle("")
    assert "no value was given" in screen.getvalue()


def test_explain_and_json_speak_of_the_last_roll() -> None:
    assert "kh3 drops" in talk("4d6kh3", "explain")
    assert '"expression": "4d6kh3"' in talk("4d6kh3", "json")
    assert talk("explain", "json").count("nothing has been rolled yet") == 2


def test_a_name_that_is_also_a_command_is_a_name() -> None:
    for line in ("q = 1d1; q + 41", "set = 1d1; set + 41", "help = 1d1; help + 41"):
        assert "= 42" in talk(line)


def test_quit_leaves() -> None:
    prompt = Prompt(Terminal(Screen()), None)
    assert [prompt.handle(word) for word in ("quit", "exit", "q", "?")] == [
        False,
        False,
        False,
        True,
    ]


def test_lines_can_be_piped_in() -> None:
    result = CliRunner().invoke(main, ["prompt", "--seed", "1"], input="2d6\nquit\n1d1\n")
    assert result.exit_code == 0
    assert "2d6 → (" in result.stdout
    assert "1d1" not in result.stdout


def test_ctrl_c_forgets_the_line_and_ctrl_d_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    not_text = UnicodeDecodeError("utf-8", b"", 0, 1, "")
    typed: Iterator[str | BaseException]
    typed = iter([KeyboardInterrupt(), "1d1+41", not_text, EOFError()])

    def fake_input(prompt: str) -> str:
        line = next(typed)
        if isinstance(line, BaseException):
            raise line
        return line

    monkeypatch.setattr("builtins.input", fake_input)
    monkeypatch.setattr("astragal.cli.prompt.editor.find_spec", lambda name: None)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    screen = Screen()
    Prompt(Terminal(screen), None).run()
    assert "= 42" in screen.getvalue()
    assert "not valid text" in screen.getvalue()


def test_a_roll_says_how_it_compares_with_all_others() -> None:
    screen = Screen()
    prompt = Prompt(Terminal(screen), HandSource([6, 5, 4, 2, 20, 1, 3, 9]))
    for line in ("4d6kh3", "1d20>=11", "1d20", "2x(1d20)"):
        prompt.handle(line)
    shown = screen.getvalue()
    assert "higher than 76.85 % of rolls, lower than 13.04 %" in shown
    assert "50.00 % of rolls end like this" in shown
    assert "the worst there is: 5.00 % of rolls are that low" in shown
    assert shown.rstrip().endswith("3, 9"), "a list is neither high nor low"


def test_odds_at_the_prompt() -> None:
    assert "mean 12.24 (15869/1296)" in talk("odds 4d6kh3")
    assert "mean 3.50" in talk("1d6", "odds")
    assert "odds of what?" in talk("odds")
    both = talk("odds 1d4 | 1d6")
    assert "25.00 %" in both
    assert "16.67 %" in both
    assert "how many sides?" in talk("odds 2d")
    assert "e.g. set dex=3" in talk("odds 1d20+@dex")
    assert "true 45.00 %" in talk("set str=3", "odds 1d20+@str >= 15")
    assert "--limit 5e12" in talk("odds 9000d9000")
    assert "odds = 1d6; odds" in talk("odds = 1d6; odds + 1")


def test_a_macro_may_be_called_like_a_label() -> None:
    said = talk("set fire = 2d6[fire] # fire!", "fire", "fire + 1d4[fire]")
    assert "two six-sided dice [fire]\n" in said
    assert "plus one four-sided die [fire]" in said
    assert "error" not in said


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("again with +2", "1d20 + 5 + 2 → ("),
        ("roll that again with advantage", "2d20kh1 + 5 → ("),
        ("once more, but twice", "2x(1d20 + 5) → "),
    ],
)
def test_the_last_dice_are_rolled_again_with_something_more(line: str, shown: str) -> None:
    assert shown in talk("d20+5", line)
    assert shown in talk("d20+5", line, "2d6 drop", "again").rpartition("error")[2]


def test_nothing_is_rolled_again_with_more_where_no_dice_were() -> None:
    assert "nothing has been rolled yet" in talk("again with +2")
