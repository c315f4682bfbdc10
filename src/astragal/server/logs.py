"""The log: a line of JSON for each event, without anything that somebody asked or was told.

No queries, bodies, tokens, seeds or messages of errors: a route, a status, numbers and names.
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
    """Writes events to a stream; without one, nowhere.

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
        """An error that should not be: its kind and where it came from, not what it says."""
        places = [
            f"{Path(each.filename).name}:{each.lineno}"
            for each in traceback.extract_tb(error.__traceback__)
        ]
        self.write("error", route=route, kind=type(error).__name__, places=places[-12:])


class LogHandler(logging.Handler):
    """Brings what the web server itself has to say into the log: how bad it is, and the text.

    The text is what a program wrote, before anything that came from outside is put into it.
    """

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        self._log.write("server", level=record.levelname.lower(), text=str(record.msg))
        if record.exc_info and record.exc_info[1] is not None:
            self._log.error(record.exc_info[1], "server")
