"""Long texts in many programs: each sum is made once, each meaning brought into one form once."""

from __future__ import annotations

from typing import Any

import pytest

from astragal import meanings, parse
from astragal.dialects import normal, translating
from astragal.dialects.dialect import dialect_names, program_names
from astragal.dialects.translating import spellings
from astragal.errors import LimitError
from astragal.notation.nodes.arithmetic import Sum


@pytest.mark.parametrize("dialect", dialect_names())
def test_a_long_sum_is_made_once(dialect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0
    made = Sum.__init__

    def counting(self: Sum, terms: Any, **fields: Any) -> None:
        nonlocal looked_at
        looked_at += len(terms)
        made(self, terms, **fields)

    monkeypatch.setattr(Sum, "__init__", counting)
    text = "+".join(["1d6"] * 200)
    (found,) = meanings(text, [dialect])
    assert found.expression is None or looked_at <= 4 * 200


def test_each_meaning_is_brought_into_one_form_once(monkeypatch: pytest.MonkeyPatch) -> None:
    formed: list[Any] = []

    def counting(expression: Any) -> Any:
        formed.append(expression)
        return normal.normal_form(expression)

    monkeypatch.setattr(translating, "normal_form", counting)
    meanings("4d6!>5")
    assert 0 < len(formed) <= len(program_names())


def test_a_long_text_is_refused_for_all_programs_before_it_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(translating, "_meaning")
    monkeypatch.delattr(translating, "_spellings")
    with pytest.raises(LimitError) as caught:
        meanings("1d6+" * 5_100 + "1")
    assert caught.value.code == "too-long"
    with pytest.raises(LimitError):
        spellings(parse("1d6+" * 3_950 + "1"))


def test_a_long_text_of_one_program_is_read() -> None:
    text = " + ".join(["1d6"] * 2_000)
    (found,) = meanings(text, ["roll20"])
    assert str(found.expression) == text
    assert len(spellings(parse(" + ".join(["1d6"] * 500)))) == len(dialect_names())
