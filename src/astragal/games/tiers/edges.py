"""Advantages and Disadvantages in the game's notation."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Self

from astragal._visible import in_short
from astragal.errors import ParameterError
from astragal.mechanics.arithmetic import net
from astragal.rules.types.texts import Find, Written

_WRITTEN = re.compile(r"\s*(\d{0,3})\s*/\s*([+\-−–])\s*/", re.ASCII)


class Edges(Written):
    """Advantages and Disadvantages: ``2/+/``, ``/-/``, or both. They cancel one to one.

    >>> Edges.of("3/+/ 2/-/").net, str(Edges.of("/-/"))
    (1, '/-/')
    """

    WANTED: ClassVar[str] = "Advantages and Disadvantages such as 2/+/ or 3/+/ 2/-/"

    advantages: int = 0
    disadvantages: int = 0

    def __post_init__(self) -> None:
        for number in (self.advantages, self.disadvantages):
            if type(number) is not int or not 0 <= number <= 999:
                raise ParameterError(
                    "bad-edges",
                    f"a roll has 0 to 999 Advantages and Disadvantages, not {in_short(number)}",
                )

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        counts = {True: 0, False: 0}
        at = 0
        text = value.rstrip()
        while at < len(text):
            found = _WRITTEN.match(text, at)
            if found is None:
                raise ValueError(value)
            counts[found[2] == "+"] += int(found[1] or 1)
            at = found.end()
        return cls(counts[True], counts[False])

    @classmethod
    def tells(cls, word: str) -> bool:
        return _WRITTEN.match(word) is not None

    @classmethod
    def of_net(cls, net: int) -> Self:
        """Advantages for a positive number, Disadvantages for a negative one."""
        return cls(max(net, 0), max(-net, 0))

    @property
    def net(self) -> int:
        return net(self.advantages, self.disadvantages)

    def __str__(self) -> str:
        pairs = ((self.advantages, "/+/"), (self.disadvantages, "/-/"))
        return " ".join(f"{n if n > 1 else ''}{sign}" for n, sign in pairs if n)
