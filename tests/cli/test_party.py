"""Several sheets, saved rolls and lasting circumstances on the command line and at the prompt."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from astragal import Sheet, verify
from astragal.cli.main import main
from tests.support.prompt import talk

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
PARTY = " ".join(f"--sheet {EXAMPLES / name}.toml" for name in ("alice", "bob", "carol", "david"))
ALICE, CAROL = f"--sheet {EXAMPLES / 'alice.toml'}", f"--sheet {EXAMPLES / 'carol.toml'}"


def run(line: str) -> Result:
    return CliRunner().invoke(main, shlex.split(line))


def test_s9_a_group_test_of_four_sheets() -> None:
    line = f"play scores group_test --modifiers Stealth {PARTY} --json --faces 1,2,3,4,1"
    result = run(line)
    record = json.loads(result.output)["roll"]
    assert record["outcome"]["score"] == 2
    assert record["parameters"]["names"] == ["Alice", "Bob", "Carol", "David"]
    assert record["parameters"]["advantages"] == [0, 0, 1, 0]
    assert record["call"] == {
        "by": ["Alice", "Bob", "Carol", "David"],
        "names": {"modifiers": "Stealth"},
        "circumstances": ["Carol's a whispered warning: an advantage on Stealth for the next roll"],
    }
    assert verify(result.output)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"play scores test --modifier 'Bob: Attack' {PARTY} --faces 5", "Attack +1"),
        (f"play scores test --modifier 'Carol: 2' {PARTY} --faces 5", "Carol, Test +2"),
        (f"play scores test --modifier Stealth {CAROL} --faces 5,6", "Carol, Stealth +0"),
        (
            f"play scores contest --modifier 'Bob: Attack' --opponent 'Alice: Attack' {PARTY} "
            "--faces 5,6,3",
            "with an Advantage",
        ),
        (f"roll 'd10 + @{{Bob: Stealth}}' {PARTY} --faces 4", "(4) + 3 = 7"),
        (f"roll '@{{Sword}} + d20' {ALICE} --faces 4,7", "((4) + 2) + (7) = 13"),
        (f"roll 'd10 + @{{Stealth}}' {PARTY} --set Stealth=9 --faces 4", "= 13"),
        (f"odds '@{{Sword}}' {ALICE} --at-least 10", "at least 10: 12.50 %"),
        (
            f"odds '@{{Sword}} + @x >= 9' {ALICE} --sweep x=0..1",
            "25.00 %",
        ),
        (f"play scores 'Magic Missile' {ALICE} --faces 7", "8, 2 missiles"),
        (f"play scores 'magic missile' {ALICE} --modifier 3 --faces 7", "10, 3 missiles"),
        (f"play scores 'Alice: Magic Missile' {PARTY} --faces 7", "8, 2 missiles"),
        (f"play scores 'Magic Missile' {ALICE} --odds --of range", "3 missiles  15.00 %"),
        (
            f"play scores 'Magic Missile' {ALICE} --sweep advantages=0..1 --of 'range=3 missiles'",
            "advantages",
        ),
        (f"play scores 'Magic Missile' {ALICE} --help", "--modifier INTEGER"),
        (
            f"play target roll --what Sword {ALICE.replace('alice', 'bob')} --faces 1",
            "'Sword' is neither dice nor on",
        ),
        (f"roll 'd10 + @{{Stealth}}' {PARTY}", "say whose: @{Alice: Stealth}"),
        (f"play scores test --modifier Stealth {PARTY}", "say whose: Alice: Stealth"),
        (f"play scores 'Magic Misile' {ALICE}", "did you mean Magic Missile?"),
        (f"play tiers 'Magic Missile' {ALICE}", "astragal play scores 'Magic Missile'"),
        ("play scores 'Magic Missile'", "scores has no rule 'Magic Missile'"),
        ("play scores 'Magic Missile' --sheet", "scores has no rule 'Magic Missile'"),
        ("play scores jump --sheet=nowhere.toml", "nowhere.toml: No such file"),
        (f"play scores test {ALICE} {ALICE}", "two sheets are called Alice"),
        (f"roll d6 {ALICE} {ALICE}", "two sheets are called Alice"),
        (f"play scores test {ALICE} --sheet-out a --sheet-out b", "once for each --sheet"),
        (f"play scores test {ALICE} --odds --sheet-out a", "--sheet-out goes with a roll"),
        (f"play scores test {ALICE} --faces 3 --sheet-out /nowhere/a", "/nowhere/a: No such file"),
    ],
)
def test_what_is_said(line: str, said: str) -> None:
    assert said in " ".join(run(line).output.split()) or said in run(line).output


def test_names_of_difficulties_are_listed_with_a_sheet_too() -> None:
    result = run(f"play tiers check --stat 40 --tier Hrad --sheet {EXAMPLES / 'bob.toml'}")
    assert "'Hrad' is neither a number nor one of Very Easy, Easy, Normal" in result.output
    assert "did you mean Hard?" in result.output
    assert result.exit_code == 1


def test_s12_a_sheet_is_written_only_if_asked(tmp_path: Path) -> None:
    before = (EXAMPLES / "carol.toml").read_text(encoding="utf-8")
    out, other = tmp_path / "carol.toml", tmp_path / "bob.toml"
    line = f"play scores test --modifier 'Carol: Stealth' {CAROL}"
    result = run(f"{line} --faces 4,5 --sheet-out {out}")
    assert "a whispered warning ends" in result.output
    assert (EXAMPLES / "carol.toml").read_text(encoding="utf-8") == before
    assert Sheet.load(out) == Sheet("Carol", {"Stealth": 0, "Attack": 3})
    both = f"{line} --sheet {EXAMPLES / 'bob.toml'} --faces 4,5"
    assert run(f"{both} --sheet-out {out} --sheet-out {other}").exit_code == 0
    assert Sheet.load(other) == Sheet.load(EXAMPLES / "bob.toml")


def test_s12_the_next_roll_of_several_uses_it_up() -> None:
    line = f"play scores test --modifier Stealth {CAROL} --faces 4,5,6 --times 2"
    first, ends, second = run(line).output.splitlines()
    assert "~4~, 5" in first
    assert ends == "  a whispered warning ends"
    assert ": 6" in second
    first, second = map(json.loads, run(f"{line} --json").output.splitlines())
    assert (first["changes"], second["changes"]) == (["a whispered warning ends"], [])


# The prompt


def test_several_sheets_are_open_at_the_prompt() -> None:
    shown = talk(
        f"sheet {EXAMPLES / 'alice.toml'}",
        f"sheet {EXAMPLES / 'carol.toml'}",
        "game scores",
        "Carol: Stealth",
        "Carol: Stealth",
        "Magic Missile --faces 7",
        "Stealth",
        "d1 + @{Carol: Attack}",
        "sheets",
        "close Carol",
        "Stealth",
    )
    assert shown.count("Carol's a whispered warning ends") == 1
    assert "Carol, Stealth +0 with an Advantage" in shown
    assert "Carol, Stealth +0:" in shown
    assert "8, 2 missiles" in shown
    assert "= 4" in shown
    assert "Carol is closed" in shown
    assert "Alice, Stealth +2:" in shown


def test_s12_rounds_pass_at_the_prompt() -> None:
    shown = talk(
        f"sheet {EXAMPLES / 'alice.toml'}",
        f"sheet {EXAMPLES / 'bob.toml'}",
        "game scores",
        "begin Bob: fog: disadvantages 1 on Stealth for two rounds",
        "group_test --modifiers Stealth --faces 1,1,1",
        "round",
        "round",
        "round",
    )
    assert "fog: a disadvantage on Stealth for 2 rounds" in shown
    assert "with a Disadvantage" in shown
    assert shown.count("a round has passed; nothing ends") == 2
    assert shown.count("Bob's fog ends") == 1


def test_s3_a_critical_begins_something_at_the_prompt() -> None:
    shown = talk(
        f"sheet {EXAMPLES / 'bob.toml'}",
        "game scores",
        "begin inspired: advantages 1 for next when critical=Critical Success",
        "test --modifier Stealth --faces 9",
        "test --modifier Stealth --faces 10,1",
        "test --modifier Stealth --faces 2,3",
        "begin lucky: modifier 1 when passes",
        "end lucky",
    )
    assert shown.count("inspired: an advantage for the next roll begins") == 1
    assert "~2~, 3" in shown
    assert "inspired ends" in shown
    assert "lucky: +1 when passes" in shown


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["begin fog: disadvantages 1"], "say whose: begin Alice: fog: a disadvantage"),
        (["Stealth"], "say whose: Alice: Stealth"),
        (["begin Bob: fog: disadvantages 1 on Stats"], "Stats is neither on Bob's sheet"),
        (["begin Bob: fog: disadvantages 1 for long"], "a circumstance lasts"),
        (["begin Bob: fog: disadvantages 1 when pases"], "did you mean passes?"),
        (["begin Eve: fog: disadvantages 1"], "name the circumstance and what it gives"),
        (["end fog"], "there is no circumstance 'fog'"),
        (["close Eve"], "there is no sheet of 'Eve'"),
        (
            ["begin Bob: x: modifier 1", "begin Alice: x: modifier 1", "end x"],
            "say whose: end Alice: x",
        ),
        (["begin Bob: x: modifier 1", "end Bob: x"], "Bob: x ends"),
        (["begin Bob: x: modifier 1", "end x"], "x ends"),
        (["begin Bob: modifier 1"], "say whose: begin Alice: Bob: +1"),
        (["round"], "a round has passed"),
        (["round(7/2)"], "4"),
    ],
)
def test_the_prompt_says_whose(
    lines: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = [f"sheet {EXAMPLES / name}.toml" for name in ("alice", "bob")]
    shown = talk(*opened, "game scores", *lines)
    assert said in shown + capsys.readouterr().err


def test_a_saved_roll_of_no_game_needs_one(tmp_path: Path) -> None:
    path = tmp_path / "eve.toml"
    path.write_text('name = "Eve"\n[rolls.Try]\nrule = "test"\nmodifier = 2\n', encoding="utf-8")
    assert "Try is a roll of a game\n  open the game first" in talk(f"sheet {path}", "Try")
    assert "Eve, Test +2:" in talk(f"sheet {path}", "game scores", "Try")


def test_what_has_begun_without_a_sheet_goes_on_with_the_first() -> None:
    shown = talk(
        "game scores",
        "begin fog: disadvantages 1",
        f"sheet {EXAMPLES / 'bob.toml'}",
        "test --modifier Stealth --faces 4,5",
    )
    assert "Stealth +3 with a Disadvantage" in shown
