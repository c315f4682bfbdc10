"""A call for a roll: who is to roll, by which names of the sheet, under which circumstances, and what is at stake."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from astragal._value import Value
from astragal.errors import ParameterError
from astragal.table.stakes import Stakes

_NO_NAMES: Mapping[str, str] = MappingProxyType({})


class Call(Value):
    """How a roll was called for. It changes nothing of what the dice do, and stands in the record.

    >>> import astragal
    >>> astragal.Call("Alice", {"modifier": "Focus Save"}).to_data()
    {'by': 'Alice', 'names': {'modifier': 'Focus Save'}}
    """

    by: str = ""
    """whose sheet it was"""
    names: Mapping[str, str] = _NO_NAMES
    """the parameters that came from the sheet, with the names they have there"""
    circumstances: tuple[str, ...] = ()
    """what stood at the time, in words"""
    stakes: Stakes | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", MappingProxyType(dict(self.names)))

    def __hash__(self) -> int:
        return hash((self.by, frozenset(self.names.items()), self.circumstances, self.stakes))

    def __reduce__(self) -> tuple[Any, ...]:
        return Call, (self.by, dict(self.names), self.circumstances, self.stakes)

    def lines(self) -> list[str]:
        """The call in words, a line each."""
        said = [f"{self.by} rolls"] if self.by else []
        return [*said, *self.circumstances, *(self.stakes.lines() if self.stakes else ())]

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
                by, names = fields.get("by", ""), fields.get("names", {})
                stood, stakes = fields.get("circumstances", []), fields.get("stakes")
                if (
                    isinstance(by, str)
                    and isinstance(names, dict)
                    and isinstance(stood, list)
                    and all(isinstance(each, str) for each in (*names, *names.values(), *stood))
                ):
                    settled = None if stakes is None else Stakes.from_data(stakes)
                    return cls(by, names, tuple(stood), settled)
        raise ParameterError("bad-call", f"call: not how a roll is called for: {data!r:.60}")
