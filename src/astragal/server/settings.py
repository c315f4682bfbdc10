"""The settings of the server: all its numbers in one place."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from astragal.limits import STRANGERS, Limits
from astragal.rolling.signatures import Key

PAGE = Path(__file__).parent.parent / "page"
"""The folder that the page is built into."""


def usual_workers() -> int:
    """One process per processor, but at least two: a slow question must not block the rest."""
    return max(2, os.cpu_count() or 1)


class Settings(NamedTuple):
    """How the server treats strangers. The defaults suit a public server."""

    limits: Limits = STRANGERS
    """the cost limits of a question"""
    key: Key | None = None
    """the key that signs the tokens of paused rolls; None for unsigned tokens"""
    workers: int = 2
    """worker processes, which answer all but small questions"""
    seconds: float = 2.0
    """the time limit of a question in a worker"""
    memory: int = 1024
    """MiB of address space per worker: 170 are for its programs, and an answer takes up to 500"""
    waiting: int = 64
    """questions that may wait for a worker, over all clients"""
    waiting_each: int = 16
    """questions that may wait for a worker, per client"""
    under_way: int = 512
    """requests that may be under way at once"""
    body: int = 1_000_000
    """the most bytes of a question"""
    body_seconds: float = 10.0
    """the time limit for receiving a body"""
    rate: float = 50.0
    """questions per second and client in the long run"""
    burst: int = 300
    """questions that a client may ask at once"""
    worker_price: int = 5
    """the rate cost of a question that goes to a worker; others cost 1"""
    kept: int = 32_000_000
    """the size of the answer cache in bytes"""
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    """host names that the server answers to"""
    any_address: bool = False
    """True to accept any numeric address as the host"""
    page: Path = PAGE
    """the folder of the built page"""
