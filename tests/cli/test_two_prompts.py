"""Two prompts on one folder: each writes what it has changed; nothing of the other's is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import SeededSource
from astragal.cli.prompt import state_file
from astragal.cli.prompt.memory import Kept, Memory, from_text, merged
from astragal.cli.prompt.prompt import Prompt
from astragal.cli.screen.terminal import Terminal
from tests.support.examples import examples
from tests.support.prompt import Screen


class Table:
    """A prompt on a folder, with what it has shown."""

    def __init__(self, folder: Path) -> None:
        self.screen = Screen()
        self.prompt = Prompt(Terminal(self.screen), SeededSource(1), Memory(folder))
        self.prompt.greet()

    def say(self, *lines: str) -> str:
        start = len(self.screen.getvalue())
        for line in lines:
            self.prompt.handle(line)
        return self.screen.getvalue()[start:]


def in_file(folder: Path) -> Kept:
    return from_text((folder / "table.json").read_text(encoding="utf-8"))


@pytest.fixture(params=["locks", "no locks"])
def folder(request: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    if request.param == "no locks":
        monkeypatch.setitem(sys.modules, "fcntl", None)
    return tmp_path / "kept"


def sheet_of(name: str, folder: Path) -> Path:
    path = folder.parent / f"{name}.toml"
    path.write_text(f'name = "{name}"\nStealth = 2\n', encoding="utf-8")
    return path


def test_values_and_macros_of_both_are_kept(folder: Path) -> None:
    one, other = Table(folder), Table(folder)
    one.say("set a=1", "set fire = 8d6")
    other.say("set b=2", "set ice = 4d8")
    one.say("set c=3")
    assert in_file(folder).values == {"a": 1, "b": 2, "c": 3}
    assert in_file(folder).macros == {"fire": "8d6", "ice": "4d8"}


def test_the_last_word_on_a_value_counts(folder: Path) -> None:
    Table(folder).say("set a=1", "set b=2", "set c=3")
    one, other = Table(folder), Table(folder)
    one.say("unset a", "set b=5")
    other.say("set a=7", "unset b", "1d6")
    one.say("unset c", "1d6")
    assert in_file(folder).values == {"a": 7}
    assert one.prompt.session.values == {"b": 5}, "what the other sets is seen in the next run"


def test_what_one_has_not_touched_is_the_others(folder: Path) -> None:
    Table(folder).say("set a=1", "game tiers")
    one, other = Table(folder), Table(folder)
    one.say("set a=2", "game scores")
    other.say("set z=1", "2d6", "dialect roll20")
    last = in_file(folder)
    assert (last.values, last.game, last.dialect) == ({"a": 2, "z": 1}, "scores", "roll20")


def test_sheets_and_circumstances_of_both_are_kept(folder: Path) -> None:
    one, other = Table(folder), Table(folder)
    one.say(f"sheet {sheet_of('Ann', folder)}")
    other.say("game scores", "begin fog: disadvantages 1 on test", "2d6")
    assert [each.name for each in Table(folder).prompt.session.sheets] == ["Ann"]
    assert "circumstances: fog" in Table(folder).screen.getvalue()
    other.say(f"sheet {sheet_of('Bob', folder)}")
    third = Table(folder)
    assert [each.name for each in third.prompt.session.sheets] == ["Ann", "Bob"]
    assert set(in_file(folder).files) == {"Ann", "Bob"}
    third.say("close Ann")
    one.say("begin haste: advantages 1 on test")
    assert [each.name for each in Table(folder).prompt.session.sheets] == ["Bob", "Ann"]


def test_the_log_is_each_prompts_own(folder: Path) -> None:
    one, other = Table(folder), Table(folder)
    one.say("1d1", "set a=1")
    assert "nothing has happened yet" in other.say("log")
    other.say("2d1")
    assert "2d1" not in one.say("log")


def test_forget_drops_what_it_named_and_nothing_else(folder: Path) -> None:
    Table(folder).say("set a=1")
    one, other = Table(folder), Table(folder)
    other.say("set b=2")
    one.say("forget all")
    assert in_file(folder).values == {"b": 2}


def test_a_file_that_is_gone_is_written_anew(folder: Path) -> None:
    one = Table(folder)
    one.say("set a=1", "set b=2")
    (folder / "table.json").unlink()
    one.say("set c=3")
    assert in_file(folder).values == {"a": 1, "b": 2, "c": 3}


def test_a_file_that_breaks_on_the_way_is_put_aside_and_it_is_said(folder: Path) -> None:
    one = Table(folder)
    one.say("set a=1")
    (folder / "table.json").write_text("{", encoding="utf-8")
    assert "cannot be read" in one.say("set b=2")
    assert in_file(folder).values == {"a": 1, "b": 2}
    assert (folder / "table.broken").read_text(encoding="utf-8") == "{"


@pytest.mark.skipif(os.name != "posix", reason="files have no modes")
def test_only_the_owner_may_read_it(folder: Path) -> None:
    mask = os.umask(0)
    try:
        Table(folder).say("set a=1")
        (folder / "table.json").chmod(0o644)
        Table(folder).say("set b=1")
    finally:
        os.umask(mask)
    assert [(each.name, each.stat().st_mode & 0o777) for each in folder.iterdir()] == [
        ("table.json", 0o600)
    ]


def _full(*_: Any) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_is_said_once_and_leaves_nothing(
    folder: Path, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Table(folder)
    one.say("set a=1")
    old = (folder / "table.json").read_bytes()
    with monkeypatch.context() as full:
        full.setattr(os, call, _full)
        said = one.say("set b=2", "set c=3", "1d1", "set d=4")
    assert said.count("cannot be saved") == 1
    assert "No space left on device" in said
    assert "1d1 → (1) = 1" in said
    assert [each.name for each in folder.iterdir()] == ["table.json"]
    assert (folder / "table.json").read_bytes() == old
    assert "cannot" not in one.say("1d1")
    assert in_file(folder).values == {"a": 1, "b": 2, "c": 3, "d": 4}, "saved once there is room"


def test_a_folder_that_cannot_be_written_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    said = Table(tmp_path / "file" / "kept").say("set a=1", "set b=2", "1d1 + @a")
    assert said.count("cannot be saved") == 1
    assert "1d1 + @a → (1) + 1 = 2" in said


def test_a_prompt_that_writes_for_too_long_is_not_waited_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_file, "_PATIENCE", 0.02)
    one = Table(folder)
    with state_file.alone_in(folder):
        assert "another prompt is writing there" in one.say("set a=1")
    one.say("1d1")
    assert in_file(folder).values == {"a": 1}


def test_a_mark_that_was_left_behind_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    mark = tmp_path / "table.lock"
    mark.touch()
    os.utime(mark, (1, 1))
    Table(tmp_path).say("set a=1")
    assert [each.name for each in tmp_path.iterdir()] == ["table.json"]


_WRITER = """
import sys
if {without}:
    sys.modules["fcntl"] = None
