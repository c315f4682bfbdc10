"""The variables of a generator that waits: whether several paths may go on from them.

Values that cannot change are shared by all paths; lists, dicts and sets are copied for each path.
With anything else, which one path may change behind the back of another, a generator is not split.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from enum import Enum
from fractions import Fraction
from functools import lru_cache, partial
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from astragal._value import Value
from astragal.die import Die
from astragal.experiment.outcomes import Unapplied
from astragal.experiment.splitting.normal_form import NotSplitError

_FROZEN = (
    int,
    str,
    bytes,
    type(None),
    Fraction,
    range,
    frozenset,
    type,
    Enum,
    Value,
    Die,
    Unapplied,
    ModuleType,
)
_PLAIN = frozenset({int, str, type(None)})
"""Types whose equal values are the same; True equals 1, and Fraction(1) does."""


_SEGMENT = "segment of a generator"


def mark_segments(functions: Iterable[FunctionType], of: str) -> None:
    """Let segments be told from other functions: nothing that they refer to ever changes."""
    for each in functions:
        each.__dict__[_SEGMENT] = True
        each.__qualname__ = f"{of}.{each.__name__}"


def is_segment(function: FunctionType) -> bool:
    """Whether a function is a segment of a generator."""
    return _SEGMENT in function.__dict__


@lru_cache(maxsize=1_000)
def _is_frozen(kind: type) -> bool:
    """Whether values of this type never change."""
    if issubclass(kind, _FROZEN):
        return True
    frozen = getattr(kind, "__dataclass_params__", None)
    return dataclasses.is_dataclass(kind) and bool(frozen and frozen.frozen)


def key_of(variables: tuple[Any, ...]) -> tuple[Any, ...]:
    """A key that is equal for equal variables, with their types; a NotSplitError if they change."""
    for value in variables:
        if type(value) not in _PLAIN:
            return tuple(map(_key, variables))
    return variables


def _key(value: Any) -> Any:
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is tuple or kind is list:
        return (kind, *map(_key, value))
    if kind is dict:
        return (kind, *((_key(key), _key(each)) for key, each in value.items()))
    if kind is set:
        return kind, frozenset(map(_key, value))
    if kind is FunctionType:
        if is_segment(value):
            return value
        return value, *map(
            _key, _unchanging(cell.cell_contents for cell in value.__closure__ or ())
        )
    if kind is BuiltinFunctionType or kind is MethodType:
        return kind, value.__name__, *map(_key, _unchanging([value.__self__]))
    if _is_frozen(kind):  # type: ignore[arg-type]
        return kind, value
    if issubclass(kind, tuple) and not any(map(_changes, value)):
        return (kind, *map(_key, value))  # a named tuple
    raise NotSplitError


def _unchanging(values: Iterable[Any]) -> list[Any]:
    """What a function or method refers to; none of it may be changed."""
    listed = list(values)
    if any(map(_changes, listed)):
        raise NotSplitError
    return listed


def copier(variables: tuple[Any, ...]) -> Callable[[], tuple[Any, ...]] | None:
    """A function that copies the variables, if some of them can be changed."""
    if not can_change(variables):
        return None
    met: set[int] = set()
    made = _maker(variables, met)
    # What was one list still has to be one list.
    return made if _SHARED not in met else lambda: _copied(variables, {})


def can_change(variables: tuple[Any, ...]) -> bool:
    """Whether some of the variables can be changed, and have to be copied for each path."""
    return any(type(value) in _HOLDING and _changes(value) for value in variables)


def held_in(value: Any) -> int:
    """How many values a value holds, itself included: all are looked at when it is copied."""
    if type(value) not in _HOLDING:
        return 1
    return 1 + sum(map(held_in, value.values() if type(value) is dict else value))


_HOLDING = frozenset({list, dict, set, tuple})
_SHARED = -1


def _changes(value: Any) -> bool:
    """Whether a value can be changed, or holds one that can."""
    if type(value) is tuple:
        return any(map(_changes, value))
    return type(value) in _HOLDING


def _maker(value: Any, met: set[int]) -> Callable[[], Any] | None:
    """A function that copies a value; None if it cannot be changed.

    It is made once and then called for each path. If what can be changed is met twice, that is
    noted among the places that were ``met``.
    """
    kind = type(value)
    if kind not in _HOLDING:
        return None
    parts = value.values() if kind is dict else value
    makers = [_maker(each, met) for each in parts]
    changing = any(makers)
    if kind is tuple:
        return partial(_made, tuple, value, makers) if changing else None
    met.add(_SHARED if id(value) in met else id(value))
    if not changing:
        return value.copy  # type: ignore[no-any-return]
    if kind is dict:
        values = partial(_made, tuple, tuple(parts), makers)
        return lambda: dict(zip(value, values(), strict=True))
    return partial(_made, kind, value, makers)


def _made(kind: type, value: Iterable[Any], makers: list[Callable[[], Any] | None]) -> Any:
    return kind([maker() if maker else each for each, maker in zip(value, makers, strict=True)])


def _copied(value: Any, copies: dict[int, Any]) -> Any:
    """A copy in which what was one list still is one list."""
    if id(value) in copies:
        return copies[id(value)]
    kind = type(value)
    made = value
    if kind is list or kind is set:
        made = kind(_copied(each, copies) for each in value)
    elif kind is dict:
        made = {key: _copied(each, copies) for key, each in value.items()}
    elif kind is tuple and _changes(value):
        made = tuple(_copied(each, copies) for each in value)
    copies[id(value)] = made
    return made
