"""Records: every way in reads one by replaying it, and refuses it if anything was changed."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner

from astragal import (
    AstragalError,
    RecordError,
    Secret,
    Sheet,
    hide,
    parse,
    read_record,
    read_token,
    resume,
    reveal,
    verify,
)
from astragal.cli.main import main
from astragal.games import percentile, scores, target, tiers, triumph
from astragal.outcome import face_to_data
from astragal.rolling.roll import RECORD_VERSION
from astragal.service.service import Service
from tests.support.game_calls import rolled

Data = dict[str, Any]
Change = tuple[str, Data]

SALT = bytes(range(16))
SHEET = Sheet("Alice", {"Might": 3})

EXPERIMENTS: dict[str, Any] = {
    "dice": parse("4d6kh3 + 2[cold]"),
    "dice of several kinds": parse("{2d6!o & 1d8}skh2"),
    "a list": parse("2x(1d6r<=2)s"),
    "ranges": parse("2d6 [..6] miss [7..] hit"),
    "symbols": parse("2d{hit,miss,hit+crit}"),
    "dice with a choice": parse("3d6r<=4?"),
    "scores.test": scores.test(2, advantages=1),
    "scores.group_test": scores.group_test([2, 0]),
    "tiers.check": tiers.check(45, 3, tags=["gold Sharp Eyes +2"]),
    "tiers.opposed": tiers.opposed(45, 40),
    "percentile.test": percentile.test(45, reroll="choose"),
    "percentile.attack": percentile.attack(95, damage="1d10+3"),
    "target.check": target.check("+2 luck, +1 luck", 12, natural_rolls=True, bonus="1d4"),
    "target.attack": target.attack("+9", 12),
    "triumph.check": triumph.check(3, 12, dice="2d20▲♻♻"),
    "triumph.contest": triumph.contest(3, 2),
}
HIDDEN: dict[str, tuple[Any, Secret]] = {
    "triumph.check": hide(SHEET.call(triumph.check, ability="Might", dc=15), "dc", salt=SALT),
    "target.check": hide(target.check("+2", 12), "target", salt=SALT),
    "tiers.check": hide(tiers.check(45, 3), "tier", salt=SALT),
    "percentile.test": hide(percentile.test(45, -10), "difficulty", salt=SALT),
    "scores.test": hide(scores.test(1, ranges="[..8] miss [9..] hit"), "ranges", salt=SALT),
}


# Changing one thing


def changes(data: Data) -> Iterator[Change]:
    """Every record that differs in one place: a value changed, a field or an entry more or less."""
    for path, value in places(data):
        for name, other in others(value):
            if path in (["version"], ["token"]) and name == "less":
                continue  # written by an older version, it would say the same
            yield f"{path} {name}", put(data, path, other)
        if path and not (path[0] == "parameters" and len(path) == 2):
            yield f"{path} missing", without(data, path)  # a rule may have had fewer parameters


def places(value: Any) -> Iterator[tuple[list[Any], Any]]:
    yield [], value
    inside: Any = enumerate(value) if isinstance(value, list) else ()
    for key, each in value.items() if isinstance(value, dict) else inside:
        for path, found in places(each):
            yield [key, *path], found


def others(value: Any) -> Iterator[tuple[str, Any]]:
    """Other values in place of one."""
    if isinstance(value, bool):
        yield "turned", not value
        yield "as a number", int(value)
    elif isinstance(value, int):
        yield from (("more", value + 1), ("less", value - 1), ("as a text", str(value)))
        yield from (("as a float", float(value)), ("nothing", None))
    elif isinstance(value, str):
        yield from (("longer", f"{value} or not"), ("empty", "") if value else ("full", "x"))
    elif isinstance(value, list):
        yield from (("with an entry more", [*value, *(value[-1:] or [1])]), ("nothing", None))
        if value[::-1] != value:
            yield "turned round", value[::-1]
    elif isinstance(value, dict):
        yield "with a field more", {**value, "more": 1}
    else:
        yield from (("zero", 0), ("a text", "x"))


def put(data: Data, path: list[Any], value: Any) -> Data:
    if not path:
        return value  # type: ignore[no-any-return]
    found = copy.deepcopy(data)
    inside: Any = found
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return found


def without(data: Data, path: list[Any]) -> Data:
    found = copy.deepcopy(data)
    inside: Any = found
    for key in path[:-1]:
        inside = inside[key]
    del inside[path[-1]]
    return found


# The ways in


def ask(question: str, **fields: Any) -> Any:
    return Service().ask(question, fields)


def command(*words: str, **files: Data) -> None:
    """The command line, given files by these names."""
    with TemporaryDirectory() as folder:
        for name, data in files.items():
            Path(folder, name).write_text(json.dumps(data), encoding="utf-8")
        typed = [str(Path(folder, word)) if word in files else word for word in words]
        result = CliRunner().invoke(main, typed)
    if result.exit_code != 0:
        raise AstragalError("refused", result.output)


ENTRIES: dict[str, Callable[[Data], Any]] = {
    "verify": verify,
    "read_record": read_record,
    "the service": lambda data: ask("verify", record=data),
    "the command": lambda data: command("verify", "record", record=data),
}
REVEALING: dict[str, Callable[[Data, Secret], Any]] = {
    "reveal": reveal,
    "the service": lambda data, secret: ask("reveal", record=data, secret=secret.to_data()),
    "the command": lambda data, secret: command(
        "reveal", "record", "secret", record=data, secret=secret.to_data()
    ),
}
RESUMING: dict[str, Callable[[Data], Any]] = {
    "read_token": read_token,
    "resume": lambda data: resume(data, "keep"),
    "the service resumes": lambda data: ask("resume", token=data, decision="keep"),
    "the service advises": lambda data: ask("advise", token=data),
    "the command": lambda data: command("resume", "token", "--decide", "keep", token=data),
}


def ways(entries: dict[str, Any]) -> list[Any]:
    """The ways in; the command line takes longer."""
    slow = pytest.mark.slow
    return [pytest.param(each, marks=slow if "command" in each else ()) for each in entries]


@pytest.mark.parametrize("entry", ways(ENTRIES))
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_a_record_in_which_anything_was_changed_is_refused(name: str, entry: str) -> None:
    honest = rolled(EXPERIMENTS[name], 3).to_data()
    ENTRIES[entry](honest)
    passed = [what for what, data in changes(honest) if passes(ENTRIES[entry], data)]
    assert passed == []


@pytest.mark.parametrize("entry", ways(REVEALING))
@pytest.mark.parametrize("name", HIDDEN)
def test_a_hidden_roll_in_which_anything_was_changed_is_not_revealed(name: str, entry: str) -> None:
    experiment, secret = HIDDEN[name]
    honest = rolled(experiment, 3).to_data()
    REVEALING[entry](honest, secret)
    read = REVEALING[entry]
    passed = [what for what, data in changes(honest) if passes(lambda x: read(x, secret), data)]
    assert passed == []


@pytest.mark.parametrize("entry", ways(RESUMING))
def test_a_token_in_which_anything_was_changed_is_refused(entry: str) -> None:
    honest = triumph.check(3, 12, dice="1d20♻♻").start(faces=[1]).to_data()
    RESUMING[entry](honest)
    passed = [what for what, data in changes(honest) if passes(RESUMING[entry], data)]
    assert passed == []


def passes(read: Callable[[Data], Any], data: Data) -> bool:
    try:
        read(data)
    except AstragalError:
        return False
    return True


# Answers that hold a record


def test_what_an_answer_tells_of_its_record_is_checked_too() -> None:
    answer = ask("roll", rule="triumph.check", parameters={"dc": 12, "dice": "2d20▲"}, faces=[4, 9])
    assert verify(answer).faces == (4, 9)
    for name in ("text", "dice", "outcome", "steps"):
        for _, other in others(answer[name]):
            assert not passes(verify, {**answer, name: other}), name


def test_what_an_answer_tells_of_its_pause_is_checked_too() -> None:
    answer = ask("start", rule="triumph.check", parameters={"dc": 12, "dice": "1d20♻"}, faces=[1])
    assert read_token(answer).faces == (1,)
    for name, value in answer["paused"].items():
        for _, other in others(value):
            told = {**answer["paused"], name: other}
            assert not passes(read_token, {**answer, "paused": told}), name


# Older versions


def stored(name: str) -> list[Data]:
    text = (Path(__file__).parent / "stored" / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


SORTED_FIRST = {"4d6sr<=3", "4d6sr<=3:1", "3d6sh!", "{2d6 & 1d8}skh2", "3d6seach+1", "4d6sr<=3?"}


@pytest.mark.parametrize(
    ("file", "read"),
    [
        ("records_3.jsonl", verify),
        ("records_4.jsonl", verify),
        ("records_5.jsonl", verify),
        ("tokens_1.jsonl", read_token),
        ("tokens_3.jsonl", read_token),
    ],
)
def test_what_older_versions_wrote_is_read_as_it_was_meant(file: str, read: Any) -> None:
    """Modifiers after `s` saw other dice then: such texts are refused by name."""
    refused = set()
    for data in stored(file):
        if data.get("expression") in SORTED_FIRST:
            with pytest.raises(RecordError, match=re.escape(f"`{data['expression']}` has changed")):
                read(data)
            refused.add(data["expression"])
        else:
            assert list(map(face_to_data, read(data).faces)) == data["faces"]
    assert refused == SORTED_FIRST & {data.get("expression") for data in stored(file)}


def test_older_records_are_told_in_todays_words_and_revealed() -> None:
    (secret,) = map(Secret.from_data, stored("secrets_3.jsonl"))
    hidden = [data for data in stored("records_3.jsonl") if data.get("call", {}).get("hidden")]
    told = [reveal(data, secret) for data in hidden]
    assert [each.to_data()["version"] for each in told] == [RECORD_VERSION]
    changed = {**hidden[0], "steps": ["it was told in other words"], "groups": []}
    assert verify(changed).explain() == verify(hidden[0]).explain()
    assert not passes(verify, {**hidden[0], "faces": []})


def test_no_natural_1_in_older_records_means_that_none_was_given() -> None:
    """It did nothing beside `natural_rolls`, and was written into every record."""
    rolled_1 = target.check(target=3, natural_rolls=True).roll(faces=[1])
    data = rolled_1.to_data()
    data["version"] = 3
    for name in ("natural_1", "natural_20"):
        assert data["parameters"][name] is None
        data["parameters"][name] = False
    assert verify(data).outcome == rolled_1.outcome
    assert not passes(verify, {**data, "version": RECORD_VERSION})


def test_a_record_of_a_game_names_every_parameter() -> None:
    """Left out, it would mean whatever its default is by then."""
    data = tiers.check(45).roll(faces=[21]).to_data()
    del data["parameters"]["tier"]
    with pytest.raises(RecordError, match="tier is missing"):
        verify(data)
    test = tiers.test([45]).roll(faces=[81]).to_data()
    del test["parameters"]["rounds"]
    with pytest.raises(RecordError, match="rounds is missing"):
        verify(test)
    assert verify({**test, "version": 5}).outcome.earned == 0  # version 5 began without it
