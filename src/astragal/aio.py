"""Awaitable rolls and odds: the work runs in a thread, and stops if it is cancelled.

A server can answer others in the meantime, and give up after a timeout:

>>> import asyncio
>>> from astragal import aio
>>> async def answer(text):
...     async with asyncio.timeout(10):
...         return await aio.odds(text)
>>> asyncio.run(answer("4d6kh3")).mean
Fraction(15869, 1296)
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from astragal import records, tokens
from astragal.experiment.experiment import Experiment, Variables
from astragal.experiment.run.pauses import Pause
from astragal.limits import DEFAULT_LIMITS, Limits, check_limits
from astragal.rolling.roll import Roll
from astragal.rolling.sources import Face, HandSource, Seed, Source, chosen_source
from astragal.rules import api
from astragal.sweeps import frontier as frontiers
from astragal.sweeps import matters as mattering
from astragal.sweeps import reach as reaching
from astragal.sweeps import sweep as sweeps
from astragal.watch import Stop

__all__ = [
    "frontier",
    "matters",
    "odds",
    "play",
    "reach",
    "resume",
    "roll",
    "run",
    "sweep",
    "verify",
]

P = ParamSpec("P")
T = TypeVar("T")


async def run(
    work: Callable[..., T], /, *args: Any, limits: Limits | None = None, **given: Any
) -> T:
    """Await any call that takes limits: ``await run(rule.plan, "success")``.

    If the awaiting task is cancelled, the work is stopped as well.
    """
    return await _run(work, args, given, limits)


async def _run(
    work: Callable[..., T], args: tuple[Any, ...], given: dict[str, Any], limits: Limits | None
) -> T:
    allowed = _own_limits(work, args) if limits is None else check_limits(limits)
    stop = Stop(within=allowed.stop)
    try:
        return await asyncio.to_thread(work, *args, limits=allowed.replaced(stop=stop), **given)
    except asyncio.CancelledError:
        stop.now()
        raise


def _own_limits(work: Callable[..., Any], args: tuple[Any, ...]) -> Limits:
    """The limits of the experiment in question, or the defaults."""
    for owner in (getattr(work, "__self__", None), *args[:1]):
        if isinstance(owner, Experiment):
            return owner.limits
    return DEFAULT_LIMITS


def _awaited(work: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    @wraps(work)
    async def awaited(*args: P.args, **given: P.kwargs) -> T:
        limits: Any = given.pop("limits", None)
        return await _run(work, args, given, limits)

    return awaited


roll = _awaited(api.roll)
odds = _awaited(api.odds)
sweep = _awaited(sweeps.sweep)
reach = _awaited(reaching.reach)
frontier = _awaited(frontiers.frontier)
matters = _awaited(mattering.matters)
verify = _awaited(records.verify)
resume = _awaited(tokens.resume)


async def play(
    experiment: Experiment[T],
    decide: Callable[[Pause[T]], Awaitable[Any]],
    source: Source | None = None,
    *,
    faces: Iterable[Face] | None = None,
    seed: Seed | None = None,
    variables: Variables | None = None,
    limits: Limits | None = None,
) -> Roll[T]:
    """Roll an experiment, awaiting ``decide`` for each decision, such as buttons in a chat.

    >>> import asyncio
    >>> from typing import Any
    >>> from astragal import Pause, aio
    >>> from astragal.games import triumph
    >>> async def button(pause: Pause[Any]) -> str:
    ...     return pause.options[0]
    >>> check = triumph.check(3, 15, dice="1d20♻")
    >>> asyncio.run(aio.play(check, button, faces=[1, 18])).decisions
    ('re-roll',)
    """
    drawn = chosen_source(source, faces, seed)
    reached = await run(experiment.start, drawn, variables=variables, moments=False, limits=limits)
    while isinstance(reached, Pause):
        decision = await decide(reached)
        reached = await run(reached.resume, decision, drawn, moments=False, limits=limits)
    if faces is not None and isinstance(drawn, HandSource):
        drawn.finish()
    return reached
