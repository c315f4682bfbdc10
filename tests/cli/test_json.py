"""``--json`` writes what the service answers."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from astragal.cli.main import COMMANDS, main
from astragal.service import Service
from tests.support.questions import ALICE

SERVICE = Service()


@pytest.mark.parametrize(
    ("line", "ask", "fields"),
    [
        ("roll 4d6kh3 --seed a", "roll", {"expression": "4d6kh3", "seed": "a"}),
        ("roll 2d", "roll", {"expression": "2d"}),
        ("odds 2d6!", "odds", {"expression": "2d6!"}),
        ("play scores test --odds", "odds", {"rule": "scores.test"}),
        ("odds 2d6 --of outcome=15", "odds", {"expression": "2d6", "of": "outcome=15"}),
        (
            "odds 'd100 under 45' --game tiers",
            "odds",
            {"expression": "d100 under 45", "game": "tiers"},
        ),
        (
            "play scores test --odds --of score=99",
            "odds",
            {"rule": "scores.test", "of": "score=99"},
        ),
        ("odds 'd20 with advantage'", "odds", {"expression": "d20 with advantage"}),
        ("odds 'chance of 7 on 2d6'", "odds", {"expression": "chance of 7 on 2d6"}),
        ("play scores test --seed b", "roll", {"rule": "scores.test", "seed": "b"}),
        (
            "play tiers check --stat 45 --tier Hard --faces 21",
            "roll",
            {"rule": "tiers.check", "parameters": {"stat": 45, "tier": "Hard"}, "faces": [21]},
        ),
        (
            "play scores test --modifier Stealth --faces 4,8 --sheet SHEET",
            "roll",
            {
                "rule": "scores.test",
                "parameters": {"modifier": "Stealth"},
                "faces": [4, 8],
                "sheets": [ALICE],
            },
        ),
        (
            "play scores test --sweep modifier=0..3 --of passes",
            "sweep",
            {"rule": "scores.test", "axes": {"modifier": "0..3"}, "of": "passes"},
        ),
        (
            "play scores test --sweep modifier=0..3 --of range",
            "sweep",
            {"rule": "scores.test", "axes": {"modifier": "0..3"}, "of": "range"},
        ),
        (
            "odds '1d20+@b >= @dc' --sweep b=0..2 --sweep dc=5..25 --reach 65%",
            "frontier",
            {
                "expression": "1d20+@b >= @dc",
                "axes": {"b": "0..2", "dc": "5..25"},
                "at_least": "65%",
            },
        ),
        (
            "play tiers check 45 --of passes --matters --by stat=10",
            "matters",
            {
                "rule": "tiers.check",
                "parameters": {"stat": 45},
                "of": "passes",
                "by": {"stat": 10},
            },
        ),
        (
            "odds '1d20+5 >= @dc' --sweep dc=5..25 --reach 65% --greatest",
            "reach",
            {
                "expression": "1d20+5 >= @dc",
                "axes": {"dc": "5..25"},
                "at_least": "65%",
                "greatest": True,
            },
        ),
        (
            "play triumph check --dice 1d20♻ --dc 15 --ability 3 --faces 1 --advise",
            "advise",
            {
                "rule": "triumph.check",
                "parameters": {"dice": "1d20♻", "dc": 15, "ability": 3},
                "faces": [1],
            },
        ),
        (
            "play triumph check --dice 1d20♻ --dc 15 --ability 3 --faces 1 --pause",
            "start",
            {
                "rule": "triumph.check",
                "parameters": {"dice": "1d20♻", "dc": 15, "ability": 3},
                "faces": [1],
            },
        ),
        (
            "play tiers test --stats 45 --tier 2 --steps",
            "steps",
            {"rule": "tiers.test", "parameters": {"stats": [45], "tier": 2}},
        ),
        ("games", "games", {}),
        ("games tiers", "game", {"name": "tiers"}),
        ("games nothing", "game", {"name": "nothing"}),
        (
            "compare 2d6 1d12",
            "compare",
            {"these": [{"expression": "2d6"}, {"expression": "1d12"}]},
        ),
        ("tries 2d6 --of '>=10'", "tries", {"expression": "2d6", "of": ">=10"}),
        ("translate 4d6r<2 --from roll20", "translate", {"text": "4d6r<2", "source": "roll20"}),
        (
            "macro 'Hit: [[1d20+2]]' --dialect roll20 --odds",
            "macro",
            {"text": "Hit: [[1d20+2]]", "dialect": "roll20", "odds": True},
        ),
        ("anydice 'output 2d6'", "anydice", {"program": "output 2d6"}),
        (
            "anydice 'output 2d6' --roll --seed c",
            "anydice_roll",
            {"program": "output 2d6", "seed": "c"},
        ),
        ("play tiers check --stat x", "roll", {"rule": "tiers.check", "parameters": {"stat": "x"}}),
    ],
)
def test_the_command_line_writes_the_answer_of_the_service(
    line: str, ask: str, fields: dict[str, Any], tmp_path: Path
) -> None:
    sheet = tmp_path / "alice.toml"
    sheet.write_text(ALICE, encoding="utf-8")
    words = shlex.split(f"{line} --json".replace("SHEET", str(sheet)))
    shown = CliRunner().invoke(main, words).stdout
    answered = json.loads(SERVICE.reply_to(ask, fields).body)
    assert json.loads(shown) == answered


def test_records_and_secrets_of_files(tmp_path: Path) -> None:
    asked = {"rule": "triumph.check", "parameters": {"dc": 15}, "hidden": ["dc"], "seed": "d"}
    rolled = SERVICE.ask("roll", asked)
    fields = {"record": rolled["roll"], "secret": rolled["secret"]}
    other = SERVICE.ask("roll", asked)["secret"]
    wrong = {**rolled["roll"], "outcome": {**rolled["roll"]["outcome"], "score": 99}}
    for name, data in {**fields, "other": other, "wrong": wrong}.items():
        (tmp_path / name).write_text(json.dumps(data), encoding="utf-8")

    def written(line: str) -> tuple[Any, int]:
        words = [str(tmp_path / each) for each in line.split()[1:]]
        done = CliRunner().invoke(main, [line.split()[0], *words, "--json"])
        return json.loads(done.stdout), done.exit_code

    assert written("reveal record secret") == (SERVICE.ask("reveal", fields), 0)
    assert written("verify record") == (SERVICE.ask("verify", {"record": rolled["roll"]}), 0)
    refused, status = written("reveal record other")
    assert (refused["code"], status) == ("wrong-secret", 1)
    refused, status = written("verify wrong")
    assert status == 1
    problem = json.loads(SERVICE.reply_to("verify", {"record": wrong}).body)
    assert refused == {"record": str(tmp_path / "wrong"), **problem}


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"play", "prompt", "serve"}))
def test_every_command_that_asks_writes_its_answer_as_json(name: str) -> None:
    with click.Context(main) as context:
        command = main.get_command(context, name)
    assert command is not None
    assert "--json" in {option for each in command.params for option in each.opts}
