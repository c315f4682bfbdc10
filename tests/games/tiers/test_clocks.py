"""Clocks (T6, T7): segments that are filled and emptied."""

from __future__ import annotations

from typing import Any

import pytest

from astragal import (
    Asks,
    Clock,
    ParameterError,
    rule,
    verify,
)


def test_t6_a_clock_ticks_until_it_is_full() -> None:
    clock = Clock(4)
    seen = []
    for _ in range(6):
        seen.append((str(clock), clock.full, clock.left))
        clock = clock.tick()
    assert seen == [
        ("0/4", False, 4),
        ("1/4", False, 3),
        ("2/4", False, 2),
        ("3/4", False, 1),
        ("4/4", True, 0),
        ("4/4", True, 0),
    ]


@pytest.mark.parametrize(
    ("clock", "after"),
    [
        (Clock(6, 3).empty(2), "1/6"),
        (Clock(6, 3).empty(), "2/6"),
        (Clock(6, 1).empty(4), "0/6"),
        (Clock(6, 5).tick(4), "6/6"),
        (Clock(6, 2).tick(3), "5/6"),
        (Clock(1).tick(), "1/1"),
        (Clock(6, 2).tick(0), "2/6"),
    ],
)
def test_t7_clocks_fill_and_empty_within_their_segments(clock: Clock, after: str) -> None:
    assert str(clock) == after


@pytest.mark.parametrize(
    ("written", "clock"),
    [
        (4, Clock(4)),
        ("4", Clock(4)),
        ("1/4", Clock(4, 1)),
        (" 1 / 4 ", Clock(4, 1)),
        ("4/4", Clock(4, 4)),
    ],
)
def test_clocks_are_written_down(written: Any, clock: Clock) -> None:
    assert Clock.of(written) == clock
    assert Clock.of(str(clock)) == clock


@rule
def alarm(clock: Clock) -> Asks[bool]:
    """Whether one more tick would fill it, which a coin may bring."""
    ticks = yield "1d2"
    return clock.tick(ticks).full


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("5/4", "bad-clock"),
        ("0", "bad-clock"),
        (0, "bad-clock"),
        (-3, "bad-clock"),
        ("x", "bad-parameter"),
        ("1/4/2", "bad-parameter"),
        ("-1", "bad-parameter"),
        (True, "bad-parameter"),
        (4.0, "bad-parameter"),
        (None, "bad-parameter"),
    ],
)
def test_bad_clocks_are_refused(written: Any, code: str) -> None:
    ask: Any = alarm
    with pytest.raises(ParameterError) as caught:
        ask(written)
    assert caught.value.code == code


@pytest.mark.parametrize(("segments", "filled"), [(4, 5), (4, -1), (0, 0), (-1, -1)])
def test_a_clock_cannot_be_filled_beyond_its_ends(segments: int, filled: int) -> None:
    with pytest.raises(ParameterError):
        Clock(segments, filled)


def test_a_clock_is_a_parameter_and_stands_in_the_record() -> None:
    rolled = alarm(Clock(4, 3)).roll(faces=[1])
    assert rolled.outcome is True
    assert verify(rolled.to_json(), rules=[alarm]) == rolled
