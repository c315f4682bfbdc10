"""How a roll is called for: who rolls, by which names, in which circumstances, for which stakes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from astragal._value import Value
from astragal._visible import in_short, visible
from astragal.errors import ParameterError
from astragal.table.stakes import Stakes

_NO_NAMES: Mapping[str, str] = MappingProxyType({})
_BEFORE = ("a ", "an ", "your ", "my ")
_AFTER = (" score", " test", " check", " roll")


def plain_name(name: str) -> str:
    """A name in lower case, with single blanks."""
    return " ".join(name.casefold().split())


def spoken_forms(name: str) -> list[str]:
    """The plain names that a spoken one may mean, the most literal first.

    >>> spoken_forms("your Sneaking Score")
    ['your sneaking score', 'your sneaking', 'sneaking score', 'sneaking']
    """
    said = plain_name(name)
    bare = next((said.removeprefix(each) for each in _BEFORE if said.startswith(each)), said)
    forms = []
    for form in (said, bare):
        forms += [form, *(form.removesuffix(each) for each in _AFTER if form.endswith(each))]
    return list(dict.fromkeys(forms))


class Call(Value):
    """How a roll was called for. The dice ignore it; the record keeps it.

    >>> import astragal
    >>> astragal.Call("Alice", {"modifier": "Focus Save"}).to_data()
    {'by': 'Alice', 'names': {'modifier': 'Focus Save'}}
    """

    by: str = ""
    """whose sheet it was"""
    names: Mapping[str, str] = _NO_NAMES
    """the parameters taken from the sheet, with their names there"""
    circumstances: tuple[str, ...] = ()
    """the circumstances that applied, in words"""
    stakes: Stakes | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.names, Mapping):
            raise _bad_call(self.names)
        object.__setattr__(self, "names", MappingProxyType(dict(self.names)))
        said = self.circumstances
        if not isinstance(said, tuple) or not isinstance(self.stakes, Stakes | None):
            raise _bad_call(said if self.stakes is None else self.stakes)
        for text in (self.by, *said, *self.names, *self.names.values()):
            if not isinstance(text, str):
                raise _bad_call(text)

    def __hash__(self) -> int:
        return hash((self.by, frozenset(self.names.items()), self.circumstances, self.stakes))

    def __reduce__(self) -> tuple[Any, ...]:
        return Call, (self.by, dict(self.names), self.circumstances, self.stakes)

    def lines(self) -> list[str]:
        """The call in words, line by line."""
        said = [f"{self.by} rolls"] if self.by else []
        lines = [*said, *self.circumstances, *(self.stakes.lines() if self.stakes else ())]
        return list(map(visible, lines))

    def to_data(self) -> dict[str, Any]:
        """The call as JSON-ready data."""
        data = {
            "by": self.by,
            "names": dict(self.names),
            "circumstances": list(self.circumstances),
            "stakes": self.stakes.to_data() if self.stakes is not None else None,
        }
        return {name: each for name, each in data.items() if each}

    @classmethod
    def from_data(cls, data: Any) -> Call:
        """The call that ``to_data`` wrote; a ParameterError if it did not."""
        match data:
            case {**fields} if fields.keys() <= {"by", "names", "circumstances", "stakes"}:
                by: Any = fields.get("by", "")
                names: Any = fields.get("names", {})
                applied, stakes = fields.get("circumstances", []), fields.get("stakes")
                if isinstance(applied, list):
                    settled = None if stakes is None else Stakes.from_data(stakes)
                    return cls(by, names, tuple(applied), settled)
        raise _bad_call(data)


def _bad_call(given: object) -> ParameterError:
    return ParameterError(
        "bad-call",
        f"a call has by, names, circumstances and stakes in the right form, not {in_short(given)}",
    )
