"""Random tables (T15): a die and what each of its numbers means."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from astragal import (
    Asks,
    RandomTable,
    d,
    rule,
    verify,
)
from tests.support.refusals import refusal

SPARKS = "d6 [1..3] a spark [4..5] smoke [6] fire"


def test_t15_a_table_is_rolled_on_and_has_odds() -> None:
    table = RandomTable.of(SPARKS)
    texts = ["a spark"] * 3 + ["smoke"] * 2 + ["fire"]
    assert [table.roll(faces=[face]).outcome for face in range(1, 7)] == texts
    assert dict(table.odds().items()) == {
        "a spark": Fraction(1, 2),
        "smoke": Fraction(1, 3),
        "fire": Fraction(1, 6),
    }
    assert RandomTable.of(str(table)) == table


def test_t15_a_table_may_have_any_dice() -> None:
    table = RandomTable.of("2d6 [..6] low [7] seven [8..] high [10..] very high")
    assert table.roll(faces=[5, 6]).outcome == "very high"
    assert table.odds().probability("seven") == Fraction(1, 6)
    assert table.odds().probability("high") == Fraction(9, 36)


def test_t15_a_table_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "sparks.toml"
    path.write_text(
        'name = "Sparks"\nroll = "d6"\n[entries]\n"1..3" = "a\\n  spark"\n'
        '"4..5" = "smoke"\n6 = "fire"\n',
        encoding="utf-8",
    )
    table = RandomTable.load(path)
    assert table.name == "Sparks"
    assert str(table) == str(RandomTable.of(SPARKS))
    assert table.odds().probability("fire") == Fraction(1, 6)
    # A record may hold the name of a file: reading the record must not open it.
    refusal("unexpected", lambda: RandomTable.of(str(path)))


@pytest.mark.parametrize(
    ("text", "faces", "outcome"),
    [
        (SPARKS, [5], "smoke"),
        ("2d6 [..6] low [7..] high", [3, 4], "high"),
        ("p = 2d6; p [2..12] x", [3, 4], "x"),
        ("d6 [1..6] x [6!] y", [6], "y"),
    ],
)
def test_t15_a_roll_on_a_table_is_recorded_in_notation_and_verifies(
    text: str, faces: list[int], outcome: str
) -> None:
    table = RandomTable.of(text)
    rolled = table.roll(faces=faces)
    assert rolled.outcome == outcome
    assert rolled.to_data()["expression"] == str(table)
    again = verify(rolled.to_json())
    assert (again.outcome, again.faces) == (rolled.outcome, rolled.faces)
    assert again.to_json() == rolled.to_json()


def test_t15_a_name_makes_no_other_table() -> None:
    table = RandomTable.of({"roll": "d6", "entries": {"1..6": "a"}, "name": "Sparks"})
    assert table.name == "Sparks"
    assert RandomTable.of(str(table)) == table
    assert hash(RandomTable.of(str(table))) == hash(table)


def test_t15_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b'\xef\xbb\xbfroll = "d6"\n[entries]\n"1..6" = "a"')
    assert RandomTable.load(path).odds().probability("a") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("d6 [1..3] a [5..6] b", "has no entry for 4"),
        ("d6 [2..] a", "has no entry for 1"),
        ("d6 [..4] a", "has no entry for 5, 6"),
        ("d20 [1] a", "has no entry for 2, 3, 4, 5, 6, 7, 8, 9, 10, 11…"),
        ("p = 2d6; p [3..12] x", "has no entry for some totals"),
        ("2d6", "needs ranges after its dice"),
    ],
)
def test_t15_every_total_must_be_covered(text: str, said: str) -> None:
    assert said in refusal("bad-table", lambda: RandomTable.of(text)).message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('roll = "d6"', "[entries]"),
        ('roll = 6\n[entries]\n"1..6" = "a"', "[entries]"),
        ('roll = "d6"\n[entries]\n"1..5" = "a"', "has no entry for 6"),
        ("roll = ", "not TOML"),
        ('roll = "d6"\n[entries]\n"6..1" = "a"', "6 is more than 1"),
        ('roll = "d6"\n[entries]\n"1..6" = ""', "called"),
    ],
)
def test_t15_bad_files_are_refused_by_their_name(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    error = refusal("bad-table", lambda: RandomTable.load(path))
    assert error.message.startswith(f"{path}: ")
    assert said in error.message


def test_t15_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    error = refusal("no-table", lambda: RandomTable.load(tmp_path / "none.toml"))
    assert "none.toml" in error.message
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    refusal("bad-table", lambda: RandomTable.load(tmp_path / "bytes.toml"))


def test_t15_a_rule_takes_a_table_and_asks_it() -> None:
    @rule
    def mishap(table: RandomTable) -> Asks[str]:
        """A 1 on a d20 is looked up on the table."""
        face = yield d(20)
        return (yield table) if face == 1 else "nothing"

    ask: Any = mishap
    rolled = ask(SPARKS).roll(faces=[1, 6])
    assert rolled.outcome == "fire"
    assert verify(rolled.to_json(), rules=[mishap]) == rolled
    assert ask(SPARKS).odds().probability("smoke") == Fraction(1, 60)
    refusal("bad-table", lambda: ask("d6 [1] a"))
