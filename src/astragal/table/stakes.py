"""The stakes of a roll: agreed before the dice are rolled, and kept in the record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from astragal._value import Value
from astragal._visible import in_short, visible
from astragal.errors import ParameterError
from astragal.outcome import Verdict, verdict_of

_FIELDS = ("wants", "success", "failure", "favour", "against")


class Stakes(Value):
    """The goal, the consequences of success and failure, and the factors for and against.

    >>> import astragal
    >>> stakes = astragal.Stakes("over the wall", failure="the dogs wake", against=["rain"])
    >>> for line in stakes.lines():
    ...     print(line)
    wants: over the wall
    failure: the dogs wake
    against: rain
    """

    wants: str = ""
    success: str = ""
    failure: str = ""
    favour: Sequence[str] = ()
    against: Sequence[str] = ()

    def __post_init__(self) -> None:
        for name in ("favour", "against"):
            object.__setattr__(self, name, _texts(name, getattr(self, name)))
        for name in ("wants", "success", "failure"):
            if not isinstance(getattr(self, name), str):
                raise _bad(name, getattr(self, name))

    def lines(self) -> list[str]:
        """The stakes in words, one item per line."""
        data = self.to_data()
        return [
            visible(f"{name}: {each if isinstance(each, str) else ', '.join(each)}")
            for name, each in data.items()
        ]

    def before(self) -> list[str]:
        """Lines for the goal and for the factors for and against."""
        return [line for line in self.lines() if not line.startswith(("success", "failure"))]

    def after(self, outcome: Any) -> str:
        """The consequence agreed for a successful or failed outcome; "" for any other."""
        verdict = verdict_of(outcome)
        good = verdict in (Verdict.SUCCESS, Verdict.CRITICAL)
        return "" if verdict is None else self.success if good else self.failure

    def to_data(self) -> dict[str, Any]:
        """The stakes as JSON-ready data."""
        settled = {name: getattr(self, name) for name in _FIELDS if getattr(self, name)}
        return {
            name: list(each) if isinstance(each, tuple) else each for name, each in settled.items()
        }

    @classmethod
    def from_data(cls, data: Any) -> Stakes:
        """Read stakes from data or from a file."""
        if not isinstance(data, Mapping) or not data.keys() <= set(_FIELDS):
            unknown = in_short(data)
            if isinstance(data, Mapping):
                unknown = ", ".join(sorted(map(in_short, data.keys() - set(_FIELDS))))
            raise ParameterError("bad-stakes", f"stakes are {', '.join(_FIELDS)}, not {unknown}")
        return cls(**data)


def _texts(name: str, given: Any) -> tuple[str, ...]:
    if isinstance(given, str):
        return (given,)
    if not isinstance(given, Iterable) or isinstance(given, Mapping):
        raise _bad(name, given)
    texts = tuple(given)
    if not all(isinstance(each, str) for each in texts):
        raise _bad(name, texts)
    return texts


def _bad(name: str, given: object) -> ParameterError:
    return ParameterError("bad-stakes", f"stakes: {name} must be text, not {in_short(given)}")
