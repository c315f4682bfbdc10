"""Trials: a job in a process of its own, with the time and the memory that it took."""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

MEMORY = 4 << 30
"""Bytes of address space: what asks for more gets a MemoryError."""


_WAITING = 20
"""How many times as long to wait by the clock, on a busy machine."""


class Trial(NamedTuple):
    """What came of a job."""

    result: Any
    """what it returned; None if it did not"""
    ended: str
    """"" if it returned, else how it ended"""
    seconds: float
    """of the processor"""
    mebibytes: float
    """the most memory that it held, beside what the process began with"""


def tried(job: Callable[[], Any], *, seconds: int = 30) -> Trial:
    """Do a job in a forked process, which is ended after some seconds of the processor."""
    reading, writing = os.pipe()
    before = _resident()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        _do(job, writing)
    os.close(writing)
    sent, timely = _received(reading, time.monotonic() + _WAITING * seconds)
    os.close(reading)
    if not timely:
        os.kill(child, signal.SIGKILL)
    _, status, used = os.wait4(child, 0)
    result, ended, before = pickle.loads(sent) if timely and sent else (None, "", before)
    if not sent:
        slow = not timely or os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL)
        ended = "too slow" if slow else f"ended by signal {os.WTERMSIG(status)}"
    return Trial(result, ended, used.ru_utime + used.ru_stime, (used.ru_maxrss - before) / 1024)


def _resident() -> int:
    """The memory of this process, in KiB: now, where that can be found out, or else at its most."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return pages * resource.getpagesize() // 1024


def _do(job: Callable[[], Any], writing: int) -> None:
    """Do the job, send what came of it with the memory held before, and leave."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    before = _resident()
    try:
        sent = pickle.dumps((job(), "", before))
    except BaseException as error:
        sent = pickle.dumps((None, f"{type(error).__name__}: {str(error)[:300]}", before))
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(sent)
    os._exit(0)


def _received(reading: int, until: float) -> tuple[bytes, bool]:
    """All that the other process sends, and whether it was done in time."""
    sent = b""
    while (left := until - time.monotonic()) > 0:
        if select.select([reading], [], [], left)[0]:
            more = os.read(reading, 1 << 16)
            if not more:
                return sent, True
            sent += more
    return sent, False
