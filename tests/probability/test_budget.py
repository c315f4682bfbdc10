"""The budget of exact arithmetic: everything has a price that is near its time."""

from __future__ import annotations

import pytest

from astragal import STRANGERS, LimitError, Limits, parse
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


def test_what_is_refused_does_not_depend_on_what_was_asked_before() -> None:
    """Dice are remembered, and count as if they had to be found: once in a call."""
    few = Limits(odds=1_000)
    for _ in range(2):
        with pytest.raises(LimitError):
            parse("23d7kh3 + 1").odds(limits=few)
        parse("23d7kh3").odds()
    once, again, twice = map(spent, ("22d7kh3 + 1", " 22d7kh3 + 1", "22d7kh3 + 22d7kh3"))
    assert once == again
    assert once < twice < 2 * once


def spent(text: str) -> int:
    limits = STRANGERS.shared()
    parse(text).odds(limits=limits)
    assert limits.tally is not None
    return limits.tally.steps
