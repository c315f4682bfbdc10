"""Rows of bytes against the same in plain lists, with NumPy and without it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal.rolling import rows as module
from astragal.rolling.rows import Rows
from tests.support.examples import examples

LIBRARIES = {"bytes": lambda: None, "numpy": lambda: numpy}


@pytest.fixture(params=LIBRARIES, scope="module", autouse=True)
def _library(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "array_library", LIBRARIES[request.param])
        yield


@st.composite
def grids(draw: st.DrawFn) -> list[list[int]]:
    width = draw(st.sampled_from([1, 2, 3, 5, 17, 50, 300]))
    most = draw(st.sampled_from([1, 2, 6, 20, 255]))
    row = st.lists(st.integers(0, most), min_size=width, max_size=width)
    return draw(st.lists(row, min_size=1, max_size=6))


def rows_of(grid: list[list[int]]) -> Rows:
    most = max(max(row) for row in grid)
    return Rows(bytes(cell for row in grid for cell in row), len(grid[0]), most)


@examples(100)
@given(grids())
def test_totals_are_the_sums_of_rows(grid: list[list[int]]) -> None:
    assert rows_of(grid).totals() == [sum(row) for row in grid]


@examples(100)
@given(grids(), st.integers(0, 300), st.booleans())
def test_kept_values_are_the_first_in_order(
    grid: list[list[int]], count: int, highest: bool
) -> None:
    kept = rows_of(grid).kept(count, highest=highest)
    expected = [sorted(row, reverse=highest)[:count] for row in grid]
    assert (kept.totals() or [0] * len(grid)) == [sum(row) for row in expected]


@examples(100)
@given(grids(), st.integers(-3, 3), st.integers(-5, 5))
def test_a_function_of_every_value(grid: list[list[int]], factor: int, more: int) -> None:
    def change(value: int) -> int:
        return value * factor + more

    rows = rows_of(grid).mapped(change)
    if rows is None:
        assert abs(factor) * max(max(row) for row in grid) > 255
        return
    assert rows.totals() == [sum(map(change, row)) for row in grid]
    twice = rows.mapped(lambda value: value % 7)
    assert twice is not None
    assert twice.totals() == [sum(change(value) % 7 for value in row) for row in grid]


@examples(50)
@given(grids(), st.data())
def test_columns_are_parts_of_rows(grid: list[list[int]], data: st.DataObject) -> None:
    width = len(grid[0])
    start = data.draw(st.integers(0, width))
    count = data.draw(st.integers(0, width - start))
    part = rows_of(grid).columns(start, count)
    assert (part.totals() or [0] * len(grid)) == [sum(row[start : start + count]) for row in grid]


def test_wide_sums_do_not_overflow() -> None:
    assert Rows(bytes([255]) * 30_000, 10_000, 255).totals() == [2_550_000] * 3
