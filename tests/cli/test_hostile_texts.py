"""Texts and files from strangers on the command line: nothing hidden is written, nothing hangs."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from astragal import roll
from astragal.cli.main import main
from astragal.cli.prompt.prompt import Prompt
from astragal.cli.screen.terminal import Terminal
from astragal.games import scores
from tests.support.texts import is_safe

FORGED = "x\x1b[8mPWN\nholds: forged\u202e\x9b"
ENDLESS = Path("/dev/zero")
endless = pytest.mark.skipif(not ENDLESS.exists(), reason="there is no endless file here")


def run(*args: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, args, input=stdin)


class Screen(io.StringIO):
    """A terminal in colour."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


COMMANDS = [
    ("play", "scores", "contest", "--win", FORGED, "--faces", "5,6", "--explain"),
    ("play", "scores", "test", "--stakes", f"wants: {FORGED}", "--faces", "5", "--explain"),
    ("play", "scores", "test", "--modifier", FORGED),
    ("play", "scores", FORGED),
    ("play", FORGED, "test"),
    ("games", FORGED),
    ("roll", FORGED),
    ("roll", f"1d6[{FORGED}]"),
    ("roll", "1d6", "--faces", FORGED),
    ("roll", "1d6", "--set", FORGED),
    ("roll", "1d6", "--sheet", FORGED),
    ("roll", "1d6", f"--{FORGED}"),
    ("roll", "1d6 + @x", "--seed", FORGED, "--set", "x=1", "--json"),
    ("odds", "1d6", "--exactly", FORGED),
    ("odds", "1d6 + @x", "--sweep", f"x={FORGED}"),
    ("odds", "1d6", "--plot", FORGED),
    ("verify", FORGED),
    ("verify", "--rules", FORGED, "x"),
    (FORGED,),
]


@pytest.mark.parametrize("args", COMMANDS, ids=lambda args: " ".join(args)[:30].encode().hex())
def test_what_was_typed_is_shown_safely(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert is_safe(result.output)
    assert not any(line.startswith("holds:") for line in result.output.splitlines())


def test_stakes_cannot_forge_a_line_of_verify(tmp_path: Path) -> None:
    record = run(*COMMANDS[0][:-1], "--json").stdout
    file = tmp_path / "roll.json"
    file.write_text(record, encoding="utf-8")
    result = run("verify", str(file))
    assert result.exit_code == 0
    assert result.stdout.count("holds:") == 2  # the second is part of the line, escaped
    assert result.stdout.count("\n") == 1
    assert r"PWN\nholds: forged" in result.stdout


def test_a_record_cannot_forge_a_line_of_verify(tmp_path: Path) -> None:
    data = scores.test(1).roll(faces=[5]).to_data()
    data["steps"][0] = FORGED
    data[FORGED] = 1
    file = tmp_path / "roll.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    result = run("verify", str(file))
    assert result.exit_code == 1
    assert result.output.count("\n") == 1
    assert is_safe(result.output)


@given(
    st.text(max_size=60),
    st.sampled_from(["", "set ", "odds ", "sheet ", "game ", "begin x: ", "end ", "close "]),
)
def test_the_prompt_shows_any_line_safely(text: str, word: str) -> None:
    screen = io.StringIO()
    Prompt(Terminal(screen)).handle(word + text)
    assert is_safe(screen.getvalue())


@given(st.text())
def test_colour_is_the_terminals_own(text: str) -> None:
    screen = Screen()
    terminal = Terminal(screen)
    terminal.write(terminal.style("red", fg="red") + f"{text}\x1b[8m\x1b]0;title\x07")
    written = screen.getvalue()
    assert written.startswith("\x1b[31mred\x1b[0m")
    assert written.count("\n") == 1
    assert "\x1b[8m" not in written
    assert "\x1b]" not in written


# Files without end


@endless
@pytest.mark.parametrize(
    "args",
    [
        ("verify", "/dev/zero"),
        ("roll", "1d6", "--sheet", "/dev/zero"),
        ("play", "scores", "test", "--sheet", "/dev/zero"),
        ("verify", "--rules", "/dev/zero", "/dev/null"),
        ("play", "/dev/zero", "test"),
    ],
)
def test_files_without_end_are_refused(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code in (1, 2)
    assert isinstance(result.exception, SystemExit)
    assert len(result.output) < 1000


def test_files_are_read_up_to_a_limit(tmp_path: Path) -> None:
    long = tmp_path / "long.toml"
    long.write_text("x = 1\n" + "#" * 1_000_000, encoding="utf-8")
    for args in (
        ("roll", "1d6", "--sheet", str(long)),
        ("play", "scores", "test", "--stakes", str(long)),
        ("play", "tiers", "check", "--stat", "45", "--fumble-table", str(long)),
    ):
        result = run(*args)
        assert result.exit_code == 1
        assert "longer than 1,000,000 bytes" in result.output


def test_a_line_without_end_is_refused() -> None:
    result = run("roll", stdin=b"\0" * 2_500_000)
    assert result.exit_code == 1
    assert result.output.count("error:") == 1
    assert "1,000,000 characters; the limit is 16,000" in result.output


def test_many_records_are_verified_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "rolls.json"
    records = [roll("1d6", faces=[face]).to_json() for face in (1, 2, 3)]
    file.write_text("\n".join([*records[:2], "{}", "", records[2]]), encoding="utf-8")
    result = run("verify", str(file))
    assert result.stdout.splitlines() == [
        "holds: 1d6 → (1) = 1",
        "holds: 1d6 → (2) = 2",
        "holds: 1d6 → (3) = 3",
    ]
    assert result.stderr.startswith(f"does not hold: {file}, line 3: ")


def test_a_record_over_several_lines_is_one(tmp_path: Path) -> None:
    file = tmp_path / "roll.json"
    file.write_text(roll("1d6", faces=[4]).to_json(indent=2), encoding="utf-8")
    assert run("verify", str(file)).stdout == "holds: 1d6 → (4) = 4\n"
