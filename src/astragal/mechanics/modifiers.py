"""Modifiers: bonuses and penalties with optional types and sources."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from astragal._nearest import did_you_mean, nearest
from astragal._visible import in_short, is_visible
from astragal.errors import ParameterError
from astragal.rolling.counts import Added
from astragal.rules.types.texts import Addable, Find, NotWrittenError, Written

_TYPE = re.compile(r"[^\W\d][\w' -]*")
_WRITTEN = re.compile(
    r"\s*(?P<value>[+\-−–]?\s*[0-9]{1,6})(?:\s+(?P<type>[^\W\d][\w' -]*?))??"
    r"(?:\s+from\s+(?P<origin>[^()]+?))?\s*(?:\((?P<source>[^()]+)\))?\s*"
)
_MOST = 999_999
_MOST_MODIFIERS = 100
_SOURCE = re.compile(r"\([^()]*\)|,")
_MINUS = str.maketrans("−–", "--")
_NO_BRACKETS = str.maketrans("", "", "()")
_NOUNS = {"bonus": 1, "penalty": -1, "modifier": 0}
"""Nouns after a type, with the sign they imply."""
_AROUND = ("from", "against", "versus", "with")
"""Words after a type, or after a modifier in a call."""
_SPELLINGS = {"armour": "armor"}
NATURAL = "natural armor"
TYPES = (
    *("armor", NATURAL, "deflection", "dodge", "circumstance", "ability", "luck", "morale"),
    *("enhancement", "insight", "competence", "sacred", "profane", "racial", "size", "shield"),
    *("resistance", "alchemical", "inherent"),
)
"""Types that players know; any other word is a type of its own unless it looks like a typo."""
AIMS = (NATURAL, "armor class", "armor")
"""Targets that modifiers can name."""
_FILLERS = ("the", "his", "her", "its", "their", "your", "my", "our", "existing", "a", "creature's")


class Modifier(Written):
    """A bonus or a penalty with an optional type and source: ``+4 luck (Bless)``.

    The words "bonus", "penalty" and "modifier" after a type are ignored. The source may be written
    in brackets or after "from". The target of a modifier may follow "to" or "on".

    >>> print(Modifier(4, "luck", "Bless"), Modifier.of("-1 luck").value)
    +4 luck (Bless) -1
    >>> Modifier.of("+5 armour bonus from Mage Armor") == Modifier(5, "armor", "Mage Armor")
    True
    >>> print(Modifier.of("+2 natural armor enhancement"))
    +2 enhancement bonus to natural armor
    """

    WANTED: ClassVar[str] = "a modifier, such as 3, +4 luck or -1 morale (Bane)"

    value: int
    type: str = ""
    source: str = ""
    to: str = ""
    """its target, if stated: ``natural armor``"""

    def __post_init__(self) -> None:
        if type(self.value) is not int or abs(self.value) > _MOST:
            raise _refused(
                f"a modifier must be a whole number of at most {_MOST:,}, "
                f"not {in_short(self.value)}"
            )
        if not all(isinstance(each, str) for each in (self.type, self.source, self.to)):
            raise _refused("a modifier's type and source must be texts")
        for text in filter(str.strip, (self.type, self.to)):
            if not _TYPE.fullmatch(" ".join(text.split())):
                raise _refused(f"a modifier's type must be a word, not {in_short(text)}")
        type_, to = _type_and_aim(self.type, self.value)
        object.__setattr__(self, "type", type_)
        object.__setattr__(self, "to", _aim(self.to.split()) or to)
        object.__setattr__(self, "source", " ".join(self.source.split()))
        if set("()") & set(self.source) or not is_visible(self.source):
            raise _refused(
                "a modifier's source cannot contain brackets or hidden characters: "
                f"{in_short(self.source)}"
            )

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        if type(value) is int:
            return cls(value)
        found = _WRITTEN.fullmatch(value)
        if found is not None:
            number = int(found["value"].translate(_MINUS).replace(" ", ""))
            if found["origin"] and found["source"]:
                raise _refused(f"{in_short(value)} names two sources; write one")
            _refuse_hidden_type(found["type"] or "", found["origin"] or "", number)
            return cls(number, found["type"] or "", found["origin"] or found["source"] or "")
        named = None if find is None else find(value)
        if named is None:
            raise ValueError(value)
        name, stands = named
        if isinstance(stands, str):
            return cls.of(stands).from_source(name)
        return cls(stands, source=name.translate(_NO_BRACKETS))

    def from_source(self, name: str) -> Self:
        """The modifier with this source, unless it already has one."""
        return self if self.source else self.replaced(source=name.translate(_NO_BRACKETS))

    @property
    def kind(self) -> str:
        """Description without the number: type, target and source."""
        whole = str(self.replaced(source="")).partition(" ")[2]
        return ", ".join(filter(None, (whole, self.source)))

    def __str__(self) -> str:
        noun = "penalty" if self.value < 0 else "bonus"
        to = f" {noun} to {self.to}" if self.to else ""
        source = f" ({self.source})" if self.source else ""
        return f"{self.value:+}{self.type and ' '}{self.type}{to}{source}"


def _refused(message: str, hint: str | None = None) -> ParameterError:
    return ParameterError("bad-modifier", message, hint=hint)


def _type_and_aim(text: str, value: int) -> tuple[str, str]:
    """Type and target in a text such as ``enhancement bonus to natural armor``."""
    words = text.split()
    plain = [_plain(word) for word in words]
    for noun in plain:
        if value * _NOUNS.get(noun, 0) < 0:
            sign, other = ("+", "penalty") if noun == "bonus" else ("-", "bonus")
            raise _refused(
                f"a {noun} is written with {sign}: {sign}{abs(value)}, or else it is a {other}"
            )
    at = next((place for place, word in enumerate(plain) if word in ("to", "on")), len(words))
    to = _aim(words[at + 1 :])
    if at < len(words) and not to:
        raise _refused(f"{in_short(text)} does not say what the modifier applies to")
    while at and plain[at - 1] in _NOUNS:
        at -= 1
    natural = NATURAL.split()
    if not to and plain[:2] == natural and at > 2:
        # "natural armor enhancement" and "natural armor increase" raise existing natural armor.
        return _known_type([word for word in words[2:at] if _plain(word) != "increase"]), NATURAL
    return _known_type(words[:at]), to


def _refuse_hidden_type(type_: str, origin: str, value: int) -> None:
    """Refuse "+5 from armor" and "+2 from Bless luck bonus", where the source is or has a type."""
    words = [_plain(word) for word in origin.split()]
    if words and words[-1] in _NOUNS:
        raise _refused(
            f"{in_short(origin)} names a source and a type",
            hint="the type comes first: +2 luck from Bless",
        )
    if not type_ and " ".join(words) in TYPES:
        known = " ".join(words)
        raise _refused(
            f"is {known} the type, or where it comes from?",
            hint=f"write {value:+} {known}, or {value:+} ({known})",
        )


def _plain(word: str) -> str:
    return _SPELLINGS.get(word.casefold(), word.casefold())


def _aim(words: Sequence[str]) -> str:
    """Normalize the target of a modifier; unknown targets keep their capitals."""
    plain = [_plain(word) for word in words]
    plain = [word for word in plain if word not in _FILLERS and word not in _NOUNS]
    known = "armor class" if plain == ["ac"] else " ".join(plain)
    if known in AIMS:
        return known
    if "armor" in plain or nearest(known, AIMS):
        raise _refused(
            f"nothing is called {in_short(known)}",
            did_you_mean(known, AIMS, f"a modifier may be to {', '.join(AIMS)}"),
        )
    if any(nearest(word, ["natural"]) for word in plain):
        raise _refused(f"nothing is called {in_short(known)}", f"did you mean {NATURAL}?")
    return " ".join(words)


_NO_TYPE = ("none", "nothing", "no", "no type", "untyped", "hidden")


def _known_type(words: Sequence[str]) -> str:
    """A known type, or a custom one with its capitals; likely typos are refused."""
    plain = " ".join(map(_plain, words))
    if not words or plain in TYPES:
        return plain
    if plain in _NO_TYPE:
        raise _refused(
            f"{in_short(plain)} is not a type of modifier",
            "a modifier without a type is its number alone",
        )
    if any(word.lstrip("+-−–").isdigit() for word in words):
        raise _refused(
            f"{in_short(' '.join(words))} is not a type of modifier",
            "commas part modifiers: +2 dodge, +3 luck",
        )
    near = nearest(plain, TYPES)
    for word in map(_plain, words):
        near = near or nearest(word, (*_NOUNS, *_AROUND, "hidden"))
        near = near or next((each for each in (*TYPES, *_NOUNS) if word.startswith(each)), None)
    if near is not None:
        raise _refused(
            f"{in_short(' '.join(words))} is not a type of modifier",
            f"did you mean {near}? What it comes from stands in brackets: +2 luck (Bless)",
        )
    return " ".join(words)


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
                break  # refused on construction
            if isinstance(part, Modifier):
                each.append(part)
            elif not isinstance(part, str):
                each.append(Modifier.of(part))
            elif part.strip():
                try:
                    each += _written(part, find)
                except ParameterError as error:
                    if len(parts) == 1:
                        raise
                    raise _which(part, error) from None
        return cls(tuple(each))

    def added(self, number: int, source: str) -> Self:
        """These modifiers and one more without a type."""
        return type(self)((*self.each, Modifier(number, source=source.translate(_NO_BRACKETS))))

    def __str__(self) -> str:
        return ", ".join(map(str, self.each))


def _which(part: str, error: ParameterError) -> ParameterError:
    """The error for one of several modifiers, naming the modifier."""
    if isinstance(error, NotWrittenError):
        return _refused(f"{in_short(part.strip())} is not {Modifier.WANTED}")
    return ParameterError(
        error.code, f"{in_short(part.strip())}: {error.message}", hint=error.hints
    )


def _parted(text: str) -> list[str]:
    """Split at commas, except for commas in brackets."""
    parts, at = [], 0
    for found in _SOURCE.finditer(text):
        if found[0] == ",":
            parts.append(text[at : found.start()])
            at = found.end()
    return [*parts, text[at:]]


def _written(text: str, find: Find | None) -> tuple[Modifier, ...]:
    """The modifiers in a text; a name on a sheet may stand for several."""
    named = None if find is None or _WRITTEN.fullmatch(text) else find(text)
    if named is None or not isinstance(named[1], str):
        return (Modifier.of(text, find),)
    name, said = named
    several = Modifiers.of(said).each
    # Several modifiers keep their own sources, as if they had been typed out.
    return (several[0].from_source(name),) if len(several) == 1 else several


def parts_of(modifiers: Sequence[Modifier], parameter: str = "") -> list[Added]:
    """Modifiers as terms of a sum; a single one is named after the ``parameter``."""
    named = parameter if len(modifiers) == 1 else ""
    return [Added(each.value, each.kind, named) for each in modifiers]
