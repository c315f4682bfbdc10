"""Tokens: paused rolls as data, checked like records, signed if a key is given."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from astragal import (
    AstragalError,
    LimitError,
    Limits,
    RecordError,
    Roll,
    SeededSource,
    read_record,
    read_token,
    resume,
    verify,
)
from astragal.games import tiers
from tests.experiment.test_pauses import checking, lucky, pause_of

CHECK = pause_of(checking("1d20♻"), 1)
TEST = pause_of(tiers.test([45, 60], tier=9, on_failure=tiers.OnFailure.BENEVOLENT), 21)


def test_a_token_goes_on_elsewhere() -> None:
    token = CHECK.to_json()
    assert read_token(token) == CHECK
    roll = resume(token, "re-roll", faces=[17])
    assert isinstance(roll, Roll)
    assert str(roll.outcome) == "success by 5"
    assert (TEST.by, TEST.moment) == ("player 2", "next to roll, at 2 of 9 $")
    going_on: Any = resume(TEST.to_json(), faces=[22])
    assert going_on.faces == (21, 22)
    assert going_on.by == "player 1"


def test_a_token_holds_faces_and_decisions_but_no_seed() -> None:
    pause: Any = lucky().start(SeededSource("the secret seed"))
    assert "seed" not in pause.to_json()
    assert pause.to_data()["faces"] == list(pause.faces)


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "another face": (lambda data: data["faces"].__setitem__(0, 2), "bad-token"),
    "no such face": (lambda data: data["faces"].__setitem__(0, 21), "bad-token"),
    "a face more": (lambda data: data["faces"].append(3), "bad-token"),
    "a face less": (lambda data: data["faces"].pop(), "bad-token"),
    "a decision more": (lambda data: data["decisions"].append("keep"), "bad-token"),
    "other options": (lambda data: data["waits"]["options"].pop(), "altered"),
    "other steps": (lambda data: data["steps"].append("and wins"), "altered"),
    "another parameter": (lambda data: data["parameters"].update(dc=5), "altered"),
    "another rule": (lambda data: data.update(rule="triumph.chekc"), "unknown-rule"),
    "another version": (lambda data: data.update(token=99), "bad-version"),
    "a field more": (lambda data: data.update(wins=True), "unknown-field"),
    "a field less": (lambda data: data.pop("waits"), "missing-field"),
    "waiting for nothing": (lambda data: data.update(waits=None), "altered"),
    "faces that are none": (lambda data: data.update(faces="1"), "bad-faces"),
    "decisions that are none": (lambda data: data.update(decisions=[1]), "bad-decisions"),
    "values that are none": (lambda data: data.update(variables=[1]), "bad-variables"),
}

UNSIGNED: dict[str, tuple[Any, str]] = {
    "a signature that is none": ({"signature": None}, "signed"),
    "a name that is no text": ({3: 4}, "not-json"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_token_that_was_changed_is_refused(name: str) -> None:
    change, code = CHANGES[name]
    data = CHECK.to_data()
    change(data)
    with pytest.raises(RecordError) as caught:
        read_token(data)
    assert caught.value.code == code


@pytest.mark.parametrize("name", UNSIGNED)
@pytest.mark.parametrize("key", [None, "secret"])
def test_what_no_token_holds_is_refused_whether_it_is_signed_or_not(
    name: str, key: str | None
) -> None:
    more, code = UNSIGNED[name]
    with pytest.raises(RecordError) as caught:
        read_token({**CHECK.to_data(key=key), **more}, key=key)
    assert caught.value.code in (code, "not-signed")


@pytest.mark.parametrize("name", CHANGES)
def test_a_signed_token_that_was_changed_fails_by_its_signature(name: str) -> None:
    data = CHECK.to_data(key="secret")
    CHANGES[name][0](data)
    with pytest.raises(RecordError) as caught:
        read_token(data, key="secret")
    assert caught.value.code == "wrong-signature"


def test_other_faces_of_the_same_die_are_caught_by_the_signature_alone() -> None:
    """Without a key a consistent token can be made up; with one it cannot."""
    made_up = pause_of(checking("1d20♻♻"), 2)
    made_up_data = made_up.to_data()
    read_token(made_up_data)
    signed = pause_of(checking("1d20♻♻"), 1).to_data(key=b"k")
    made_up_data["signature"] = signed["signature"]
    with pytest.raises(RecordError, match="something was changed"):
        read_token(made_up_data, key=b"k")


@pytest.mark.parametrize(
    ("written", "read", "code"),
    [
        ("secret", "other", "wrong-signature"),
        ("secret", None, "signed"),
        (None, "secret", "not-signed"),
        ("secret", "", "bad-key"),
    ],
)
def test_keys(written: str | None, read: str | None, code: str) -> None:
    token = CHECK.to_json(key=written)
    with pytest.raises(RecordError) as caught:
        read_token(token, key=read)
    assert caught.value.code == code
    assert "secret" not in caught.value.render()


@pytest.mark.parametrize("read", [read_token, verify, read_record])
def test_what_is_stored_has_a_limit(read: Callable[..., Any]) -> None:
    long = {"faces": [1] * 100}
    for each in (long, json.dumps(long)):
        with pytest.raises(LimitError) as caught:
            read(each, limits=Limits(stored=200))
        assert caught.value.code == "too-long"
        with pytest.raises(RecordError):
            read(each, limits=Limits(stored=400))


@pytest.mark.parametrize("token", ["", "[]", "{", "null", b"\xff", "[" * 100_000, {"token": 1}])
def test_what_is_no_token(token: Any) -> None:
    with pytest.raises(AstragalError):
        read_token(token)


def test_a_rule_of_ones_own_is_passed_in() -> None:
    token = pause_of(lucky(), 3).to_json()
    roll = resume(token, "no", rules=[lucky])
    assert isinstance(roll, Roll)
    assert roll.outcome == 3
    with pytest.raises(RecordError, match="not known"):
        read_token(token)


def test_limits_hold_for_tokens_too() -> None:
    with pytest.raises(AstragalError):
        read_token(pause_of(lucky(), 3).to_json(), rules=[lucky], limits=Limits(work=1))


def test_the_signature_does_not_depend_on_how_json_is_written() -> None:
    data = json.loads(CHECK.to_json(key="k", indent=2))
    assert read_token(dict(reversed(data.items())), key="k") == CHECK
