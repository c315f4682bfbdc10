"""What to look at in an outcome, as it is typed: ``passes``, ``score>=7``, ``outcome=done``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from astragal.errors import OddsError
from astragal.exact.views import view_of
from astragal.outcome import read_number, show

_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_COMPARISON = re.compile(r"\s*(\w+)\s*(>=|<=|!=|=|>|<)\s*(.+?)\s*")


def typed_view(text: str) -> Callable[[Any], Any]:
    """The view a text stands for; ``outcome`` is the outcome itself."""
    if found := _COMPARISON.fullmatch(text):
        look, compare, wanted = _part(found[1]), _SIGNS[found[2]], found[3]
        view: Callable[[Any], Any] = lambda outcome: _compared(look(outcome), compare, wanted)  # noqa: E731
    else:
        view = _part(text.strip())
    view.__name__ = " ".join(text.split())
    return view


def _part(name: str) -> Callable[[Any], Any]:
    if name == "outcome":
        return lambda outcome: outcome
    return view_of(name)


def _compared(value: Any, compare: Callable[[Any, Any], Any], wanted: str) -> bool:
    """Numbers with numbers; anything else by what it is called."""
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        number = read_number(wanted)
        if number is None:
            raise OddsError("not-a-number", f"{show(value)} is a number, and {wanted} is none")
        return bool(compare(value, number))
    if compare not in (operator.eq, operator.ne):
        raise OddsError("not-numbers", f"{show(value)} is no number, so it is not more or less")
    return bool(compare(show(value).lower(), wanted.lower()))
