"""``--json`` writes what the service answers."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from astragal.cli.main import main
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
        ("games tiers", "game", {"name": "tiers"}),
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
