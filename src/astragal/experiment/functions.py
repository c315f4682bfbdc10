"""Functions as values: two that were written in one place and see the same things are the same."""

from __future__ import annotations

from types import FunctionType
from typing import Any

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
