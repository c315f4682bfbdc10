"""Requests whose answers have a type."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, overload

from astragal._generic import T
from astragal.experiment.choices import Choice
from astragal.experiment.experiment import Experiment

if TYPE_CHECKING:
    from astragal.die import Die


@overload
def ask(request: Choice[T]) -> Generator[Any, Any, T]: ...
@overload
def ask(request: Experiment[T]) -> Generator[Any, Any, T]: ...
@overload
def ask(request: Die) -> Generator[Any, Any, int]: ...
@overload
def ask(request: str) -> Generator[Any, Any, Any]: ...
def ask(request: Any) -> Generator[Any, Any, Any]:
    """Ask for something, with the type of its answer: ``face = yield from ask(d(20))``.

    To a type checker, the answer of a plain ``yield`` may be anything. Apart from that, the two are
    the same.

    >>> import astragal
    >>> @astragal.rule
    ... def luckier() -> astragal.Asks[bool]:
    ...     \"\"\"The better of two d20s is 15 or more.\"\"\"
    ...     face = yield from astragal.ask(astragal.best(2, 20))
    ...     return face >= 15
    >>> luckier().odds().probability(True)
    Fraction(51, 100)
    """
    return (yield request)
