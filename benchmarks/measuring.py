"""Measuring programs beside one another: each in a process of its own, with equal results checked.

Every measurement runs in a process of its own, so that no program lives on what it remembers.
Each is warmed up there with other, tiny dice, so that none pays for Python's first look at its
code. The best of several runs counts. Odds are compared outcome by outcome, through a digest of
their exact fractions, before
a time counts.
"""

from __future__ import annotations

import gc
import hashlib
import math
import multiprocessing
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import icepool
from dyce import H

import astragal

RUNS = 5
PATIENCE = 60.0
"""seconds after which a program is given up on"""

_ENOUGH = 2.0
"""seconds after which a job is not repeated again"""

PROGRAMS = ("astragal", "icepool", "dyce")

Odds = Mapping[Any, Fraction]
WarmUp = Callable[[], Any]


class Row(NamedTuple):
    """One job: how each program does it (None: it cannot), and which outcomes are compared."""

    name: str
    astragal: Callable[[], Any]
    icepool: Callable[[], Any] | None
    dyce: Callable[[], Any] | None
    upto: int | None = None


def fractions_of(odds: Any) -> Odds:
    """Any program's odds as exact fractions."""
    if isinstance(odds, Mapping) and not isinstance(odds, H | icepool.Die):
        return odds
    if isinstance(odds, astragal.Distribution):
        return dict(odds.items())
    if isinstance(odds, icepool.Die):
        return {o: Fraction(int(q), int(odds.denominator())) for o, q in odds.items()}
    return {outcome: Fraction(count, odds.total) for outcome, count in odds.items()}


def digest(odds: Odds, upto: int | None) -> str:
    lines = sorted(
        f"{outcome}: {chance}"
        for outcome, chance in odds.items()
        if chance and (upto is None or outcome <= upto)
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def measured(
    job: Callable[[], Any], warm_up: WarmUp, upto: int | None = None, repeats: int = 1
) -> tuple[float, str] | None:
    """Seconds and digest of a program's best run; None if it took too long."""
    best: tuple[float, str] | None = None
    for _ in range(RUNS):
        receiver, sender = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.get_context("fork").Process(
            target=_measure, args=(sender, warm_up, job, upto, repeats)
        )
        process.start()
        sender.close()
        try:
            found = receiver.recv() if receiver.poll(PATIENCE) else None
        except EOFError:
            raise SystemExit("a measurement failed") from None
        process.kill()
        process.join()
        if found is None:
            return None
        if best is not None and best[1] != found[1]:
            raise SystemExit("a program does not agree with itself")
        best = min(best, found) if best else found
        if found[0] > 5:
            break
    return best


def _measure(
    sender: Connection,
    warm_up: Callable[[], None],
    job: Callable[[], Any],
    upto: int | None,
    repeats: int,
) -> None:
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(10_000)  # icepool adds dice up one inside another
    for _ in range(10):
        warm_up()
    # Nobody pays for looking through the objects of the other programs, which are loaded too.
    gc.collect()
    gc.freeze()
    best = math.inf
    begun = time.perf_counter()
    for _ in range(repeats):
        started = time.perf_counter()
        result = job()
        best = min(best, time.perf_counter() - started)
        if time.perf_counter() - begun > _ENOUGH:
            break
    sender.send((best, digest(fractions_of(result), upto)))


def seconds(job: Callable[[], Any], warm_up: WarmUp, repeats: int = 1) -> float:
    """The best run of a job whose result needs no check."""

    def run() -> dict[int, Fraction]:
        job()
        return {}

    found = measured(run, warm_up, repeats=repeats)
    assert found is not None
    return found[0]


def rivals_table(
    heading: str, rows: Iterable[Row], warm_ups: Mapping[str, WarmUp], repeats: int = 1
) -> list[str]:
    """A row a job: the time of every program, and how much faster Astragal is than the best."""
    lines = [
        f"| {heading} | astragal, ms | icepool, ms | dyce, ms | times as fast as the faster |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    ratios = []
    for row in rows:
        times: dict[str, float] = {}
        late = set()
        digests = set()
        for name in PROGRAMS:
            job = getattr(row, name)
            found = measured(job, warm_ups[name], row.upto, repeats) if job is not None else None
            if found is not None:
                times[name] = found[0]
                digests.add(found[1])
            elif job is not None:
                late.add(name)
        if len(digests) != 1 or len(times) < 2:
            raise SystemExit(f"{row.name}: the programs disagree, or none was done in time")
        ratio = min(times[name] for name in times if name != "astragal") / times["astragal"]
        ratios.append(ratio)
        shown = (
            f"{times[name] * 1000:,.2f}"
            if name in times
            else f"over {PATIENCE * 1000:,.0f}"
            if name in late
            else "–"
            for name in PROGRAMS
        )
        lines.append(f"| {row.name} | {' | '.join(shown)} | {ratio:,.1f} |")
        print(lines[-1], file=sys.stderr)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    return [
        *lines,
        "",
        f"Geometric mean of the last column: {mean:.1f}; its least: {min(ratios):.1f}.",
    ]
