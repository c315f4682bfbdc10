"""What becomes of a chain that never ends."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Never(Enum):
    """The outcome of going on for ever.

    >>> import astragal
    >>> walk = astragal.chain(lambda n: astragal.coin(n + 1, n), 0, until=lambda n: n < 0)
    >>> walk.odds(limits=astragal.Limits(states=10))
    Traceback (most recent call last):
    ...
    astragal.errors.LimitError: chain of <lambda> from 0: that is more than 10 states; the limit is 10
    keep the state small (cap what it counts); to raise it in Python: limits=Limits(states=…)
    """

    ENDS = "never ends"

    def __str__(self) -> str:
        return "never ends"


NEVER: Final = Never.ENDS
