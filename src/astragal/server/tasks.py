"""What a worker process does: it answers one question after another."""

from __future__ import annotations

import signal
from functools import cache
from astragal.catalogue import all_rules
from astragal.errors import AstragalError
from astragal.limits import Limits
from astragal.rolling.signatures import Key
from astragal.rolling.sources import SeededSource, Source
from astragal.server.endpoints import endpoints
from astragal.server.examples import EXAMPLES
from astragal.server.reading import Asked
from astragal.service.question import all_questions
from astragal.service.service import Reply, Service, refusal


@cache
def load() -> None:
    """Import all questions and games, and ask what is small once: later it waits for nothing."""
    endpoints()
    service = Service(source=SeededSource("a trial"))  # what others draw from stays as it is
    for name, question in all_questions().items():
        if question.small is not None:
            service.reply_to(name, EXAMPLES.get(name, {}))
    for rule in all_rules():
        service.reply_to("roll", {"rule": rule.name, "aim": rule.aim or None})
    for text in _TRIALS:
        service.reply_to("odds", {"expression": text})


_TRIALS = ("10d6!kh3 >= 9", "5d10c>=8", "4d6kh3 + 2", "d20 with advantage", "no dice at all")
"""What loads the rest of the notation, and talk."""


def begin() -> None:
    """The start of a worker: ctrl-C is for the server, which ends its workers itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    load()


def answer(asked: Asked, limits: Limits, key: Key | None, source: Source) -> Reply:
    """The reply to a question."""
    endpoint = endpoints()[asked.path]
    try:
        given = asked.read(endpoint)
    except AstragalError as error:
        return refusal(error)
    service = Service(limits=limits, key=key, source=source)
    return service.reply_given(endpoint.question, given)


def nothing() -> None:
    """Shows that a worker is there."""
