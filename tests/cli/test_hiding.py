"""``--hidden``, ``--secret`` and ``astragal reveal``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from astragal.cli.main import main
from tests.support.files import ROOT

CHECK = ["play", "triumph", "check", "--ability", "3", "--proficiency", "aptitude"]


def run(*args: object, text: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(each) for each in args], input=text)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    return tmp_path / "secret.json"


def test_a_hidden_difficulty_is_revealed_later(secret: Path) -> None:
    hidden = run(*CHECK, "--hidden", "dc=Hard", "--secret", secret, "--faces", 13, "--json")
    assert hidden.exit_code == 0
    assert "15" not in hidden.stdout.replace(
        json.loads(hidden.stdout)["roll"]["call"]["hidden"]["dc"], ""
    )
    assert run("verify", "-", text=hidden.stdout).exit_code == 0
    told = run("reveal", "-", secret, "--explain", text=hidden.stdout)
    assert "success by 1" in told.output
    assert "  13 + 3 = 16" in told.output
    record = run("reveal", "-", secret, "--json", text=hidden.stdout)
    assert run("verify", "-", text=record.stdout).exit_code == 0


def test_the_line_shows_only_what_everybody_sees(secret: Path) -> None:
    result = run(*CHECK, "--hidden", "dc=30", "--secret", secret, "--faces", 20)
    assert result.output == (
        "Check +3 against a hidden DC with aptitude: 20 + 3 = 23 → 23, triumph\n"
    )


def test_a_roll_that_is_refused_leaves_no_secret_behind(secret: Path) -> None:
    assert run(*CHECK, "--hidden", "dc=15", "--secret", secret, "--faces", 21).exit_code == 1
    assert not secret.exists()
    assert run(*CHECK, "--hidden", "dc=15", "--secret", secret, "--faces", 2).exit_code == 0
    again = run(*CHECK, "--hidden", "dc=15", "--secret", secret, "--faces", 2)
    assert "may hold another secret" in again.output


def test_a_paused_roll_may_hide_its_difficulty(secret: Path) -> None:
    words = ["play", "triumph", "check", "--dice", "1d20♻", "--hidden", "dc=15", "--faces", "1"]
    token = run(*words, "--secret", secret, "--pause")
    ended = run("resume", "-", "--decide", "re-roll", "--faces", 17, "--json", text=token.stdout)
    assert "success by 2" in run("reveal", "-", secret, text=ended.stdout).output


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--hidden", "dc"], "takes a difficulty once, such as dc=15"),
        (["--hidden", "dc=15", "--hidden", "dc=20"], "takes a difficulty once"),
        (["--hidden", "dc=Hrad"], "did you mean Hard?"),
        (["--hidden", "ability=3"], "it can hide dc"),
        (["--hidden", "dc=15", "--dc", "15"], "dc is given twice"),
        (["--hidden", "bonus=3"], "it can hide dc"),
        (["--hidden", "dc=15", "--odds"], "--hidden goes with a roll"),
        (["--hidden", "dc=15", "--times", "2"], "--times"),
    ],
)
def test_what_cannot_be_hidden(args: list[str], message: str, secret: Path) -> None:
    result = run(*CHECK, *args, "--secret", secret)
    assert result.exit_code in (1, 2)
    assert message in " ".join(result.output.split())
    assert not secret.exists()


def test_a_secret_cannot_be_written_anywhere() -> None:
    result = run(*CHECK, "--hidden", "dc=15", "--secret", "/no/such/folder/secret", "--faces", 2)
    assert "No such file or directory" in result.output


def test_what_cannot_be_revealed(secret: Path, tmp_path: Path) -> None:
    record = run(*CHECK, "--hidden", "dc=15", "--secret", secret, "--json").stdout
    other = tmp_path / "other.json"
    run(*CHECK, "--hidden", "dc=15", "--secret", other)
    assert "not what was hidden" in run("reveal", "-", other, text=record).output
    plain = run(*CHECK, "--dc", 15, "--json").stdout
    assert "nothing is hidden" in run("reveal", "-", secret, text=plain).output
    assert "not JSON" in run("reveal", "-", ROOT / "README.md", text=record).output
