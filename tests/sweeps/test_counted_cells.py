"""The cells of a sweep count by the length of their notation, where all share one limit."""

from __future__ import annotations

import pytest

from astragal import LimitError, Limits, matters, parse, sweep
from astragal.limits import Tally
from astragal.notation.cost import nodes_in
from astragal.sweeps import answers


def tally_of(text: str, cells: int) -> Tally:
    limits = Limits().shared()
    sweep(parse(text), {"a": range(cells)}, limits=limits)
    assert limits.tally is not None
    return limits.tally


def test_long_notation_counts_in_every_cell() -> None:
    terms = " + ".join(["@a"] * 500)
    assert tally_of(terms, 10).steps > 10 * 400 * 4_000
    assert tally_of("1d20 + @a >= 15", 10).steps < 10 * 50_000


def test_the_mean_of_many_outcomes_counts_in_every_cell() -> None:
    assert tally_of("1d1000 + @a", 100).steps > 100 * 1_000 * 100


def test_parts_are_counted_once_for_all_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []

    def counting(*args: object) -> object:
        calls.append(args)
        return nodes_in(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(answers, "nodes_in", counting)
    tally_of("1d20 + @a", 20)
    assert len(calls) == 1


def test_what_matters_of_very_many_names_is_counted() -> None:
    names = {f"a{n}": 1 for n in range(1_000)}
    found = matters(
        "1d6 + " + " + ".join(f"@{each}" for each in names), fixed=names, limits=Limits().shared()
    )
    assert any(isinstance(each, LimitError) for each in found.errors.values())
