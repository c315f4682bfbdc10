"""A file shared by several prompts: one writes at a time, and writes are atomic."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

_MARK = "table.lock"
_PATIENCE = 6
"""Seconds to wait for another prompt. Writing takes it a few milliseconds."""
_ABANDONED = 3
"""A lock file older than this many seconds belongs to a prompt that has ended."""
_PAUSE = 0.005


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Let one prompt at a time into the block; raises OSError if the others take too long.

    Creates the folder if needed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + _PATIENCE
    while (leave := _enter(folder)) is None:
        if time.monotonic() > until:
            raise TimeoutError(errno.ETIMEDOUT, "another prompt is writing there")
        time.sleep(_PAUSE)
    try:
        yield
    finally:
        leave()


def _enter(folder: Path) -> Callable[[], None] | None:
    """Lock the folder and return a function to unlock it; None if another prompt holds it."""
    try:
        import fcntl
    except ImportError:
        return _mark(folder)
    place = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(place)
        return None
    except OSError:  # the file system has no locks
        os.close(place)
        return _mark(folder)
    return partial(os.close, place)


def _mark(folder: Path) -> Callable[[], None] | None:
    """Lock by a file that only one process can create."""
    mark = folder / _MARK
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        with suppress(OSError):
            if time.time() - mark.stat().st_mtime > _ABANDONED:
                mark.unlink()
        return None
    return partial(mark.unlink, missing_ok=True)


def replace_text(file: Path, text: str) -> None:
    """Replace a file atomically, readable by its owner only; an OSError leaves the old one."""
    from tempfile import mkstemp

    handle, new = mkstemp(prefix=f"{file.name}.", dir=file.parent)  # has mode 0600
    try:
        with open(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(handle)
        os.replace(new, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(new)
        raise
