"""Files of rules, and executors of a kind that no program would have."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

RULES = '''
from dataclasses import dataclass

from astragal import Asks, d, rule


@dataclass(frozen=True)
class Blow:
    """What a blow comes to."""

    total: int
    hit: bool


@rule
def blow(bonus: int = 0, armour: int = 12) -> Asks[Blow]:
    """d20 + bonus hits if it reaches the armour."""
    face = yield d(20)
    return Blow(face + bonus, face + bonus >= armour)


class OwnError(Exception):
    """An error that no other program knows."""


@rule
def fragile(bonus: int = 0) -> Asks[bool]:
    """Breaks at 3."""
    if bonus == 3:
        raise OwnError("three is too many")
    return (yield d(20)) + bonus >= 12
'''


def rules_file(folder: Path, text: str = RULES) -> Path:
    """A file of rules, of a name that no other test uses."""
    path = folder / f"rules_of_{folder.name.replace('-', '_')}.py"
    path.write_text(text, encoding="utf-8")
    return path


class AtOnce(Executor):
    """Does everything at once, and counts it."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.sent.append(args)
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Backwards(Executor):
    """Waits until it has been sent so many calls, and does the last one first."""

    def __init__(self, calls: int) -> None:
        self.calls = calls
        self.waiting: list[tuple[Future[Any], Callable[..., Any], Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args))
        if len(self.waiting) == self.calls:
            for each, call, given in reversed(self.waiting):
                each.set_result(call(*given))
        return future
