"""What rules may cost: ways, questions, states, time, each refused by its number."""

from __future__ import annotations

import time
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

import astragal
from astragal import (
    Asks,
    Expression,
    Limits,
    best,
    d,
    dice,
    pool,
    rule,
    total,
)
from tests.support.small_rules import (
    reroll,
)

STAGE = 10
"""What a rule counts for, however few paths it has."""


def test_too_many_paths_are_refused_by_an_estimate() -> None:
    @rule
    def twenty() -> Asks[int]:
        sum_ = 0
        with suppress(ZeroDivisionError):  # so that it cannot be split
            for _ in range(20):
                sum_ += yield d(6)
        return sum_

    with pytest.raises(astragal.LimitError) as caught:
        twenty().odds()
    assert caught.value.code == "too-many-paths"
    assert (
        caught.value.message
        == "Twenty: that is about 10^15 paths through the rule; the limit is 150,000"
    )
    assert "total" in (caught.value.hint or "")


def test_states_are_counted_rather_than_paths_where_paths_meet() -> None:
    @rule
    def twenty() -> Asks[int]:
        sum_ = 0
        for _ in range(20):
            sum_ += yield d(6)
        return sum_

    assert list(twenty().odds().items()) == list(total(20, 6).odds().items())


@pytest.mark.slow
def test_paths_that_never_meet_are_refused_when_there_are_too_many() -> None:
    @rule
    def faces() -> Asks[tuple[int, ...]]:
        shown: tuple[int, ...] = ()
        for _ in range(20):
            shown += ((yield d(6)),)
        return shown

    with pytest.raises(astragal.LimitError) as caught:
        faces().odds(limits=Limits(paths=20_000))
    assert caught.value.code == "too-many-paths"


def test_paths_are_counted_where_no_estimate_is_needed() -> None:
    @rule
    def thousand() -> Asks[int]:
        return (yield d(10)) * (yield d(10)) * (yield d(10))  # type: ignore[no-any-return]

    with pytest.raises(astragal.LimitError) as caught:
        thousand().odds(limits=Limits(paths=900))
    assert "more than 900" in caught.value.message
    assert thousand().odds(limits=Limits(paths=1200)).highest == 1000


def test_a_loop_that_asks_without_end_is_refused() -> None:
    @rule
    def explodes() -> Asks[int]:
        sum_ = 0
        while (face := (yield d(6))) == 6:
            sum_ += face
        return sum_ + face  # type: ignore[no-any-return]

    with pytest.raises(astragal.LimitError) as caught:
        explodes().odds(limits=Limits(asks=50))
    assert caught.value.code == "too-many-asks"
    assert "a chain" in (caught.value.hint or "")


@pytest.mark.slow
def test_rolls_without_end_are_refused() -> None:
    @rule
    def for_ever(n: int = 0) -> Asks[int]:
        yield d(6)
        return for_ever(n + 1)

    @rule
    def idle(n: int = 0) -> Any:
        return idle((n + 1) % 3)

    for experiment, code in ((for_ever(), "too-many-dice"), (idle(), "too-many-work")):
        with pytest.raises(astragal.LimitError) as caught:
            experiment.roll()
        assert caught.value.code == code
    assert idle().odds().probability(astragal.NEVER) == 1


@pytest.mark.parametrize(
    ("experiment", "limits", "code"),
    [
        (pool(12, 20), Limits(odds=1000), "too-many-odds"),
        (dice(1, 10**8), Limits(), "too-many-sides"),
        (best([d(6), d(8)] * 400), Limits(odds=10_000), "too-many-odds"),
        (total(10**6, 100), Limits(), "too-many-odds"),
    ],
)
def test_what_requests_cost_is_counted_before_the_work(
    experiment: Any, limits: Limits, code: str
) -> None:
    with pytest.raises(astragal.LimitError) as caught:
        experiment.odds(limits=limits)
    assert caught.value.code == code


@pytest.mark.slow
def test_limits_hold_for_notation_in_rules() -> None:
    @rule
    def many(text: str) -> Asks[int]:
        number: int = yield text
        return number

    assert many("20000d6").roll(limits=Limits(dice=30_000)).outcome >= 20_000
    assert many("20000d6c>=5").odds(limits=Limits(dice=30_000, odds=10**10)).mean * 3 == 20_000
    with pytest.raises(astragal.LimitError):
        many("20d6").roll(limits=Limits(dice=10))


def test_recursion_without_end_is_refused() -> None:
    @rule
    def deeper(n: int) -> Asks[int]:
        number: int = yield deeper(n + 1)
        return number

    @rule
    def chosen(n: int) -> Asks[int]:
        yield astragal.choose("deeper?", ["yes", "no"])
        number: int = yield chosen(n + 1)
        return number

    with pytest.raises(astragal.LimitError) as caught:
        deeper(0).odds(limits=Limits(states=500))
    assert caught.value.code == "too-many-states"
    with pytest.raises(astragal.LimitError) as caught:
        chosen(0).odds(aim=lambda n: n, limits=Limits(asks=50))
    assert caught.value.code == "too-many-asks"


def test_limits_allow_just_as_much_as_they_say() -> None:
    @rule
    def two() -> Asks[int]:
        return int((yield d(6)) + (yield d(6)))

    assert two().odds(limits=Limits(paths=36 + STAGE, asks=2)).mean == 7
    for limits in (Limits(paths=35 + STAGE), Limits(asks=1)):
        with pytest.raises(astragal.LimitError):
            two().odds(limits=limits)


@pytest.mark.parametrize("faces", [80, 100, 120, 150])
def test_a_rare_way_does_not_speak_for_all(faces: int) -> None:
    """A probe that meets the one face that asks for much promises far too many ways."""

    @rule
    def rare() -> Asks[int]:
        with suppress(ZeroDivisionError):  # so that it cannot be split
            first = yield d(faces)
            second = yield d(20_000 if first == 1 else 40)
        return int(second % 2)

    ways = 20_000 + 40 * (faces - 1) + STAGE
    assert rare().odds(limits=Limits(paths=ways)).mean == Fraction(1, 2)
    with pytest.raises(astragal.LimitError):
        rare().odds(limits=Limits(paths=ways - 1))


@pytest.mark.slow
@pytest.mark.parametrize("wait", ["roll", "odds"])
def test_whoever_decides_and_whatever_is_computed_may_take_their_time(
    wait: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule must not run on without asking; a person may think, and arithmetic may be long."""
    limits = Limits(silence=1)

    def slowly(choice: Any) -> str:
        time.sleep(1.8)
        return "no"

    if wait == "roll":
        assert reroll().roll(faces=[3], decide=slowly, limits=limits).outcome == 3
        return
    odds_of = Expression.odds

    def slow_odds(self: Expression, **how: Any) -> Any:
        time.sleep(1.8)
        return odds_of(self, **how)

    @rule
    def notated() -> Asks[int]:
        number: int = yield "3d6"
        return number

    monkeypatch.setattr(Expression, "odds", slow_odds)
    assert notated().odds(limits=limits).mean == Fraction(21, 2)
