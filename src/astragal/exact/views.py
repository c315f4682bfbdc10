"""Views of an outcome: a field of it by name, or what a function makes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astragal.errors import OddsError

View = str | Callable[[Any], Any]


def view_of(what: View) -> Callable[[Any], Any]:
    """The function that a view stands for."""
    if callable(what):
        return what
    if not isinstance(what, str):
        raise OddsError("bad-view", f"a view is the name of a field or a function, not {what!r}")

    def look(outcome: Any) -> Any:
        try:
            return getattr(outcome, what)
        except AttributeError:
            raise OddsError(
                "no-such-field", f"{outcome!r} has no {what}", hint=_fields(outcome)
            ) from None

    return look


def view_name(what: View) -> str:
    """What a view is called, or "" where it has no name worth showing."""
    name = what if isinstance(what, str) else getattr(what, "__name__", "")
    return "" if name == "<lambda>" else name


def _fields(outcome: Any) -> str | None:
    names = [name for name in dir(outcome) if not name.startswith("_")]
    own = [name for name in names if not callable(getattr(outcome, name, None))]
    return f"it has {', '.join(own)}" if own else None
