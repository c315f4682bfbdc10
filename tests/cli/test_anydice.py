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
    rows = {line.split()[0]: line.replace(" %", "").split()[1:] for line in shown[3:]}
    assert rows["1"] == ["100", "100", "100"]
    assert rows["4"] == ["25.00", "50.00", "87.50"]
    assert rows["6"] == ["0", "0", "12.50"]
    assert "two (2)" in shown[2], "of two outputs with one name the second has a number"


def test_a_summary() -> None:
    shown = asked("--summary").stdout.splitlines()
    assert shown[3].split() == ["two", "3.00", "0.71", "2.00", "4.00"]


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
    assert json.loads(line) == {"label": "output 1", "outcome": 7}


@pytest.mark.parametrize(
    "options", [["--at-least", "--at-most"], ["--table", "--summary"], ["--only", "three"]]
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


def test_at_the_prompt(tmp_path: Path) -> None:
    path = tmp_path / "program.txt"
    path.write_text(PROGRAM, encoding="utf-8")
    assert "mean 3.00" in talk(f"anydice '{path}'")
    assert "mean 3.00" in talk(f"anydice '{path}' --only 'output 2'")
