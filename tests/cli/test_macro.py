"""``astragal macro``: questions at the terminal, messages with their rolls, odds by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from astragal.cli.main import main
from tests.support.prompt import talk

ROLL20 = ("--dialect", "roll20")


def run(*words: str, lines: str | None = None) -> Result:
    return CliRunner().invoke(main, ("macro", *words), input=lines)


@pytest.fixture
def at_keyboard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("astragal.cli.commands.macro.at_keyboard", lambda: True)


def test_messages_with_their_rolls() -> None:
    text = "/w gm Hit: [[1d20+5]] for [[2d6]]!\n/r 1d4 Fire"
    shown = run(text, *ROLL20, "--faces", "10,3,4,2").stdout
    assert shown.splitlines() == [
        "to the game master:",
        "Hit: 15 for 7!",
        "  Hit: 1d20 + 5 → (10) + 5 = 15",
        "  roll 2: 2d6 → (3, 4) = 7",
        "Fire: 1d4 → (2) = 2",
    ]


def test_what_waits_for_a_click_is_rolled_too() -> None:
    shown = run("Fire: [[/r 2d6]]{Burn}", "--dialect", "foundry", "--faces", "3,4").stdout
    assert shown == "Fire: 7\n  Burn, on a click: 2d6 → (3, 4) = 7\n"


def test_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "attack.txt"
    file.write_text("/r 1d6\n", encoding="utf-8")
    assert run(str(file), *ROLL20, "--faces", "3").stdout == "roll 1: 1d6 → (3) = 3\n"
    assert run("-", *ROLL20, "--faces", "3", lines="/r 1d6\n").stdout.endswith("= 3\n")


def test_questions_are_asked(at_keyboard: None) -> None:
    text = "[[?{Kind|Fire,?{Dice&#124;2&#125;d6|Cold,1d4} + ?{Bonus} + @{str}]]"
    done = run(text, *ROLL20, "--seed", "a", lines="1\n\n3\n4\n")
    assert "Kind\n  1  Fire\n  2  Cold\n  which [1]? 1\nDice [2]? \nBonus? 3\nstr (a value)? 4" in (
        done.output
    )
    assert "roll 1: 2d6 + 3 + @str → " in done.stdout
    assert "1d4 + 3 + 4" not in done.stdout


def test_an_option_is_asked_for_again(at_keyboard: None) -> None:
    done = run("[[?{Kind|Fire,1d6|Cold,1d4}]]", *ROLL20, "--faces", "4", lines="9\ncold\n")
    assert "please choose one of: Fire, Cold" in done.output
    assert "1d4 → (4) = 4" in done.stdout


def test_answers_values_tables_and_macros(tmp_path: Path) -> None:
    table = tmp_path / "loot.toml"
    table.write_text('roll = "d6"\n[entries]\n"1..3" = "gold"\n"4..6" = "silver"\n', "utf-8")
    shown = run(
        *("@{name}: #hit ?{Who|Eve|Bob} finds [[1t[loot]]]", *ROLL20, "--faces", "10,5"),
        *("--set", "name=Al", "--set", "@{str}=3", "--macro", "hit=[[1d20+@{str}]]"),
        *("--table", f"loot={table}", "--answer", "Who=Bob"),
    ).stdout
    assert shown.startswith("Al: 13 Bob finds silver\n")


def test_odds_by_name_and_json() -> None:
    shown = run("Hit: [[1d20]] Fire: [[1d4]]", *ROLL20, "--odds").stdout
    assert "Hit: 1d20\n" in shown
    assert "Fire: 1d4\n" in shown
    data = json.loads(run("Hit: [[1d20]]", *ROLL20, "--json", "--faces", "7").stdout)
    assert data["rolls"][0]["rolled"]["roll"]["outcome"] == 7
    data = json.loads(run("Hit: [[1d20]]", *ROLL20, "--json", "--odds").stdout)
    assert data["rolls"][0]["odds"]["mean"]["exact"] == "21/2"
    assert data["rolls"][0]["rolled"] is None


def test_odds_that_are_refused_leave_the_others() -> None:
    done = run("[[1d6]] [[99d99!]]", *ROLL20, "--odds", "--limit", "1000")
    assert "roll 1: 1d6\n  mean 3.50" in done.stdout
    assert "to try with ten times that: --limit" in done.stderr


def test_what_it_is_read_as() -> None:
    shown = run("Hit: [[1d20+@{str}+?{Bonus|2}]]", *ROLL20, "--explain").stdout
    assert shown.splitlines() == [
        "asks: Bonus [2]",
        "values: str",
        "Hit: [Hit]",
        "  Hit: 1d20 + @str + 2: one 20-sided die plus the value of str plus 2",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("[[1d20+?{Bonus}]]", *ROLL20), "answer it: --answer 'Bonus=…'"),
        (("[[1d20+@{str}]]", *ROLL20), "give it one: --set 'str=3'"),
        (("[[1t[loot]]]", *ROLL20), "--table NAME=FILE gives it"),
        (("%{Bob|hit}", *ROLL20), "--macro NAME=TEXT gives it"),
        (("[[1d6", *ROLL20), "this `[[` is never closed"),
        (("[[1d6]]",), "whose macro is it?"),
        (("[[1d6]]", *ROLL20, "--answer", "Bonus"), "write it like Bonus=2"),
        (("[[1d6]]", "--dialect", "rol20"), "did you mean roll20?"),
        (("[[1d6]]", *ROLL20, "--faces", "1,2"), "was not used"),
        ((), "which macro?"),
    ],
)
def test_mistakes(words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert said in done.stderr
    assert done.exit_code in (1, 2)


def test_an_answer_that_nobody_asked_for_is_said() -> None:
    found = run("/r ?{Kind|Fire,1d6|Cold,1d4}", *ROLL20, "--answer", "Kind=cold", "--answer", "a=1")
    assert "1d4" in found.stdout
    assert found.stderr == "the macro does not ask for a\n"


def test_quotes_and_backslashes_are_the_macro_s_own_at_the_prompt() -> None:
    line = 'macro /r 1d1 + 2 \\ it\'s "good"'
    assert 'it\'s "good": 1d1 + 2 → (1) + 2 = 3' in talk("dialect roll20", line)


@pytest.mark.parametrize("more", [(), ("--odds",)])
def test_a_macro_without_rolls_says_how_to_roll(more: tuple[str, ...]) -> None:
    result = run("1d20+5", "--dialect", "avrae", *more)
    assert result.exit_code == 0
    assert "nothing is rolled in this macro; dice stand behind !r" in result.stderr
