"""Descriptions of a rule's dice: the dice that count, their owners, and sums.

Rules pass these to ``note`` as values. They become words with roles only when a roll is described,
by ``told``, which takes the sheet's names for the rule's parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from astragal.outcome import show
from astragal.rolling.phrases import Phrase, Said, joined, phrase, struck

_NO_NAMES: Mapping[str, str] = {}


def _by(who: str) -> str:
    """A name in front of dice; a name ending in a digit gets a verb."""
    return f"{who} rolls " if who[-1:].isdecimal() else f"{who} " if who else ""


class Rolled(NamedTuple):
    """Dice on the table: which of them count, and who rolled them.

    >>> import astragal
    >>> str(astragal.Rolled((50, 20), kept=(1,), who="Ann").told())
    'Ann ~50~, 20'
    >>> str(astragal.Rolled((10,), read=(0,)).told())
    '10, read as 0'
    """

    faces: tuple[Any, ...]
    kept: tuple[int, ...] | None = None
    """positions of the dice that count; None if all do"""
    who: str = ""
    read: tuple[Any, ...] = ()
    """the value of each die, if it differs from the face"""
    digits: int = 1
    """the minimum number of digits of a face: 2 for 00 to 99"""
    limited: bool = False
    """whether a die with another value was raised or lowered to it"""
    against: Any = None
    """the number or roll that opposes the dice, if it should be mentioned"""
    ruled: str = ""
    """a rule that overrides the dice"""

    def told(self, names: Mapping[str, str] = _NO_NAMES) -> Phrase:
        dice = joined(", ", map(self._die, range(len(self.faces))))
        against: list[Said] = []
        if self.against is not None:
            tell = getattr(self.against, "told", None)
            against = [" against ", tell(names) if callable(tell) else show(self.against)]
        return phrase([_by(self.who), dice, *against, f" ({self.ruled})" if self.ruled else ""])

    def repeated(self, said: Said) -> bool:
        """True if a total would only repeat the single die that counts."""
        alone = len(self.faces) == 1
        places = range(len(self.faces)) if self.kept is None else self.kept
        counted = [(self.read if alone and self.read else self.faces)[place] for place in places]
        return len(counted) == 1 and str(said) == str(Sum(counted[0], (), None, self.who).told())

    def _die(self, place: int) -> Said:
        face = self.faces[place]
        text = f"{face:0{self.digits}}" if type(face) is int else show(face)
        if self.read and self.read[place] != face:
            read, alone = self.read[place], len(self.faces) == 1
            how = "read as" if alone else "as"
            if self.limited:
                how = "raised to" if read > face else "lowered to"
            text += f", {how} {show(read)}" if alone else f" ({how} {show(read)})"
        return text if self.kept is None or place in self.kept else struck(text)


class Came(NamedTuple):
    """A separate result, such as a bonus die, that enters the rest only as a number.

    >>> str(Came("1d4", 3, who="Ann").told())
    'Ann 1d4: 3'
    """

    what: str
    number: Any
    who: str = ""

    def told(self, names: Mapping[str, str] = _NO_NAMES) -> str:
        return f"{_by(self.who)}{self.what}: {show(self.number)}"


class Added(NamedTuple):
    """A term added to dice, with its name.

    >>> import astragal
    >>> str(astragal.Sum(7, (astragal.Added(3, "Strength"),), 10).told())
    '7 + 3 (Strength) = 10'
    """

    number: Any
    what: str = ""
    parameter: str = ""
    """the parameter it came from, for which a sheet may have a name"""

    def told(self, names: Mapping[str, str]) -> str:
        what = names.get(self.parameter, "") or self.what
        negative = type(self.number) is int and self.number < 0
        sign, size = ("-", -self.number) if negative else ("+", self.number)
        return f" {sign} {show(size)}{f' ({what})' if what else ''}"


class Sum(NamedTuple):
    """The terms of a total. Terms of 0 are left out.

    >>> import astragal
    >>> added = (astragal.Added(12, "dominance 2d6"), astragal.Added(2, "Strength"))
    >>> str(astragal.Sum(2, added, 16).told())
    '2 + 12 (dominance 2d6) + 2 (Strength) = 16'
    """

    dice: Any
    """the dice, or their value"""
    added: tuple[Added, ...]
    total: Any
    who: str = ""
    fortune: str = ""
    """a remark on the dice alone; "" without one"""
    ruled: str = ""
    """a rule that overrides the total, if it is not obvious"""

    def told(self, names: Mapping[str, str] = _NO_NAMES) -> Phrase:
        more = [each.told(names) for each in self.added if each.number != 0]
        equals = f" = {show(self.total)}" if more else ""
        after = f" ({self.fortune})" if self.fortune else ""
        ruled = f": {self.ruled}" if self.ruled else ""
        return phrase([_by(self.who), self._dice(names), *more, equals, after, ruled])

    def _dice(self, names: Mapping[str, str]) -> Said:
        if not isinstance(self.dice, Rolled):
            return show(self.dice)
        told = self.dice.told(names)
        return phrase(["(", told, ")"]) if len(self.dice.faces) > 1 else told
