"""Table talk on the command line: in quotes or not, with what it was read as."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from astragal.cli.main import main


def run(*arguments: str, stdin: str | None = None) -> Any:
    return CliRunner().invoke(main, arguments, input=stdin)


@pytest.mark.parametrize(
    "typed", [["d20 with advantage"], ["d20", "with", "advantage"], ["roll", "d20", "adv"]]
)
def test_what_is_said_is_rolled(typed: list[str]) -> None:
    result = run("roll", *typed, "--faces", "4,17")
    assert result.stderr == "read as 2d20kh1\n"
    assert result.stdout == "2d20kh1 → (~4~, 17) = 17\n"
    assert result.exit_code == 0


def test_what_it_was_read_as_is_said_once() -> None:
    result = run("roll", "d6 for luck", "--times", "2", "--faces", "4,5")
    assert result.stderr == "read as 1d6 # luck\n"
    assert result.stdout == "luck: 1d6 → (4) = 4\nluck: 1d6 → (5) = 5\n"


def test_notation_in_several_arguments_is_several_rolls() -> None:
    assert run("roll", "2d6", "1d8", "--faces", "1,2,3").stdout.count("→") == 2
    assert run("odds", "3d6", "2d6").exit_code == 0


def test_lines_of_standard_input_are_understood() -> None:
    result = run("roll", "--faces", "3,4", stdin="roll two d6\n")
    assert result.stderr == "read as 2d6\n"
    assert result.stdout == "2d6 → (3, 4) = 7\n"


@pytest.mark.parametrize("command", ["roll", "odds"])
def test_a_question_is_answered_by_either_command(command: str) -> None:
    result = run(command, "what are the odds of 15 on 2d6+6")
    assert result.stderr == "read as the odds of 2d6 + 6: exactly 15, 15 or more\n"
    assert result.stdout.splitlines() == [
        "2d6 + 6: exactly 15: 11.11 % = 1/9",
        "2d6 + 6: 15 or more: 27.78 % = 5/18",
    ]


def test_the_command_may_be_part_of_the_question() -> None:
    assert run("odds", "of", "15", "or", "more", "on", "3d6").stdout.endswith("9.26 % = 5/54\n")


def test_a_mean_is_a_number() -> None:
    assert run("roll", "average of 7d6").stdout == "7d6: on average: 24.50 = 49/2\n"
    assert run("roll", "average of 8d6").stdout == "8d6: on average: 28\n"
    assert run("roll", "max damage of 2d6+3").stdout == "2d6 + 3: at most: 15\n"
    assert run("odds", "of 20 or more on 3d6").stdout == "3d6: 20 or more: 0 % = 0\n"


def test_a_question_that_is_not_understood_is_answered_as_a_question() -> None:
    shown = run("odds", "of winning the lottery")
    assert shown.exit_code == 1
    assert "this question is not understood" in shown.stderr
    assert "odds of 15 or more on 3d6" in shown.stderr


def test_all_odds_are_shown_if_none_is_asked_for() -> None:
    assert "mean 12.24" in run("roll", "odds of 4d6 drop lowest").stdout
    assert "mean 12.24" in run("odds", "4d6 drop lowest").stdout


def test_json_has_what_it_was_read_as() -> None:
    record = json.loads(run("roll", "flip a coin", "--json", "--seed", "1").stdout)
    assert record["read_as"]["expression"] == record["roll"]["expression"]
    for command in ("roll", "odds"):
        record = json.loads(run(command, "chance of 7 on 2d6", "--json").stdout)
        exactly, at_least = record["read_as"]["answers"]
        assert (exactly["value"]["exact"], at_least["words"]) == ("1/6", "7 or more")


def test_values_are_known_in_what_is_said() -> None:
    result = run("roll", "d20 + @str with advantage", "--set", "str=3", "--faces", "4,17")
    assert result.stdout.endswith("= 20\n")


def test_what_reads_two_ways_is_refused_with_both() -> None:
    result = run("roll", "2d6", "and", "1d8")
    assert result.exit_code == 1
    assert "`2d6 + 1d8` adds them up, `2d6, 1d8` rolls each alone" in result.stderr


def test_what_is_no_dice_gets_examples() -> None:
    result = run("roll", "whatever")
    assert result.exit_code == 1
    assert "type dice, such as `2d6`" in result.stderr


def test_what_a_shell_has_parted_is_one_text_if_it_reads_two_ways() -> None:
    assert "`8d10c>=7` counts" in run("roll", "8d10", ">=", "7").stderr


def test_dice_with_a_mistake_do_not_take_others_with_them() -> None:
    result = run("roll", "2d", "1d6", "--faces", "3")
    assert result.stdout == "1d6 → (3) = 3\n"
    assert "how many sides?" in result.stderr


def at_the_prompt(*lines: str) -> str:
    return str(run("prompt", stdin="\n".join(lines)).stdout)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("what is the chance of 7 on 2d6", "2d6: exactly 7: 16.67 % = 1/6"),
        ("? what is the chance of 7 on 2d6", "2d6: exactly 7: 16.67 % = 1/6"),
        ("odds of 7 on 2d6 ?", "2d6: exactly 7: 16.67 % = 1/6"),
        ("help what is the average of 8d6", "8d6: on average: 28"),
        ("what is the average of 8d6", "8d6: on average: 28"),
        ("what does 8d6 average", "8d6: on average: 28"),
        ("find the average of 8d6", "8d6: on average: 28"),
        ("what's better, 2d6 or 1d12", "2d6 vs 1d12: 2d6 is higher: 50.00 % = 1/2"),
        ("compare 2d6 and 1d12", "2d6 vs 1d12: 2d6 is higher: 50.00 % = 1/2"),
        ("what is 4d6kh3", "four six-sided dice, keep the highest 3"),
        ("what does kh mean", "keep the highest 3"),
        ("what's the max of 3d6", "`highest possible 3d6` is the most it can be"),
        ("what is half of 8d6", "`8d6 // 2` rounds down"),
        ("what is 2d6 times frob", "`times frob` is not understood here"),
    ],
)
def test_a_question_at_the_prompt_is_answered_with_its_number(typed: str, answer: str) -> None:
    assert answer in at_the_prompt(typed)


@pytest.mark.parametrize(
    "typed",
    [
        ["what", "is", "the", "average", "of", "8d6"],
        ["what is the average of 8d6"],
        ["odds", "what is the average of 8d6"],
        ["find", "the", "average", "of", "8d6"],
    ],
)
def test_a_question_on_the_command_line_is_answered(typed: list[str]) -> None:
    assert run(*typed).stdout == "8d6: on average: 28\n"


def test_dice_side_by_side_are_still_compared() -> None:
    assert "2d6 beats 1d12" in run("compare", "2d6", "1d12").stdout
    assert "1d12 is higher: 41.67 %" in run("compare", "2d6", "and", "1d12").stdout


def test_a_number_alone_is_a_die_or_how_many() -> None:
    for shown in (run("roll", "20").stderr, at_the_prompt("roll 20")):
        assert "`1d20` has 20 sides, `20d6` are 20 dice" in shown
    assert "20 = 20" in at_the_prompt("20")


def test_names_on_a_sheet_are_labels(tmp_path: Path) -> None:
    sheet = tmp_path / "alice.toml"
    sheet.write_text('name = "Alice"\n[values]\n"Basket Weaving" = 3\n', encoding="utf-8")
    typed = ("roll", "2d6 basket weaving", "--faces", "1,2")
    assert run(*typed, "--sheet", str(sheet)).stderr == "read as 2d6[basket weaving]\n"
    assert "`basket weaving` is not understood here" in run(*typed).stderr
