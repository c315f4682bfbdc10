"""Templates: notation with open numbers, such as ``XdY+Z`` or ``2d6+@bonus``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from astragal._visible import in_short
from astragal.errors import NOWHERE, NotationError, OddsError
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.outcome import show

_BEHIND = r"(?![A-Z_0-9])"
_DICE = re.compile(r"\s*d")


class Place(NamedTuple):
    """A placeholder for a number: the text in front of it and its name."""

    before: str
    name: str
    counts_dice: bool


class Template:
    """Notation with names for numbers: capital letters, or any name after an @."""

    def __init__(self, text: str, names: Iterable[str], limits: Limits = DEFAULT_LIMITS) -> None:
        limits.check("length", len(text), NOWHERE)
        self.text = text
        self.limits = limits
        self._places: list[Place] = []
        names, end = tuple(names), 0
        for place in re.compile("|".join(map(_place_of, names))).finditer(text):
            before, end = text[end : place.start()], place.end()
            dice = _DICE.match(text, end) is not None
            self._places.append(Place(before, place[0].removeprefix("@").strip("{}"), dice))
        self._rest = text[end:]
        self._check_found(names)

    def _check_found(self, names: Iterable[str]) -> None:
        found = {place.name for place in self._places}
        for name in names:
            if name not in found:
                raise NotationError(
                    "no-open-numbers",
                    f"`{in_short(self.text)}` has no {in_short(name)}",
                    hint=f"write it as a capital letter, or with an @: 1d20 + @{name}",
                )

    def filled(self, values: Mapping[str, Any]) -> str:
        """The notation with numbers filled in, as people would write it.

        >>> Template("XdY+Z", "XYZ").filled({"X": 2, "Y": 6, "Z": -1})
        '2d6-1'
        """
        numbers = {name: _Number(value) for name, value in values.items()}
        longer = sum(len(numbers[place.name].text) for place in self._places)
        self.limits.check("length", longer, NOWHERE)
        parts: list[str] = []
        for place in self._places:
            alone = not parts and not place.before.strip("+ ")  # a sign with nothing before it
            parts.append(numbers[place.name].behind(place, added=not alone))
        return "".join([*parts, self._rest]).strip()


class _Number:
    """A number to fill in."""

    def __init__(self, value: Any) -> None:
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            raise OddsError("bad-axis", f"an open number cannot be {in_short(value)}")
        self.value = value
        self.text = show(abs(value))

    def behind(self, place: Place, *, added: bool) -> str:
        """The number with the text in front of it: plus -1 becomes minus 1, plus 0 disappears."""
        before, value = place.before, self.value
        if value <= 0 and added and before.rstrip().endswith("+") and not place.counts_dice:
            shortened = before.rstrip().removesuffix("+").rstrip()
            return f"{shortened}-{self.text}" if value else shortened
        return f"{before}{self.text}" if value >= 0 else f"{before}(-{self.text})"


def _place_of(name: str) -> str:
    """Pattern for the placeholders of a name; names in capitals need no @."""
    named = re.escape(name)
    behind_at = rf"@\{{{named}\}}|@{named}(?!\w)"
    return f"{behind_at}|(?<![A-Z_@]){named}{_BEHIND}" if name.isupper() else behind_at
