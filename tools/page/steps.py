"""Telling of a step that takes time: what is done, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def step(about: str) -> Iterator[None]:
    """One line for a step: its name at once, the seconds when it is done."""
    print(f"{about} …", end=" ", flush=True)
    started = time.monotonic()
    try:
        yield
    except BaseException:
        print("failed", flush=True)
        raise
    print(f"{time.monotonic() - started:.1f} s", flush=True)
