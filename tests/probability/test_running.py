"""Cumulative weights, of which all or only some are kept."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal.probability import running
from astragal.probability.running import Running

weights = st.lists(st.integers(0, 5), max_size=40)


@pytest.fixture(scope="module", params=[1, 3, 128])
def apart(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@given(weights=weights, share=st.integers(1, 100))
def test_sums_that_are_kept_and_sums_that_are_added_up(
    apart: int, weights: list[int], share: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "_APART", apart)
        patch.setattr(running, "_MOST_BITS", -1)
        found = Running(weights, 64)
    sums = list(accumulate(weights, initial=0))
    assert [found.before(place) for place in range(len(weights) + 1)] == sums
    assert found.place_of(share) == min(len(weights), bisect_left(sums, share))


def test_long_sums_are_not_all_kept() -> None:
    assert len(Running([1] * 1000, 1 << 20)._sums) < 10
    assert len(Running([1] * 1000, 10)._sums) == 1001
