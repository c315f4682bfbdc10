"""Rolls: their record, and how it is checked."""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.fuzz import valid

from astragal import (
    AstragalError,
    Die,
    Expression,
    LimitError,
    Limits,
    NotationError,
    RecordError,
    Roll,
    SeededSource,
    parse,
    roll,
    verify,
)
from astragal.notation.nodes.arithmetic import Product, Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.names import Name
from astragal.notation.nodes.values import Literal
from astragal.outcome import from_data, show, to_data


def test_what_happened_to_each_die() -> None:
    group = roll("4d6r=1!kh2[fire]", faces=[1, 6, 3, 2, 4, 5]).groups[0]
    assert group.labels == ("fire",)
    told = [
        (die.face, die.value, die.kept, [(change.did, change.by) for change in die.history])
        for die in group.dice
    ]
    assert told == [
        (1, 4, False, [("re-rolled", "r=1"), ("dropped", "kh2")]),
        (6, 6, True, [("exploded", "!")]),
        (5, 5, True, [("added", "!")]),
        (3, 3, False, [("dropped", "kh2")]),
        (2, 2, False, [("dropped", "kh2")]),
    ]


def test_records_of_version_1_are_still_read() -> None:
    rolled = roll("4d6kh3", faces=[6, 5, 4, 2])
    assert verify({**rolled.to_data(), "version": 1}) == rolled


@pytest.mark.parametrize("text", ["1d66", "2d666 + 1", "p = 1d66; p", "6d6k>=5", "{2d6, 1d8}d=1"])
def test_a_record_of_version_1_whose_text_has_changed_its_meaning_is_refused(text: str) -> None:
    """d66 had 66 sides, and `6d6k>=5` compared a total."""
    record = {**roll(text).to_data(), "version": 1}
    with pytest.raises(RecordError, match="has changed since") as caught:
        verify(record)
    assert caught.value.code == "changed-meaning"


def test_the_record_as_data() -> None:
    assert roll("2d6kh1 + @x", faces=[3, 5], variables={"x": Fraction(1, 2)}).to_data() == {
        "version": 6,
        "expression": "2d6kh1 + @x",
        "variables": {"x": {"numerator": 1, "denominator": 2}},
        "faces": [3, 5],
        "outcome": {"numerator": 11, "denominator": 2},
        "groups": [
            {
                "group": "2d6kh1",
                "labels": [],
                "total": 5,
                "dice": [
                    {
                        "die": "d6",
                        "position": 0,
                        "face": 3,
                        "value": 3,
                        "kept": False,
                        "history": [{"did": "dropped", "by": "kh1", "from": 3, "to": 3}],
                    },
                    {
                        "die": "d6",
                        "position": 1,
                        "face": 5,
                        "value": 5,
                        "kept": True,
                        "history": [],
                    },
                ],
            }
        ],
    }


outcomes = st.recursive(
    st.integers()
    | st.booleans()
    | st.text()
    | st.fractions().map(lambda f: f if f.denominator > 1 else 3),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=8,
)


@given(outcomes)
def test_every_outcome_reads_back(outcome: Any) -> None:
    again = from_data(json.loads(json.dumps(to_data(outcome))))
    assert again == outcome
    assert type(again) is type(outcome)
    assert isinstance(show(outcome), str)


@pytest.mark.slow
def test_thousands_of_rolls_replay() -> None:
    rng = random.Random(20)
    replayed = 0
    while replayed < 3_000:
        try:
            expression = parse(valid(rng))
            rolled = expression.roll(SeededSource(replayed), variables={"n": 3, "a b": 2})
        except AstragalError:
            continue
        assert verify(rolled.to_json()) == rolled
        replayed += 1


def alter(path: list[str | int], value: object) -> Callable[[dict[str, Any]], None]:
    def change(record: Any) -> None:
        for key in path[:-1]:
            record = record[key]
        record[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (alter(["outcome"], 18), "outcome: the record says 18, its faces give 15"),
        (alter(["outcome"], True), "outcome: the record says true, its faces give 15"),
        (alter(["outcome"], "15"), 'outcome: the record says "15", its faces give 15'),
        (alter(["variables"], {"x": None}), "variables.x: None is not an outcome"),
        (alter(["outcome"], {"numerator": [[]], "denominator": 1}), "outcome: the record says {"),
        (alter(["faces", 3], 6), "outcome: the record says 15, its faces give 17"),
        (alter(["faces", 3], 7), "faces: face 4 is 7, but a d6 has faces 1 to 6"),
        (alter(["faces", 3], 1), "groups[0].dice[3].face: the record says 2, its faces give 1"),
        (alter(["faces"], [6, 5, 4]), "faces: 3 faces were given, but the roll needs face 4"),
        (alter(["faces"], [6, 5, 4, 2, 1]), "faces: 5 faces were given, but only 4 dice"),
        (alter(["faces"], "6542"), "faces: must be a list of whole numbers"),
        (alter(["faces", 0], 6.0), "faces: must be a list of whole numbers"),
        (alter(["expression"], "4d6kh2"), "outcome: the record says 15, its faces give 11"),
        (alter(["expression"], "4d"), "expression: how many sides?"),
        (alter(["expression"], 4), "expression: notation must be text"),
        (
            alter(["groups", 0, "dice", 3, "kept"], True),
            "groups[0].dice[3].kept: the record says true",
        ),
        (alter(["groups", 0, "total"], 16), "groups[0].total: the record says 16"),
        (alter(["groups", 0, "dice", 0, "extra"], 1), "groups[0].dice[0].extra: the record says 1"),
        (alter(["groups", 0, "dice"], []), "groups[0].dice: the record has 0 entries"),
        (alter(["groups"], {}), "groups: the record says {}"),
        (alter(["version"], 7), "version: this record has version 7"),
        (alter(["version"], True), "version: this record has version True"),
        (alter(["note"], "hi"), "note: not part of a record"),
        (alter(["outcome"], None), "outcome: the record says null"),
        (alter(["outcome"], 15.0), "outcome: the record says 15.0"),
        (alter(["variables"], []), "variables: must map names to numbers"),
        (alter(["variables"], {"x": "y"}), "variables.x: must be a number"),
    ],
)
def test_an_altered_record_fails_and_says_where(
    change: Callable[[dict[str, Any]], None], where: str
) -> None:
    record = copy.deepcopy(roll("4d6kh3", faces=[6, 5, 4, 2]).to_data())
    verify(record)
    change(record)
    with pytest.raises(RecordError) as caught:
        verify(json.dumps(record))
    assert caught.value.message.startswith(where)


