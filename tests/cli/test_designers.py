"""``astragal compare`` and ``astragal find``, as they are typed."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from astragal.cli.main import main
from astragal.service.service import Service
from tests.support.files import ROOT
from tests.support.prompt import talk


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


# Compare


def test_rules_are_compared_as_they_are_called() -> None:
    shown = run("compare", "tiers check 45", "tiers check 40 --advantages 1", "--of", "passes")
    assert shown.exit_code == 0
    assert "A  tiers check 45" in shown.output
    assert "true  46.00 %  65.19 %    +19.19 %" in shown.output


def test_json_is_the_answer_of_the_service() -> None:
    typed = json.loads(run("compare", "2d6", "1d12", "--json").output)
    these = [{"expression": "2d6"}, {"expression": "1d12"}]
    assert typed == Service().ask("compare", {"these": these})
    family = shlex.split("--family XdY --X 1..3 --Y 4,6")
    wished = json.loads(run("find", *family, "--mean", "9", "--sd", "3", "--json").output)
    wishes = [{"of": "mean", "target": "9"}, {"of": "sd", "target": "3"}]
    asked = {"wishes": wishes, "family": "XdY", "axes": {"X": "1..3", "Y": [4, 6]}}
    assert wished == Service().ask("find", asked)


def test_a_rule_of_a_file_and_table_talk() -> None:
    duel = ROOT / "examples" / "duel.py"
    shown = run("compare", f"{duel} blow", "advantage on d20", "--csv")
    assert shown.exit_code == 0, shown.output
    assert "read as" in shown.stderr


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["compare", "2d6"], 2, "compare what with what?"),
        (["compare"], 2, "compare what with what?"),
        (["compare", "2d6", "3dx"], 1, "how many sides?"),
        (["compare", "2d6", "tiers chek 45"], 2, "did you mean check?"),
        (["compare", "2d6", "tiers check 45 --seed 3"], 2, "--seed goes with a roll"),
        (["compare", "2d6", "1d6 [1] a", "--cumulative"], 1, "cumulative chances need numbers"),
        (["compare", "2d6", "1d6", "--nonsense"], 2, "there is no option --nonsense"),
        (["find"], 1, "what is wished for?"),
        (["find", "--mean", "much"], 1, "cannot be wished for"),
        (["find", "--X", "3", "--mean", "4"], 2, "there is no option --X"),
        (["find", "--family", "XdY", "--mean", "4"], 2, "which numbers are open?"),
        (["find", "--family", "XdY", "--X", "1..3", "--mean", "4"], 1, "how many sides?"),
        (["find", "--family", "Xd6", "--X", "3..1", "--mean", "4"], 2, "runs backwards"),
        (["find", "--family", "Xd6", "--X"], 2, "--X needs a value"),
        (["find", "--family", "Xd6", "--X", "1", "--X", "2"], 2, "--X is given twice"),
        (["find", "--mean", "4", "--weight", "sd=2"], 2, "nothing is wished for of that name"),
        (["find", "--mean", "4", "--weight", "2"], 2, "write it like mean=2"),
        (["find", "tiers", "--mean", "4"], 2, "name a game and a rule"),
        (["find", "tiers", "check", "--stats", "1..9", "--mean", "4"], 2, "did you mean --stat?"),
        (["find", "tiers", "check", "--stat", "1..9", "--mean", "4"], 1, "--of says"),
        (["find", "tiers", "check", "--stat", "45", "--chance", "passes", "1/2"], 1, "are open"),
        (
            ["find", "--chance", ">=15", "65%", "--limit", "1e8"],
            1,
            "to try with ten times that: --limit",
        ),
    ],
)
def test_what_is_refused(words: list[str], status: int, said: str) -> None:
    shown = run(*words)
    assert said in shown.output
    assert shown.exit_code == status


# Find


def test_open_numbers_of_dice() -> None:
    words = shlex.split("find --family XdY+Z --X 1..4 --Y=6,8 --Z -1..1 --mean 8 --show 3 --csv")
    heads, *rows = csv.reader(run(*words).output.splitlines())
    assert heads == ["", "found", "off", "mean", "mean (exact)", "sd"]
    assert [row[1] for row in rows] == ["2d6+1", "2d8-1", "2d6"]


def test_open_parameters_of_a_rule() -> None:
    words = shlex.split(
        "find tiers test --stats 35..55/20 --tier 1,4 --on-failure benevolent "
        "--steps-mean 4 --chance passes '>=90%' --show 1"
    )
    shown = run(*words)
    assert "1  stats=55, tier=4" in shown.output
    assert "3.92" in shown.output


def test_both_at_the_prompt() -> None:
    assert "1d8 is never worse than 1d6" in " ".join(talk("compare 1d8 | 1d6").split())
    assert "+5.00 %" in talk("game tiers", "compare check 45 | check 50 --of passes")
    rules = "compare check 40 --advantages 1 | check 45 --advantages=1 --of passes --all"
    assert "65.19 %" in talk("game tiers", rules)
    assert "at least" in talk("compare 1d8 | 1d6+1 --cumulative")
    assert "3d6" in talk("find --family Xd6 --X 1..3 --mean 10 --show 1")


RESIST = '''
from astragal import Asks, rule

@rule
def resist(rating: int = 2, stress: int = 0, resisted: int = 0) -> Asks[int]:
    """Each resistance costs 6 less the highest die; at nine it is over."""
    stress += 6 - (yield f"{rating}d6kh1")
    return resisted if stress >= 9 else resist(rating, stress, resisted + 1)
'''


def test_the_author_of_a_rule_is_told_what_grows_and_what_to_ask_instead(tmp_path: Path) -> None:
    file = tmp_path / "resist.py"
    file.write_text(RESIST, encoding="utf-8")
    refused = run("play", str(file), "resist", "--odds", "--limit", "2e7")
    said = " ".join(refused.stderr.split())
    assert "`resisted` takes ever more values" in said
    assert "leave it out and ask for --steps" in said
    assert "to allow ten times as much: --limit 2e8" in said
    file.write_text(RESIST.replace(", resisted + 1", "").replace("resisted if", "1 if"))
    assert "mean" in run("play", str(file), "resist", "--steps").stdout
