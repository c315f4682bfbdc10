"""The examples are as short as they claim, and work."""

from __future__ import annotations

import ast
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest

import web_service
from astragal import Die, Sheet, odds, verify
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


# Rules of known games, each beside what its odds are by hand


GAMES = (
    *("action_roll", "hold", "push", "wild_die", "botch"),
    *("cant_stop", "farkle", "yahtzee", "hope_and_fear", "cortex", "volley"),
)


def game(name: str, rule: str) -> Any:
    return load_rules(EXAMPLES / f"{name}.py")[rule]


@pytest.mark.parametrize("name", GAMES)
def test_a_rule_of_a_known_game_takes_twenty_lines_at_most(name: str) -> None:
    tree = ast.parse((EXAMPLES / f"{name}.py").read_text(encoding="utf-8"))
    rules = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert rules
    for node in rules:
        assert (node.end_lineno or 0) - node.lineno < 20, node.name


@pytest.mark.parametrize(
    ("name", "rule", "given", "faces", "decisions", "outcome"),
    [
        ("action_roll", "action", {"rating": 2, "extra": 1}, [4, 6, 6], [], "critical"),
        ("action_roll", "action", {"rating": 2}, [5, 3], [], "partial"),
        ("action_roll", "action", {"rating": 0}, [6, 6], [], "success"),
        ("action_roll", "action", {"rating": 0}, [6, 3], [], "failure"),
        ("hold", "guard", {"stat": 1}, [4, 3, 2, 3, 1, 1], ["wait", "spend"], "3"),
        ("hold", "guard", {"stat": -1}, [4, 3, 2, 3, 1, 1], [], "0"),
        ("push", "effort", {}, [6, 4, 3, 1, 5, 2], ["stop"], "successes 1, damage 0"),
        ("push", "effort", {}, [6, 4, 3, 1, 1, 2, 1, 6, 6, 1], ["push"], "successes 3, damage 2"),
        ("wild_die", "trait", {"die": "d8"}, [3, 6, 6, 2], ["keep"], "two raises"),
        ("wild_die", "trait", {"modifier": 2}, [1, 2, 1, 3], ["spend"], "success"),
        ("wild_die", "trait", {"modifier": 5}, [6, 3, 2, 1, 1], ["spend"], "critical failure"),
        ("botch", "dice_pool", {"difficulty": 7}, [1, 7, 8, 10, 3], [], "successes 2"),
        ("botch", "dice_pool", {"dice": 2}, [1, 6], [], "successes 0"),
        ("botch", "dice_pool", {"dice": 2}, [1, 5], [], "a botch"),
        ("botch", "dice_pool", {"dice": 2, "willpower": True}, [1, 5], [], "successes 1"),
    ],
)
def test_a_worked_example(
    name: str, rule: str, given: Any, faces: list[int], decisions: list[str], outcome: str
) -> None:
    rolled = game(name, rule)(**given).roll(faces=faces, decisions=decisions)
    assert str(rolled.outcome) == outcome


def test_an_action_roll_by_hand() -> None:
    for rating in (1, 3):
        rolls = list(product(range(1, 7), repeat=rating))
        odds = game("action_roll", "action")(rating).odds()
        critical = sum(roll.count(6) > 1 for roll in rolls)
        partial = sum(max(roll) in (4, 5) for roll in rolls)
        assert odds["critical"] == Fraction(critical, len(rolls))
        assert odds["partial"] == Fraction(partial, len(rolls))
    lowest = Fraction(sum(min(roll) < 4 for roll in product(range(1, 7), repeat=2)), 36)
    assert game("action_roll", "action")(0).odds()["failure"] == lowest


def averted(hold: int, dangers: int) -> Fraction:
    """What the best play averts on average."""
    if not (hold and dangers):
        return Fraction(0)
    spent, waited = averted(hold - 1, dangers - 1), averted(hold, dangers - 1)
    return sum((max(harm + spent, waited) for harm in (1, 2, 3)), Fraction(0)) / 3


def test_a_move_with_hold_by_hand() -> None:
    totals = [one + other + 1 for one, other in product(range(1, 7), repeat=2)]
    holds = [3 if total >= 10 else 1 if total >= 7 else 0 for total in totals]
    assert game("hold", "move")(1).odds()["strong"] == Fraction(holds.count(3), 36)
    mean = sum((averted(hold, 4) for hold in holds), Fraction(0)) / 36
    assert game("hold", "guard")(1).odds(aim="outcome").mean == mean
    advice = game("hold", "guard")(1).advise("outcome", faces=[4, 3, 2])
    assert advice.values == {"spend": Fraction(2), "wait": averted(1, 3)}