@pytest.mark.parametrize(
    "missing", ["version", "expression", "variables", "faces", "outcome", "groups"]
)
def test_a_missing_field_is_named(missing: str) -> None:
    record = roll("2d6").to_data()
    del record[missing]
    with pytest.raises(RecordError, match=f"{missing}: missing"):
        verify(record)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "null", '"x"', "[" * 100_000, b"\xff", None, []]
)
def test_what_is_no_record_is_refused(text: Any) -> None:
    with pytest.raises(RecordError):
        verify(text)


def test_an_outcome_nested_too_deep_is_refused() -> None:
    record = roll("2d6").to_data()
    record["outcome"] = json.loads("[" * 400 + "]" * 400)
    with pytest.raises(RecordError, match="outcome: the record says"):
        verify(record)


def test_a_record_may_come_as_bytes() -> None:
    rolled = roll("2d6 # Würfel")
    assert verify(rolled.to_json().encode()) == rolled


@pytest.mark.slow
def test_a_record_rolled_with_raised_limits_is_checked_with_them() -> None:
    limits = Limits(dice=20_000)
    record = roll("15000d6", limits=limits).to_json()
    with pytest.raises(RecordError, match="15,000 dice"):
        verify(record)
    assert len(verify(record, limits=limits).faces) == 15_000


def test_a_large_outcome_keeps_its_digits_in_json() -> None:
    rolled = roll("1d6 * 10000000000000000000001", faces=[3])
    assert rolled.to_data()["outcome"] == {"integer": "30000000000000000000003"}
    assert verify(rolled.to_json()) == rolled


def test_rolls_are_values() -> None:
    first, second = (roll("4d6kh3", faces=[6, 5, 4, 2]) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    assert first != roll("4d6kh3", faces=[6, 5, 4, 1])
    assert first != "15"
    with pytest.raises(AttributeError):
        first.outcome = 18  # type: ignore[misc]
    assert roll("1d1>0") != roll("1d1")
    assert pickle.loads(pickle.dumps(first)) == first


def test_a_roll_cannot_be_changed_through_its_variables() -> None:
    values = {"x": 1}
    rolled = roll("1d6+@x", faces=[3], variables=values)
    values["x"] = 99
    with pytest.raises(TypeError):
        rolled.variables["x"] = 99  # type: ignore[index]
    assert str(rolled) == "1d6 + @x → (3) + 1 = 4"


def test_a_claim_that_does_not_hold_cannot_be_told() -> None:
    claimed = Roll(parse("2x(d6)"), (3, 4), (3, 4, 5))
    assert repr(claimed) == "<Roll 2x(1d6) = 3, 4, 5>"
    for tell in (str, Roll.explain, Roll.to_json):
        with pytest.raises(RecordError):
            tell(claimed)


def test_limits_may_be_given_to_the_roll_as_well() -> None:
    assert roll(parse("2d6"), limits=Limits()).faces
    with pytest.raises(LimitError, match="that is 20 dice; the limit is 10"):
        roll(parse("20d6"), limits=Limits(dice=10))
    with pytest.raises(LimitError):
        Limits(dice="2")  # type: ignore[arg-type]


def test_an_expression_made_by_hand_is_held_to_the_same_rules() -> None:
    with pytest.raises(NotationError, match="nothing is named"):
        Expression(Name("p"))
    with pytest.raises(LimitError):
        Expression(Dice(1, Die(10**9)))
    with pytest.raises(LimitError):
        Expression(Dice(10**9, Die(6)))
    with pytest.raises(NotationError):
        Sum((("+", Literal(1)), ("*", Literal(5))))
    with pytest.raises(NotationError):
        Product((("*", Literal(1)), ("+", Literal(5))))
    with pytest.raises(NotationError):
        Labelled(Labelled(Literal(1), ("a",)), ("b",))
    with pytest.raises(NotationError):
        Expression(Literal(1), comment="\x1b]0;title\x07")


def test_many_labels_are_no_deeper_than_one() -> None:
    rolled = roll("d6" + "[a]" * 4000, faces=[3])
    assert str(rolled).endswith("= 3")
    assert len(rolled.groups[0].labels) == 4000
    assert hash(rolled.experiment) == hash(parse(rolled.expression))


def test_an_outcome_that_was_altered_in_python_fails_too() -> None:
    claimed = Roll(parse("2d6"), (3, 4), 8)
    with pytest.raises(RecordError, match="the record says 8, its faces give 7"):
        claimed.verify()
