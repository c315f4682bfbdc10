"""A clock on the terminal: what is under way, and for how long."""

from __future__ import annotations

import sys
import time
from types import TracebackType


class Clock:
    """Shows on the terminal, if there is one, that work is under way; cleared at the end."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.shown = False

    def show(self, progress: str = "") -> None:
        """Rewrite the line, once the work takes a second."""
        seconds = int(time.monotonic() - self.started)
        if seconds >= 1 and sys.stderr.isatty():
            self.shown = True
            told = f"{progress}, " if progress else ""
            sys.stderr.write(f"\rworking, {told}{seconds} s so far (ctrl-C stops) \x1b[K")
            sys.stderr.flush()

    def cells(self, done: int, total: int) -> None:
        """The progress of a sweep."""
        self.show(f"{done:,} of {total:,} cells")

    def clear(self) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def __enter__(self) -> Clock:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.clear()