from pathlib import Path
from astragal.cli.prompt.memory import Memory
from astragal.cli.session import Session
session, memory = Session(at_prompt=True), Memory(Path(sys.argv[1]))
memory.recall(session)
for n in range(25):
    session.values[f"{{sys.argv[2]}}{{n}}"] = n
    memory.keep(session)
"""


@pytest.mark.slow
@pytest.mark.parametrize("without", [False, True])
def test_prompts_that_write_at_the_same_time(tmp_path: Path, without: bool) -> None:
    code = _WRITER.format(without=without)
    started = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path), name]) for name in "abc"
    ]
    assert [each.wait(60) for each in started] == [0, 0, 0]
    assert in_file(tmp_path).values == {f"{name}{n}": n for name in "abc" for n in range(25)}
    assert [each.name for each in tmp_path.iterdir()] == ["table.json"]


ENTRIES = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3))


@examples(60)
@given(ENTRIES, ENTRIES, ENTRIES)
def test_each_value_is_of_whoever_changed_it_last(
    before: dict[str, int], mine: dict[str, int], others: dict[str, int]
) -> None:
    found = merged(Kept(before), Kept(mine), Kept(others)).values
    for name in "abcd":
        changed = before.get(name) != mine.get(name)
        assert found.get(name) == (mine if changed else others).get(name)
