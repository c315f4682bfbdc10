"""Rates: how much a client may ask at once, and after a while."""

from __future__ import annotations

import pytest

from astragal.server import rates as module
from astragal.server.problems import HttpProblemError
from astragal.server.rates import Rates


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def answered(rates: Rates, client: str = "ann", price: int = 1) -> int:
    """How many questions are answered at once."""
    for count in range(1000):
        try:
            rates.take(client, price)
        except HttpProblemError:
            return count
    raise AssertionError("there is no end")


def test_however_long_a_client_waits_only_so_many_are_answered_at_once() -> None:
    clock = Clock()
    rates = Rates(rate=2, burst=5, clock=clock)
    assert answered(rates) == 5
    for waited, more in ((1, 2), (2, 4), (2.5, 5), (3, 5), (3600, 5)):
        clock.now += waited
        assert answered(rates) == more


def test_a_dear_question_costs_more_and_says_when_to_come_back() -> None:
    clock = Clock()
    rates = Rates(rate=2, burst=10, clock=clock)
    assert answered(rates, price=6) == 1
    with pytest.raises(HttpProblemError) as caught:
        rates.take("ann", 6)
    assert caught.value.headers["Retry-After"] == "1"
    clock.now += 1
    assert answered(rates, price=6) == 1
    assert answered(rates, client="bob") == 10, "each client has tokens of its own"


def test_a_client_that_is_forgotten_starts_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_CLIENTS", 2)
    rates = Rates(rate=1, burst=3, clock=Clock())
    assert answered(rates, "ann") == 3
    assert answered(rates, "bob") == 3
    assert answered(rates, "ann") == 0
    assert answered(rates, "cas") == 3, "bob asked longest ago"
    assert answered(rates, "ann") == 0
    assert answered(rates, "bob") == 3