def test_a_push_by_hand() -> None:
    """Two base dice and one of the skill; whoever has no six pushes."""
    good = Fraction(0)
    for one, other, skill in product(range(1, 7), repeat=3):
        if 6 in (one, other, skill):
            good += Fraction(1, 216)
            continue
        again = list(product(range(1, 7), repeat=1 + (one > 1) + (other > 1)))
        good += Fraction(sum(6 in roll for roll in again), len(again) * 216)
    odds = game("push", "effort")(2, 1).odds(aim="successes>=1")
    assert odds.probability(lambda effort: effort.successes >= 1) == good
    # A one and two blanks: a push brings a third of a success and a sixth of damage, and the one.
    advice = game("push", "effort")(2, 1).advise("net", faces=[1, 3, 4])
    assert advice.values == {"push": Fraction(2, 6) - 1 - Fraction(1, 6), "stop": Fraction(0)}


def reaches(sides: int, need: int) -> Fraction:
    """The chance that a die that explodes comes to so much."""
    chances = (
        reaches(sides, need - face) if face == sides and need > face else Fraction(face >= need)
        for face in range(1, sides + 1)
    )
    return sum(chances, Fraction(0)) / sides


@pytest.mark.parametrize("sides", [4, 6, 8, 12])
def test_a_wild_die_by_hand(sides: int) -> None:
    for modifier in (-2, 0, 1):
        odds = game("wild_die", "trait")(f"d{sides}", modifier, bennies=0).odds()
        for rank, need in ((2, 4), (3, 8), (4, 12)):
            misses = (1 - reaches(each, need - modifier) for each in (sides, 6))
            expected = 1 - prod(misses)
            assert odds.probability(lambda found, rank=rank: found.rank >= rank) == expected
        assert odds.probability(lambda found: found.rank == 0) == Fraction(1, 6 * sides)


def test_a_botch_by_hand() -> None:
    rolls = list(product(range(1, 11), repeat=3))
    odds = game("botch", "dice_pool")(3, 6).odds()
    botches = sum(1 in roll and max(roll) < 6 for roll in rolls)
    assert odds.probability(lambda count: count.botch) == Fraction(botches, 1000)
    two = sum(sum(face >= 6 for face in roll) - roll.count(1) == 2 for roll in rolls)
    assert odds.probability(lambda count: count.successes == 2) == Fraction(two, 1000)


# Genesys


@pytest.fixture
def genesys() -> Any:
    return load_rules(EXAMPLES / "genesys.py")["check"]


def test_a_check_of_genesys_takes_twenty_lines() -> None:
    text = (EXAMPLES / "genesys.py").read_text(encoding="utf-8")
    assert len(text[text.index("@rule") :].splitlines()) <= 20


def test_a_check_of_genesys_is_rolled_and_verified(genesys: Any) -> None:
    faces = ["2success", "success+triumph", "failure+threat", "failure+despair"]
    rolled = genesys(1, proficiency=1, difficulty=1, challenge=1).roll(faces=faces)
    assert str(rolled.outcome) == "pass: despair + success + threat + triumph"
    assert verify(rolled.to_json(), rules=genesys) == rolled


def test_odds_of_genesys_are_those_of_the_notation(genesys: Any) -> None:
    one = "d{blank,success,success,2success,advantage,advantage,success+advantage,2advantage}"
    other = "d{blank,failure,2failure,threat,threat,threat,2threat,failure+threat}"
    pool = f"cancel(2{one} + 2{other}, success, failure, advantage, threat)"
    ours = genesys(2, difficulty=2).odds()
    assert {result.left: chance for result, chance in ours.items()} == dict(odds(pool).items())
    assert ours.of("passes").probability(True) == Fraction(891, 2048)
    assert genesys().roll().outcome.passes is False


def test_the_dice_of_genesys_have_as_many_sides_as_they_should() -> None:
    text = (EXAMPLES / "genesys.py").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(text, "genesys.py", "exec"), names)  # the dice are no rules
    sides = {name: each.total for name, each in names.items() if isinstance(each, Die)}
    assert sides == {
        "BOOST": 6,
        "SETBACK": 6,
        "ABILITY": 8,
        "DIFFICULTY": 8,
        "PROFICIENCY": 12,
        "CHALLENGE": 12,
        "FORCE": 12,
        "PERCENTILE": 100,
    }
