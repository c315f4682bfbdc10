"""Stakes and calls: what stands in the record beside the roll."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import astragal
from astragal import (
    Call,
    Circumstance,
    RecordError,
    Sheet,
    Stakes,
    verify,
)
from astragal.games import scores
from tests.support.refusals import called, refusal

TEST: Any = scores.test
ALICE = Sheet("Alice", {"Attack": -2})
ANTS = Circumstance("ants in their pants", {"advantages": 1}, on=("Attack",))

# T14: stakes, in the record

STAKES = Stakes(
    "over the wall",
    success="in the garden",
    failure="the dogs wake",
    favour=("a rope",),
    against=("rain", "wind"),
)


def test_t14_stakes_are_settled_in_words() -> None:
    assert STAKES.lines() == [
        "wants: over the wall",
        "success: in the garden",
        "failure: the dogs wake",
        "favour: a rope",
        "against: rain, wind",
    ]
    assert Stakes.from_data(STAKES.to_data()) == STAKES
    assert Stakes(against="rain") == Stakes(against=("rain",))
    assert Stakes(against=(each for each in ["rain"])) == Stakes(against=("rain",))  # type: ignore[arg-type]
    assert Stakes("x").to_data() == {"wants": "x"}


@pytest.mark.parametrize(
    "data", [{"wish": "x"}, {"wants": 1}, {"against": ["rain", 1]}, {"favour": 3}, ["wants"], None]
)
def test_t14_bad_stakes_are_refused(data: Any) -> None:
    refusal("bad-stakes", lambda: Stakes.from_data(data))


def test_t14_a_call_is_carried_in_the_record_and_verifies() -> None:
    experiment = ALICE.begin(ANTS).call(scores.test, "Attack", stakes=STAKES)
    rolled = experiment.roll(faces=[4, 9])
    data = rolled.to_data()
    assert data["call"] == {
        "by": "Alice",
        "names": {"modifier": "Attack"},
        "circumstances": ["ants in their pants: an advantage on Attack"],
        "stakes": STAKES.to_data(),
    }
    again = verify(rolled.to_json())
    assert again == rolled
    assert again.to_json() == rolled.to_json()
    assert called(again.experiment) == called(experiment)
    told = rolled.explain()
    assert told[:2] == ["Alice rolls", "ants in their pants: an advantage on Attack"]
    assert told[2:7] == STAKES.lines()
    assert rolled.outcome == TEST(-2, 1).roll(faces=[4, 9]).outcome


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("by", "Bob"),
        ("circumstances", []),
        ("stakes", {"wants": "something else"}),
        ("stakes", {"wish": "x"}),
        ("names", {"modifier": 3}),
        ("names", {"modifier": "Sneaking"}),
        ("names", {"modifier": "Attack", "bonus": "Attack"}),
        ("mood", "good"),
    ],
)
def test_t14_a_call_that_was_altered_does_not_verify(field: str, value: Any) -> None:
    rolled = ALICE.begin(ANTS).call(scores.test, "Attack", stakes=STAKES).roll(faces=[4, 9])
    data = json.loads(rolled.to_json())
    data["call"][field] = value
    with pytest.raises(RecordError):
        verify(json.dumps(data))


def test_t14_a_call_names_parameters_of_its_rule() -> None:
    data = json.loads(ALICE.call(scores.test, "Attack").roll(faces=[4]).to_json())
    data["call"]["names"]["bonus"] = "Attack"
    with pytest.raises(RecordError) as caught:
        verify(json.dumps(data))
    assert "call.names: scores.test has no bonus" in caught.value.message


def test_t14_stakes_of_nothing_make_no_call() -> None:
    rolled = ALICE.call(scores.test, 4, stakes=Stakes()).roll(faces=[4])
    assert "call" not in rolled.to_data()
    named = ALICE.call(scores.test, "Attack", stakes=Stakes())
    assert called(named).stakes is None
    assert called(ALICE.call(scores.test, 4, stakes=Stakes("x"))).stakes == Stakes("x")


def test_t14_calls_are_values() -> None:
    call = Call("Alice", {"modifier": "Attack"}, ("fog",), STAKES)
    assert Call.from_data(call.to_data()) == call
    assert pickle.loads(pickle.dumps(call)) == call
    assert hash(Call.from_data(call.to_data())) == hash(call)


@pytest.mark.parametrize(
    "data", [[], {"by": 3}, {"names": {"m": 1}}, {"circumstances": "fog"}, {"x": 1}]
)
def test_t14_bad_calls_are_refused(data: Any) -> None:
    refusal("bad-call", lambda: Call.from_data(data))


def test_equal_rolls_of_two_people_are_told_apart_inside_other_experiments() -> None:
    """They are equal, as their odds are; what was made of one must not be shown for the other."""
    ours = Sheet("Alice", {"Arcana": 1}).call(scores.test, "Arcana")
    theirs = Sheet("Bob", {"Stealth": 1}).call(scores.test, "Stealth")
    assert ours == theirs
    for of in (astragal.best, astragal.worst):
        assert "Arcana" in str(of(2, ours))
        assert "Stealth" in str(of(2, theirs))
        assert of(2, ours).odds() == of(2, theirs).odds()
