"""Margins, totals and damage: whole numbers, or bounds if dice explode further."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from astragal._value import Value


class Beyond(Value):
    """A number with only a known bound, because a die explodes further. Not a number itself."""

    bound: int
    direction: Literal["more", "less"]

    def __str__(self) -> str:
        return f"{self.bound:+} or {self.direction}"

    @property
    def unsigned(self) -> str:
        """The text for values without a sign: a total, or damage."""
        return f"{self.bound} or {self.direction}"


@lru_cache(maxsize=1024)
def beyond(bound: int, direction: Literal["more", "less"] = "more") -> Beyond:
    """A cached bound: many outcomes hold equal bounds, and are compared by them."""
    return Beyond(bound, direction)


Margin: TypeAlias = int | Beyond


def margin_order(margin: Margin) -> tuple[int, int]:
    """The sort key of a margin."""
    if type(margin) is int:
        return margin, 0
    assert isinstance(margin, Beyond)
    return margin.bound, 1 if margin.direction == "more" else -1


def plus(margin: Margin, number: int) -> Margin:
    """The sum of a margin and a number."""
    if isinstance(margin, Beyond):
        return beyond(margin.bound + number, margin.direction)
    return margin + number


def size_text(margin: Margin) -> str:
    """A margin without its sign; "-3 or more" is at most 3 below, so "3 or less"."""
    if isinstance(margin, Beyond):
        bound = abs(margin.bound)
        away = (margin.direction == "more") == (margin.bound >= 0)
        return f"{bound} or {'more' if away else 'less'}"
    return str(abs(margin))


def total_text(total: Margin) -> str:
    return total.unsigned if isinstance(total, Beyond) else str(total)
