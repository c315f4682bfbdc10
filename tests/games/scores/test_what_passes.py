"""`passes` and `high` are what the Score Ranges say; where these have other names, nobody knows."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner

from astragal import OddsError, matters
from astragal.cli.main import main
from astragal.games import scores
from astragal.render.headline import headline_of
from astragal.service.service import Service

OURS = "[..8] alarm [9..] quiet"
TEST: Any = scores.test
GROUP: Any = scores.group_test

TABLES = {
    "standard": (7, 10),
    "pass": (7, 10),
    "[..8] Fail [9..] Pass": (9, 10),
    "[..4] low [5..11] mixed [12..] high": (5, 12),
    "[..6] Low [7..9] Mixed [10..] High [10!] Crit [0!] Botch": (7, 10),
}


@pytest.mark.parametrize("ranges", TABLES)
@pytest.mark.parametrize("modifier", [-1, 2, 4])
def test_what_passes_is_what_the_ranges_say(ranges: str, modifier: int) -> None:
    odds = TEST(modifier, ranges=ranges).odds()
    for field, goal in zip(("passes", "high"), TABLES[ranges], strict=True):
        by_hand = sum(Fraction(1, 10) for face in range(1, 10) if face + modifier >= goal)
        assert odds.of(field).probability(True) == by_hand + Fraction(1, 20)


@pytest.mark.parametrize("ranges", ["[..8] Fail [9..] Pass", "[..4] Low [5..9] Mixed [10..] High"])
def test_a_group_passes_if_the_ranges_say_so(ranges: str) -> None:
    group = GROUP([2, 1], ranges=ranges)
    passing = {"Pass", "Mixed", "High"}
    odds = group.odds(aim="passes")
    assert odds.of("passes").probability(True) == odds.probability(lambda s: s.range in passing)
    assert 0 < group.advise("passes", faces=[9, 3]).value < 1


ASKS: dict[str, Any] = {
    "of": lambda: TEST(2, ranges=OURS).odds().of("passes"),
    "high": lambda: TEST(2, ranges=OURS).odds().of("high"),
    "of a group": lambda: GROUP([2, 1], ranges=OURS).odds(aim="range=quiet").of("passes"),
    "aim": lambda: GROUP([2, 1], ranges=OURS).odds(aim="passes"),
    "advice": lambda: GROUP([2, 1], ranges=OURS).advise("passes", faces=[9, 5]),
    "matters": lambda: matters(TEST(2, ranges=OURS), of="passes"),
    "hidden": lambda: TEST(2, ranges=None).odds().of("passes"),
}


@pytest.mark.parametrize("ask", ASKS)
def test_ranges_with_other_names_do_not_say_what_passes(ask: str) -> None:
    with pytest.raises(OddsError, match=r"not say what (passes|high)"):
        ASKS[ask]()


def test_no_percentage_of_what_is_not_said() -> None:
    """In the command line, over the service, swept and alone."""
    for words in (
        "test 2 --odds --of passes",
        "test 2 --sweep modifier=0..1 --of passes",
        "test 2 --matters --of passes",
        "group_test 2,1 --odds",
        "group_test 2,1 --faces 9,5 --advise",
    ):
        result = CliRunner().invoke(main, ["play", "scores", *words.split(), "--ranges", OURS])
        assert "not say what passes" in result.output
        assert "%" not in result.output
    reply = Service().reply(
        json.dumps(
            {
                "ask": "odds",
                "rule": "scores.test",
                "parameters": {"ranges": OURS},
                "of": "passes",
            }
        )
    )
    assert reply.status == 422
    assert json.loads(reply.body)["code"] == "undefined"


def test_the_headline_has_each_range_instead() -> None:
    headline = headline_of(TEST(2, ranges=OURS).odds())
    assert headline is not None
    rows = {row: chance for (row,), chance in headline.cells.items()}
    assert (rows["alarm"], rows["quiet"]) == (Fraction(13, 20), Fraction(7, 20))
    assert "passes" not in rows


def test_an_aim_may_name_a_range() -> None:
    group = GROUP([2, 1], ranges=OURS)
    assert group.advise("range=quiet", faces=[9, 5]).value == Fraction(7, 16)
    odds = group.odds(aim="range=quiet")
    assert odds.of("range").probability("quiet") == Fraction(21667, 80000)


def test_a_roll_with_such_ranges_is_neither_a_success_nor_a_failure() -> None:
    score = TEST(2, ranges=OURS).roll(faces=[7]).outcome
    assert (score.range, score.verdict) == ("quiet", None)
    assert not hasattr(score, "passes")
