"""Edges for and against: advantages and disadvantages, dominance and threat. They cancel one to one."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Self

from astragal.errors import ParameterError
from astragal.rules.written import Find, Written

_WRITTEN = re.compile(r"\s*(\d{0,3})\s*/([+-])/", re.ASCII)


def net(gains: int, losses: int, cap: int | None = None) -> int:
    """What remains when they cancel one to one: over 0 of the gains, under 0 of the losses.

    Only what remains is held to the ``cap``, if there is one.

    >>> net(5, 1), net(5, 1, cap=3), net(1, 3)
    (4, 3, -2)
    """
    left = gains - losses
    return left if cap is None else max(-cap, min(cap, left))


class Edges(Written):
    """Advantages and Disadvantages as the game writes them: ``2/+/``, ``/-/``, or both.

    >>> Edges.of("3/+/ 2/-/").net, str(Edges.of("/-/"))
    (1, '/-/')
    """

    WANTED: ClassVar[str] = "Advantages and Disadvantages such as 2/+/ or 3/+/ 2/-/"

    advantages: int = 0
    disadvantages: int = 0

    def __post_init__(self) -> None:
        for number in (self.advantages, self.disadvantages):
            if type(number) is not int or not 0 <= number <= 999:
                raise ParameterError("bad-edges", f"there are 0 to 999 of them, not {number!r:.40}")

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        counts = {"+": 0, "-": 0}
        at = 0
        text = value.rstrip()
        while at < len(text):
            found = _WRITTEN.match(text, at)
            if found is None:
                raise ValueError(value)
            counts[found[2]] += int(found[1] or 1)
            at = found.end()
        return cls(counts["+"], counts["-"])

    @property
    def net(self) -> int:
        return net(self.advantages, self.disadvantages)

    def __str__(self) -> str:
        pairs = ((self.advantages, "/+/"), (self.disadvantages, "/-/"))
        return " ".join(f"{n if n > 1 else ''}{sign}" for n, sign in pairs if n)

    @classmethod
    def left(cls, net: int) -> Self:
        """What remains, as it is written."""
        return cls(max(net, 0), max(-net, 0))
