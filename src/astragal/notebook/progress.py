"""Progress of long work in a notebook: a line below the cell with the time elapsed.

A second thread regularly checks if the cell's thread is running code of Astragal. The line
disappears when the cell ends. The stop button interrupts the work as usual.
"""

from __future__ import annotations

import os
import sys
import time
from threading import Event, Thread, get_ident
from types import FrameType
from typing import Any, TextIO

_SOON = 1.0
"""Seconds of work before progress is shown."""
_PAUSE = 0.5
_PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep
_WIDTH = 50


class Progress:
    """Shows the time elapsed once a cell has worked for more than a second."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream
        self._over = Event()
        self._thread: Thread | None = None

    def begin(self, *_: Any) -> None:
        """Start watching a cell."""
        self.end()
        thread = get_ident()
        self._over = Event()
        self._thread = Thread(target=self._watch, args=(self._over, thread), daemon=True)
        self._thread.start()

    def end(self, *_: Any) -> None:
        """Stop watching and remove the line."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _watch(self, over: Event, thread: int) -> None:
        since, shown = time.monotonic(), False
        while not over.wait(_PAUSE):
            if not _is_inside(sys._current_frames().get(thread)):
                since = time.monotonic()
            elif (seconds := time.monotonic() - since) >= _SOON:
                self._write(f"working, {seconds:.0f} s so far")
                shown = True
        if shown:
            self._write("")

    def _write(self, line: str) -> None:
        stream = sys.stderr if self._stream is None else self._stream
        stream.write(f"\r{line:<{_WIDTH}}\r{line}")
        stream.flush()


def _is_inside(frame: FrameType | None) -> bool:
    """True if a thread is running code of this package."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(_PACKAGE):
            return True
        frame = frame.f_back
    return False


def show_progress(shell: Any) -> None:
    """Show progress for every cell of this notebook."""
    progress = Progress()
    shell.events.register("pre_run_cell", progress.begin)
    shell.events.register("post_run_cell", progress.end)
