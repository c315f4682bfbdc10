"""The settings of the server: all its numbers in one place."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from astragal.limits import STRANGERS, Limits
from astragal.rolling.signatures import Key

PAGE = Path(__file__).parent.parent / "page"
"""Where the page is built to."""


def usual_workers() -> int:
    """One process per processor, but at least two: a slow question must not block the rest."""
    return max(2, os.cpu_count() or 1)


class Settings(NamedTuple):
    """How the server treats strangers. The defaults suit a public server."""

    limits: Limits = STRANGERS
    """what a question may cost"""
    key: Key | None = None
    """what the tokens of paused rolls are signed with, if they are"""
    workers: int = 2
    """processes for questions that are not small"""
    seconds: float = 2.0
    """how long a question may take there"""
    memory: int = 1024
    """MiB of addresses that a worker may have: 170 are its programs, an answer takes up to 500"""
    waiting: int = 64
    """questions that may wait for a worker, of all clients"""
    waiting_each: int = 16
    """questions that may wait for a worker, of one client"""
    under_way: int = 512
    """requests that are answered at a time"""
    body: int = 1_000_000
    """bytes of a question"""
    body_seconds: float = 10.0
    """how long it may take to arrive"""
    rate: float = 50.0
    """questions a second of one client, in the long run"""
    burst: int = 300
    """questions of one client at once"""
    worker_price: int = 5
    """how many questions one counts for that a worker has to answer"""
    kept: int = 32_000_000
    """bytes of answers that are kept, in case somebody asks again"""
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    """the names under which the server is reached"""
    any_address: bool = False
    """whether it may be reached by every address that is a number"""
    page: Path = PAGE
    """the folder of the built page"""
