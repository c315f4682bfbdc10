"""Several multipliers on one value."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Annotated

from astragal.errors import ParameterError
from astragal.rules.parameters import Bounds

Multiplier = Annotated[int, Bounds(1, 1_000_000)]
"""A parameter: under 1 it would divide."""


def added_up(multipliers: Iterable[int]) -> int:
    """One multiplier for several on an abstract value: the first, and each further one less 1.

    >>> added_up([2, 2]), added_up([2, 3]), added_up([3, 3]), added_up([])
    (3, 4, 5, 1)
    """
    return 1 + sum(each - 1 for each in _checked(multipliers))


def compounded(multipliers: Iterable[int]) -> int:
    """One multiplier for several on something real, such as a weight: they multiply.

    >>> compounded([8, 3])
    24
    """
    return prod(_checked(multipliers))


def _checked(multipliers: Iterable[int]) -> list[int]:
    listed = list(multipliers)
    for each in listed:
        if each < 1:
            raise ParameterError("bad-multiplier", f"a multiplier is at least 1: ×{each} divides")
    return listed
