"""The worker process: it answers one question after another."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module

from astragal.catalogue import all_rules, opened
from astragal.errors import AstragalError
from astragal.limits import Limits
from astragal.rolling.signatures import Key
from astragal.rolling.sources import SeededSource, Source
from astragal.rules.files import Origin
from astragal.server.endpoints import endpoints
from astragal.server.reading import Asked
from astragal.service.question import all_questions
from astragal.service.service import Reply, Service, refusal


@cache
def load() -> None:
    """Import all questions and games, and ask small questions once, so that later ones are fast."""
    endpoints()
    service = Service(source=SeededSource("a trial"))  # leaves other sources alone
    for name, question in all_questions().items():
        if question.small is not None:
            service.reply_to(name, json.loads(question.example))
    for rule in all_rules():
        service.reply_to("roll", {"rule": rule.name, "aim": rule.aim or None})
    for text in _TRIALS:
        service.reply_to("odds", {"expression": text})
    import_module("astragal.experiment.solve.levels")  # for rules with many paths


OUT_OF_MEMORY = 77
"""The exit code of a worker that ran out of memory."""

_NICER = 10
_TRIALS = (
    "10d6!kh3 >= 9",
    "5d10c>=8",
    "4d6kh3 + 2",
    "d20 with advantage",
    "no dice at all",
    "3d6!",
    "1d6/1d4",
)
"""Notation and table talk whose evaluation loads the remaining modules."""


def begin(memory: int, files: Iterable[Origin] = ()) -> None:
    """Start a worker with a memory limit in MiB, and open the games of some files.

    It ignores ctrl-C, as the server ends its workers itself; SIGTERM ends it at any moment.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(os, "nice"):
        os.nice(_NICER)  # the server itself goes first, or small questions would wait
    _limit(memory)
    load()
    for file in files:
        opened(file.load(with_neighbours=True))


def _limit(memory: int) -> None:
    """Limit the memory of this process, and turn off core dumps, on systems that can."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = memory * 2**20
    with suppress(ValueError, OSError):  # some systems define the limit but reject it
        resource.setrlimit(resource.RLIMIT_AS, (wanted if most < 0 else min(wanted, most), most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def answer(asked: Asked, limits: Limits, key: Key | None, source: Source) -> Reply:
    """The reply to a question; the process exits if it runs out of memory."""
    endpoint = endpoints()[asked.path]
    service = Service(limits=limits, key=key, source=source)
    try:
        return service.reply_given(endpoint.question, asked.read(endpoint))
    except AstragalError as error:
        return refusal(error)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


def nothing() -> None:
    """Do nothing; a result shows that a worker is ready."""
