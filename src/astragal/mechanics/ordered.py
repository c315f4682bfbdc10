"""What has an order: words, the worst first, and outcomes that say what they are compared by."""

from __future__ import annotations

from abc import abstractmethod
from enum import Enum
from functools import total_ordering
from typing import Any

from astragal._value import Value


@total_ordering
class Ordered(Enum):
    """Its members are compared by the order they are written in.

    >>> class Grade(Ordered):
    ...     FAILURE = "failure"
    ...     SUCCESS = "success"
    >>> Grade.FAILURE < Grade.SUCCESS
    True
    """

    def __init__(self, *_: object) -> None:
        self.rank = len(type(self).__members__)
        """its place, from 0"""

    def __lt__(self, other: object) -> bool:
        return self.rank < other.rank if isinstance(other, type(self)) else NotImplemented


@total_ordering
class Ranked(Value):
    """An outcome that a game orders: worse ones are less."""

    @abstractmethod
    def order(self) -> tuple[Any, ...]:
        """What it is compared by: all that makes two of them unequal."""

    def __lt__(self, other: object) -> bool:
        return self.order() < other.order() if isinstance(other, type(self)) else NotImplemented
