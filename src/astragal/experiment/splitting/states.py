"""The variables of a waiting generator, and whether several paths may share them.

Paths share immutable values; lists, dicts and sets are copied for each path. A generator that holds
anything else is not split, because one path could change it for another.
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
"""Types whose values are keys as they are. A bool or a Fraction is not: both can equal an int."""


_SEGMENT = "segment of a generator"


def mark_segments(functions: Iterable[FunctionType], of: str) -> None:
    """Mark functions as segments: the values they refer to never change."""
    for each in functions:
        each.__dict__[_SEGMENT] = True
        each.__qualname__ = f"{of}.{each.__name__}"


def is_segment(function: FunctionType) -> bool:
    """True if a function is a segment of a generator."""
    return _SEGMENT in function.__dict__


@lru_cache(maxsize=1_000)
def _is_frozen(kind: type) -> bool:
    """True if values of this type never change."""
    if issubclass(kind, _FROZEN):
        return True
    frozen = getattr(kind, "__dataclass_params__", None)
    return dataclasses.is_dataclass(kind) and bool(frozen and frozen.frozen)


def key_of(variables: tuple[Any, ...]) -> tuple[Any, ...]:
    """A key that is equal for equal variables of equal types; a NotSplitError if any is mutable."""
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
    """The values that a function or method refers to; a NotSplitError if any is mutable."""
    listed = list(values)
    if any(map(_changes, listed)):
        raise NotSplitError
    return listed


def copier(variables: tuple[Any, ...]) -> Callable[[], tuple[Any, ...]] | None:
    """A function that copies the variables; None if none of them is mutable."""
    if not can_change(variables):
        return None
    met: set[int] = set()
    made = _maker(variables, met)
    # Aliases of one list must stay aliases.
    return made if _SHARED not in met else lambda: _copied(variables, {})


def can_change(variables: tuple[Any, ...]) -> bool:
    """True if some of the variables are mutable and must be copied for each path."""
    return any(type(value) in _HOLDING and _changes(value) for value in variables)


def held_in(value: Any) -> int:
    """How many values a value contains, including itself: the cost of copying it."""
    if type(value) not in _HOLDING:
        return 1
    return 1 + sum(map(held_in, value.values() if type(value) is dict else value))


_HOLDING = frozenset({list, dict, set, tuple})
_SHARED = -1


def _changes(value: Any) -> bool:
    """True if a value is mutable or contains a mutable value."""
    if type(value) is tuple:
        return any(map(_changes, value))
    return type(value) in _HOLDING


def _maker(value: Any, met: set[int]) -> Callable[[], Any] | None:
    """A function that copies a value; None if the value is immutable.

    It is built once and then called for each path. The ids of mutable values are added to ``met``,
    and ``_SHARED`` if one occurs twice.
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
    """Copy a value; if it contains the same list twice, so does the copy."""
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
