"""Progress of long work in a notebook: a line below the cell, and none for other work."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import astragal
from astragal.notebook import progress
from astragal.notebook.progress import Progress, show_progress


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_SOON", 0.02)
    monkeypatch.setattr(progress, "_PAUSE", 0.01)


def written(work: Callable[[], object]) -> str:
    stream = io.StringIO()
    shown = Progress(stream)
    shown.begin()
    work()
    shown.end()
    return stream.getvalue()


def busy() -> None:
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        pass


class Slow:
    """A source that takes its time."""

    def draw(self, die: Any, count: int) -> Sequence[int]:
        busy()
        return [1] * count


def test_work_of_astragal_is_shown_and_the_line_is_cleared() -> None:
    text = written(lambda: astragal.parse("1d6").roll(Slow()))
    assert "working, 0 s so far" in text
    assert text.endswith("\r" + " " * 50 + "\r")


def test_nothing_is_said_of_other_work_or_of_quick_work() -> None:
    assert written(busy) == ""
    assert written(lambda: astragal.odds("2d6")) == ""


def test_a_cell_that_never_ended_is_forgotten_by_the_next() -> None:
    stream = io.StringIO()
    shown = Progress(stream)
    shown.begin()
    shown.begin()
    shown.end()
    shown.end()
    assert stream.getvalue() == ""


def test_every_cell_is_watched() -> None:
    registered: list[str] = []

    class Events:
        def register(self, name: str, function: object) -> None:
            registered.append(name)

    class Shell:
        events = Events()

    show_progress(Shell())
    assert registered == ["pre_run_cell", "post_run_cell"]
