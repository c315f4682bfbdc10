"""Functions as values: two that were written in one place and see the same things are the same.

And functions that make values, which need not make the same one twice.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from types import FunctionType
from typing import Any, TypeVar

from astragal.die import Die
from astragal.outcome import typed


def identity_of(value: Any) -> Any:
    """What a value is compared by. A function is its code and what it closes over, not where it lies.

    A rule makes its ``key=lambda …`` anew each time it runs; the odds must not be worked out anew for that.
    """
    if type(value) is not FunctionType:
        return typed(value)
    try:
        cells = tuple(cell.cell_contents for cell in value.__closure__ or ())
        seen = (*cells, *(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).items())
        whole = (FunctionType, value.__code__, typed(seen))
        hash(whole)
    except (TypeError, ValueError):  # something unhashable, or a cell that is still empty
        return value
    return whole


T = TypeVar("T")

_PLAIN = (int, str, bool, type(None), Enum, Die)
"""Arguments of these types are equal only to their like, once their types are compared too."""

_REMEMBERED = 1_000


def remembered(make: Callable[..., T], *, also: tuple[type, ...] = ()) -> Callable[..., T]:
    """The same function, which gives again what it made for the same plain arguments.

    A rule asks for the same things whenever it is run, and it is run once for every way it can go.
    """
    made: dict[tuple[Any, ...], T] = {}
    plain: tuple[type, ...] = (*_PLAIN, *also)

    def made_once(*arguments: Any) -> T:
        key = (*arguments, *map(type, arguments))
        try:
            return made[key]
        except (KeyError, TypeError):
            result = make(*arguments)
        if all(isinstance(argument, plain) for argument in arguments):
            if len(made) >= _REMEMBERED:
                made.clear()
            made[key] = result
        return result

    return made_once
