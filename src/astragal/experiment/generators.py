"""Running a rule's generator while skipping its notes, and finding its current line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from types import FrameType
from typing import Any, NamedTuple

from astragal.experiment.notes import Note

_OURS = os.path.join(os.path.dirname(os.path.dirname(__file__)), "")


def begun(generator: Any) -> Any:
    """The first request of a fresh generator; a StopIteration if it makes none."""
    return passed_over(generator, generator.send(None))


def answered(generator: Any, request: Any, answers: Iterable[Any]) -> Any:
    """The request after these answers; the first of them answers ``request``."""
    send = generator.send
    for answer in answers:
        request = send(answer)
        while type(request) is Note:
            request = send(None)
    return request


def passed_over(generator: Any, request: Any) -> Any:
    """Skip notes and return the next request."""
    while type(request) is Note:
        request = generator.send(None)
    return request


class Resumed(NamedTuple):
    """The state of a generator: waiting at a request, or ended with an outcome."""

    ended: bool
    request: Any
    outcome: Any
    generator: Any


def resumed(generator: Any, answers: tuple[Any, ...]) -> Resumed:
    """The state of a fresh generator after these answers."""
    try:
        request = answered(generator, begun(generator), answers)
    except StopIteration as stop:
        return Resumed(True, None, stop.value, generator)
    return Resumed(False, request, None, generator)


def transcript(generator: Any, answers: Iterable[Any]) -> tuple[list[Any], Resumed]:
    """All that a fresh generator yields up to these answers, notes included, and its state."""
    yielded: list[Any] = []
    left = iter(answers)
    answer = None
    try:
        while True:
            request = generator.send(answer)
            yielded.append(request)
            answer = None
            if type(request) is not Note:
                try:
                    answer = next(left)
                except StopIteration:
                    return yielded, Resumed(False, request, None, generator)
    except StopIteration as stop:
        return yielded, Resumed(True, None, stop.value, generator)


def asking_line(generator: Any) -> str:
    """The file and line where a generator waits, even inside a `yield from`."""
    line = ""
    while (frame := getattr(generator, "gi_frame", None)) is not None:
        line = line_of(frame.f_code.co_filename, frame.f_lineno) or line
        generator = generator.gi_yieldfrom
    return line


def last_line(start: Callable[[], Generator[Any, Any, Any]], answers: Iterable[Any]) -> str:
    """The line where a rule returned, found by tracing another run with the same answers."""
    lines: list[str] = []
    generator: Any = start()

    def watch(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line" and frame is generator.gi_frame:
            lines.append(line_of(frame.f_code.co_filename, frame.f_lineno))
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        with suppress(Exception):
            answered(generator, begun(generator), answers)
    finally:
        sys.settrace(before)
    return lines[-1] if lines else ""


def line_of(filename: str, line: int) -> str:
    """The file and line as errors show it; empty for Astragal's own files."""
    if filename.startswith(_OURS):
        return ""
    return f"{os.path.basename(filename)}, line {line}"
