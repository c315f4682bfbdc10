"""``astragal play … --pause`` and ``astragal resume``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from astragal.cli.main import main

CHECK = ["play", "triumph", "check", "--ability", "3", "--dc", "15", "--dice", "1d20♻"]
TEST = ["play", "tiers", "test", "--stats", "45,60", "--tier", "9", "--on-failure", "benevolent"]


def run(*args: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, list(args), input=text)


def paused(*args: str) -> str:
    """The token that a command prints."""
    result = run(*args, "--pause")
    assert result.exit_code == 0
    return result.stdout


def test_a_roll_stops_at_a_choice_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "token.json"
    result = run(*CHECK, "--faces", "1", "--pause", str(file))
    assert "re-roll the 1?" in result.output
    assert "1  re-roll" in result.output
    assert "astragal resume" in result.output
    went_on = run("resume", str(file), "--decide", "re-roll", "--faces", "17")
    assert "success by 5" in went_on.output
    assert run("resume", str(file), "--decide", "2").output.endswith("disaster, failure by 11\n")


def test_a_test_goes_on_next_round() -> None:
    first = paused(*TEST, "--names", "Alice,Bob", "--faces", "41")
    second = run("resume", "-", "--faces", "30", text=first)
    assert json.loads(second.stdout)["faces"] == [41, 30]
    assert ", 7 of 9 $" in second.stderr
    assert "now 4 of 9 $" not in second.stderr  # what was shown before the last pause
    assert "paused: Alice: next to roll" in second.stderr
    ended = run("resume", "-", "--faces", "22", text=second.stdout)
    assert "passed" in ended.output


def test_what_waits_next_is_the_decision_if_it_comes_before_the_dice() -> None:
    group = ["play", "scores", "group_test", "--modifiers", "2,3,0"]
    first = paused(*group, "--faces", "6,8,5")
    assert json.loads(first)["waits"]["choice"] == "who helps whom?"
    second = run("resume", "-", "--decide", "player 1 helps player 3", "--faces", "7", text=first)
    assert json.loads(second.stdout)["waits"]["choice"] == "who helps whom?"
    assert "→ 7, Mixed" in run("resume", "-", "--decide", "nobody", text=second.stdout).output


def test_a_roll_without_a_choice_is_just_rolled() -> None:
    assert "success" in run(*CHECK, "--faces", "17", "--pause").output


def test_advice_on_a_token() -> None:
    result = run("resume", "-", "--advise", text=paused(*CHECK, "--faces", "1"))
    assert "best: re-roll" in result.output
    assert "40.00 %" in result.output


def test_tokens_are_signed_with_a_key(tmp_path: Path) -> None:
    key, other, empty = (tmp_path / name for name in ("key", "other", "empty"))
    key.write_text("secret\n")
    other.write_text("guess")
    empty.write_text("\n")
    token = paused(*CHECK, "--faces", "1", "--key", str(key))
    resume = ["resume", "-", "--decide", "keep"]
    assert run(*resume, "--key", str(key), text=token).exit_code == 0
    for options, message in (
        (["--key", str(other)], "something was changed"),
        ([], "the key is needed"),
        (["--key", str(empty)], "no secret"),
    ):
        result = run(*resume, *options, text=token)
        assert result.exit_code == 1
        assert message in result.output


def test_the_record_of_a_resumed_roll_holds() -> None:
    token = paused(*CHECK, "--faces", "1")
    record = run("resume", "-", "--decide", "re-roll", "--faces", "17", "--json", text=token)
    assert run("verify", "-", text=record.stdout).exit_code == 0


def test_rules_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "from astragal import choose, rule\n"
        "@rule\n"
        "def lucky():\n"
        '    """Roll a d20; you may roll it again."""\n'
        '    face = yield "d20"\n'
        '    return (yield "d20") if (yield choose("again?", ["yes", "no"])) == "yes" else face\n'
    )
    token = paused("play", str(file), "lucky", "--faces", "3")
    unknown = run("resume", "-", "--decide", "no", text=token)
    assert "--rules names the file" in unknown.output
    result = run("resume", "-", "--decide", "no", "--rules", str(file), text=token)
    assert result.output.endswith("→ 3\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "--decide says what to choose"),
        (["--decide", "maybe"], "is not one of the options choose one of: re-roll; keep"),
        (["--decide", "re-roll", "--decide", "keep"], "one decision at a time"),
        (["--decide", "re-roll", "--faces", "21"], "face 1 is 21"),
        (["--decide", "re-roll", "--faces", "2,3"], "3 was not used"),
        (["--decide", "re-roll", "--faces", "2", "--seed", "1"], "not both"),
        (["--advise", "--aim", "wins"], "wins"),
    ],
)
def test_what_cannot_go_on(args: list[str], message: str) -> None:
    result = run("resume", "-", *args, text=paused(*CHECK, "--faces", "1"))
    assert result.exit_code != 0
    assert message in " ".join(result.output.split())


@pytest.mark.parametrize("text", ["", "{}", "no", '{"token": 1}'])
def test_what_is_no_token(text: str) -> None:
    result = run("resume", "-", text=text)
    assert result.exit_code == 1
    assert result.output.startswith("error: ")


def test_a_token_cannot_be_saved_anywhere() -> None:
    result = run(*CHECK, "--faces", "1", "--pause", "/no/such/folder/token")
    assert "No such file or directory" in result.output
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--decide re-roll --faces 17 --aim passes", "--aim goes with --advise"),
        ("--advise --decide re-roll", "--decide goes with a roll"),
        ("--advise --faces 17", "--faces goes with a roll"),
        ("--advise --seed x", "--seed goes with a roll"),
        ("--advise --explain", "--explain goes with a roll"),
        ("--advise --pause other.json", "--pause goes with a roll"),
        ("--decide re-roll --faces 17 --explain --json", "give --explain or --json"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(words: str, message: str) -> None:
    token = paused(*CHECK, "--faces", "1")
    result = run("resume", "-", *words.split(), text=token)
    assert result.exit_code == 2
    assert message in result.output
