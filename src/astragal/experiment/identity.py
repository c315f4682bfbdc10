"""Equality for experiments: functions compare by code, and each identity is computed once.

Also a cache for functions that create experiments.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from types import FunctionType
from typing import Any, TypeVar

from astragal._value import Value
from astragal.die import Die
from astragal.outcome import typed


def identity_of(value: Any) -> Any:
    """The comparison key of a value; for a function, its code and closure variables.

    A rule creates its ``key=lambda …`` anew on every run, and each of them must compare equal.
    """
    if type(value) is tuple and value and isinstance(value[0], ComparedOnce):
        first, number = value[0], len(value)
        if value.count(first) == number:
            return ComparedOnce, first, number  # hundreds of equal dice, compared as one
    if type(value) is not FunctionType:
        return typed(value)
    try:
        cells = tuple(cell.cell_contents for cell in value.__closure__ or ())
        seen = (*cells, *(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).items())
        whole = (FunctionType, value.__code__, typed(seen))
        hash(whole)
    except (TypeError, ValueError):  # an unhashable value, or an empty cell
        return value
    return whole


class ComparedOnce(Value):
    """The base of values that are compared very often: the identity of each is computed once."""

    def _identity(self) -> tuple[Any, ...]:
        known: tuple[Any, ...] | None = self.__dict__.get("_known")
        if known is None:
            known = (type(self), *(identity_of(getattr(self, name)) for name in self._compared))
            self.__dict__["_known"] = known
            self.__dict__["_hash"] = hash(known)
        return known

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, ComparedOnce) and self._identity() == other._identity()

    def __hash__(self) -> int:
        try:
            return self._hash  # type: ignore[attr-defined, no-any-return]
        except AttributeError:
            self._identity()
            return hash(self)


T = TypeVar("T")

_PLAIN = (int, str, bool, type(None), Enum, Die)
"""Types of arguments that can be cache keys: equal values of the same type are interchangeable."""

_REMEMBERED = 1_000


def remembered(make: Callable[..., T], *, also: tuple[type, ...] = ()) -> Callable[..., T]:
    """The function with a cache for plain arguments; arguments of types in ``also`` count by id.

    A rule runs once per path and often makes the same requests. Equal experiments may still be
    described differently, for example as called for by Alice or by Bob.
    """
    made: dict[tuple[Any, ...], T] = {}
    plain: tuple[type, ...] = (*_PLAIN, *also)

    def made_once(*arguments: Any) -> T:
        key = (*arguments, *map(type, arguments))
        if also:
            key += tuple([id(each) for each in arguments if isinstance(each, also)])
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
