"""Sheets as data for a form: nothing is lost on the way there and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import astragal
from astragal.service import Service
from tests.support.files import ROOT

SERVICE = Service()

WRITTEN = """
name = "Ann"
Stealth = 2
Reach = 1.5
Sword = "1d8+2"

[rolls."Magic Missile"]
rule = "scores.test"
modifier = "Arcana"
advantages = 2

[[circumstances]]
name = "the dark"
disadvantages = 1
on = ["Stealth"]
lasts = {rounds = 2}

[[circumstances]]
name = "inspired"
advantages = 1
lasts = "next"
begins_when = "critical_success"
"""


UNDER_HEADINGS = """
name = "Bob"
Level = 3

[Skills.Body]
Climb = 2
Sword = "1d8+2"

[rolls]
Luck = 1

["The mind"]
Lore = 4
"""


def ask(**fields: Any) -> dict[str, Any]:
    return SERVICE.ask("sheet", fields)


@pytest.mark.parametrize(
    "text",
    [
        WRITTEN,
        UNDER_HEADINGS,
        "",
        *(path.read_text() for path in sorted((ROOT / "examples").glob("*.toml"))),
    ],
)
def test_a_sheet_comes_back_from_a_form_as_it_was(text: str) -> None:
    read = ask(toml=text)
    assert astragal.Sheet.read(read["toml"]) == astragal.Sheet.read(text)
    from_form = ask(sheet=json.loads(json.dumps(read["sheet"])))
    assert from_form == read


def test_a_form_holds_every_part_of_a_sheet() -> None:
    sheet = ask(toml=WRITTEN)["sheet"]
    assert sheet["values"] == [
        {"name": "Stealth", "value": "2", "under": []},
        {"name": "Reach", "value": "3/2", "under": []},
        {"name": "Sword", "value": "1d8+2", "under": []},
    ]
    assert sheet["rolls"] == [
        {
            "name": "Magic Missile",
            "rule": "scores.test",
            "parameters": {"modifier": "Arcana", "advantages": 2},
        }
    ]
    dark, inspired = sheet["circumstances"]
    assert dark == {
        "name": "the dark",
        "gives": {"disadvantages": 1},
        "on": ["Stealth"],
        "lasts": "2 rounds",
        "begins_when": "",
    }
    assert (inspired["lasts"], inspired["begins_when"]) == ("the next roll", "critical_success")


def test_what_lasts_for_rounds_ends_when_they_have_passed() -> None:
    later = [
        [each["name"] for each in ask(toml=WRITTEN, rounds=rounds)["sheet"]["circumstances"]]
        for rounds in (0, 1, 2)
    ]
    assert later == [["the dark", "inspired"], ["the dark", "inspired"], ["inspired"]]


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        ({"name": "Bob", "values": [{"name": "A", "value": "1"}] * 2}, "bad-sheet"),
        ({"name": "Bob", "values": [{"name": "a", "value": ""}]}, "bad-sheet"),
        ({"name": "Bob", "values": [{"value": "1"}]}, "bad-sheet"),
        ({"name": "Bob", "values": "1"}, "bad-sheet"),
        ({"name": "Bob", "values": [{"name": "a", "value": "1", "under": "Skills"}]}, "bad-sheet"),
        ({"name": "Bob", "values": [{"name": "a", "value": "1", "under": ["name"]}]}, "bad-sheet"),
        ({"name": "Bob", "strength": 3}, "bad-sheet"),
        ({"name": 5}, "bad-sheet"),
        ({"name": "Bob", "rolls": [{"name": "Hit", "rule": ""}]}, "bad-sheet"),
        ({"name": "Bob", "circumstances": [{"name": "x", "gives": {}}]}, "bad-circumstance"),
        (
            {"name": "Bob", "circumstances": [{"name": "x", "gives": {"a": 1}, "lasts": "long"}]},
            "bad-circumstance",
        ),
    ],
)
def test_what_cannot_be_on_a_sheet_is_refused(sheet: dict[str, Any], code: str) -> None:
    reply = SERVICE.reply_to("sheet", {"sheet": sheet})
    assert reply.status == 422
    assert json.loads(reply.body)["code"] == code


def test_no_file_is_read_for_a_sheet(tmp_path: Path) -> None:
    kept = tmp_path / "bob.toml"
    kept.write_text('name = "Bob"')
    assert SERVICE.reply_to("sheet", {"toml": str(kept)}).status == 422
