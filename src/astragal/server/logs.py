"""The log: a line of JSON for each event, free of questions and answers.

It has no queries, bodies, tokens, seeds or error messages: only routes, statuses, numbers and
names.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO


def utc_now() -> datetime:
    return datetime.now(UTC)


class Log:
    """Writes events to a stream; without one, discards them.

    >>> import sys
    >>> at = datetime(2026, 1, 2, tzinfo=UTC)
    >>> Log(sys.stdout, lambda: at).write("request", route="odds", status=200)
    {"at": "2026-01-02T00:00:00.000Z", "event": "request", "route": "odds", "status": 200}
    """

    def __init__(self, stream: TextIO | None = None, now: Callable[[], datetime] = utc_now) -> None:
        self._stream = stream
        self._now = now

    def write(self, event: str, **fields: object) -> None:
        if self._stream is None:
            return
        at = self._now().isoformat(timespec="milliseconds")
        line = json.dumps({"at": f"{at[:-6]}Z", "event": event, **fields})
        self._stream.write(line + "\n")
        self._stream.flush()

    def error(self, error: BaseException, route: str) -> None:
        """Log an unexpected error: its type and its places in the code, not its message."""
        places = [
            f"{Path(each.filename).name}:{each.lineno}"
            for each in traceback.extract_tb(error.__traceback__)
        ]
        self.write("error", route=route, kind=type(error).__name__, places=places[-12:])


class LogHandler(logging.Handler):
    """Copies warnings of the web server to the log, with level and text.

    The text is the unformatted message, without any values from outside.
    """

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        self._log.write("server", level=record.levelname.lower(), text=str(record.msg))
        if record.exc_info and record.exc_info[1] is not None:
            self._log.error(record.exc_info[1], "server")
