"""A clock on the terminal: what is under way, and for how long."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from astragal.watch import Seconds, too_slow


class Clock:
    """Shows on the terminal, if there is one, that work is under way; and when its time is up."""

    def __init__(self, seconds: Seconds | None = None) -> None:
        self.seconds = seconds
        self.started = time.monotonic()
        self.shown = False

    def pause(self) -> float:
        """How long to wait before the next look."""
        return 0.1 if self.seconds is None else max(0.0, min(0.1, self._left()))

    def check(self) -> None:
        """An error if the time is up."""
        if self.seconds is not None and self._left() <= 0:
            raise too_slow(self.seconds)

    def _left(self) -> float:
        return self.started + float(self.seconds or 0) - time.monotonic()

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
