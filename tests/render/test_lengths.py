"""Odds that would be very long are refused before anything of them is written."""

from __future__ import annotations

import json

import pytest

import astragal
from astragal import LimitError, Limits
from astragal.render import data
from astragal.render.formats import csv
from astragal.render.lengths import check_length

LONG = astragal.odds("900d100")
RAISED = Limits(written=10**9)


@pytest.mark.parametrize("form", ["json", "csv", "markdown"])
def test_every_outcome_of_very_long_odds(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (data, csv):  # nothing may be written before the refusal
        monkeypatch.setattr(module, "digits", None)
    with pytest.raises(LimitError) as caught:
        LONG.render(form)
    assert caught.value.code == "answer-too-long"
    assert "outcome>=500" in str(caught.value.hint)


def test_a_table_of_very_many_rows() -> None:
    wide = astragal.odds("1d130000")
    with pytest.raises(LimitError):
        wide.render("text", every=True)
    assert len(str(wide).splitlines()) < 30  # rows in groups need no such list
    check_length([wide])


def test_data_of_odds_and_of_several_together() -> None:
    with pytest.raises(LimitError):
        LONG.to_data()
    half = astragal.odds("200d200")
    check_length([half])
    with pytest.raises(LimitError):
        astragal.compare(half, half).to_data()
    with pytest.raises(LimitError):
        astragal.compare(half, half).to_json()


def test_raised_limits() -> None:
    dice = astragal.odds("20d20")
    with pytest.raises(LimitError):
        dice.to_json(limits=Limits(written=100))
    assert dice.to_json(limits=RAISED) == dice.to_json()
    assert dice.to_csv(limits=RAISED) == dice.to_csv()
    assert dice.to_markdown(limits=RAISED) == dice.to_markdown()
    assert json.loads(dice.to_json()) == dice.to_data(limits=RAISED)
    with pytest.raises(LimitError):
        dice.render("json", limits="many")  # type: ignore[arg-type]


def test_what_sums_odds_up_counts_as_well_as_their_outcomes() -> None:
    """Odds of one outcome are nearly all summary: 400 digits, and 30 for the outcome."""
    certain = astragal.odds("1")
    with pytest.raises(LimitError) as caught:
        check_length([certain] * 100, Limits(written=0))
    assert caught.value.number == 100 * (400 + 30)
    assert len(certain.to_json()) <= 3 * (400 + 30)
    with pytest.raises(LimitError):
        check_length([certain] * 100_000)
