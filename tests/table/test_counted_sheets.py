"""What sheets take is counted or done once: dice put in, circumstances."""

from __future__ import annotations

from typing import Any

import pytest

import astragal
from astragal import Circumstance, Sheet
from astragal.errors import LimitError, ParameterError
from astragal.games import scores, tiers
from astragal.notation import putting_in
from astragal.service import Service
from astragal.table import known, random_tables
from astragal.table.calling import filled_in
from astragal.table.circumstances import Circumstances


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[Any]:
    """The calls of a function, as they come."""
    calls: list[Any] = []
    function = getattr(owner, name)

    def counting(*args: Any, **named: Any) -> Any:
        calls.append(args)
        return function(*args, **named)

    monkeypatch.setattr(owner, name, counting)
    return calls


def test_dice_that_make_a_text_too_long_are_not_put_in(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = Sheet("A", {"n": " + ".join(["1d6"] * 1_000)})
    read = counted(monkeypatch, putting_in, "_operand")
    with pytest.raises(LimitError) as caught:
        sheet.parse(" + ".join(["@n"] * 1_000))
    assert caught.value.code == "too-long"
    assert len(read) <= 3
    assert len(str(Sheet("A", {"n": "1d6"}).parse(" + ".join(["@n"] * 500)))) > 2_900


def test_a_circumstance_is_about_few_rolls() -> None:
    Circumstance("c", {"modifier": 1}, on=("test",) * 100)
    with pytest.raises(ParameterError):
        Circumstance("c", {"modifier": 1}, on=("test",) * 101)


def in_circumstances() -> Sheet:
    sheet = Sheet("A", {"n": 1})
    for number in range(20):
        sheet = sheet.begin(Circumstance(f"c{number}", {"modifier": 1}, on=("test", "n")))
    return sheet


def test_circumstances_are_checked_once_for_all_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    known._check_all.cache_clear()
    checked = counted(monkeypatch, known, "_check")
    sheet = in_circumstances()
    for number in range(30):
        assert filled_in((sheet,), scores.test, {"modifier": number}).values["modifier"]
    assert len(checked) == 20


def test_what_a_circumstance_is_about_is_worked_out_once() -> None:
    each = Circumstance("c", {"modifier": 1}, on=("test", "n"))
    assert each.wanted is each.wanted
    assert str(each) is str(each)
    assert each.replaced(on=("n",)).wanted == {"n"}


def test_circumstances_count_in_every_cell_of_a_sweep() -> None:
    def answer(numbers: int) -> Any:
        question = {
            "rule": "scores.test",
            "axes": {"modifier": f"1..{numbers}"},
            "of": "passes",
            "sheets": [sheet.to_toml()],
        }
        return Service(limits=astragal.Limits(odds=5_000_000)).ask("sweep", question)

    sheet = in_circumstances()
    assert len(answer(20)["values"]) == 20
    plain = sheet.with_circumstances(Circumstances())
    sheet, standing = plain, sheet
    errors = [bool(each.get("error")) for each in answer(110)["values"]]
    sheet = standing
    assert sum(bool(each.get("error")) for each in answer(110)["values"]) > sum(errors)


def test_many_rounds_pass_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = in_circumstances()
    sheet = sheet.begin(Circumstance("fog", {"modifier": 1}, lasts="1000 rounds"))
    sheet = sheet.begin(Circumstance("rain", {"modifier": 1}, lasts="3 rounds"))
    one_by_one = sheet
    for _ in range(999):
        one_by_one = one_by_one.after_round()
    made = counted(monkeypatch, Circumstances, "__post_init__")
    answer = Service().ask("sheet", {"toml": sheet.to_toml(), "rounds": 999})
    assert Sheet.read(answer["toml"]) == one_by_one
    assert len(made) < 100
    assert sheet.after_round(0) == sheet


def test_a_random_table_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    random_tables._checked.cache_clear()
    looked = counted(monkeypatch, random_tables, "_has_gaps")
    table = "d4 [1..3] a spark [4] smoke"
    fixed = {"critical_table": table}
    astragal.sweep(tiers.check, {"stat": range(20)}, fixed=fixed, of="passes")
    assert 1 <= len(looked) <= 2
