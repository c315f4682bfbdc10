"""``--dialect`` behind commands, and ``dialect`` at the prompt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from astragal import SeededSource, dialect_names
from astragal.cli.main import main
from astragal.cli.prompt.completion import completions
from astragal.cli.prompt.memory import Memory
from astragal.cli.prompt.preview import preview
from astragal.cli.prompt.prompt import Prompt
from astragal.cli.screen.terminal import Terminal
from tests.support.prompt import Screen, talk

ROLL20 = ("--dialect", "roll20")
COUNTED = "8d10c>=7 → "


def run(*words: str, lines: str | None = None) -> Result:
    return CliRunner().invoke(main, words, input=lines)


# Commands


@pytest.mark.parametrize(
    "words",
    [
        ("8d10>7", *ROLL20),
        ("roll", "8d10>7", *ROLL20),
        ("roll", "8d10>7", "--dialect", "ROLL20"),
        ("roll", "8d10>7", "--dialect=roll20"),
    ],
)
def test_a_roll_shows_our_notation(words: tuple[str, ...]) -> None:
    assert run(*words, "--seed", "a").stdout.startswith(COUNTED)


def test_what_a_shell_has_parted_is_one_text_and_dice_alone_are_several() -> None:
    assert run("roll", "8d10>7", "+", "3", *ROLL20).stdout.startswith("8d10c>=7 + 3 → ")
    assert len(run("roll", "8d10>7", "2d6", *ROLL20).stdout.splitlines()) == 2


def test_lines_of_standard_input() -> None:
    shown = run("roll", "-", *ROLL20, lines="8d10>7\n2d6\n").stdout.splitlines()
    assert [line.partition(" ")[0] for line in shown] == ["8d10c>=7", "2d6"]


def test_records_hold_our_notation() -> None:
    found = json.loads(run("roll", "8d10>7", *ROLL20, "--json").stdout)
    assert found["roll"]["expression"] == "8d10c>=7"


def test_odds_and_comparisons() -> None:
    assert (
        "2d6rr<=3: at least 9: 88.89 %" in run("odds", "2d6r<3", *ROLL20, "--at-least", "9").stdout
    )
    shown = run("compare", "2d6r<3", "2d6", *ROLL20).stdout
    assert "2d6rr<=3" in shown
    swept = run("odds", "1d20>15", *ROLL20, "--matters")
    assert "ambiguous" not in swept.output


def test_astragal_is_our_own_notation() -> None:
    assert run("roll", "2d6r<3", "--dialect", "astragal").stdout.startswith("2d6r<3")


@pytest.mark.parametrize("command", ["roll", "odds"])
def test_table_talk_is_not_listened_to(command: str) -> None:
    found = run(command, "three six-sided dice", *ROLL20)
    assert found.exit_code == 1
    assert "`three` is not dice in Roll20" in found.stderr


@pytest.mark.parametrize("words", [("roll", "2d6"), ("odds", "2d6"), ("compare", "2d6", "1d12")])
def test_an_unknown_dialect_is_refused(words: tuple[str, ...]) -> None:
    found = run(*words, "--dialect", "rol20")
    assert found.exit_code == 1
    assert "did you mean roll20?" in found.stderr


@pytest.mark.parametrize("words", [("roll", "max 2d20"), ("odds", "2d6"), ("macro", "2d6")])
def test_a_program_that_is_gone_is_refused_by_name(words: tuple[str, ...]) -> None:
    found = run(*words, "--dialect", "troll")
    assert found.exit_code == 1
    assert "the notation of Troll is no longer read" in found.stderr
    assert "AnyDice" in found.stderr


def test_programs_that_refuse_a_text_alike_stand_together() -> None:
    headings = run("translate", "3d6>3").stdout.split("\n  refused: `>` means nothing here\n")[0]
    assert {"Dice Maiden", "Tyche"} <= set(headings.splitlines()[-1].split(", "))
    spelt = run("translate", "largest_set(5d6)").stdout
    assert "refused: `largest_set` is not dice\n" in spelt


def test_what_is_said_in_words_is_translated_too() -> None:
    assert run("translate", "d20 with advantage", "--to", "roll20").stdout == "2d20kh1\n"
    assert "\nAstragal\n  2d20kh1: " in run("translate", "d20 with advantage").stdout
    refused = run("translate", "the chance of 15 or more on d20", "--to", "roll20")
    assert refused.exit_code == 1


# The prompt


def prompt_with(*lines: str) -> tuple[Prompt, Screen]:
    screen = Screen()
    prompt = Prompt(Terminal(screen), SeededSource(1))
    for line in lines:
        prompt.handle(line)
    return prompt, screen


def last_line(*lines: str) -> str:
    """The line that the last roll is shown in."""
    return next(line for line in reversed(talk(*lines).splitlines()) if "→" in line)


def test_a_dialect_stays_until_it_is_off() -> None:
    assert last_line("dialect roll20", "8d10>7").startswith(COUNTED)
    assert last_line("dialect roll20", "dialect off", "2d6r<3").startswith("2d6r<3")
    assert last_line("dialect roll20", "dialect astragal", "2d6r<3").startswith("2d6r<3")


def test_it_says_what_is_chosen_and_what_there_is() -> None:
    assert "dice are read as in Roll20" in talk("dialect roll20")
    shown = talk("dialect")
    assert "our own notation" in shown
    assert all(name in shown for name in dialect_names())
    assert "did you mean roll20?" in talk("dialect rol20")


def test_the_sign_shows_it_and_may_be_pasted() -> None:
    prompt, _ = prompt_with("dialect roll20")
    assert prompt.sign == "dice (roll20)> "
    prompt.handle("game tiers")
    assert prompt.sign == "tiers (roll20)> "
    assert last_line("dialect roll20", "dice (roll20)> 8d10>7").startswith(COUNTED)


def test_talk_is_not_listened_to_at_the_prompt() -> None:
    assert "`three` is not dice in Roll20" in talk("dialect roll20", "three six-sided dice")


def test_an_option_wins_over_the_setting() -> None:
    assert last_line("dialect roll20", "2d6r<3 --dialect astragal").startswith("2d6r<3")
    assert last_line("8d10>7 --dialect roll20").startswith(COUNTED)


def test_the_last_line_again_means_what_it_meant() -> None:
    assert last_line("2d6r<3", "dialect roll20", "again").startswith("2d6r<3")
    assert last_line("dialect roll20", "2d6r<3", "dialect off", "again").startswith("2d6rr<=3")
    assert (
        "2d6rr<=3" in talk("dialect roll20", "2d6r<3", "dialect off", "odds").split("\n  2d6")[-1]
    )


def test_a_macro_means_what_it_meant() -> None:
    assert last_line("set x = 2d6r<3", "dialect roll20", "x").startswith("2d6r<3")
    there = ("dialect roll20", "set x = 2d6r<3", "dialect off")
    assert last_line(*there, "x").startswith("2d6rr<=3")
    assert last_line(*there, "x + 2").startswith("2d6rr<=3 + 2")
    assert last_line(*there, "1d1 + @x").startswith("1d1 + 2d6rr<=3")
    assert "2d6rr<=3" in talk(*there, "odds x")


def test_a_macro_must_be_readable_in_the_dialect() -> None:
    assert "is not dice in Roll20" in talk("dialect roll20", "set x = three six-sided dice")


def test_a_bar_within_a_text_parts_nothing() -> None:
    shown = talk("dialect roll20", "odds 2d6r<3 | 1d12")
    assert "2d6rr<=3" in shown
    assert "1d12" in shown
    assert "2d6rr<=3" in talk("dialect roll20", "compare 2d6r<3 | 1d12")


def test_the_preview_reads_the_dialect() -> None:
    prompt, _ = prompt_with("dialect roll20")
    assert preview(prompt, "8d10>7") == "eight ten-sided dice, count each 7 or more"
    assert "once" in preview(prompt, "2d6r<3 --dialect astragal")


def test_names_are_completed_and_our_modifiers_are_not() -> None:
    prompt, _ = prompt_with()
    assert "roll20" in [each.text for each in completions(prompt, "dialect ro")]
    assert "off" in [each.text for each in completions(prompt, "dialect o")]
    assert "roll20" in [each.text for each in completions(prompt, "2d6 --dialect ro")]
    assert "roll20" in [each.text for each in completions(prompt, "translate 2d6 --to ro")]
    assert [*completions(prompt, "4d6k")]
    prompt.handle("dialect roll20")
    assert not [*completions(prompt, "4d6k")]


def test_it_is_kept_and_told_and_forgotten(tmp_path: Path) -> None:
    first = Prompt(Terminal(Screen()), SeededSource(1), Memory(tmp_path))
    first.handle("dialect roll20")
    screen = Screen()
    second = Prompt(Terminal(screen), SeededSource(1), Memory(tmp_path))
    second.greet()
    assert second.session.dialect == "roll20"
    assert "dice are read as in Roll20" in screen.getvalue()
    second.handle("forget all")
    assert second.session.dialect == ""


def test_the_game_s_own_roll_is_given_our_notation() -> None:
    games = talk("dialect roll20", "game scores", "roll 8d10>7")
    assert "error" not in games


def test_what_is_translated_comes_from_the_dialect_that_is_chosen() -> None:
    assert "8d10cs>=7" in talk("dialect roll20", "translate 8d10>7 --to foundry")


@pytest.mark.parametrize("text", ["1d20+?{Bonus|2}", "&{template:default} {{a=[[1d6]]}}", "#hit"])
def test_a_macro_that_is_typed_as_dice_is_told_where_it_is_read(text: str) -> None:
    assert "astragal macro" in run("roll", text, *ROLL20).stderr
    assert "type macro before it" in talk("dialect roll20", text)


@pytest.mark.parametrize(
    ("text", "dialect"),
    [("1d20+?{Bonus}", "roll20"), ("!rr 3 1d20", "avrae"), ("/em 1", "foundry")],
)
def test_what_is_for_macros_names_the_command(text: str, dialect: str) -> None:
    result = CliRunner().invoke(main, ["roll", text, "--dialect", dialect])
    assert f"astragal macro '…' --dialect {dialect}" in result.stderr


def test_dice_are_compared_at_the_prompt_with_an_option_behind() -> None:
    assert "8d10c>=7 beats 6d10c>=6" in talk("compare 8d10>7 | 6d10>6 --dialect roll20")
