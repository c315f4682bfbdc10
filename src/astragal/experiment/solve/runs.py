"""Running a rule's generator: what it asks for, its notes passed over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from astragal.experiment.notes import Note


def begun(generator: Any) -> Any:
    """What a fresh generator asks for first; a StopIteration with its outcome if it asks for nothing."""
    return passed_over(generator, generator.send(None))


def answered(generator: Any, request: Any, answers: Iterable[Any]) -> Any:
    """What a generator asks for after these answers, the first of them to a request."""
    send = generator.send
    for answer in answers:
        request = send(answer)
        while type(request) is Note:
            request = send(None)
    return request


def passed_over(generator: Any, request: Any) -> Any:
    """The next request that wants an answer."""
    while type(request) is Note:
        request = generator.send(None)
    return request
