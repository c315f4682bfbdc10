"""Hidden difficulties: nobody sees them, and nobody can change them."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from astragal import (
    AstragalError,
    Circumstance,
    RecordError,
    Secret,
    Sheet,
    hide,
    reveal,
    roll,
    verify,
)
from astragal.table.stakes import Stakes
from tests.support.public_calls import climb, push

SALT = bytes(range(16))


def hidden(height: int = 7, salt: bytes | None = SALT) -> tuple[Any, Secret]:
    return hide(climb(height), "height", salt=salt)


def test_neither_line_nor_record_shows_what_is_hidden() -> None:
    experiment, secret = hidden()
    rolled = experiment.roll(faces=[8])
    assert str(rolled) == "Climb against a hidden height: 1d10: 8 → 8"
    assert rolled.explain()[0] == "height is hidden"
    data = rolled.to_data()
    assert data["parameters"] == {"height": None}
    assert data["call"] == {"hidden": {"height": secret.digest("height")}}
    assert verify(rolled.to_json(), rules=[climb]) == rolled


def test_the_secret_tells_and_proves_the_rest() -> None:
    experiment, secret = hidden()
    record = experiment.roll(faces=[8]).to_json()
    told = reveal(record, Secret.from_data(secret.to_json()), rules=[climb])
    assert told.outcome == "8, up"
    assert told == climb(7).roll(faces=[8])
    verify(told.to_json(), rules=[climb])


def test_the_digest_is_sha_256_of_salt_and_value() -> None:
    """Written out, so that another program can check it."""
    from hashlib import sha256

    _, secret = hidden()
    assert secret.digest("height") == sha256(SALT + b'["height",7]').hexdigest()


def test_salts_differ() -> None:
    digests = {hidden(salt=None)[1].digest("height") for _ in range(20)}
    assert len(digests) == 20


def test_another_value_is_found_out() -> None:
    experiment, _ = hidden(7)
    _, other = hidden(8)
    record = experiment.roll(faces=[8]).to_json()
    with pytest.raises(RecordError, match="not what was hidden"):
        reveal(record, other, rules=[climb])
    with pytest.raises(RecordError, match="not what was hidden"):
        reveal(record, Secret({"height": 7}, "00" * 16), rules=[climb])
    with pytest.raises(RecordError, match="hides height"):
        reveal(record, Secret({"dc": 7}, SALT.hex()), rules=[climb])
    with pytest.raises(RecordError, match="nothing is hidden"):
        reveal(roll("2d6").to_json(), other)
    with pytest.raises(RecordError, match="nothing is hidden"):
        reveal(climb(7).roll().to_json(), other, rules=[climb])


def test_stakes_and_names_stay() -> None:
    sheet = Sheet("Alice", {"Wall": 7})
    experiment = sheet.call(climb, "Wall", stakes=Stakes("over the wall"))
    shown, secret = hide(experiment, "height")
    rolled = shown.roll(faces=[8])
    assert "Wall" not in str(rolled.to_data()["call"])
    assert rolled.explain()[:2] == ["Alice rolls", "wants: over the wall"]
    assert reveal(rolled.to_json(), secret, rules=[climb]).explain()[0] == "Alice rolls"


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: hide(push(), "limit"), "not-hideable"),
        (lambda: hide(climb(7), "heigth"), "not-hideable"),
        (lambda: hide(climb(7)), "not-hideable"),
        (lambda: hide(climb(), "height"), "not-hideable"),
        (lambda: hide(climb(7), "height", salt=b"short"), "bad-salt"),
        (lambda: Secret.from_data("{}"), "bad-secret"),
        (lambda: Secret({"height": 7}, "salt"), "bad-secret"),
        (lambda: Secret({"height": {1: 2, "a": 3}}, SALT.hex()), "bad-secret"),
    ],
)
def test_what_cannot_be_hidden(make: Any, code: str) -> None:
    with pytest.raises(AstragalError) as caught:
        make()
    assert caught.value.code == code


def test_circumstances_do_not_tell_what_they_add_to_a_hidden_difficulty() -> None:
    sheet = Sheet("Alice", {"Wall": 7}).begin(Circumstance("rain", {"height": 2}))
    shown, secret = hide(sheet.call(climb, "Wall"), "height")
    assert shown.roll(faces=[8]).explain()[:2] == ["Alice rolls", "rain"]
    assert secret.values["height"] == 9


def test_a_secret_is_not_shown_by_chance() -> None:
    _, secret = hidden()
    assert repr(secret) == "<Secret: 'height'>"


def test_a_secret_can_be_pickled() -> None:
    _, secret = hidden()
    assert pickle.loads(pickle.dumps(secret)) == secret


@pytest.mark.parametrize(
    ("name", "value"),
    [("heigth", None), ("height", 5), ("rule", None)],
    ids=["no parameter", "a value beside the digest", "no parameter of the rule"],
)
def test_a_record_hides_only_what_can_be_hidden_and_is_not_told(name: str, value: Any) -> None:
    """Or what the record says, and what the secret makes of it, would be two rolls."""
    secret = Secret({name: 7}, SALT.hex())
    data = hidden()[0].roll(faces=[8]).to_data()
    data["call"] = {"hidden": {name: secret.digest(name)}}
    data["parameters"] = {"height": value}
    with pytest.raises(RecordError) as caught:
        reveal(data, secret, rules=[climb])
    assert caught.value.code == "bad-call"
