"""The examples are as short as they claim, and work."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import web_service
from astragal import Sheet
from astragal.rules.files import load_rules
from tests.support.asking import ask
from tests.support.files import ROOT

EXAMPLES = ROOT / "examples"


@pytest.fixture
def delve() -> Any:
    return load_rules(EXAMPLES / "homebrew.py")["delve"]


def lines(name: str) -> list[str]:
    """The lines of a file, but for the empty ones."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip()]


def test_a_game_of_ones_own_takes_under_forty_lines() -> None:
    assert len((EXAMPLES / "homebrew.py").read_text(encoding="utf-8").splitlines()) < 40


def test_it_is_rolled(delve: Any) -> None:
    roll = delve().roll(faces=[6, 1, 5], decisions=["deeper", "deeper", "home"])
    assert (roll.outcome.gold, roll.outcome.wounds) == (11, 1)
    assert delve().roll(faces=[6, 1, 1], decisions=["deeper", "deeper"]).outcome.gold == 0


def test_it_has_odds_and_advice(delve: Any) -> None:
    odds = delve().odds(aim="gold")
    assert sum(chance for _, chance in odds.items()) == 1
    # With 17 gold and a wound, a 1 loses all, a 2 makes 19, and anything else fills the sack.
    advice = delve(2, 14, 1).advise("gold", faces=[3])
    assert advice.values == {"deeper": Fraction(19 + 4 * 20, 6), "home": Fraction(17)}
    assert advice.best == "home"


def test_the_sheet_of_the_examples_can_be_read() -> None:
    sheet = Sheet.load(EXAMPLES / "alice.toml")
    assert (sheet.name, sheet["Focus Save"], len(sheet.circumstances.each)) == ("Alice", 1, 1)


def test_a_web_service_takes_thirty_lines() -> None:
    assert len(lines("web_service.py")) <= 30


def test_the_web_service_rolls_checks_and_gives_odds() -> None:
    app = web_service.app
    record = ask(app, "GET", "/roll", params={"dice": "4d6kh3"}).json()
    assert ask(app, "POST", "/verify", json=record).json().startswith("4d6kh3 → (")
    refused = ask(app, "POST", "/verify", json={**record, "outcome": 99})
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong-outcome")
    assert len(ask(app, "GET", "/odds", params={"dice": "2d6"}).json()["outcomes"]) == 11
    mistake = ask(app, "GET", "/roll", params={"dice": "2d"})
    assert (mistake.status_code, mistake.json()["code"]) == (422, "missing-sides")


def test_every_example_is_listed() -> None:
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for path in EXAMPLES.iterdir():
        assert path.name.startswith(("README", "__")) or f"({path.name}" in listed, path.name
