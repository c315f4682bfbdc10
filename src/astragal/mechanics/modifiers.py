"""Modifiers: bonuses and penalties, perhaps with types and sources."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Self

from astragal._nearest import did_you_mean
from astragal._visible import in_short, is_visible
from astragal.errors import ParameterError
from astragal.rules.types.texts import Addable, Find, Written

_TYPE = re.compile(r"[^\W\d][\w' -]*")
_WRITTEN = re.compile(
    r"\s*(?P<value>[+\-−–]?\s*\d{1,6})(?:\s+(?P<type>[^\W\d][\w' -]*?))?"
    r"\s*(?:\((?P<source>[^()]+)\))?\s*"
)
_MOST = 999_999
_MOST_MODIFIERS = 100
_SOURCE = re.compile(r"\([^()]*\)|,")
_MINUS = str.maketrans("−–", "--")
_NO_BRACKETS = str.maketrans("", "", "()")
_NOUNS = {"bonus": 1, "penalty": -1, "modifier": 0}
"""What people say after a type, and the sign it stands for."""
_SPELLINGS = {"armour": "armor"}


class Modifier(Written):
    """A bonus or a penalty, perhaps of a type, perhaps from a source: ``+4 luck (Bless)``.

    "Bonus", "penalty" and "modifier" behind a type are no part of it.

    >>> print(Modifier(4, "luck", "Bless"), Modifier.of("-1 luck").value)
    +4 luck (Bless) -1
    >>> Modifier.of("+5 armour bonus") == Modifier(5, "armor")
    True
    """

    WANTED: ClassVar[str] = "a modifier, such as 3, +4 luck or -1 morale (Bane)"

    value: int
    type: str = ""
    source: str = ""

    def __post_init__(self) -> None:
        if type(self.value) is not int or abs(self.value) > _MOST:
            raise ParameterError(
                "bad-modifier",
                f"a modifier must be a whole number of at most {_MOST:,}, "
                f"not {in_short(self.value)}",
            )
        if not (isinstance(self.type, str) and isinstance(self.source, str)):
            raise ParameterError("bad-modifier", "a modifier's type and source must be texts")
        object.__setattr__(self, "type", _plain_type(self.type, self.value))
        object.__setattr__(self, "source", " ".join(self.source.split()))
        if self.type and not _TYPE.fullmatch(self.type):
            raise ParameterError(
                "bad-modifier", f"a modifier's type must be a word, not {in_short(self.type)}"
            )
        if set("()") & set(self.source) or not is_visible(self.source):
            raise ParameterError(
                "bad-modifier",
                "a modifier's source cannot contain brackets or hidden characters: "
                f"{in_short(self.source)}",
            )

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        if type(value) is int:
            return cls(value)
        found = _WRITTEN.fullmatch(value)
        if found is not None:
            number = int(found["value"].translate(_MINUS).replace(" ", ""))
            return cls(number, found["type"] or "", found["source"] or "")
        named = None if find is None else find(value)
        if named is None:
            raise ValueError(value)
        name, stands = named
        if isinstance(stands, str):
            return cls.of(stands).from_source(name)
        return cls(stands, source=name.translate(_NO_BRACKETS))

    def from_source(self, name: str) -> Self:
        """The modifier, from this source if it has none of its own."""
        return self if self.source else self.replaced(source=name.translate(_NO_BRACKETS))

    def __str__(self) -> str:
        type_ = f" {self.type}" if self.type else ""
        source = f" ({self.source})" if self.source else ""
        return f"{self.value:+}{type_}{source}"


def _plain_type(text: str, value: int) -> str:
    """A type without the noun behind it; a bonus must be above 0, a penalty below."""
    words = [_SPELLINGS.get(word, word) for word in text.casefold().split()]
    for noun in words:
        if value * _NOUNS.get(noun, 0) < 0:
            sign, other = ("+", "penalty") if noun == "bonus" else ("-", "bonus")
            raise ParameterError(
                "bad-modifier",
                f"a {noun} is written with {sign}: {sign}{abs(value)}, or else it is a {other}",
            )
    while words and words[-1] in _NOUNS:
        words.pop()
    return " ".join(words)


_WITH_RULES = ("armor", "natural armor", "deflection", "dodge", "circumstance")
"""The types that rules treat in a way of their own."""


class Modifiers(Addable):
    """Several modifiers: ``+4 luck (Bless), -1 morale, 3``.

    >>> [each.value for each in Modifiers.of("+4 luck (Bless), -1 morale, 3").each]
    [4, -1, 3]
    """

    WANTED: ClassVar[str] = "modifiers, such as 3, or +4 luck (Bless), -1 morale"

    each: tuple[Modifier, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.each, tuple) or not all(isinstance(e, Modifier) for e in self.each):
            raise ParameterError("bad-modifier", f"expected {self.WANTED}")
        if len(self.each) > _MOST_MODIFIERS:
            raise ParameterError(
                "bad-modifier",
                f"a roll takes at most {_MOST_MODIFIERS} modifiers, not {len(self.each)}",
            )

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        if isinstance(value, Modifier):
            return cls((value,))
        if type(value) is int:
            return cls((Modifier(value),))
        parts = _parted(value) if isinstance(value, str) else tuple(value)
        each: list[Modifier] = []
        for part in parts:
            if len(each) > _MOST_MODIFIERS:
                break  # which is refused
            if isinstance(part, Modifier):
                each.append(part)
            elif not isinstance(part, str):
                each.append(Modifier.of(part))
            elif part.strip():
                each += _written(part, find)
        return cls(tuple(each))

    def lint(self) -> list[str]:
        """Remarks on types that are likely misspelt: one that no rule knows counts everywhere.

        >>> Modifiers.of("+5 armr, +1 luck").lint()
        ['armr is a type of its own; did you mean armor?']
        """
        types = dict.fromkeys(each.type for each in self.each if each.type)
        return [
            f"{type_} is a type of its own; {hint}"
            for type_ in types
            if type_ not in _WITH_RULES and (hint := did_you_mean(type_, _WITH_RULES))
        ]

    def added(self, number: int, source: str) -> Self:
        """With one more modifier, without a type."""
        return type(self)((*self.each, Modifier(number, source=source.translate(_NO_BRACKETS))))

    def __str__(self) -> str:
        return ", ".join(map(str, self.each))


def _parted(text: str) -> list[str]:
    """What stands between commas, but for those in brackets."""
    parts, at = [], 0
    for found in _SOURCE.finditer(text):
        if found[0] == ",":
            parts.append(text[at : found.start()])
            at = found.end()
    return [*parts, text[at:]]


def _written(text: str, find: Find | None) -> tuple[Modifier, ...]:
    """The modifier of a text; a name on a sheet may stand for several."""
    named = None if find is None or _WRITTEN.fullmatch(text) else find(text)
    if named is None or not isinstance(named[1], str):
        return (Modifier.of(text, find),)
    name, said = named
    several = Modifiers.of(said).each
    # Several are no more from one source than if they had been typed.
    return (several[0].from_source(name),) if len(several) == 1 else several
