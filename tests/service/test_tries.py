"""``tries``: how often something comes up, held to every way that the tries can go."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner

from astragal import AstragalError, Limits, odds
from astragal.cli.main import main
from astragal.service import Service
from astragal.service.questions.tries import Tries

SERVICE = Service()


def ask(**fields: Any) -> dict[str, Any]:
    return SERVICE.ask("tries", fields)


def chances(answer: dict[str, Any]) -> dict[str, Fraction]:
    return {each["at"][""]: Fraction(each["exact"]) for each in answer["values"]}


def test_every_way_the_tries_can_go() -> None:
    """2d6+3 against 10, three times: 36³ ways."""
    hits = [a + b + 3 >= 10 for a, b in product(range(1, 7), repeat=2)]
    counts = [sum(ways) for ways in product(hits, repeat=3)]
    found = chances(ask(expression="2d6+3", of=">=10", times=3))
    assert found == {
        "at least once": Fraction(sum(map(bool, counts)), 36**3),
        "never": Fraction(counts.count(0), 36**3),
        "exactly once": Fraction(counts.count(1), 36**3),
        "exactly twice": Fraction(counts.count(2), 36**3),
        "exactly 3 times": Fraction(counts.count(3), 36**3),
    }


@pytest.mark.parametrize(
    ("of", "chance"),
    [
        (">=10", "1/6"),
        ("> 9", "1/6"),
        ("<=3", "1/12"),
        ("<3", "1/36"),
        ("=7", "1/6"),
        ("!=7", "5/6"),
        ("outcome>=10", "1/6"),
        (">=13", "0"),
        (">=2", "1"),
    ],
)
def test_what_counts_is_said_in_any_way(of: str, chance: str) -> None:
    answer = ask(expression="2d6", of=of, times=1)
    assert answer["chance"]["exact"] == chance
    first = answer["until_first"]
    assert first is None if chance == "0" else Fraction(first["exact"]) == 1 / Fraction(chance)


def test_dice_without_end_are_exact() -> None:
    one = Fraction(ask(expression="3d6!", of=">=10", times=1)["chance"]["exact"])
    assert one == odds("3d6!").at_least(10)


def test_a_rule_and_its_fields() -> None:
    answer = ask(rule="tiers.check", parameters={"stat": 45}, of="grade=Critical", times=2)
    assert answer["chance"]["exact"] == "1/20"
    assert chances(answer)["at least once"] == 1 - Fraction(19, 20) ** 2


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"of": "outcome"}, "not-true"),
        ({}, "missing-field"),
        ({"of": ">=7", "times": 0}, "bad-field"),
        ({"of": ">=7", "times": 201}, "bad-field"),
        ({"of": "passes"}, "no-such-field"),
    ],
)
def test_what_cannot_be_answered(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        ask(expression="2d6", **fields)
    assert caught.value.code == code


def test_very_long_fractions_are_refused_before_they_are_made() -> None:
    service = Service(limits=Limits(written=1_000))
    reply = service.reply_to("tries", {"expression": "20d20", "of": ">=200", "times": 100})
    assert reply.status == 422
    assert "answer-too-long" in reply.body


def test_it_is_a_command_and_shows_itself() -> None:
    result = CliRunner().invoke(main, ["tries", "2d6+3", "--of", ">=10", "--times", "3"])
    assert result.exit_code == 0
    assert "58.33 % in each try; 1.71 tries until the first success, on average" in result.output
    assert "exactly twice  42.53 %" in result.output
    rule = CliRunner().invoke(main, ["tries", "tiers check 45", "--of", "passes", "--json"])
    assert json.loads(rule.output) == ask(rule="tiers.check", parameters={"stat": 45}, of="passes")


def test_it_goes_through_a_process() -> None:
    import pickle

    found = pickle.loads(pickle.dumps(Tries("a coin", Fraction(1, 2), 2)))
    assert found.exactly(1) == Fraction(1, 2)


def test_wrong_use_is_said_plainly() -> None:
    missing = CliRunner().invoke(main, ["tries", "2d6"])
    assert (missing.exit_code, missing.stdout) == (2, "")
    assert "--of is missing, e.g. --of '>=10'" in missing.stderr
    several = CliRunner().invoke(main, ["tries", "2d6", "1d20", "--of", ">=7"])
    assert "tries is about one roll at a time" in several.stderr
