"""One question has one budget, however many cells, comparisons or decisions it has."""

from __future__ import annotations

import json
from typing import Any

import pytest

from astragal import LimitError, Limits, odds, sweep
from astragal.limits import Tally
from astragal.probability.budget import Budget
from astragal.service import Service
from astragal.service.question import find_question
from astragal.service.questions.sweep import Sweep
from astragal.service.subject import read_subject

LIMITS = Limits(odds=25_000_000)
"""Enough for any one of the cells below, and for several, not for all."""
SERVICE = Service(limits=LIMITS)
TOGETHER = "everything that was asked for together"


def refusal(name: str, **fields: Any) -> dict[str, Any]:
    reply = SERVICE.reply_to(name, fields)
    assert reply.status != 200
    data: dict[str, Any] = json.loads(reply.body)
    return data


def test_calls_that_share_limits_cost_together_what_one_may() -> None:
    limits = Limits(odds=15_000_000).shared()
    for sides in (98, 99, 100):
        assert odds(f"1d100/1d{sides}", limits=limits)
    with pytest.raises(LimitError, match=TOGETHER):
        odds("1d100/1d97", limits=limits)
    assert odds("1d100/1d97", limits=Limits(odds=5_000_000))


def test_limits_that_are_shared_anew_begin_anew() -> None:
    limits = Limits(odds=5_000_000)
    for sides in (98, 99, 100):
        assert odds(f"1d100/1d{sides}", limits=limits.shared())


def test_a_tally_counts_steps_and_paths() -> None:
    tally = Tally(Limits(odds=10, paths=9))
    tally.spend(10)
    tally.count_paths(3)
    tally.refuse()
    with pytest.raises(LimitError, match="that is at least 11 steps"):
        tally.spend(1)
    with pytest.raises(LimitError, match="paths"):
        Tally(Limits(paths=10)).count_paths(11)
    with pytest.raises(LimitError):
        tally.refuse()


def test_steps_and_paths_are_one_count() -> None:
    limits = Limits(odds=900, paths=90)
    assert [limits.steps_beside(paths) for paths in (0, 30, 60, 90)] == [900, 900, 600, 300]
    budget = Budget(limits)
    budget.count_paths(60)
    budget.spend(600)
    with pytest.raises(LimitError, match=r"601 steps .* and 60 paths .* together") as caught:
        budget.spend(1)
    assert caught.value.code == "too-many-odds"
    assert caught.value.number == 902
    tally = Tally(limits)
    tally.spend(700)
    with pytest.raises(LimitError, match=r"700 steps .* and 60 paths .* together"):
        tally.count_paths(60)
    assert tally.used_up


def test_a_tally_must_be_one() -> None:
    with pytest.raises(LimitError, match="tally must be a Tally"):
        Limits(tally=3)  # type: ignore[arg-type]


def test_the_cells_of_a_sweep_share_one_budget() -> None:
    fields = {"expression": "1d(@a)/1d100", "axes": {"a": list(range(80, 100))}}
    grid = SERVICE.ask("sweep", fields)
    refused = [each for each in grid["values"] if "error" in each]
    assert 0 < len(refused) < 20
    assert all(TOGETHER in json.dumps(each) for each in refused)
    assert not sweep("1d(@a)/1d100", {"a": range(80, 100)}, limits=LIMITS).errors


def test_cells_after_the_budget_is_spent_are_not_even_made() -> None:
    made: list[int] = []

    def rolled(a: int) -> Any:
        made.append(a)
        return f"1d{a}/1d100"

    sweep(rolled, {"a": range(80, 100)}, limits=LIMITS.shared())
    assert 0 < len(set(made)) < 20


def test_a_search_shares_one_budget_too() -> None:
    fields = {"expression": "1d(@a)/1d100", "axes": {"a": list(range(80, 100))}}
    assert TOGETHER in refusal("reach", **fields, at_least="1000")["detail"]


def test_a_frontier_shares_one_budget_too() -> None:
    axes = {"b": [1], "a": list(range(80, 100))}
    found = SERVICE.ask(
        "frontier", {"expression": "1d(@a)/1d100+@b", "axes": axes, "at_least": "9"}
    )
    assert TOGETHER in found["rows"][0]["error"]["message"]


def test_what_matters_shares_one_budget_too() -> None:
    fields = {"expression": "1d(@a)/1d(@b)", "variables": {"a": 170, "b": 170}}
    found = SERVICE.ask("matters", fields)
    assert found["left_out"]
    assert all(TOGETHER in each["reason"] for each in found["left_out"])


def test_the_words_of_a_sweep_are_short_together() -> None:
    fields = {"expression": "1000d6+@a", "shares": True}
    wide = Service(limits=Limits(written=100_000))
    assert json.loads(wide.reply_to("sweep", {**fields, "axes": {"a": [1]}}).body)["code"] == (
        "answer-too-long"
    )
    many = refusal("sweep", expression="1d5001+@a", shares=True, axes={"a": "1..9"})
    assert many["code"] == "too-many-cells"
    assert "look at a field" in many["hint"]


def test_the_words_of_a_sweep_are_counted() -> None:
    limits = Limits().shared()
    sweep("1000d6+@a", {"a": [1]}, shares=True, limits=limits)
    assert limits.tally is not None
    assert limits.tally.steps > 5_001 * 5_000


def test_the_means_of_a_translation_have_one_budget() -> None:
    limits = Limits(odds=30_000_000)
    asked = Service(limits=limits).ask("translate", {"text": "1d200/1d200"})
    read = [each for each in asked["meanings"] if each["expression"] is not None]
    assert len(read) > 1
    assert read[0]["mean"] is not None
    assert any(each["mean"] is None for each in read)


def test_each_cell_costs_something() -> None:
    given = {"expression": "@a", "axes": {"a": "1..100"}}
    question, limits = find_question("sweep"), LIMITS.shared()
    assert isinstance(question, Sweep)
    fields = question.read(given)
    question.found(read_subject(fields, limits), fields, limits)
    assert limits.tally is not None
    assert limits.tally.steps >= 100 * 30_000


def test_what_is_compared_shares_one_budget() -> None:
    these = [{"expression": f"1d120*1d120+{n}", "of": f"outcome>={n}"} for n in range(12)]
    assert TOGETHER in refusal("compare", these=these)["detail"]
    assert SERVICE.ask("compare", {"these": these[:2]})["odds"]


def test_the_answers_of_a_comparison_are_short_together() -> None:
    these = [{"expression": f"1d40000+{n}"} for n in range(12)]
    assert refusal("compare", these=these)["code"] == "answer-too-long"
    assert SERVICE.ask("odds", these[0])["outcomes"]
