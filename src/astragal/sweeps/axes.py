"""Axes: the parameters that are swept, each with its values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from math import prod
from typing import Any, TypeAlias

from astragal._visible import in_short
from astragal.errors import NOWHERE, OddsError
from astragal.limits import Limits
from astragal.outcome import is_hashable, typed

Axes: TypeAlias = Mapping[str, Iterable[Any]]


def checked_axes(axes: Axes, most: int, limits: Limits) -> dict[str, tuple[Any, ...]]:
    if not isinstance(axes, Mapping) or not 1 <= len(axes) <= most:
        wanted = "one parameter" if most == 1 else "one or two parameters"
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
