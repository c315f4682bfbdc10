"""Samples: millions of rolls a second in one call, with bytes alone and with NumPy.

NumPy itself is measured beside them, with random numbers of its own and an array for a result.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from unittest.mock import patch

import numpy

import astragal
from astragal.rolling import rows

COUNT = 1_000_000

JOBS: Mapping[str, Callable[[Any], Any]] = {
    "1d20+5": lambda random: random.integers(1, 21, COUNT) + 5,
    "4d6kh3": lambda random: _highest(random.integers(1, 7, (COUNT, 4)), 3),
    "8d10c>=7": lambda random: (random.integers(1, 11, (COUNT, 8)) >= 7).sum(axis=1),
    "100d6": lambda random: random.integers(1, 7, (COUNT, 100), dtype=numpy.uint8).sum(axis=1),
}
"""Each text, and how NumPy does it."""


def _highest(dice: Any, count: int) -> Any:
    return numpy.sort(dice, axis=1)[:, -count:].sum(axis=1)


def table() -> list[str]:
    lines = [
        "A million samples in one call, `sample(1_000_000)`, in millions a second:",
        "",
        "| sampled | astragal | astragal with NumPy | the same from a seed | NumPy itself |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for text, theirs in JOBS.items():
        sample = partial(_sample, astragal.parse(text))
        with patch.object(rows, "array_library", lambda: None):
            alone = _millions(sample)
        speeds = [alone, _millions(sample), _millions(partial(sample, seed=1))]
        speeds.append(_millions(partial(theirs, numpy.random.default_rng(1))))
        lines.append(f"| `{text}` | {' | '.join(f'{speed:.1f}' for speed in speeds)} |")
        print(lines[-1], file=sys.stderr)
    return lines


def _sample(expression: astragal.Expression, seed: int | None = None) -> list[Any]:
    source = None if seed is None else astragal.SeededSource(seed)
    return expression.sample(COUNT, source)


def _millions(run: Callable[[], object]) -> float:
    """Millions of samples a second, the best of three."""
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        run()
        best = min(best, time.process_time() - started)
    return COUNT / best / 1e6
