"""Templates: notation with open numbers, ``XdY+Z`` or ``2d6+@bonus``, and numbers put into it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from astragal._visible import in_short
from astragal.errors import NotationError, OddsError
from astragal.outcome import show

_BEHIND = r"(?![A-Z_0-9])"


class Template:
    """Notation in which names stand for numbers: capital letters, or any name behind an @."""

    def __init__(self, text: str, names: Iterable[str]) -> None:
        self.text = text
        self.names = tuple(names)
        self._places = re.compile("|".join(map(_place_of, self.names)))
        found = {self._name(place) for place in self._places.finditer(text)}
        for name in self.names:
            if name not in found:
                raise NotationError(
                    "no-open-numbers",
                    f"`{in_short(text)}` has no {in_short(name)}",
                    hint=f"write it as a capital letter, or with an @: 1d20 + @{name}",
                )

    def filled(self, values: Mapping[str, Any]) -> str:
        """The notation with numbers in their places, as people would write it.

        >>> Template("XdY+Z", "XYZ").filled({"X": 2, "Y": 6, "Z": -1})
        '2d6-1'
        """
        parts: list[str] = []
        end = 0
        for place in self._places.finditer(self.text):
            before, end = self.text[end : place.start()], place.end()
            value = values[self._name(place)]
            alone = not parts and not before.strip("+ ")  # a sign that nothing stands before
            parts.append(_joined(before, value, self.text[end:], added=not alone))
        return "".join([*parts, self.text[end:]]).strip()

    def _name(self, place: re.Match[str]) -> str:
        return place[0].removeprefix("@").strip("{}")


def _place_of(name: str) -> str:
    """How the places of a name are found: alone only if it is written in capitals."""
    named = re.escape(name)
    behind_at = rf"@\{{{named}\}}|@{named}(?!\w)"
    return f"{behind_at}|(?<![A-Z_@]){named}{_BEHIND}" if name.isupper() else behind_at


def _joined(before: str, value: Any, after: str, *, added: bool) -> str:
    """What stands before a number, and the number: plus -1 is minus 1, and plus 0 is nothing."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise OddsError("bad-axis", f"an open number cannot be {in_short(value)}")
    added = added and before.rstrip().endswith("+") and not re.match(r"\s*d", after)
    if added and value <= 0:
        shortened = before.rstrip().removesuffix("+").rstrip()
        return f"{shortened}-{show(-value)}" if value else shortened
    return f"{before}{show(value) if value >= 0 else f'({show(value)})'}"
