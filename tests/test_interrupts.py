"""Calls end when their limits say so, wherever they are in Python, and nothing is left behind."""

from __future__ import annotations

import asyncio
import inspect
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import astragal
from astragal import Asks, Limits, RuleError, Stop, StoppedError, aio, d, rule
from astragal.service import Service
from tests.support.public_calls import PUBLIC_CALLS

SHORT = Limits(seconds=0.05)
_LATE = 2.0
"""Seconds after which a call has not ended in time, even on a busy machine."""


def spin(*_: Any, **__: Any) -> Any:
    while True:
        pass


@rule
def spinning() -> Asks[int]:
    """Ask once, and never again."""
    yield d(6)
    return int(spin())


def endless_faces() -> Iterator[int]:
    while True:
        yield 1


CALLS: dict[str, Callable[[Limits], Any]] = {
    "roll": lambda limits: spinning().roll(limits=limits),
    "roll with faces": lambda limits: spinning().roll(faces=endless_faces(), limits=limits),
    "start": lambda limits: spinning().start(limits=limits),
    "sample": lambda limits: spinning().sample(3, limits=limits),
    "odds": lambda limits: spinning().odds(limits=limits),
    "duration": lambda limits: spinning().duration(limits=limits),
    "a function of outcomes": lambda limits: astragal.dice(2, 6).map(spin).odds(limits=limits),
    "a step of a chain": lambda limits: astragal.chain(spin, 0, until=bool).odds(limits=limits),
    "what is measured": lambda limits: astragal.sweep(
        "1d20+@n", {"n": [1, 2]}, of=spin, limits=limits
    ),
    "what makes a cell": lambda limits: astragal.sweep(spin, {"n": [1, 2]}, limits=limits),
    "progress": lambda limits: astragal.reach(
        "1d20+@n", {"n": [1, 2]}, at_least=2, progress=spin, limits=limits
    ),
    "compare": lambda limits: astragal.compare(spinning(), "1d6", limits=limits),
    "find": lambda limits: astragal.find(spin, {"n": [1]}, wishes={"mean": 3}, limits=limits),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_uncounted_work_ends_when_its_time_is_up(call: Callable[[Limits], Any]) -> None:
    started = time.monotonic()
    with pytest.raises(StoppedError) as caught:
        call(SHORT)
    assert caught.value.code == "too-slow"
    assert time.monotonic() - started < _LATE


def test_every_public_call_that_takes_limits_is_watched() -> None:
    unwatched = {
        name
        for name, (call, *_) in PUBLIC_CALLS.items()
        if "limits" in inspect.signature(call).parameters and not hasattr(call, "__wrapped__")
    }
    rolls = {
        name for name in unwatched if getattr(PUBLIC_CALLS[name].call, "__name__", "") == "roll"
    }
    assert unwatched - rolls <= {"comparison", "hide"}, "rolls are watched from inside"


def test_another_thread_stops_uncounted_work() -> None:
    stop, codes = Stop(), list[str]()

    def work() -> None:
        with pytest.raises(StoppedError) as caught:
            spinning().roll(limits=Limits(stop=stop))
        codes.append(caught.value.code)

    thread = threading.Thread(target=work)
    thread.start()
    stop.now()
    thread.join(timeout=5)
    assert codes == ["stopped"]


def test_a_task_that_is_cancelled_stops_uncounted_work() -> None:
    before = threading.active_count()

    async def give_up() -> None:
        async with asyncio.timeout(0.05):
            await aio.odds(spinning())

    with pytest.raises(TimeoutError):
        asyncio.run(give_up())
    assert threading.active_count() <= before + 1, "the thread that worked has ended"


def test_a_call_in_a_call_ends_alone() -> None:
    @rule
    def patient() -> Asks[str]:
        """A rule that calls another, and gives up on it."""
        yield d(6)
        try:
            spinning().roll(limits=SHORT)
        except StoppedError as error:
            return error.code
        return "not stopped"

    assert patient().roll(limits=Limits(seconds=60)).outcome == "too-slow"


def test_the_outer_call_ends_the_inner_one() -> None:
    caught = []

    @rule
    def careless() -> Asks[int]:
        """A rule that calls another, which has more time than itself."""
        yield d(6)
        try:
            spinning().roll(limits=Limits(seconds=60))
        except StoppedError as error:
            caught.append(error)
        return 1

    with pytest.raises(StoppedError, match=r"0\.05 seconds"):
        careless().roll(limits=SHORT)
    assert not caught


def test_the_time_is_that_of_the_whole_call() -> None:
    """Each of these takes less than its time; all are one call."""

    def slowly(n: int) -> astragal.Experiment[int]:
        time.sleep(0.02)
        return astragal.parse(f"1d{n}")

    with pytest.raises(StoppedError):
        astragal.sweep(slowly, {"n": range(2, 200)}, limits=Limits(seconds=0.1))


def test_generators_are_closed() -> None:
    closed = []

    @rule
    def tidy() -> Asks[int]:
        """A rule with something to put away."""
        try:
            yield d(6)
            return int(spin())
        finally:
            closed.append(True)

    @rule
    def outer() -> Asks[int]:
        """A rule that waits for another one."""
        try:
            return int((yield tidy()))
        finally:
            closed.append(True)

    with pytest.raises(StoppedError):
        outer().roll(limits=SHORT)
    assert closed == [True, True]


def test_what_a_rule_swallows_comes_again() -> None:
    stubborn_times = []

    @rule
    def stubborn() -> Asks[int]:
        """It catches whatever comes, once."""
        yield d(6)
        try:
            spin()
        except:  # noqa: E722
            stubborn_times.append(1)
        return int(spin())

    with pytest.raises(StoppedError):
        stubborn().roll(limits=SHORT)
    assert stubborn_times


def test_nothing_is_left_of_an_interrupted_answer() -> None:
    texts = [f"{n}d6kh3+{n}d10!" for n in range(30, 36)]
    for text in texts:
        for seconds in (0.001, 0.04, 0.06):
            with suppress(StoppedError):
                astragal.odds(text, limits=Limits(seconds=seconds))
        assert astragal.odds(text) == astragal.odds(f"{text} + 0")


@pytest.mark.slow
def test_nothing_comes_after_a_call_has_ended() -> None:
    """Calls that end just as they would be interrupted."""

    @rule
    def nearly() -> Asks[int]:
        """Work for about as long as there is time."""
        yield d(6)
        until = time.monotonic() + next(times)
        while time.monotonic() < until:
            pass
        return 1

    times = iter([1.0])
    begun = time.monotonic()
    with pytest.raises(StoppedError):
        nearly().roll(limits=Limits(seconds=0.001))
    stopped_after = time.monotonic() - begun
    times = iter([stopped_after + step / 20_000 for step in range(-60, 60)])
    outcomes = {"ended": 0, "stopped": 0}
    for _ in range(120):
        try:
            nearly().roll(limits=Limits(seconds=0.001))
            outcomes["ended"] += 1
        except StoppedError:
            outcomes["stopped"] += 1
        for _ in range(2_000):
            pass
    assert outcomes["stopped"]


def test_a_rule_that_waits_is_not_taken_for_one_that_loops() -> None:
    """As on a busy machine, on which a rule gets little of the processor."""

    @rule
    def waiting() -> Asks[int]:
        """It waits for longer than it may work."""
        yield d(6)
        time.sleep(1.4)
        return 1

    assert waiting().roll(limits=Limits(silence=1)).outcome == 1


def test_a_rule_is_not_blamed_for_the_time_the_engine_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where the engine works for a rule without a request in between."""
    from astragal.experiment import watchdog

    monkeypatch.setattr(watchdog, "_PACKAGE", f"{Path(__file__).parent}")
    started = time.monotonic()
    with pytest.raises(StoppedError):  # and no RuleError: to the watchdog, this file is the engine
        spinning().roll(limits=Limits(silence=0, seconds=0.5))
    assert time.monotonic() - started > 0.4


def test_imports_are_not_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slowly_imported.py").write_text(
        "import time\nuntil = time.monotonic() + 0.3\nwhile time.monotonic() < until:\n    pass\n"
        "whole = True\n"
    )
    monkeypatch.syspath_prepend(tmp_path)

    @rule
    def importing() -> Asks[int]:
        """It imports something, which takes its time."""
        yield d(6)
        import slowly_imported  # type: ignore[import-not-found]

        return int(spin(slowly_imported))

    with pytest.raises(StoppedError):
        importing().roll(limits=SHORT)
    assert sys.modules["slowly_imported"].whole


def test_a_question_to_the_service_ends_in_time() -> None:
    limits = Limits(seconds=0.2, odds=10**15, paths=10**15, memory=10**9, written=10**12)
    reply = Service(limits=limits).reply('{"ask": "odds", "expression": "1d1000*1d1000*1d1000"}')
    assert (reply.status, '"/errors#too-slow"' in reply.body) == (503, True)


def test_a_rule_without_seconds_is_still_stopped() -> None:
    with pytest.raises(RuleError, match="no request for 0 seconds"):
        spinning().roll(limits=Limits(silence=0))
