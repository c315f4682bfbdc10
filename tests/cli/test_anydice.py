"""``astragal anydice``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from astragal.cli.main import main
from tests.support.prompt import talk

PROGRAM = """output 2d2 named "two"
output {1, 5}
output d{} named "nothing"
output 3d2 named "two"
"""


def asked(*options: str, program: str = PROGRAM) -> Result:
    return CliRunner().invoke(main, ["anydice", "-", *options], input=program)


def test_bars() -> None:
    shown = asked("--only", "output 2").output.splitlines()
    assert shown[0] == "output 2"
    assert "mean 3.00" in shown[1]
    assert [line.split()[:2] for line in shown[3:]] == [
        ["outcome", "chance"],
        ["1", "50.00"],
        ["5", "50.00"],
    ]


@pytest.mark.parametrize(
    ("option", "chances"),
    [("--at-least", ["100", "75.00", "25.00"]), ("--at-most", ["25.00", "75.00", "100"])],
)
def test_at_least_and_at_most(option: str, chances: list[str]) -> None:
    shown = asked(option, program="output 2d2").output.splitlines()
    assert [line.split()[1] for line in shown[4:]] == chances


def test_a_table_holds_what_every_output_has_at_every_outcome() -> None:
    shown = asked("--table", "--at-least").stdout.splitlines()
    rows = {line.split()[0]: line.replace(" %", "").split()[1:] for line in shown[2:]}
    assert rows["1"] == ["100", "100", "100"]
    assert rows["4"] == ["25.00", "50.00", "87.50"]
    assert rows["6"] == ["0", "0", "12.50"]
    assert "two (2)" in shown[1], "of two outputs with one name the second has a number"


def test_a_summary() -> None:
    shown = asked("--summary").stdout.splitlines()
    assert shown[1].split() == ["two", "3.00", "0.71", "2", "4"]
    exact = asked("--summary", "--csv", "--only", "output 2").stdout.splitlines()
    assert exact[0] == "output,numerator,denominator,mean,deviation,minimum,maximum"
    assert exact[1] == "output 2,3,1,3.0,2.0,1,5"


@pytest.mark.parametrize("option", ["--table", "--summary"])
def test_long_labels_stand_above_a_table(option: str) -> None:
    long = "a label that would leave the table no room"
    program = f'output 1 named "{long}" output d{{}} output 2 named "{long}"'
    shown = asked(option, program=program).stdout.splitlines()
    assert shown[:2] == [f"1: {long}", f"2: {long} (2)"]
    assert max(map(len, shown)) < 80
    assert long in asked(option, "--csv", program=program).stdout


def test_what_cannot_come_out_is_said() -> None:
    assert "nothing: nothing can come out" in asked().stderr
    assert "no output" in asked(program="X: 3").stderr


def test_warnings_are_said() -> None:
    result = asked(program="function: f { result: 1 + [f] } output [f]")
    assert "The maximum function depth was exceeded" in result.stderr


def test_rounding_is_said() -> None:
    result = asked(program="D: d3 loop N over {1..20} { D: (D + D) / 2 } output D")
    assert "output 1: rounded; no chance is off by more than" in result.stderr


def test_json_is_the_answer_of_the_service() -> None:
    answer = json.loads(asked("--json").stdout)
    labels = [each["label"] for each in answer["outputs"]]
    assert labels == ["two", "output 2", "nothing", "two"]
    assert answer["outputs"][2]["odds"] is None
    assert answer["outputs"][0]["odds"]["denominator"] == "4"


def test_csv_holds_every_outcome() -> None:
    assert len(asked("--csv").stdout.splitlines()) == 1 + 3 + 2 + 4


def test_a_seed_gives_the_same_rolls() -> None:
    first, second = (asked("--roll", "--seed", "x").stdout for _ in range(2))
    assert first == second
    assert [line.partition(":")[0] for line in first.splitlines()] == ["two", "output 2", "two"]


def test_rolls_as_json() -> None:
    (line,) = asked("--roll", "--json", program="output 7").stdout.splitlines()
    assert json.loads(line) == {"label": "output 1", "outcome": 7, "text": "7"}


@pytest.mark.parametrize(
    "options",
    [
        ["--at-least", "--at-most"],
        ["--table", "--summary"],
        ["--explain", "--roll"],
        ["--explain", "--csv"],
        ["--explain", "--all"],
        ["--roll", "--at-least"],
        ["--summary", "--at-most"],
        ["--seed", "x"],
        ["--only", "three"],
    ],
)
def test_what_does_not_go_together(options: list[str]) -> None:
    result = asked(*options)
    assert result.exit_code == 2
    assert result.stdout == ""


def test_a_mistake_ends_with_status_1_and_shows_its_line() -> None:
    result = asked(program="output 3d6\nX = 3\n")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "  X = 3\n    ^\n" in result.stderr


def test_a_mistake_as_json() -> None:
    result = asked("--json", program="output 3d6\nX = 3\n")
    assert json.loads(result.stdout)["code"] == "equals-sign"


def test_a_file_that_is_missing() -> None:
    result = CliRunner().invoke(main, ["anydice", "no such file"])
    assert result.exit_code == 2


def test_a_program_that_is_typed() -> None:
    result = CliRunner().invoke(main, ["anydice", 'output d6 named "one die"', "--summary"])
    assert "one die  3.50" in result.stdout


def test_no_program() -> None:
    result = CliRunner().invoke(main, ["anydice"])
    assert result.exit_code == 2
    assert "which program?" in result.stderr


def test_many_outcomes_share_rows_unless_all_are_asked_for() -> None:
    program = "output 30d10 output d6"
    assert len(asked(program=program).stdout.splitlines()) < 80
    assert len(asked("--table", program=program).stdout.splitlines()) < 80
    assert len(asked("--all", "--table", program=program).stdout.splitlines()) > 270
    assert len(asked("--csv", program=program).stdout.splitlines()) > 270
    assert len(asked("--csv", "--table", program=program).stdout.splitlines()) > 270


@pytest.mark.parametrize("view", ["--table", "--summary"])
def test_a_table_without_a_title_begins_at_once(view: str) -> None:
    assert asked(view).stdout.splitlines()[0].strip().startswith("output")
    assert asked(view, "--chat").stdout.splitlines()[1].strip().startswith("output")


def test_shared_rows_hold_what_their_outcomes_have_together() -> None:
    lines = asked("--table", "--at-least", program="output d100 output d50").stdout.splitlines()
    assert "       3–4   98.00 %   96.00 %" in lines


def test_at_the_prompt(tmp_path: Path) -> None:
    path = tmp_path / "program.txt"
    path.write_text(PROGRAM, encoding="utf-8")
    assert "mean 3.00" in talk(f"anydice '{path}'")
    assert "mean 3.00" in talk(f"anydice '{path}' --only 'output 2'")
    assert "one die" in talk('anydice output d6 named "one die"')


def test_a_typed_program_may_begin_with_a_capital_letter() -> None:
    result = CliRunner().invoke(main, ["anydice", "Output 3d6"])
    assert "write it in small letters: `output`" in result.stderr


def test_a_link_is_not_followed() -> None:
    result = CliRunner().invoke(main, ["anydice", "https://anydice.com/program/1"])
    assert result.exit_code == 2
    assert "copy the program behind it" in result.stderr
