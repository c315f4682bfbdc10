"""What a worker process does: it answers one question after another."""

from __future__ import annotations

import signal
from collections.abc import Sequence

from astragal.catalogue import all_rules
from astragal.limits import Limits
from astragal.rolling.signatures import Key
from astragal.rolling.sources import Source
from astragal.server.endpoints import endpoints
from astragal.server.reading import Asked
from astragal.server.small import ContinuedSource, Drawn
from astragal.service.service import Reply, Service


def load() -> None:
    """Import all questions and games now, so that no question waits for it."""
    endpoints()
    all_rules()


def begin() -> None:
    """The start of a worker: ctrl-C is for the server, which ends its workers itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load()


def answer(
    asked: Asked,
    limits: Limits,
    key: Key | None,
    source: Source,
    drawn: Sequence[Drawn],
) -> Reply:
    """The reply to a question; a roll begins with the faces that were drawn already."""
    started = ContinuedSource(drawn, source) if drawn else source
    service = Service(limits=limits, key=key, source=started)
    return asked.reply_of(service, endpoints()[asked.path])


def nothing() -> None:
    """Shows that a worker is there."""
