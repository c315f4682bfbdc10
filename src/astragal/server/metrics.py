"""Metrics: counters of the running server, in Prometheus's text format."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

Labels = tuple[tuple[str, str], ...]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Bucket bounds in seconds. Cached answers take less than the first, and no answer more than the
last."""

_HELP = {
    "astragal_requests_total": "Requests by route and status",
    "astragal_refused_total": "Requests refused before they were looked at, by reason",
    "astragal_kept_answers_total": "Questions whose answer was kept from before",
    "astragal_worker_questions_total": "Questions given to workers, by what became of them",
}


class Metrics:
    """Counters, the durations of requests, and gauges that are read on demand.

    >>> metrics = Metrics()
    >>> metrics.count("astragal_refused_total", why="rate")
    >>> "astragal_refused_total{why=\\"rate\\"} 1" in metrics.text()
    True
    """

    def __init__(self) -> None:
        self._counters: dict[str, Counter[Labels]] = {name: Counter() for name in _HELP}
        self._gauges: dict[str, tuple[str, Callable[[], float]]] = {}
        self._times: dict[str, _Times] = {}

    def count(self, name: str, **labels: str) -> None:
        self._counters[name][tuple(labels.items())] += 1

    def took(self, route: str, seconds: float) -> None:
        """Record the duration of an answered request."""
        times = self._times.get(route)
        if times is None:
            times = self._times[route] = _Times()
        times.add(seconds)

    def gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Add a gauge, whose function is called on each report."""
        self._gauges[name] = (about, value)

    def text(self) -> str:
        """All metrics, in Prometheus's text format."""
        return "\n".join([*self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        for name, counter in self._counters.items():
            yield from _heading(name, _HELP[name], "counter")
            for labels, count in sorted(counter.items()):
                yield f"{name}{_written(dict(labels))} {count}"
        for name, (about, value) in self._gauges.items():
            yield from _heading(name, about, "gauge")
            yield f"{name} {value():g}"
        name = "astragal_request_seconds"
        yield from _heading(name, "How long requests took, by route", "histogram")
        for route, times in sorted(self._times.items()):
            yield from times.lines(name, route)


class _Times:
    """A histogram of durations."""

    def __init__(self) -> None:
        self._counts = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(_BOUNDS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str, route: str) -> Iterator[str]:
        so_far = 0
        for bound, count in zip((*map(str, _BOUNDS), "+Inf"), self._counts, strict=True):
            so_far += count
            yield f"{name}_bucket{_written({'route': route, 'le': bound})} {so_far}"
        labels = _written({"route": route})
        yield f"{name}_sum{labels} {self._sum:.6f}"
        yield f"{name}_count{labels} {so_far}"


def _heading(name: str, about: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"


def _written(labels: Mapping[str, str]) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels.items()) + "}"
