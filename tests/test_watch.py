"""Time and stops: work ends where it next counts something, and says why."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import astragal
from astragal import Asks, LimitError, Limits, Stop, StoppedError, d, rule
from astragal.probability.budget import Budget
from astragal.watch import Watch

TOO_LITTLE = Limits(seconds=1e-9)


@rule
def many_paths() -> Asks[tuple[int, ...]]:
    """More paths than anybody waits for, no two of which meet."""
    shown: tuple[int, ...] = ()
    for _ in range(40):
        shown += ((yield d(6)),)
    return shown


@rule
def up_and_down(place: int = 500) -> Asks[int]:
    """A walk with a thousand states."""
    place += 1 if (yield d(2)) == 1 else -1
    return place if place in (0, 1000) else up_and_down(place)


@rule
def lucky() -> Asks[bool]:
    """Roll a d20 for 15 or more, and again if you like."""
    face = yield d(20)
    again = yield astragal.choose("again?", {"yes": True, "no": False}, face=face)
    return bool(((yield d(20)) if again else face) >= 15)


RECORD = astragal.roll("4d6kh3 + 1d6!").to_json()

CALLS: dict[str, Callable[[Limits], Any]] = {
    "odds of notation": lambda limits: astragal.odds("10d6kh3", limits=limits),
    "odds of a rule": lambda limits: many_paths().odds(limits=limits),
    "odds of a chain": lambda limits: up_and_down().odds(limits=limits),
    "roll": lambda limits: astragal.roll("(2d6)d6kh3", limits=limits),
    "roll of a rule": lambda limits: many_paths().roll(limits=limits),
    "sample": lambda limits: astragal.parse("1d6").sample(10**9, limits=limits),
    "sample of a rule": lambda limits: many_paths().sample(10**9, limits=limits),
    "duration": lambda limits: up_and_down().duration(limits=limits),
    "plan": lambda limits: lucky().plan("outcome", limits=limits),
    "advice": lambda limits: lucky().advise("outcome", faces=[3], limits=limits),
    "sweep": lambda limits: astragal.sweep("1d20 + @n >= 9", {"n": range(9_000)}, limits=limits),
    "sweep of a rule": lambda limits: astragal.sweep(
        up_and_down, {"place": range(2, 999)}, limits=limits
    ),
    "reach": lambda limits: astragal.reach(
        "1d20 + @n >= 9", {"n": range(-9_000, 9)}, at_least=1, limits=limits
    ),
    "verify": lambda limits: astragal.verify(RECORD, limits=limits),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_every_call_ends_when_its_time_is_up(call: Callable[[Limits], Any]) -> None:
    with pytest.raises(StoppedError) as caught:
        call(TOO_LITTLE)
    assert caught.value.code == "too-slow"
    assert isinstance(caught.value, LimitError)
    assert "Limits(seconds=…)" in str(caught.value.hint)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_no_call_begins_that_was_stopped_already(call: Callable[[Limits], Any]) -> None:
    stop = Stop()
    stop.now()
    with pytest.raises(StoppedError) as caught:
        call(Limits(stop=stop))
    assert caught.value.code == "stopped"


ENDLESS = ("odds of a rule", "sample", "sample of a rule")
"""Calls that would go on for minutes; the limits on what is counted are raised."""


@pytest.mark.parametrize("name", ENDLESS)
def test_another_thread_stops_work_that_is_under_way(name: str) -> None:
    stop, caught = Stop(), list[str]()

    def work() -> None:
        try:
            CALLS[name](Limits(stop=stop, paths=10**40))
        except StoppedError as error:
            caught.append(error.code)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.05)
    assert thread.is_alive()
    stop.now()
    thread.join(timeout=10)
    assert not thread.is_alive()
    assert caught == ["stopped"]


def test_a_stop_within_another_one_is_stopped_with_it() -> None:
    outer = Stop()
    inner = Stop(within=outer)
    assert not inner.stopped
    inner.now()
    assert (inner.stopped, outer.stopped) == (True, False)
    other = Stop(within=outer)
    outer.now()
    assert other.stopped


def test_enough_time_changes_nothing() -> None:
    enough = Limits(seconds=Fraction(1000), stop=Stop())
    assert astragal.odds("4d6kh3", limits=enough) == astragal.odds("4d6kh3")
    assert lucky().advise("outcome", faces=[3], limits=enough).best == "yes"
    assert astragal.verify(RECORD, limits=enough).to_json() == RECORD


def test_a_result_can_be_asked_after_its_time_is_up() -> None:
    stop = Stop()
    limits = Limits(seconds=60, stop=stop)
    duration = astragal.chain(
        lambda n: astragal.coin(n + 1, 0), 0, until=lambda n: n == 3
    ).duration(limits=limits)
    roll = astragal.roll("4d6kh3", faces=[6, 5, 4, 2], limits=limits)
    stop.now()
    assert duration.mean == 14
    assert duration.within(3) == Fraction(1, 8)
    assert str(roll) == "4d6kh3 → (6, 5, 4, ~2~) = 15"


def test_the_time_in_which_a_person_decides_does_not_count() -> None:
    def decide(choice: astragal.Choice) -> bool:
        time.sleep(0.3)
        return True

    rolled = lucky().roll(faces=[3, 17], decide=decide, limits=Limits(seconds=0.25))
    assert rolled.outcome is True


@pytest.mark.parametrize("seconds", [0, -1, True, "2", float("nan"), float("inf"), 10**400, 1j])
def test_what_is_no_time_is_refused(seconds: Any) -> None:
    with pytest.raises(LimitError) as caught:
        Limits(seconds=seconds)
    assert caught.value.code == "bad-limit"


def test_what_is_no_stop_is_refused() -> None:
    with pytest.raises(LimitError, match="stop must be a Stop"):
        Limits(stop=threading.Event())  # type: ignore[arg-type]


def test_a_watch_says_nothing_before_its_time() -> None:
    Watch(1000, None).look()
    Watch(None, Stop()).look()


def test_what_cannot_be_done_in_time_is_not_begun() -> None:
    """One product of long polynomials is one call of code in C, which nothing interrupts."""
    budget = Budget(Limits(seconds=1, odds=10**15))
    budget.spend(10**8)
    started = time.monotonic()
    with pytest.raises(StoppedError, match="would take more than 1 second") as caught:
        budget.spend(10**9)
    assert caught.value.code == "too-slow"
    assert time.monotonic() - started < 1
    Budget(Limits(odds=10**15)).spend(10**14)


def test_odds_against_odds_end_in_time() -> None:
    long = astragal.odds("100d6!p")
    with pytest.raises(StoppedError):
        long.versus(astragal.odds("100d6!p + 1"), limits=Limits(seconds=1, odds=10**15))
