"""Games on the command line and at the prompt."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from astragal import game_names
from astragal.cli import decisions
from astragal.cli.main import main
from tests.support.prompt import talk

SHEET = """
name = "Alice"
[saves]
"Focus Save" = 1
[skills]
Attack = 2
Stealth = 45
[[circumstances]]
name = "ants in their pants"
on = ["Attack"]
advantages = 1
"""


def run(line: str) -> Result:
    return CliRunner().invoke(main, shlex.split(line))


@pytest.fixture
def sheet(tmp_path: Path) -> str:
    path = tmp_path / "alice.toml"
    path.write_text(SHEET, encoding="utf-8")
    return str(path)


# Playing


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("scores test --modifier 1 --faces 8", "→ 9, Mixed"),
        ("scores contest --modifier 2 --faces 5,6", "5 + 2 = 7; the opponent 6 → win"),
        ("tiers check --stat 43 --advantages 3 --faces 96,21,11", "→ Critical, 1 $"),
        ("tiers check --stat 45 --tier very-hard --faces 21", "→ partial Success, 2 $"),
        ("tiers test --stats 45 --tier 3 --faces 31", "→ passed"),
        ("percentile test --target 45 --faces 23", "→ 3 degrees of success"),
        ("percentile test --target 45 --difficulty Trivial --modifiers 20 --faces 100",
         "held to +60"),
        ("target check --modifiers '+2 luck, +4 luck' --target 15 --faces 11",
         "→ success: to reach the number is enough"),
        ("target attack --modifiers 5 --armor-class 16 --faces 20,3,4", "→ hit, 4 damage"),
        ("triumph check --ability 3 --dc Hard --proficiency aptitude --faces 12",
         "→ failure: a tie goes to the DC"),
        ("triumph contest --proficiency aptitude --opponent-proficiency aptitude"
         " --reactive us --faces 9,9",
         "a tie goes to the side that reacts → win"),
    ],
)  # fmt: skip
def test_a_rule_of_each_game_is_rolled(line: str, said: str) -> None:
    result = run(f"play {line}")
    assert (result.exit_code, result.output.count("\n")) == (0, 1), result.output
    assert said in result.output


def test_a_rule_may_be_typed_with_dashes() -> None:
    typed = "--modifiers 0,2 --faces 8,9 --decide nobody"
    assert (
        run(f"play scores group-test {typed}").output
        == run(f"play scores group_test {typed}").output
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("scores test --odds --of passes", "true 35.00 % = 7/20"),
        ("scores test --sweep modifier=0..2 --of passes --reach 45%",
         "the least modifier for a chance of at least 45.00 % is 1"),
        ("tiers test --stats 45 --tier 5 --on-failure lost --odds --of passes", "true 11.22 %"),
        ("tiers test --stats 45 --on-failure benevolent --sweep tier=1..2 --steps", "2.78"),
        ("scores group_test --modifiers 1,1 --faces 6,3 --advise", "who helps whom?\n"),
        ("scores group_test --modifiers 1,1 --faces 6,3 --advise --aim high", "(high)"),
        ("triumph check --dc 15 --dice 1d20r --odds --of passes", "true 26.25 %"),
    ],
)  # fmt: skip
def test_odds_advice_and_sweeps(line: str, said: str) -> None:
    result = run(f"play {line}")
    assert result.exit_code == 0, result.output
    assert said in result.output


def test_a_plot_of_a_rule(tmp_path: Path) -> None:
    file = tmp_path / "passes.svg"
    assert run(f"play scores test --sweep modifier=0..3 --of passes --plot {file}").exit_code == 0
    assert file.read_text(encoding="utf-8").startswith("<?xml")


def test_a_plot_shows_what_players_ask_first(tmp_path: Path) -> None:
    file = tmp_path / "odds.svg"
    result = run(f"play tiers check 45 --odds --plot {file}")
    assert result.stderr == "--table draws all 12 outcomes\n"
    assert ">Fumble</text>" in file.read_text(encoding="utf-8")
    assert not run(f"play tiers check 45 --odds --table --plot {file}").stderr
    assert ">Success, 4 $</text>" in file.read_text(encoding="utf-8")


def test_a_record_of_a_game_is_verified_without_its_rules(tmp_path: Path) -> None:
    record = tmp_path / "roll.json"
    record.write_text(run("play tiers check --stat 43 --faces 21 --json").output, encoding="utf-8")
    assert run(f"verify {record}").output.startswith("holds: Check against 43")
    record.write_text(
        record.read_text(encoding="utf-8").replace('"tiers": 2', '"tiers": 4'), encoding="utf-8"
    )
    result = run(f"verify {record}")
    assert (result.exit_code, "outcome.tiers" in result.output) == (1, True)


# Wrong use


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play tirs check", "there is no game 'tirs'\n  did you mean tiers?"),
        ("play tiers chek", "tiers has no rule 'chek'\n  did you mean check?"),
        ("play nothing.py rule", "there is no file nothing.py"),
        ("play tiers check", "tiers.check: stat is missing"),
        ("play tiers check --stat Stealth",
         "stat must be a whole number from 0 to 999, not 'Stealth'"),
        ("play tiers check --stat 45 --tier hrad", "one of Very Easy, Easy"),
        ("play tiers test --stats 45 --on-failure lost --subtracts 2",
         "only a benevolent failure subtracts"),
        ("play scores test --ranges '[5!] x'", "[5!] never happens"),
        ("play scores test --ranges '[9..7] hit'", "this range runs backwards: 9 is more than 7"),
        ("play scores group_test --modifiers 1,2 --names Alice", "one for each player"),
        ("play percentile roll --dice 2d6", "only ten-sided dice"),
        ("play percentile test --target 45 --helpers 3",
         "helpers must be a whole number from 0 to 2"),
        ("play target check --modifiers huge --target 5", "modifiers must be modifiers, such as"),
        ("play triumph check --dc 5 --dice 2d20▲▼",
         "▲ and ▼ cannot both follow the same dice"),
        ("play triumph check --dc 5 --triumph-from 5 --disaster-to 5",
         "triumph 5–20 meets disaster 1–5"),
        ("play scores test --sheet nowhere.toml", "nowhere.toml: No such file"),
        ("roll d10+@{Focus} --sheet nowhere.toml", "nowhere.toml: No such file"),
        (
            "play scores test --stakes 'price: high'",
            "stakes are wants, success, failure, favour, against, not 'price'",
        ),
        (
            "play target attack --armor-class 15 --damage 1d8+@str --faces 18,3",
            "error: damage: no value was given for @str",
        ),
        ("games chess", "there is no game 'chess'"),
        ("play triumph contest 3 1 --odds --of outcome=win", "  ask for wins"),
        ("play scores contest 3 1 --sweep modifier=1..2 --of outcome=lose", "  ask for loses"),
        ("play tiers check 45 --odds --of outcome=Success", "  ask for grade=Success"),
    ],
)  # fmt: skip
def test_wrong_use_is_said_in_the_words_of_the_game(line: str, said: str) -> None:
    result = run(line)
    assert result.exit_code in (1, 2)
    assert said in result.output


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play tiers check --stat 45 --odds --of grade=Criticl", "did you mean Critical?"),
        ("play tiers check --sweep stat=40..42 --of grade=Crit", "is none of Fumble, Failure"),
        ("play tiers check --stat 45 --odds --of passes=yes", "'yes' is none of false, true"),
        ("play tiers check --stat 45 --odds --of tiers=77",
         "tiers=77 never happens; tiers is 0 to 4"),
        ("play triumph abilities --odds --of count=0", "has no count"),
        ("play triumph abilities --odds --of outcome=()",
         "outcome=() never happens; it has 117,649 values, such as"),
        ("play scores test --ranges '[..5] no [7..] yes' --faces 6",
         "these ranges have a gap at 6"),
        ("play scores test --ranges '[..5] no [7..] yes' --odds", "these ranges have a gap at 6"),
        ("play scores group_test --modifiers 2,1 --odds", "with the best decisions for: passes"),
        ("play tiers check --stat 45 --tier hrad", "did you mean Hard?"),
        ("play tiers check --sweep state=1..2 --of passes",
         "tiers.check has no state to sweep\n  did you mean stat?"),
        ("play tiers check --stat 45.5", "not 91/2"),
        ("play tiers check --stat 45 --odds --of bogus", "the outcome 'Fumble' has no bogus"),
        ("play scores test --stakes 'wants: x; wants: y'", "wants is given twice"),
    ],
)  # fmt: skip
def test_what_is_likely_a_slip_is_remarked_on(line: str, said: str) -> None:
    assert said in run(line).output


def test_a_number_stands_for_a_list_of_one() -> None:
    """So the Stat of a Test can be swept."""
    shown = run("play tiers test --sweep stats=25..45/10 --steps").output
    assert [line.split()[0] for line in shown.splitlines()[3:]] == ["25", "35", "45"]


def test_a_roll_with_an_aim_takes_advice_where_it_is() -> None:
    """A plan for everything that may come up would be too much for four players."""
    line = "play scores group_test --modifiers 2,1,0,0 --faces 6,9,5,6,8,9,1 --aim passes"
    assert run(line).output.endswith("→ 8, Mixed\n")


def test_a_table_may_stand_in_a_file(tmp_path: Path) -> None:
    """T15."""
    file = tmp_path / "fumbles.toml"
    file.write_text('roll = "d6"\n[entries]\n"1..6" = "you fall"\n', encoding="utf-8")
    assert (
        "you fall" in run(f"play tiers check --stat 45 --fumble-table {file} --faces 77,2").output
    )


def test_nobody_decides_without_having_seen_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "at_keyboard", lambda: True)
    words = shlex.split("play scores group_test --modifiers 2,0 --names Al,Bo --faces 6,3,5")
    shown = CliRunner().invoke(main, words, input="1\n").output
    assert shown.index("Al 6") < shown.index("who helps whom?") < shown.index("which?")


# Games


def test_the_games_are_listed() -> None:
    shown = run("games").output
    assert all(name in shown for name in game_names())
    assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize("name", game_names())
def test_a_game_is_explained(name: str) -> None:
    shown = run(f"games {name}").output
    assert f"astragal play {name}" in shown
    assert "takes " in shown


def test_a_game_as_data() -> None:
    tiers = json.loads(run("games tiers --json").output)
    (check,) = (each for each in tiers["rules"] if each["name"] == "tiers.check")
    tier = check["parameters"][1]
    assert (tier["name"], tier["names"]["Hard"], tier["default"]) == ("tier", 5, 1)


# Sheets and stakes


def test_names_come_from_the_sheet(sheet: str) -> None:
    shown = run(f"play scores test --modifier 'focus save' --sheet {sheet} --faces 8").output
    assert shown == "Alice, Focus Save +1: 8 + 1 (Focus Save) = 9 → 9, Mixed\n"
    assert run(f"roll 'd10 + @{{focus save}}' --sheet {sheet} --faces 8").output.endswith("= 9\n")
    assert (
        "at least 10: 20.00 %"
        in run(f"odds 'd10 + @{{Focus Save}}' --sheet {sheet} --at-least 10").output
    )


def test_what_stands_is_added_where_it_is_relevant(sheet: str) -> None:
    shown = run(f"play scores test --modifier Attack --sheet {sheet} --faces 3,8").output
    assert "with an Advantage" in shown
    swept = run(
        f"play scores test --sheet {sheet} --modifier Attack --sweep disadvantages=0..1 --of passes"
    )
    assert "79.75 %" in swept.output


def test_a_name_that_is_not_on_the_sheet(sheet: str) -> None:
    result = run(f"play tiers check --stat Stelth --sheet {sheet}")
    assert "stat: 'Stelth' is neither a number nor on Alice's sheet" in result.output
    assert "did you mean Stealth?" in result.output


HOUSE = '''
from astragal import Asks, d, rule


@rule
def jump(advantage: int = 0) -> Asks[int]:
    """A rule with a parameter that the games spell otherwise."""
    return (yield d(6)) + advantage
'''


def test_a_circumstance_is_checked_against_the_rules_that_are_played(tmp_path: Path) -> None:
    """A parameter of one game, or of one file, says nothing about another."""
    house, luck, edge = tmp_path / "house.py", tmp_path / "luck.toml", tmp_path / "edge.toml"
    house.write_text(HOUSE, encoding="utf-8")
    luck.write_text('[[circumstance]]\nname = "luck"\nadvantage = 1\n', encoding="utf-8")
    edge.write_text('[[circumstance]]\nname = "edge"\nstat = 1\n', encoding="utf-8")
    assert "→ 4" in run(f"play {house} jump --sheet {luck} --faces 3").output
    refused = run(f"play scores test --sheet {luck}")
    assert "luck: no rule of scores has a parameter advantage" in refused.output
    refused = run(f"play scores test --sheet {edge}")
    assert "edge: no rule of scores has a parameter stat" in refused.output
    assert refused.exit_code == 1
    assert run(f"play tiers check --stat 45 --sheet {edge} --faces 46").exit_code == 0


def test_a_circumstance_begun_outside_a_game_is_checked_again_in_it() -> None:
    begin = "begin edge: stat 1"
    refused = "edge: no rule of scores has a parameter stat"
    assert "edge: +1 stat" in talk(begin)
    assert refused in talk("game scores", begin)
    assert refused in talk(begin, "game scores")
    assert refused in talk(begin, "play scores test --faces 5")
    shown = talk(begin, "game scores", "end edge", "test --faces 5")
    assert "Test: " in shown
    assert "Test: " in talk("game scores", begin, "test --faces 5")
    assert "no rule of any game has a parameter stst" in talk("begin edge: stst 1")


def test_a_circumstance_that_gives_what_no_rule_takes(tmp_path: Path) -> None:
    file = tmp_path / "bob.toml"
    file.write_text('[[circumstance]]\nname = "luck"\nadvantage = 1\n', encoding="utf-8")
    result = run(f"play scores test --sheet {file}")
    assert "luck: no rule of scores has a parameter advantage" in result.output
    assert "did you mean advantages?" in result.output


def test_what_is_on_one_of_several_does_not_hit_the_others(sheet: str) -> None:
    result = run(f"play tiers test --sheet {sheet} --tier 1 --faces 10 --stats Stealth,Attack")
    assert "with 0 and 1 Advantages" in result.output


def test_stakes_are_part_of_the_record(sheet: str, tmp_path: Path) -> None:
    file = tmp_path / "stakes.toml"
    file.write_text('wants = "in"\nagainst = ["rain"]\n', encoding="utf-8")
    for stakes in ("wants: in; against: rain", str(file)):
        line = f"play tiers check --stat Stealth --sheet {sheet} --faces 21 --json"
        record = json.loads(run(f"{line} --stakes {shlex.quote(stakes)}").output)["roll"]
        assert record["call"]["stakes"] == {"wants": "in", "against": ["rain"]}
        assert record["call"]["names"] == {"stat": "Stealth"}
    assert "--stakes goes with a roll" in run("play scores test --odds --stakes x").output


# The prompt


def test_a_game_is_chosen_and_its_rules_are_used() -> None:
    shown = talk("game tiers", "check --stat 43 --faces 21", "explain", "json")
    assert "rules: check, test, countdown, opposed" in shown
    assert "→ Success, 2 $" in shown
    assert "    21\n" in shown
    assert '"rule": "tiers.check"' in shown


def test_a_rule_is_rolled_again() -> None:
    shown = talk("game tiers", "check --stat 43", "").splitlines()
    assert sum(line.startswith("Check against 43") for line in shown) == 2


def test_play_needs_no_choosing() -> None:
    assert "→ 9, Mixed" in talk("play scores test --modifier 1 --faces 8")


def test_dice_still_roll_in_a_game() -> None:
    shown = talk("game tiers", "3d6", "odds")
    assert "mean 10.50" in shown


def test_a_name_alone_calls_for_its_roll(sheet: str) -> None:
    """S1: a named modifier with no dice before it is rolled with a d10."""
    shown = talk("game scores", f"sheet {sheet}", "Focus Save", "d1 + @{Focus Save}")
    assert "Focus Save +1: " in shown
    assert "1d1 + @{Focus Save} → (1) + 1 = 2" in shown


def test_a_name_alone_takes_the_options_of_its_roll(sheet: str) -> None:
    shown = talk("game scores", f"sheet {sheet}", "Focus Save --faces 8")
    assert "Focus Save +1: 8 + 1 (Focus Save) = 9 → 9, Mixed" in shown


def test_odds_of_a_rule_at_the_prompt() -> None:
    assert "46.00 %" in talk("game tiers", "odds check --stat 45 --of passes")


def test_enter_repeats_only_what_was_rolled(sheet: str) -> None:
    shown = talk("game scores", "test --faces 5", f"sheet {sheet}", "end ants in their pants", "")
    assert shown.count("Test: 5") == 2


def test_circumstances_begin_and_end_at_the_prompt() -> None:
    """S12."""
    begun = talk("game scores", "begin the dark: disadvantages 2 on test", "test --faces 5,3,4")
    assert "with 2 Disadvantages" in begun
    ended = talk("game scores", "begin the dark: disadvantages 2", "end the dark", "test --faces 5")
    assert "the dark ends" in ended
    assert "Test: 5 → 5, Low" in ended


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["game tirs"], "did you mean tiers?"),
        (["game"], "no game is open; the games are"),
        (["play tirs check"], "there is no game 'tirs'"),
        (["game tiers", "check --stat"], "--stat needs a value"),
        (["game tiers", "check --stat 'x"], "a quotation mark is opened but not closed"),
        (["game tiers", "check --stat x"], "must be a whole number"),
        (
            ["check --stat 45"],
            "check is a rule of target, tiers and triumph\n  open the game first",
        ),
        (["begin x: disadvantage 1"], "did you mean disadvantages?"),
        (["begin nothing"], "name the circumstance and what it gives"),
        (["end nothing"], "there is no circumstance 'nothing'"),
        (["sheet"], "no sheet is open"),
        (["sheet nowhere.toml"], "No such file"),
        (["game tiers", "tset 45"], "did you mean test or set?"),
        (["game tiers", "chekc 45"], "did you mean check?"),
        (["games tiers"], "examples to copy"),
    ],
)
def test_the_prompt_says_what_is_wrong(lines: list[str], said: str) -> None:
    assert said in talk(*lines)


def test_odds_alone_are_those_of_the_last_rule_without_what_goes_with_a_roll() -> None:
    shown = talk("game tiers", "check --stat 45 --faces 1", "odds")
    assert "Critical" in shown
    assert "error" not in shown


@pytest.mark.parametrize(
    ("typed", "called"),
    [
        ("check 45 --faces 12", "Check against 45"),
        ("check 45 Hard --faces 12", "Check against 45 for 5 $ (Hard)"),
        ("check 45 --tier Hard --faces 12", "Check against 45 for 5 $ (Hard)"),
        ("opposed 45 50 --faces 12,13", "Opposed Roll 45 against 50"),
    ],
)
def test_values_may_stand_alone_in_the_order_of_the_parameters(typed: str, called: str) -> None:
    assert called in talk("game tiers", typed)
    assert called in run(f"play tiers {typed}").output


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("play tiers check 45 --stat 50", "stat is given twice"),
        ("play tiers check 45 --tags torch --tags rope", "--tags is given twice"),
        ("play scores test 2 --modifer 3", "there is no option --modifer"),
        ("play tiers check x", "must be a whole number"),
        (
            "play scores test 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
            "too many values for scores.test: 7 8 9",
        ),
    ],
)
def test_values_that_cannot_stand_alone(typed: str, said: str) -> None:
    assert said in run(typed).output


def test_a_negative_value_may_stand_alone() -> None:
    assert "Test -2" in run("play scores test -2 --faces 5").output


def test_a_name_of_several_words_is_one_value(tmp_path: Path) -> None:
    sheet = tmp_path / "alice.toml"
    sheet.write_text('name = "Alice"\n"Focus Save" = 1\n')
    shown = run(f"play scores test Focus Save --sheet {sheet} --faces 5").output
    assert "Focus Save +1" in shown


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_faces_that_do_not_fit_are_refused_before_anything_is_shown(more: list[str]) -> None:
    for words in (
        ["play", "tiers", "check", "--stat", "43", "--times", "2", "--faces", "1,2,3"],
        ["play", "tiers", "check", "--stat", "43", "--times", "2", "--faces", "1,200"],
        ["roll", "2d6", "d8", "--faces", "1,2,3,4"],
        ["roll", "2d6", "d8", "--faces", "1,2,9"],
    ):
        result = CliRunner().invoke(main, [*words, *more])
        assert result.exit_code == 1
        assert "→" not in result.output
        assert result.output.count("outcome") == 0


def test_a_d100_by_its_two_dice() -> None:
    result = CliRunner().invoke(
        main, ["play", "tiers", "check", "--stat", "43", "--faces", "40/3", "--advantages", "0"]
    )
    assert ": 43 →" in result.output


def test_what_players_ask_first_is_shown_first() -> None:
    words = ["play", "triumph", "check", "--dc", "15", "--proficiency", "aptitude", "--odds"]
    short = CliRunner().invoke(main, words).output
    assert [line.split()[:3] for line in short.splitlines() if "%" in line] == [
        ["passes", "25.00", "%"],
        ["triumph", "5.00", "%"],
        ["disaster", "5.00", "%"],
    ]
    assert "--table lists all 20 outcomes" in short
    full = CliRunner().invoke(main, [*words, "--table"]).output
    assert "success by 5" in full
    assert "success by 5" in CliRunner().invoke(main, [*words, "--csv"]).output


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play target check --target 12 --hidden target=15 --secret s.json", "given twice"),
        ("play target check --hidden dc=15 --secret s.json", "it can hide target"),
        ("play target check --hidden target=15", "--secret names the file"),
        ("play percentile extended vs 6", "is 6 the target, or the degrees needed? write target=6"),
        ("play scores 'Focus Save'", 'test --modifier "Focus Save"'),
        ("play tiers test --stats 45 --on-failure reste", "did you mean reset?"),
        ("play triumph check --dc 15 --proficiency apitude", "did you mean aptitude?"),
        ("play tiers test --stats 45,50 --faces 21,33 --pause", "it pauses first: player 2"),
        ("play target check --odds --of passes", "the difficulty is hidden or not settled yet"),
    ],
)
def test_slips_at_the_table(line: str, said: str) -> None:
    result = run(line)
    assert result.exit_code in (1, 2)
    assert said in " ".join(result.output.split())
    assert "None" not in result.output


@pytest.mark.parametrize("typed", ["re", "reroll", "1", "RE-ROLL"])
def test_decisions_are_understood_as_people_type_them(typed: str) -> None:
    result = run(f"play triumph check --dc 15 --dice 1d20♻ --faces 1,17 --decide {typed}")
    assert "re-rolled: 17" in result.output


def test_one_name_for_everybody_or_a_name_for_each() -> None:
    sheets = " ".join(f"--sheet examples/{name}.toml" for name in ("alice", "bob"))
    result = run(f"play scores group_test --modifiers Stealth,Attack {sheets}")
    assert "Stealth is everybody's, and more is given" in result.output


def test_what_ends_with_a_paused_roll_is_said_when_it_is_resumed(tmp_path: Path) -> None:
    token, after = tmp_path / "token.json", tmp_path / "carol.toml"
    sheets = " ".join(f"--sheet examples/{name}.toml" for name in ("alice", "carol"))
    run(f"play scores group_test --modifiers Stealth {sheets} --faces 6,5,3 --pause {token}")
    result = run(f"resume {token} --decide nobody --sheet examples/carol.toml --sheet-out {after}")
    assert "a whispered warning ends" in result.output
    assert "whispered" not in after.read_text(encoding="utf-8")


@pytest.mark.parametrize("faces", ["70,3", "7,3", "70/3"])
def test_r1_a_tens_die_shows_ten_to_ninety(faces: str) -> None:
    assert "→ 73" in run(f"play triumph percentile --faces {faces}").output


def test_odds_in_a_format_for_people_begin_with_what_players_ask() -> None:
    """Programs read every outcome; people who want that say --table."""
    asked = "play triumph check 3 15 --odds"
    lines = run(f"{asked} --markdown").stdout.splitlines()
    assert lines[0] == "| Check +3 against DC 15 (Hard) | chance |"
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| passes", "| triumph", "| disaster"]
    assert "triumph   0.25 %" in run(f"{asked} --chat").stdout
    assert "failure by 10" in run(f"{asked} --markdown --table").stdout
    assert "failure by 10" in run(f"{asked} --csv").stdout
