"""Rate limits: a bucket of tokens for each client, which refills over time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil

from astragal.server.problems import HttpProblemError

_MOST_CLIENTS = 10_000
"""The most clients to remember. The least recently active client is dropped first."""


class Rates:
    """Each client may ask ``burst`` questions at once, and ``rate`` per second in the long run.

    >>> now = 0.0
    >>> rates = Rates(rate=2, burst=3, clock=lambda: now)
    >>> for _ in range(3):
    ...     rates.take("ann")
    >>> try:
    ...     rates.take("ann")
    ... except HttpProblemError as error:
    ...     print(error.status, error.headers)
    429 {'Retry-After': '1'}
    >>> now = 0.5
    >>> rates.take("ann")
    """

    def __init__(self, *, rate: float, burst: int, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """the tokens of each client, and the time of that count"""

    def take(self, client: str, price: int = 1) -> None:
        """Pay for a question; with too few tokens, raises a problem that says how long to wait."""
        now = self._clock()
        tokens, since = self._buckets.pop(client, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - since) * self._rate)
        enough = tokens >= price
        self._buckets[client] = (tokens - price if enough else tokens, now)
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        if not enough:
            raise HttpProblemError(
                429,
                "too-many-questions",
                f"at most {self._rate:g} questions a second are answered here",
                hint="wait a little, and ask again",
                retry_after=max(1, ceil((price - tokens) / self._rate)),
            )


def client_of(address: str) -> str:
    """The client behind an address; all of an IPv6 network counts as one, like a household.

    >>> client_of("192.0.2.7"), client_of("2001:db8:1:2:aaaa::1"), client_of("a socket")
    ('192.0.2.7', '2001:db8:1:2::', 'a socket')
    """
    if ":" not in address:
        return address
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64))
