"""Readings of unlike values, whole or fractions, against every combination one by one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import LimitError
from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws.law import Law
from astragal.probability.pools.unlike import Unlike
from astragal.probability.readings.blocks import Block, dice_of
from astragal.probability.walks.readings import DISTINCT, LARGEST_SET, LONGEST_RUN, Reading, ranks
from astragal.probability.walks.walk import walk
from tests.support import of_values

F = Fraction

numbers = st.sampled_from([-1, 0, 1, 2, 3, 7, F(1, 2), F(3, 2), F(1, 3), F(-2, 3)])
tables = st.dictionaries(numbers, st.integers(1, 3), min_size=1, max_size=4)


def law_of(table: dict[Number, int]) -> Law:
    return Law.of_table(table, sum(table.values()))


blocks = st.lists(
    st.builds(lambda table, size: Block(law_of(table), size), tables, st.integers(1, 2)),
    min_size=1,
    max_size=3,
)


def twin(some: Sequence[Block], read: Callable[[Sequence[Number]], Number]) -> dict[Number, F]:
    """What is read from every combination of values, with their chances."""
    found: dict[Number, F] = defaultdict(F)
    dice = [block.law.table() for block in some for _ in range(block.size)]
    whole = prod(denominator for _, denominator in dice)
    for values in product(*(table.items() for table, _ in dice)):
        found[read([value for value, _ in values])] += F(prod(w for _, w in values), whole)
    return found


def chances(law: Law) -> dict[Number, F]:
    table, denominator = law.table()
    return {number: F(weight, denominator) for number, weight in table.items() if weight}


def by_value(some: Sequence[Block], reading: Reading) -> dict[Number, F]:
    found, denominator = walk([dice_of([(F(1), tuple(some))], Budget())], reading, Budget())
    return {number: F(weight, denominator) for number, weight in found.items()}


@given(blocks)
def test_the_middle_of_unlike_values(some: list[Block]) -> None:
    expected = twin(some, of_values.middle)
    pool = Unlike([(F(1), tuple(some))], sum(block.size for block in some), Budget())
    assert chances(pool.middle()) == expected


@given(blocks)
def test_sets_and_runs_of_unlike_values(some: list[Block]) -> None:
    pool = Unlike([(F(1), tuple(some))], sum(block.size for block in some), Budget())
    for read, found in (
        (of_values.largest_set, pool.read(LARGEST_SET)),
        (of_values.distinct, pool.read(DISTINCT)),
        (of_values.longest_run, pool.read(LONGEST_RUN)),
    ):
        assert chances(found) == twin(some, read)


@given(blocks)
def test_each_reading_goes_value_by_value(some: list[Block]) -> None:
    size = sum(block.size for block in some)
    for read, reading in (
        (of_values.largest_set, LARGEST_SET),
        (of_values.distinct, DISTINCT),
        (of_values.longest_run, LONGEST_RUN),
        (sum, ranks(0, size)),
        (of_values.lowest, ranks(size - 1, size)),
        (lambda values: F(of_values.highest(values), 3), ranks(0, 1, F(1, 3))),
    ):
        assert by_value(some, reading) == twin(some, read)


def _of_positive(read: Callable[[Sequence[Number]], Number], values: Sequence[Number]) -> Number:
    return read([value for value in values if value >= 1])


@given(blocks)
def test_values_that_were_filtered_out_are_not_read(some: list[Block]) -> None:
    def kept(law: Law) -> tuple[Law, Law]:
        table, denominator = law.table()
        staying = {number: weight for number, weight in table.items() if number >= 1}
        going = {number: weight for number, weight in table.items() if number < 1}
        return Law.of_table(staying, denominator), Law.of_table(going, denominator)

    left = [block.filtered(kept) for block in some]
    for read, reading in ((of_values.largest_set, LARGEST_SET), (of_values.distinct, DISTINCT)):
        assert by_value(left, reading) == twin(some, partial(_of_positive, read))


def test_hundreds_of_values_are_answered() -> None:
    """Of two values the middle is half the sum, and there is a pair or there are two sets."""
    group = "({1d500/2,1d500/3})"
    pair = F(166, 500 * 500)  # 2 and 3, 4 and 6, … 332 and 498
    assert astragal.odds(f"middle{group}").mean == F(501, 8) + F(501, 12)
    assert astragal.odds(f"largest_set{group}").mean == 1 + pair
    assert astragal.odds(f"distinct{group}").mean == 2 - pair
    assert astragal.odds(f"longest_run{group}").mean > 1


@pytest.mark.parametrize(
    "text",
    [
        "middle({1d30/2,1d30/3,1d30/5,1d30/7})",
        "middle({5d20,5d12,1d8,1d6,1d4})",
        "distinct({1d2,1d3,1d4,1d5,1d6,1d7,1d8,1d9,1d10})",
        "p={1d12/2,1d20,1d4}; middle(p)+highest(p)",
    ],
)
def test_these_have_odds(text: str) -> None:
    assert astragal.odds(text).variance > 0


@pytest.mark.slow
@pytest.mark.parametrize("text", ["middle({9d1000,8d1000,7d1000,6d1000})", "{1d300/1d300,1d6}u"])
def test_too_many_values_are_refused(text: str) -> None:
    with pytest.raises(LimitError):
        astragal.odds(text)
