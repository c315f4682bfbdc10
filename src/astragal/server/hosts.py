"""Hosts and origins: requests brought here by a foreign page are refused.

Somebody may point a name of their own at this machine, so that their page can ask here on behalf of
its visitor. Therefore the name must be one of ours. An IP address cannot be redirected like that.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from astragal.server.problems import HttpProblemError


class Hosts:
    """The names under which the server can be reached.

    >>> hosts = Hosts(["localhost"])
    >>> hosts.check("localhost:8000", origin="http://localhost:8000")
    >>> try:
    ...     hosts.check("evil.example", origin=None)
    ... except HttpProblemError as error:
    ...     print(error.status, error.code)
    421 foreign-host
    """

    def __init__(self, names: Iterable[str], *, any_address: bool = False) -> None:
        self._names = frozenset(name.lower() for name in names)
        self._any_address = any_address

    def check(self, host: str, *, origin: str | None, site: str | None = None) -> None:
        """Refuse a foreign host or page, by the headers Host, Origin and Sec-Fetch-Site."""
        if not self._is_ours(host):
            raise HttpProblemError(
                421,
                "foreign-host",
                "this server is not reached by that name",
                hint="to allow it: astragal serve --allow-host NAME",
            )
        if site == "cross-site" or (origin is not None and _netloc(origin) != host.lower()):
            raise HttpProblemError(
                403, "foreign-origin", "pages of other sites may not ask here", hint=None
            )

    def _is_ours(self, host: str) -> bool:
        name = _without_port(host.lower())
        return name in self._names or (self._any_address and _is_address(name))


def _netloc(origin: str) -> str:
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        return ""
    return parts.netloc if parts.scheme in ("http", "https") else ""


def _without_port(host: str) -> str:
    """The name in a Host header; an IPv6 address keeps its brackets."""
    if host.startswith("["):
        return host[: host.find("]") + 1]
    return host.partition(":")[0]


def _is_address(name: str) -> bool:
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
