"""Numbers that may be given one for each who roll, or one for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

EACH_OR_ALL = "one for each who rolls, or one for all"


def for_each(numbers: Sequence[int], count: int) -> Sequence[int]:
    """The number of each who rolls.

    >>> list(for_each([2], 3)), list(for_each([1, 2, 3], 3)), list(for_each([], 2))
    ([2, 2, 2], [1, 2, 3], [0, 0])
    """
    return numbers if len(numbers) == count else tuple(numbers or (0,)) * count


def not_for_each(given: Any, names: Iterable[str], count: int) -> str | None:
    """Why there are too few or too many numbers in some parameters; None if there are not."""
    for name in names:
        number = len(getattr(given, name))
        if number not in (0, 1, count):
            return f"{count} roll, and there are {number} {name}: {EACH_OR_ALL}"
    return None
