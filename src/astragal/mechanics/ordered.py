"""Words in an order: members of an enumeration, the worst first."""

from __future__ import annotations

from enum import Enum
from functools import total_ordering


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
