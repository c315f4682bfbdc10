"""What the prompt keeps between runs, exports and undoes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import SeededSource, verify
from astragal.cli.prompt.memory import Kept, Memory, from_text, kept, to_text, usual_folder
from astragal.cli.prompt.prompt import Prompt
from astragal.cli.screen.terminal import Terminal
from astragal.errors import ParameterError
from tests.support.prompt import Screen, talk


def run(folder: Path | None, *lines: str) -> tuple[Prompt, str]:
    """A run of the prompt with these lines, and what it shows from its greeting on."""
    screen = Screen()
    memory = None if folder is None else Memory(folder)
    prompt = Prompt(Terminal(screen), SeededSource(1), memory)
    prompt.greet()
    for line in lines:
        prompt.handle(line)
    return prompt, screen.getvalue()


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "alice.toml"
    path.write_text('name = "Alice"\nStealth = 2\n')
    return path


def test_values_macros_sheets_circumstances_and_the_game_outlive_a_run(
    tmp_path: Path, sheet: Path
) -> None:
    folder = tmp_path / "kept"
    run(
        folder,
        "set str=1/2",
        "set fireball = 8d6",
        f"sheet {sheet}",
        "game scores",
        "begin fog: disadvantages 1 on test for 2 rounds",
    )
    again, shown = run(folder, "round")
    for line in (
        "the game is scores",
        "Alice's sheet is open; circumstances: fog",
        "@str is 1/2",
        "fireball is 8d6",
    ):
        assert line in shown
    assert "4d6kh3" not in shown, "whoever comes back needs no example"
    third, _ = run(folder)
    assert kept(third.session) == kept(again.session)
    assert "for the next round" in str(third.session.party.sheets[0].circumstances.each[0])


def test_nothing_is_written_while_there_is_nothing_to_keep(tmp_path: Path) -> None:
    run(tmp_path / "kept", "2d6", "odds 2d6")
    assert not (tmp_path / "kept").exists()


def test_forget_says_first_what_it_would_drop(tmp_path: Path, sheet: Path) -> None:
    folder = tmp_path / "kept"
    prompt, shown = run(folder, "set x=1", f"sheet {sheet}", "game scores", "forget")
    assert "forget all drops this, for good:" in shown
    assert kept(prompt.session) != Kept()
    prompt.handle("forget all")
    assert kept(prompt.session) == Kept()
    assert run(folder)[0].session.values == {}


def test_what_was_kept_is_no_change_of_this_evening(tmp_path: Path, sheet: Path) -> None:
    folder = tmp_path / "kept"
    run(folder, f"sheet {sheet}")
    prompt, shown = run(folder, "undo", "log")
    assert "nothing on the sheets has changed" in shown
    assert "nothing has happened yet" in shown
    assert [each.name for each in prompt.session.sheets] == ["Alice"]


def test_a_sheet_whose_file_has_changed_is_pointed_out(tmp_path: Path, sheet: Path) -> None:
    folder = tmp_path / "kept"
    run(folder, f"sheet {sheet}")
    assert "has changed" not in run(folder)[1]
    sheet.write_text('name = "Alice"\nStealth = 5\n')
    assert "its file has changed since" in run(folder)[1]
    sheet.unlink()
    assert "has changed" not in run(folder)[1]


def test_no_file_is_overwritten_unasked(tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("my campaign notes")
    assert "is there already" in talk("1d1", f"log {notes}")
    assert "is there already, and no table" in talk("set x=1", f"export {notes}")
    assert notes.read_text() == "my campaign notes"
    assert "1 line is in" in talk("1d1", f"log {notes} --replace")
    table = tmp_path / "table.json"
    assert "is there" not in talk("set x=1", f"export {table}", f"export {table}")


def test_what_cannot_be_read_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / "table.json").write_text("{")
    prompt, shown = run(tmp_path)
    assert "cannot be read" in shown
    assert str(tmp_path / "table.broken") in "".join(shown.split())
    assert (tmp_path / "table.broken").read_text() == "{"
    assert kept(prompt.session) == Kept()


def test_a_folder_that_cannot_be_written_is_said_and_the_prompt_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    _, shown = run(tmp_path / "file" / "kept", "set x=1", "1d1 + @x")
    assert "error: " in shown
    assert "1d1 + @x → (1) + 1 = 2" in shown


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", '{"version": 2}', '{"version": 1, "values": {"x": "much"}}', "[" * 9_999,
     '{"version": 1, "game": null, "values": {}, "macros": {"x": 1}, "sheets": []}'],
)  # fmt: skip
def test_a_file_that_is_no_table(text: str) -> None:
    with pytest.raises(ParameterError) as caught:
        from_text(text)
    assert caught.value.code == "bad-table-file"


NAMES = st.text("abcdefg_", min_size=1, max_size=8)


@given(
    st.builds(
        Kept,
        values=st.dictionaries(NAMES, st.integers() | st.fractions()),
        macros=st.dictionaries(NAMES, st.text(max_size=20)),
        game=st.none() | st.sampled_from(["tiers", "scores"]),
        dialect=st.sampled_from(["", "roll20", "troll"]),
    )
)
def test_what_is_kept_comes_back(found: Kept) -> None:
    assert from_text(to_text(found)) == found


def test_export_and_import(tmp_path: Path, sheet: Path) -> None:
    path = tmp_path / "table.json"
    _, shown = run(None, "set str=3", f"sheet {sheet}", f"export {path}")
    assert f"import {path} brings it back" in " ".join(shown.split())
    _, shown = run(None, f"import {path}", "1d1 + @str + @Stealth")
    assert "@str is 3" in shown
    assert "= 6" in shown
    assert "which file?" in talk("export")
    assert "No such file" in talk(f"import {tmp_path}/nothing")


def test_where_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    assert usual_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/astragal")
    monkeypatch.setenv("HOME", "/home/eve")
    assert usual_folder({}) == Path("/home/eve/.local/share/astragal")


# Macros


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (["set hit = 1d1+41", "hit"], "1d1 + 41 → (1) + 41 = 42"),
        (["set hit = 1d1+41", "HIT --times 2"], "1d1 + 41 → (1) + 41 = 42\n"),
        (["set hit = 1d1+41", "hit + 1"], "= 43"),
        (["set hit = 1d1+41", "2 + @hit"], "= 44"),
        (["set hit = 1d1+41", "odds hit"], "mean 42.00"),
        (["set sneak = play tiers check 45 --faces 12", "sneak"], "Check against 45"),
        (["game tiers", "set sneak = check 45", "odds sneak"], "Critical"),
        (["set hit = 2d6", "set"], "hit is 2d6"),
        (["set hit = 2d6", "unset hit", "set"], "nothing is set"),
        (["set hit = 2d6", "set hit=3", "set"], "@hit is 3"),
        (["set odds = 2d6"], "odds means something already"),
        (["set hit = 2d"], "how many sides?"),
        (["unset hit"], "nothing is set by the name hit"),
        (["set hit ="], "write it like str=3"),
    ],
)
def test_macros(lines: list[str], shown: str) -> None:
    assert shown in talk(*lines)


# The log


def test_the_log_shows_what_happened_and_undoes_what_changed(sheet: Path) -> None:
    shown = talk(
        f"sheet {sheet}", "game scores", "begin fog: disadvantages 1", "1d1", "log", "undo", "log"
    )
    assert "Alice: fog: a disadvantage" in shown
    assert "1d1 → (1) = 1" in shown
    before, _, after = shown.partition("taken back")
    assert "fog" in before
    assert "fog" not in after.partition("\n")[2]
    assert "nothing on the sheets has changed" in talk("log undo")
    assert "nothing has happened yet" in talk("log")


def test_a_roll_that_ends_a_circumstance_can_be_undone(sheet: Path) -> None:
    shown = talk(
        f"sheet {sheet}",
        "game scores",
        "begin luck: advantages 1 for next",
        "Stealth --faces 5,6",
        "undo",
        "sheets",
    )
    assert "luck: an advantage" in shown.partition("taken back")[2]


def test_the_log_is_exported(tmp_path: Path, sheet: Path) -> None:
    lines = [f"sheet {sheet}", "2d6 --faces 3,4"]
    for ending in ("md", "txt", "json"):
        talk(*lines, f"log {tmp_path}/night.{ending}")
    assert "2d6 → (3, 4) = 7" in (tmp_path / "night.txt").read_text(encoding="utf-8")
    assert (tmp_path / "night.md").read_text(encoding="utf-8").startswith("- ")
    changed, rolled = map(json.loads, (tmp_path / "night.json").read_text().splitlines())
    assert changed == {"changed": "Alice is opened"}
    assert verify(rolled["roll"]).outcome == 7
    assert "ends in .md" in talk(f"log {tmp_path}/night.pdf")


def test_history_lists_the_rolls() -> None:
    shown = talk("1d1", "1d1+1", "history")
    assert shown.rstrip().endswith("1d1 → (1) = 1\n1d1 + 1 → (1) + 1 = 2")
    assert "nothing has been rolled yet" in talk("history")


def test_a_dialect_that_is_gone_is_said_and_refused() -> None:
    found = Kept(dialect="troll")
    assert list(found.lines()) == [
        "dice of Troll are no longer read; dialect off goes back to our notation"
    ]
    prompt, _ = run(None)
    found.restore(prompt.session)
    with pytest.raises(ParameterError, match="Troll is no longer read"):
        prompt.session.parse("max 2d20")
