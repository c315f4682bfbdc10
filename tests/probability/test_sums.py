"""Sums of two independent whole numbers against every pair."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from astragal.probability.budget import Budget
from astragal.probability.sums import sum_of_weights
from astragal.probability.weights import Weights

tables = st.dictionaries(
    st.integers(-40, 40) | st.integers(-(10**6), 10**6), st.integers(1, 9), min_size=1, max_size=6
)


@given(tables, tables)
def test_sums_are_those_of_every_pair(a: dict[int, int], b: dict[int, int]) -> None:
    table, denominator = sum_of_weights(Weights(a, 60), Weights(b, 70), Budget())
    pairs: dict[int, int] = {}
    for x, weight in a.items():
        for y, other in b.items():
            pairs[x + y] = pairs.get(x + y, 0) + weight * other
    assert {number: weight for number, weight in table.items() if weight} == pairs
    assert denominator == 60 * 70
