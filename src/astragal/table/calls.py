"""Calls: the people who roll, with names, circumstances and stakes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from astragal._value import Value
from astragal._visible import in_short, visible
from astragal.errors import ParameterError
from astragal.table.stakes import Stakes

_LONGEST_NAME = 200
_NO_NAMES: Mapping[str, str] = MappingProxyType({})
_FIELDS = {"by", "saved", "names", "circumstances", "stakes", "hidden"}
_BEFORE = ("a ", "an ", "your ", "my ")
_GIVES = re.compile(r": (?:\w+ )?(?:[+-]?\d|an? \w)")
_AFTER = (" score", " test", " check", " roll")


def visible_name(code: str, what: str, name: Any) -> str:
    """The name with single spaces; a ParameterError if it is empty, too long or not visible.

    ``what`` is the thing named, at the start of the error message.
    """
    if not isinstance(name, str) or not name.strip():
        raise ParameterError(code, f"{what} needs a name, which is text, not {in_short(name)}")
    tidy = " ".join(name.split())
    if len(tidy) > _LONGEST_NAME:
        raise ParameterError(
            code, f"{what} has a name of {len(tidy):,} characters; {_LONGEST_NAME} are allowed"
        )
    if visible(tidy) != tidy:
        raise ParameterError(code, f"{what} has hidden characters in its name: {in_short(name)}")
    return tidy


def plain_name(name: str) -> str:
    """A name in lower case with single spaces."""
    return " ".join(name.casefold().split())


def spoken_forms(name: str) -> list[str]:
    """The plain names that a spoken name may mean, the most literal first.

    >>> spoken_forms("your Sneaking Score")
    ['your sneaking score', 'your sneaking', 'sneaking score', 'sneaking']
    """
    said = plain_name(name)
    bare = next((said.removeprefix(each) for each in _BEFORE if said.startswith(each)), said)
    forms = []
    for form in (said, bare):
        forms += [form, *(form.removesuffix(each) for each in _AFTER if form.endswith(each))]
    return list(dict.fromkeys(forms))


def listed(names: Sequence[str]) -> str:
    """Names joined by commas and "and".

    >>> listed(["Alice"]), listed(["Alice", "Bob", "Carol"])
    ('Alice', 'Alice, Bob and Carol')
    """
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


class Call(Value):
    """The call for a roll. It does not affect the dice, but the record keeps it.

    >>> import astragal
    >>> astragal.Call("Alice", {"modifier": "Focus Save"}).to_data()
    {'by': 'Alice', 'names': {'modifier': 'Focus Save'}}
    """

    by: str | tuple[str, ...] = ""
    """the owner of the sheet; several names, if several roll"""
    names: Mapping[str, str] = _NO_NAMES
    """parameters taken from the sheet, with their names on it"""
    circumstances: tuple[str, ...] = ()
    """circumstances that applied, in words"""
    stakes: Stakes | None = None
    hidden: Mapping[str, str] = _NO_NAMES
    """hidden parameters, each with a digest that proves its value later"""
    saved: str = ""
    """the name of the roll, if it was saved on the sheet"""

    def __post_init__(self) -> None:
        for given in (self.names, self.hidden):
            if not isinstance(given, Mapping):
                raise _bad_call(given)
        if not isinstance(self.by, str | tuple):
            raise _bad_call(self.by)
        object.__setattr__(self, "names", MappingProxyType(dict(self.names)))
        object.__setattr__(self, "hidden", MappingProxyType(dict(self.hidden)))
        said = self.circumstances
        if not isinstance(said, tuple) or not isinstance(self.stakes, Stakes | None):
            raise _bad_call(said if self.stakes is None else self.stakes)
        pairs = (*self.names.items(), *self.hidden.items())
        texts = (*self.people, self.saved, *said, *(each for pair in pairs for each in pair))
        for text in texts:
            if not isinstance(text, str):
                raise _bad_call(text)

    def __hash__(self) -> int:
        names, hidden = frozenset(self.names.items()), frozenset(self.hidden.items())
        return hash((self.by, names, self.circumstances, self.stakes, hidden, self.saved))

    def __reduce__(self) -> tuple[Any, ...]:
        names, hidden = dict(self.names), dict(self.hidden)
        return Call, (self.by, names, self.circumstances, self.stakes, hidden, self.saved)

    @property
    def people(self) -> tuple[str, ...]:
        """Names of the people whose sheets were used."""
        return self.by if isinstance(self.by, tuple) else (self.by,) if self.by else ()

    def setting(self) -> str:
        """Circumstances and goals of the roll, for its one-line description."""
        said = [self._named(each) for each in self.circumstances]
        said += self.stakes.before() if self.stakes is not None else []
        return "; ".join(said)

    def _named(self, circumstance: str) -> str:
        """A circumstance without the number it adds, which the roll itself shows."""
        name = _GIVES.split(circumstance, maxsplit=1)[0]
        whose = next((each for each in self.people if name.startswith(f"{each}'s ")), "")
        return f"{whose}: {name.removeprefix(whose)[3:]}" if whose else name

    def after(self, outcome: Any) -> str:
        """The stakes agreed for an outcome."""
        return "" if self.stakes is None else self.stakes.after(outcome)

    def lines(self) -> list[str]:
        """The call in words, one item per line."""
        people = self.people
        said = [f"{listed(people)} {'roll' if len(people) > 1 else 'rolls'}"] if people else []
        if said and self.saved:
            said[0] += f" {self.saved}"
        lines = [*said, *self.circumstances, *(self.stakes.lines() if self.stakes else ())]
        lines += [f"{name} is hidden" for name in self.hidden]
        return list(map(visible, lines))

    def to_data(self) -> dict[str, Any]:
        """The call as JSON-ready data."""
        data = {
            "by": list(self.by) if isinstance(self.by, tuple) else self.by,
            "saved": self.saved,
            "names": dict(self.names),
            "circumstances": list(self.circumstances),
            "stakes": self.stakes.to_data() if self.stakes is not None else None,
            "hidden": dict(self.hidden),
        }
        return {name: each for name, each in data.items() if each}

    @classmethod
    def from_data(cls, data: Any) -> Call:
        """Read the data written by ``to_data``; a ParameterError for anything else."""
        match data:
            case {**fields} if fields.keys() <= _FIELDS:
                by: Any = fields.get("by", "")
                hidden: Any = fields.get("hidden", {})
                if isinstance(by, list):
                    by = tuple(by)
                names: Any = fields.get("names", {})
                saved: Any = fields.get("saved", "")
                applied, stakes = fields.get("circumstances", []), fields.get("stakes")
                if isinstance(applied, list):
                    settled = None if stakes is None else Stakes.from_data(stakes)
                    return cls(by, names, tuple(applied), settled, hidden, saved)
        raise _bad_call(data)


def _bad_call(given: object) -> ParameterError:
    return ParameterError(
        "bad-call",
        "a call has by, saved, names, circumstances, stakes and hidden in the right form, "
        f"not {in_short(given)}",
    )
