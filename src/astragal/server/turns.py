"""Fair scheduling of workers: clients take turns, so that none can block the others."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from astragal.server.problems import HttpProblemError


class Turns:
    """A fixed number of places; waiting clients get them in turn.

    >>> async def trial():
    ...     turns, order = Turns(1, waiting=9, waiting_each=9), []
    ...     async def asks(client):
    ...         async with turns.of(client):
    ...             order.append(client)
    ...             await asyncio.sleep(0)
    ...     await asyncio.gather(*map(asks, ["ann", "ann", "ann", "bob"]))
    ...     return order
    >>> asyncio.run(trial())
    ['ann', 'ann', 'bob', 'ann']
    """

    def __init__(self, places: int, *, waiting: int, waiting_each: int) -> None:
        self.free = places
        self.waiting = 0
        self._most_waiting = waiting
        self._most_each = waiting_each
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def of(self, client: str) -> AsyncIterator[None]:
        """Hold a place for this client, when its turn comes; raises a problem if too many wait."""
        if self.free > 0:
            self.free -= 1
        else:
            await self._wait(client)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, client: str) -> None:
        queue = self._queues.get(client, deque())
        if len(queue) >= self._most_each:
            raise HttpProblemError(
                429,
                "too-many-at-once",
                f"{len(queue)} of your questions wait to be answered already",
                hint="wait for some of their answers first",
                retry_after=1,
            )
        if self.waiting >= self._most_waiting:
            raise HttpProblemError(
                503,
                "busy",
                "too many questions wait to be answered",
                hint="ask again in a few seconds",
                retry_after=2,
            )
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(client, queue).append(place)
        self.waiting += 1
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._pass_on()  # its turn came at the same moment
            raise
        finally:
            self.waiting -= 1

    def _pass_on(self) -> None:
        """Give the place to the next in line."""
        while self._queues:
            client, queue = self._queues.popitem(last=False)
            place = queue.popleft()
            if queue:
                self._queues[client] = queue  # behind all others
            if not place.done():
                place.set_result(None)
                return
        self.free += 1
