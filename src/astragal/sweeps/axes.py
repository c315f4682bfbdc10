"""Axes: the parameters that vary in a sweep, with their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from math import prod
from typing import Any, TypeAlias

from astragal._visible import in_short
from astragal.errors import NOWHERE, OddsError
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.outcome import is_hashable, typed

Axes: TypeAlias = Mapping[str, Iterable[Any]]
Read: TypeAlias = Callable[[str, Any], Any]
"""Reads one value of a parameter, given the parameter's name and the value as typed."""

_RANGE = re.compile(r"\s*([+-]?\d{1,9})\s*\.\.\s*([+-]?\d{1,9})\s*(?:/\s*(\d{1,9})\s*)?", re.ASCII)


def read_values(name: str, typed: str | list[Any], read: Read) -> tuple[Any, ...]:
    """Parse the values of an axis: typed ``1..10``, ``10..90/5`` or ``3,6,10``, or a list.

    >>> read_values("stat", "10..20/5", lambda name, word: word)
    (10, 15, 20)
    """
    if not isinstance(typed, str):
        return tuple(read(name, each) for each in typed)
    if found := _RANGE.fullmatch(typed):
        return _range(int(found[1]), int(found[2]), int(found[3] or 1), f"{name}={typed}")
    words = [word.strip() for word in typed.split(",") if word.strip()]
    if not words:
        raise no_values(f"{name}={typed}")
    return tuple(read(name, word) for word in words)


def no_values(typed: str) -> OddsError:
    return OddsError(
        "bad-axes",
        f"{in_short(typed)} gives no values; "
        "write it like bonus=0..10, stat=10..90/5 or tier=3,6,10",
    )


def _range(first: int, last: int, step: int, typed: str) -> tuple[int, ...]:
    if first > last:
        raise OddsError(
            "bad-axes", f"{in_short(typed)} runs backwards: write the smaller number first"
        )
    if not step:
        raise OddsError("bad-axes", f"{in_short(typed)} has a step of 0")
    values = range(first, last + 1, step)
    DEFAULT_LIMITS.check("cells", len(values), NOWHERE)
    return tuple(values)


def checked_axes(
    axes: Axes, most: int, limits: Limits, *, least: int = 1
) -> dict[str, tuple[Any, ...]]:
    wanted = _WANTED[least, most]
    if isinstance(axes, Mapping) and len(axes) > most:
        raise OddsError("bad-axes", f"a sweep is over {wanted}, not {len(axes)}")
    if not isinstance(axes, Mapping) or not least <= len(axes) <= most:
        raise OddsError(
            "bad-axes", f"axes must map {wanted} to lists of values, not be {in_short(axes)}"
        )
    for name in axes:
        if not isinstance(name, str):
            raise OddsError(
                "bad-axes", f"the name of an axis must be a string, not {in_short(name)}"
            )
    checked = {name: _checked_values(name, values, limits) for name, values in axes.items()}
    limits.check("cells", prod(map(len, checked.values())), NOWHERE)
    return checked


_WANTED = {
    (1, 1): "one parameter",
    (1, 2): "one or two parameters",
    (2, 3): "two or three parameters",
}


def in_order(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values in ascending order if they can be sorted; else as given."""
    try:
        return tuple(sorted(values))
    except TypeError:
        return values


def _checked_values(name: str, values: Any, limits: Limits) -> tuple[Any, ...]:
    if isinstance(values, str | Mapping) or not isinstance(values, Iterable):
        raise OddsError(
            "bad-axes", f"the axis {name} must be a list of values, not {in_short(values)}"
        )
    # The list may be infinite: one value more than the limit is enough to refuse it.
    listed = [tuple(v) if isinstance(v, list) else v for v in islice(values, limits.cells + 1)]
    for value in listed:
        if not is_hashable(value):
            raise OddsError(
                "bad-axes",
                f"the values of the axis {name} must be hashable, and {in_short(value)} is not",
            )
    if not listed:
        raise OddsError("bad-axes", f"the axis {name} has no values")
    limits.check("cells", len(listed), NOWHERE)
    return tuple({typed(value): value for value in listed}.values())
