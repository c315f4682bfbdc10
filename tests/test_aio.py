"""Awaited work: the same results, and an end when nobody awaits it."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

import astragal
from astragal import Limits, SeededSource, Stop, StoppedError, aio
from tests.test_watch import lucky, many_paths


def test_awaited_calls_give_what_the_plain_ones_give() -> None:
    async def all_of_them() -> None:
        assert await aio.odds("4d6kh3") == astragal.odds("4d6kh3")
        rolled = await aio.roll("4d6kh3", SeededSource(1))
        assert rolled == astragal.roll("4d6kh3", SeededSource(1))
        assert await aio.verify(rolled.to_json()) == rolled
        axes = {"n": range(3)}
        assert str(await aio.sweep("1d20 + @n", axes)) == str(astragal.sweep("1d20 + @n", axes))
        found = await aio.reach("1d20 + @n >= 11", {"n": range(9)}, at_least="60 %")
        assert found.value == 2
        advice = await aio.run(lucky().advise, "outcome", faces=[3])
        assert advice.best == "yes"

    asyncio.run(all_of_them())


def _worked_until_stopped(began: threading.Event, ended: list[str], *, limits: Limits) -> None:
    began.set()
    try:
        many_paths().odds(limits=limits.replaced(paths=10**40))
    except StoppedError as error:
        ended.append(error.code)


def test_cancelling_the_task_ends_the_work() -> None:
    """``asyncio.run`` waits for its threads: it would not return if the work went on."""
    ended: list[str] = []

    async def cancelled() -> None:
        began = threading.Event()
        task = asyncio.create_task(aio.run(_worked_until_stopped, began, ended))
        await asyncio.to_thread(began.wait)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert ended == ["stopped"]


def test_a_timeout_ends_the_work() -> None:
    ended: list[str] = []

    async def timed_out() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await aio.run(_worked_until_stopped, threading.Event(), ended)

    asyncio.run(timed_out())
    assert ended == ["stopped"]


def test_a_stop_of_the_callers_own_still_works() -> None:
    stop = Stop()
    stop.now()
    with pytest.raises(StoppedError):
        asyncio.run(aio.odds("4d6kh3", limits=Limits(stop=stop)))


def test_an_experiment_keeps_the_limits_it_was_made_with() -> None:
    generous = Limits(dice=20_000)
    expression = astragal.parse("20000d6", limits=generous)

    async def rolled() -> Any:
        return await aio.roll(expression), await aio.run(expression.sample, 1)

    roll, outcomes = asyncio.run(rolled())
    assert len(roll.faces) == 20_000
    assert len(outcomes) == 1


def test_limits_that_are_none_are_refused() -> None:
    with pytest.raises(astragal.LimitError, match="limits must be"):
        asyncio.run(aio.odds("1d6", limits=2))  # type: ignore[call-overload]
