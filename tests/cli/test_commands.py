"""The command line, as its users call it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from astragal import odds, roll, verify
from astragal.cli.main import main
from astragal.render.formats import find_format
from tests.support.processes import unmeasured


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, args, input=stdin)


def test_roll() -> None:
    result = run("roll", "4d6kh3", "--faces", "6,5,4,2")
    assert result.exit_code == 0
    assert result.stdout == "4d6kh3 → (6, 5, 4, ~2~) = 15\n"


def test_several_expressions_share_the_faces_in_order() -> None:
    result = run("roll", "2d6", "1d20+5", "--faces", "3 4, 17")
    assert result.stdout == "2d6 → (3, 4) = 7\n1d20 + 5 → (17) + 5 = 22\n"


def test_a_seed_repeats() -> None:
    first, second = (run("roll", "10d6", "--seed", "42").stdout for _ in range(2))
    assert first == second
    assert first.startswith("10d6 → (4, 4, 6, 4, 2, ")
    assert run("roll", "10d6", "--seed", "43").stdout != first


def test_times() -> None:
    result = run("roll", "1d6", "--times", "6", "--seed", "1")
    assert len(result.stdout.splitlines()) == 6


def test_set_gives_values() -> None:
    result = run(
        "roll",
        "1d20+@str*@{fire damage}",
        "--set",
        "str=3",
        "--set",
        "fire damage=1/2",
        "--faces",
        "4",
    )
    assert result.stdout == "1d20 + @str * @{fire damage} → (4) + 3 * 1/2 = 11/2\n"


def test_explain() -> None:
    result = run("roll", "4d6kh3+1", "--faces", "6,5,4,2", "--explain")
    assert result.stdout.splitlines() == [
        "4d6kh3 + 1 → (6, 5, 4, ~2~) + 1 = 16",
        "  4d6kh3: rolls 6, 5, 4, 2",
        "    kh3 drops 2, keeps 6, 5, 4",
        "    makes 15",
        "  15 + 1 = 16",
    ]


def test_json_is_a_record_a_line() -> None:
    result = run("roll", "2d6", "1d20", "--json", "--seed", "5")
    records = result.stdout.splitlines()
    assert len(records) == 2
    for record in records:
        verify(record)


def test_json_errors_are_json_too() -> None:
    result = run("roll", "2d", "1d6", "--json", "--seed", "1")
    error, record = map(json.loads, result.stdout.splitlines())
    assert (error["code"], error["status"]) == ("missing-sides", 422)
    assert record["roll"]["expression"] == "1d6"
    assert result.exit_code == 1


def test_standard_input_one_a_line() -> None:
    result = run("roll", "--faces", "3,4,17", stdin="2d6\n\n# a remark\n1d20\n")
    assert result.stdout == "2d6 → (3, 4) = 7\n1d20 → (17) = 17\n"
    assert result.exit_code == 0


def test_a_bad_line_does_not_stop_the_others() -> None:
    result = run("roll", stdin="2d\n1d1\n")
    assert result.exit_code == 1
    assert result.stdout == "1d1 → (1) = 1\n"
    assert result.stderr == "error: how many sides?\n  2d\n  ^^\n  e.g. `2d6`\n"


@pytest.mark.parametrize("text", ["-2d6", "-d6+10", "--2d6", "--d6", "-(2d6)", "-@x"])
def test_an_expression_may_start_with_a_dash(text: str) -> None:
    result = run("roll", text, "--seed", "3", "--set", "x=1")
    assert result.exit_code == 0, result.stderr
    assert result.stdout


_WITH_WORDS = [(), ("roll",), ("odds",), ("compare", "1d4"), ("translate",), ("roll", "d20")]


@pytest.mark.parametrize("words", _WITH_WORDS, ids=" ".join)
@pytest.mark.parametrize("text", ["-2d6kh1", "-2d6dh1+10", "-2d6kh1kh1", "-{2d6, d4}kh1"])
def test_an_h_behind_a_dash_is_a_letter(words: tuple[str, ...], text: str) -> None:
    result = run(*words, text)
    assert result.exit_code == 0, result.stderr
    assert "Usage" not in result.stdout


@pytest.mark.parametrize("words", _WITH_WORDS, ids=" ".join)
@pytest.mark.parametrize("text", ["-1d4h", "-hd6", "-hh", "-h=2", "-x", "--hlep"])
def test_a_mistake_with_an_h_in_it_shows_no_help(words: tuple[str, ...], text: str) -> None:
    result = run(*words, text)
    assert "Usage" not in result.stdout
    if text in ("-x", "--hlep"):
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"there is no option {text}" in result.stderr
    elif "translate" not in words:
        assert result.exit_code in (1, 2)


@pytest.mark.parametrize("words", [*_WITH_WORDS, ("play",), ("play", "target", "check")])
def test_h_by_itself_shows_help(words: tuple[str, ...]) -> None:
    result = run(*words, "-h")
    assert result.exit_code == 0
    assert result.stdout == run(*words, "--help").stdout
    assert result.stdout.startswith("Usage")


@pytest.mark.parametrize("given", [["-2 h"], ["--modifiers", "-2 h"], ["modifiers=-2 h"]])
def test_values_of_rules_may_begin_with_a_dash(given: list[str]) -> None:
    result = run("play", "target", "check", *given, "--faces", "10")
    assert result.exit_code == 0, result.stderr
    assert "10 - 2 (h) = 8" in result.stdout


def test_after_two_dashes_everything_is_dice() -> None:
    assert run("roll", "--", "--d6", "-1").exit_code == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["roll", "--sead", "3", "2d6"], "there is no option --sead\n  did you mean --seed"),
        (["roll", "2d6", "--faces", "6.5"], "list of faces"),
        (["roll", "2d6", "--set", "str"], "like str=3"),
        (["roll", "2d6", "--set", "=3"], "like str=3"),
        (["roll", "2d6", "--set", "x=1/0"], "like str=3"),
        (["roll", "2d6", "--set", "x=" + "9" * 999], "like str=3"),
        (["roll", "2d6", "--set", "x=1e999999999"], "like str=3"),
        (["roll", "2d6", "--times", "0"], "--times: '0' is not a whole number of at least 1"),
        (["roll", "2d6", "--times"], "--times needs a value\n  --times N: Roll N times."),
        (["roll", "2d6", "--explain=yes"], "--explain takes no value"),
        (["games", "tiers", "extra"], "extra does not work with this command"),
        (["roll", "2d6", "--seed", "1", "--faces", "1,2"], "not both"),
        (["rol", "2d6"], "there is no command rol\n  did you mean roll?"),
        (["verify"], "FILE is missing\n  astragal verify --help shows how"),
        (["verify", "no-such-file.json"], "No such file"),
        ([], "which command"),
    ],
)
def test_wrong_use_is_status_2(args: list[str], message: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["roll", "2d6", "--json", "--explain"], "not both"),
        (["roll", "2d6", "--json", "--sead", "1"], "there is no option --sead"),
        (["odds", "2d6", "--json", "--csv"], "give --json or --csv, not both"),
        (["rol", "--json"], "there is no command rol"),
        (["play", "tirs", "check", "--json"], "there is no game 'tirs'"),
    ],
)
def test_wrong_use_is_json_where_json_is_wanted(args: list[str], message: str) -> None:
    result = run(*args)
    assert (result.exit_code, result.stderr) == (2, "")
    problem = json.loads(result.stdout)
    assert problem["code"] == "wrong-use"
    assert message in problem["message"]


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (["4d6kh3", "--faces", "6,5,4,2"], "4d6kh3 → (6, 5, 4, ~2~) = 15\n"),
        (["2d6", "+", "3", "--faces", "1,2"], "2d6 + 3 → (1, 2) + 3 = 6\n"),
        (["roll", "2d6", "+", "3", "--faces", "1,2"], "2d6 + 3 → (1, 2) + 3 = 6\n"),
        (["roll", "2d6", "1d20", "--faces", "1,2,3"], "2d6 → (1, 2) = 3\n1d20 → (3) = 3\n"),
        (["-2d6", "--faces", "1,2"], "-2d6 → -(1, 2) = -3\n"),
    ],
)
def test_dice_need_no_command_and_no_quotes(args: list[str], shown: str) -> None:
    result = run(*args)
    assert (result.exit_code, result.stdout) == (0, shown)


@pytest.mark.parametrize("args", [["help"], ["-h"], ["--help"], ["?"]])
def test_help_by_any_name(args: list[str]) -> None:
    assert run(*args).stdout.startswith("Usage: main [OPTIONS]")
    assert run(*args, "odds").stdout.startswith("Usage: main odds") or args[0].startswith("-")


def test_a_dash_is_standard_input() -> None:
    result = run("roll", "-", "--faces", "3,4,17", stdin="2d6\n1d20\n")
    assert result.stdout == "2d6 → (3, 4) = 7\n1d20 → (17) = 17\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["roll", "2d6", "--faces", "3"], "1 face was given"),
        (["roll", "2d6", "--faces", "3,4,5"], "5 was not used"),
        (["roll", "2d6", "--faces", "3,7"], "a d6 has faces 1 to 6"),
        (["roll", "1d20+@str"], "no value was given for @str"),
        (["roll", "2d6+@x", "--set", "x=" + "9" * 150], "digits"),
    ],
)
def test_a_dice_error_is_status_1(args: list[str], message: str) -> None:
    result = run(*args)
    assert result.exit_code == 1
    assert message in result.stderr


def test_verify(tmp_path: Path) -> None:
    record = run("roll", "4d6kh3", "--json", "--faces", "6,5,4,2").stdout
    good, bad, many = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "many.jsonl"
    good.write_text(json.dumps(json.loads(record), indent=2))
    bad.write_text(record.replace('"outcome": 15', '"outcome": 18'))
    many.write_text(record + "\n" + record.replace('"faces": [6', '"faces": [5'))
    result = run("verify", str(good))
    assert (result.exit_code, result.stdout) == (0, "holds: 4d6kh3 → (6, 5, 4, ~2~) = 15\n")
    result = run("verify", str(good), str(bad))
    assert result.exit_code == 1
    assert f"{bad}: outcome: the record says 18, its faces give 15" in result.stderr
    result = run("verify", str(many))
    assert result.exit_code == 1
    assert "holds" in result.stdout
    assert f"{many}, line 3: outcome: the record says 15, its faces give 14" in result.stderr


def test_verify_reads_standard_input_and_survives_rubbish(tmp_path: Path) -> None:
    records = run("roll", "3d6!", "--times", "3", "--json").stdout
    result = run("verify", "-", stdin=records)
    assert result.stdout.count("holds") == 3
    rubbish = tmp_path / "rubbish"
    rubbish.write_bytes(bytes(range(256)))
    assert run("verify", str(rubbish)).exit_code == 1
    (tmp_path / "empty").touch()
    assert run("verify", str(tmp_path / "empty")).exit_code == 1


@pytest.mark.parametrize(
    "args", [["--help"], ["roll", "--help"], ["verify", "--help"], ["prompt", "--help"]]
)
def test_help_has_examples_and_fits_80_columns(args: list[str]) -> None:
    result = run(*args)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "astragal" in result.stdout


def test_version() -> None:
    assert run("--version").stdout.startswith("astragal 0.")


def in_terminal(*args: str, env: dict[str, str] | None = None, columns: int = 80) -> str:
    """What a command writes to a real terminal."""
    master, slave = pty.openpty()
    os.set_blocking(master, True)
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": str(columns), "PYTHONUTF8": "1"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "astragal", *args],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**environment, **(env or {})},
    )
    os.close(slave)
    written = b""
    while True:
        try:
            chunk = os.read(master, 4096)
        except OSError:  # the other end was closed
            break
        if not chunk:
            break
        written += chunk
    process.wait()
    os.close(master)
    return written.decode(errors="replace").replace("\r\n", "\n")


def test_colour_on_a_terminal_only() -> None:
    shown = in_terminal("roll", "4d6kh3", "--faces", "6,5,4,2")
    assert "\x1b[1m15" in shown
    assert "\x1b[" not in run("roll", "4d6kh3").stdout


def test_no_color_is_obeyed() -> None:
    shown = in_terminal("roll", "4d6kh3", "2d", "--faces", "6,5,4,2", env={"NO_COLOR": "1"})
    assert "\x1b" not in shown
    assert "(6, 5, 4, ~2~) = 15" in shown


def test_a_long_roll_fits_the_terminal() -> None:
    shown = in_terminal("roll", "60d100", "--explain", env={"NO_COLOR": "1"})
    assert max(map(len, shown.splitlines())) < 80


def test_a_terminal_without_unicode() -> None:
    plain = {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    finished = subprocess.run(
        [
            sys.executable,
            "-m",
            "astragal",
            "roll",
            "2d6kh1",
            "2d6c>=5",
            "2d6 # émile",
            "２d6",
            "--seed",
            "1",
        ],
        capture_output=True,
        env={**os.environ, **plain},
        check=False,
    )
    assert finished.returncode == 1
    assert finished.stdout.isascii()
    assert finished.stderr.isascii()
    assert b"2d6kh1 -> (" in finished.stdout
    assert b"write it in ASCII: `2d6`" in finished.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("roll <&-", 0),
        ("prompt <&-", 0),
        ("verify - <&-", 1),
        ("roll 1d6 >&-", 0),
        ("roll 1d6 2>&-", 0),
        ("roll 1d6 >/dev/full", 1),
        ("roll 1d6 --times 50000 | head -1", 0),
        ("verify .", 2),
        ("roll 1d6 --seed $'\\xff'", 0),
        ("roll $'1d6 # \\xff' --json | %s verify -", 0),
    ],
)
def test_no_traceback_whatever_the_streams(command: str, status: int) -> None:
    astragal_command = f"{sys.executable} -m astragal"
    line = f"{astragal_command} {command.replace('%s', astragal_command)}"
    finished = subprocess.run(["bash", "-c", line], capture_output=True, check=False, timeout=60)
    assert b"Traceback" not in finished.stderr
    assert finished.returncode == status, finished.stderr


@pytest.mark.parametrize(
    ("locale", "told"),
    [({}, "4d6▲"), ({"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}, "4d6^")],
)
def test_lines_on_standard_input_are_utf_8_in_every_locale(
    locale: dict[str, str], told: str
) -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "astragal", "roll", "--seed", "é"],
        input="4d6▲\n".encode() + b"\xff\n" + b"1d1\n",
        capture_output=True,
        env={**os.environ, **locale},
        check=False,
    )
    assert finished.returncode == 1
    assert b"Traceback" not in finished.stderr
    assert [line.split()[0] for line in finished.stdout.splitlines()] == [told.encode(), b"1d1"]


@pytest.mark.slow
def test_a_seed_means_the_same_in_every_locale() -> None:
    first, second = (
        subprocess.run(
            [sys.executable, "-m", "astragal", "roll", "5d1000", "--seed", "é", "--json"],
            capture_output=True,
            env={**os.environ, **locale},
            check=True,
        ).stdout
        for locale in ({"PYTHONUTF8": "1"}, {"PYTHONUTF8": "0", "LC_ALL": "C"})
    )
    assert json.loads(first) == json.loads(second)


def test_a_stranger_cannot_command_the_terminal(tmp_path: Path) -> None:
    record = roll("2d6", faces=[3, 4]).to_json().replace('"variables"', '"\\u001b]0;title\\u0007"')
    (tmp_path / "record.json").write_text(record)
    shown = in_terminal("verify", str(tmp_path / "record.json"))
    assert "does not hold" in shown
    assert "\x1b]" not in shown
    assert "\x07" not in shown


def test_dropped_dice_are_dim_and_still_marked() -> None:
    shown = in_terminal("roll", "{4d6kh3, 2d6}kh1", "--faces", "1,2,3,1,6,6")
    assert "{\x1b[2m~(1, 2, 3, ~1~)~\x1b[0m, (" in shown


def test_dimming_ends_with_its_row() -> None:
    shown = in_terminal("roll", "{30d6, 30d100}kh1", columns=60)
    for row in shown.splitlines():
        assert row.count("\x1b[2m") <= row.count("\x1b[0m")


def test_nothing_to_roll_on_a_terminal_is_a_usage_error() -> None:
    assert "no dice were given" in in_terminal("roll")


def test_rolling_does_not_load_what_it_does_not_need() -> None:
    code = (
        "import sys; from astragal.cli.main import main\n"
        "try: main(['roll', '2d6'])\n"
        "except SystemExit: pass\n"
        "print(sorted(m for m in sys.modules if m.split('.')[0] in "
        "('dataclasses', 'rich', 'fastapi', 'flint', 'matplotlib', 'difflib', 'readline')))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=unmeasured()
    )
    assert finished.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("command", "text", "unneeded"),
    [
        (
            "roll",
            "2d6",
            "fractions decimal astragal.notation.syntax.reader astragal.probability.laws",
        ),
        ("roll", "2d6", "astragal.talk.phrase astragal.talk.words"),
        ("roll", "d20 + 5 >= 15", "fractions astragal.notation.modifiers.keep"),
        ("odds", "2d6", "flint astragal.experiment.splitting astragal.probability.pools.identical"),
        ("odds", "2d6", "json dataclasses difflib astragal.service.service astragal.rules.rule"),
        ("odds", "2d6", "astragal.probability.laws.endless astragal.probability.laws.series"),
        ("play", "tiers check 45 --odds", "astragal.experiment.splitting.splits astragal.sweeps"),
        ("play", "tiers check 45 --odds", "astragal.probability.laws.endless astragal.rules.files"),
    ],
)
def test_common_texts_load_no_more_than_they_need(command: str, text: str, unneeded: str) -> None:
    words = [command, *(text.split() if command == "play" else [text])]
    code = (
        "import sys; from astragal.cli.main import main\n"
        f"try: main({words})\n"
        "except SystemExit: pass\n"
        f"print([m for m in {unneeded.split()} if m in sys.modules])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=unmeasured()
    )
    assert finished.stdout.splitlines()[-1] == "[]"


def test_odds() -> None:
    result = run("odds", "1d4")
    assert result.exit_code == 0
    assert result.stdout == str(odds("1d4")) + "\n"
    side_by_side = find_format("text").distributions([odds("1d4"), odds("1d6")])
    assert run("odds", "1d4", "1d6").stdout == side_by_side + "\n"
    assert "1–10" in run("odds", "1d100").stdout
    assert len(run("odds", "1d100", "--all").stdout.splitlines()) == 104


def test_questions_about_odds() -> None:
    result = run("odds", "2d20kh1+5", "--at-least", "15", "--at-most", "7.5", "--exactly", "25")
    assert result.stdout.splitlines() == [
        "2d20kh1 + 5: at least 15: 79.75 % = 319/400",
        "2d20kh1 + 5: at most 15/2: 1.00 % = 1/100",
        "2d20kh1 + 5: exactly 25: 9.75 % = 39/400",
    ]
    assert run("odds", "1d20>=15", "--exactly", "True").stdout.endswith("30.00 % = 3/10\n")
    assert run("odds", "1d6 [..3] low [4..] high", "--exactly", "low").stdout.endswith("= 1/2\n")
    answer = json.loads(run("odds", "3d6!", "--at-least", "30", "--json").stdout)
    assert answer["question"] == "at least 30"
    assert Fraction(answer["probability"]["exact"]) == odds("3d6!").at_least(30)


def test_odds_in_other_forms() -> None:
    lines = run("odds", "1d6!", "2d4", "--json").stdout.splitlines()
    assert [json.loads(line)["expression"] for line in lines] == ["1d6!", "2d4"]
    assert json.loads(lines[1]) == odds("2d4").to_data()
    assert run("odds", "2d4", "--csv").stdout == odds("2d4").to_csv()
    assert run("odds", "2d4", "--markdown").stdout == odds("2d4").to_markdown()
    assert "at least" in run("odds", "2d4", "--markdown", "--cumulative").stdout
    assert "at least" in run("odds", "2d4", "1d8", "--cumulative").stdout


def test_odds_from_standard_input_with_values() -> None:
    result = run("odds", "--set", "str=3", "--at-least", "20", stdin="1d20+@str\n\n# no\n1d30\n")
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == ["1d20 + @str", "1d30"]


def test_a_bad_expression_does_not_hide_the_others() -> None:
    result = run("odds", "2d", "1d6", "--at-least", "6")
    assert result.exit_code == 1
    assert result.stdout == "1d6: at least 6: 16.67 % = 1/6\n"
    assert "how many sides?" in result.stderr
    error, fine = map(json.loads, run("odds", "2d", "1d6", "--json").stdout.splitlines())
    assert (error["expression"], error["code"]) == ("2d", "missing-sides")
    assert fine["expression"] == "1d6"


@pytest.mark.parametrize(
    ("args", "status", "message"),
    [
        (["2d6", "--at-least", "abc"], 2, "'abc' is not a number"),
        (["2d6", "--limit", "much"], 2, "write it like 5e10"),
        (["2d6", "--limit", "1/2"], 2, "write it like 5e10"),
        (["2d6", "--markdown", "--csv"], 2, "give --markdown or --csv, not both"),
        (["2d6", "--at-least", "3", "--cumulative"], 2, "--cumulative goes with the whole odds"),
        (["2d6", "--plot", "x.gif"], 1, "ends in .html, .pdf, .png or .svg, not x.gif"),
        (["2d6", "--plot", "x.svg", "--plot-width", "9"], 1, "240 to 4,000 pixels wide"),
        (["2d6", "--dark"], 2, "--dark goes with --plot"),
        (["2d6", "--plot", "/no/such/folder/x.svg"], 1, "No such file"),
        (["1d6 [..3] a [4..] b", "--at-least", "3"], 1, "gives no numbers"),
        (["1d6 [..3] a [4..] b", "--exactly", "c"], 1, "never gives c"),
        (["1d6>=3", "--cumulative"], 1, "cumulative chances need numbers"),
        (["1d20+@str"], 1, "no value was given for @str"),
        (["5000d77", "--limit", "1e6"], 1, "the limit is 1,000,000"),
        (["1d6 / 1d6!"], 1, "infinite sums"),
        (["8x(4d6kh3)"], 1, "different lists of 8 results"),
    ],
)
def test_odds_that_cannot_be_given(args: list[str], status: int, message: str) -> None:
    result = run("odds", *args)
    assert result.exit_code == status
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_a_plot_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "odds.svg"
    assert run("odds", "2d6", "1d12", "--plot", str(path)).stdout == f"plot saved to {path}\n"
    assert path.read_text(encoding="utf-8").startswith("<?xml")
    wide = ("--plot-width", "1000", "--dark")
    assert run("odds", "2d6", "1d12", "--plot", str(path), *wide).exit_code == 0
    assert 'width="1000"' in path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_odds_that_take_their_time_are_worked_out_elsewhere() -> None:
    """More steps than the command takes itself: the answer comes from a process of its own."""
    slow = run("odds", "6001d20", "--at-least", "63011")
    assert slow.stdout.startswith("6001d20: at least 63011: 50.")
    refused = run("odds", "6001d20", "--limit", "60000000")
    assert refused.exit_code == 1
    assert "the limit is 60,000,000" in refused.stderr


def _heeding_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.slow
def test_ctrl_c_stops_slow_odds_and_the_clock_is_wiped() -> None:
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "astragal", "odds", "9000d30", "--limit", "1e12"]
    # Tests that run in the background would hand on that interrupts are ignored.
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, preexec_fn=_heeding_interrupts
    )
    os.close(slave)
    shown = b""
    while b"working, " not in shown:
        shown += os.read(master, 1000)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 130
    shown += os.read(master, 1000)
    assert b"ctrl-C stops" in shown
    assert shown.rstrip().endswith(b"stopped")
    os.close(master)


def test_symbols_are_rolled_by_hand_and_read_back() -> None:
    rolled = run("roll", "2d{hit,miss,hit+crit}", "--faces", "hit,hit+crit")
    assert rolled.output == "2d{crit+hit,hit,miss} → (hit, crit+hit) = crit + 2 hit\n"
    record = run("roll", "2d{hit,miss,hit+crit}", "--faces", "hit,hit+crit", "--json").output
    assert run("verify", "-", stdin=record).exit_code == 0
    assert run("roll", "2d6", "--faces", "six,1").exit_code == 1
