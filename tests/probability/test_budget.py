"""The budget of exact arithmetic: everything has a price that is near its time."""

from __future__ import annotations

import pytest

from astragal import LimitError, Limits
from astragal.probability.budget import Budget


def test_every_entry_of_a_table_costs_a_look_up() -> None:
    """Three tenths of a microsecond, in steps of three nanoseconds; more for long weights."""
    budget = Budget(Limits(odds=1_000_000))
    budget.spend_entries(1_000)
    short = budget.spent
    assert short == 1_000 * 100
    budget.spend_entries(1_000, bits=6_400)
    assert budget.spent - short >= short + 50 * 1_000
    with pytest.raises(LimitError):
        budget.spend_entries(30_000)
