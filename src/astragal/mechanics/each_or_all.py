"""Numbers that may be given per participant of a roll, or once for all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

EACH_OR_ALL = "one for each who rolls, or one for all"


def for_each(numbers: Sequence[int], count: int) -> Sequence[int]:
    """One number per participant; a single number applies to all.

    >>> list(for_each([2], 3)), list(for_each([1, 2, 3], 3)), list(for_each([], 2))
    ([2, 2, 2], [1, 2, 3], [0, 0])
    """
    return numbers if len(numbers) == count else tuple(numbers or (0,)) * count


def not_for_each(given: Any, names: Iterable[str], count: int) -> str | None:
    """The reason why a parameter has too many or too few numbers; None if none has."""
    for name in names:
        number = len(getattr(given, name))
        if number not in (0, 1, count):
            return f"{count} roll, and there are {number} {name}: {EACH_OR_ALL}"
    return None
