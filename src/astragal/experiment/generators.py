"""Running a rule's generator by hand: its requests, with its notes passed over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from astragal.experiment.notes import Note


def begun(generator: Any) -> Any:
    """The first request of a fresh generator; a StopIteration with its outcome if it has none."""
    return passed_over(generator, generator.send(None))


def answered(generator: Any, request: Any, answers: Iterable[Any]) -> Any:
    """The request that follows these answers, of which the first answers ``request``."""
    send = generator.send
    for answer in answers:
        request = send(answer)
        while type(request) is Note:
            request = send(None)
    return request


def passed_over(generator: Any, request: Any) -> Any:
    """The next request that needs an answer."""
    while type(request) is Note:
        request = generator.send(None)
    return request


class Resumed(NamedTuple):
    """Where a generator is: at a request, or at its end with an outcome."""

    ended: bool
    request: Any
    outcome: Any
    generator: Any


def resumed(generator: Any, answers: tuple[Any, ...]) -> Resumed:
    """A fresh generator after these answers: its next request, or its outcome."""
    try:
        request = answered(generator, begun(generator), answers)
    except StopIteration as stop:
        return Resumed(True, None, stop.value, generator)
    return Resumed(False, request, None, generator)
