"""Views of an outcome: a field, a comparison of a field, or a function."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple

from astragal._nearest import did_you_mean
from astragal._steady import steady
from astragal._visible import in_short
from astragal.errors import OddsError, UndefinedError
from astragal.outcome import UNLISTED, Number, read_number, show

View = str | Callable[[Any], Any]
"""``"passes"`` is a field, ``"score>=7"`` a comparison; ``outcome`` is the outcome itself."""

_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}
_MOST_VALUES = 20
"""The most values that are listed."""
_COMPARISON = re.compile(r"(\w+)\s*(>=|<=|!=|=|>|<)\s*(\S.*)")
"""Only matches stripped text: allowing blanks at the ends is slow if there are many of them."""


_BRACKETS = re.compile(r"\((.*)\)")
_COMMA = re.compile(r"\s*,\s*")


def view_of(what: View) -> Callable[[Any], Any]:
    """A view as a function of the outcome."""
    if callable(what):
        return steady(what)
    if not isinstance(what, str):
        raise OddsError(
            "bad-view", f"expected the name of a field or a function, not {in_short(what)}"
        )
    if found := _COMPARISON.fullmatch(what.strip()):
        look, compare = _field(found[1]), _SIGNS[found[2]]
        wanted = _Wanted(found[3], read_number(found[3]))  # read once for all outcomes
        return lambda outcome: _compared(look(outcome), compare, wanted)
    return _field(what.strip())


def field_of(what: View) -> str | None:
    """The name of the field that a view looks at; None if it is a function."""
    if not isinstance(what, str):
        return None
    found = _COMPARISON.fullmatch(what.strip())
    return found[1] if found else what.strip()


def never_happens(what: View, outcomes: Iterable[Any]) -> str | None:
    """A warning if a view compares a field with a value it never takes; else None."""
    found = _COMPARISON.fullmatch(what.strip()) if isinstance(what, str) else None
    if found is None or _SIGNS[found[2]] not in (operator.eq, operator.ne):
        return None
    values = list(dict.fromkeys(map(_field(found[1]), outcomes)))
    wanted = _Wanted(found[3], read_number(found[3]))
    if any(hasattr(each, "compare") or _compared(each, operator.eq, wanted) for each in values):
        return None
    never = f"{found[1]}={found[3]} never happens"
    if all(type(each) in (int, Fraction) for each in values):
        return f"{never}; {found[1]} is {show(min(values))} to {show(max(values))}"
    names = [show(each) for each in values]
    if len(names) > _MOST_VALUES:
        return f"{never}; it has {len(names):,} values, such as {names[0]}"
    return f"{never}; the values are {', '.join(names)}"


def view_name(what: View) -> str:
    """The name of a view; "" for lambdas and functions without a name."""
    name = what if isinstance(what, str) else getattr(what, "__name__", "")
    return "" if name == "<lambda>" else " ".join(name.split())


def _field(name: str) -> Callable[[Any], Any]:
    def look(outcome: Any) -> Any:
        if name == "outcome":
            return outcome
        try:
            value = getattr(outcome, name)
        except UndefinedError:
            raise
        except AttributeError:
            raise _no_such_field(outcome, name) from None
        if callable(value) and not isinstance(value, type):  # a tuple counts its entries
            raise _no_such_field(outcome, name)
        return value

    return look


def _no_such_field(outcome: Any, name: str) -> OddsError:
    return OddsError(
        "no-such-field", f"the outcome {in_short(show(outcome))} has no {name}", hint=_hint(outcome)
    )


def _hint(outcome: Any) -> str:
    if isinstance(lacks := getattr(type(outcome), "lacks", None), str):
        return lacks
    if isinstance(outcome, int | Fraction | str | tuple) and not hasattr(outcome, "_fields"):
        return "for the outcome itself write outcome, outcome>=10 or outcome=won"
    own = ", ".join(_own_fields(outcome))
    return f"it has {own}" if own else "write outcome for the outcome itself"


def _own_fields(outcome: Any) -> list[str]:
    names = (name for name in dir(outcome) if not name.startswith("_") and name not in UNLISTED)
    return [name for name in names if not callable(getattr(outcome, name, None))]


class _Wanted(NamedTuple):
    """The right side of a comparison: its text, and its number if it is one."""

    text: str
    number: Number | None


def _compared(value: Any, compare: Callable[[Any, Any], Any], wanted: _Wanted) -> bool:
    """Compare numbers as numbers, objects by their own ``compare``, and anything else by name."""
    number = wanted.number
    if type(value) is int and number is not None:
        return bool(compare(value, number))
    numeric = isinstance(value, int | Fraction) and not isinstance(value, bool)
    if numeric or hasattr(value, "compare"):
        if number is None:
            raise OddsError(
                "not-a-number",
                f"{show(value)} is a number and cannot be compared with {wanted.text}",
            )
        return bool(compare(value, number) if numeric else value.compare(compare, number))
    if compare not in (operator.eq, operator.ne):
        raise OddsError(
            "not-numbers",
            f"{show(value)} is not a number, so it can only be compared with = and !=",
        )
    shown, text = show(value).lower(), wanted.text.lower()
    if isinstance(value, tuple) and text != shown:  # typed in brackets, or with different spacing
        text = _COMMA.sub(", ", _BRACKETS.sub(r"\1", text).strip(" ,"))
    if text != shown and isinstance(value, bool | Enum):
        _check_member(value, text, wanted.text)
    if text != shown and text in shown.split(", ") and not isinstance(value, str | tuple):
        raise _part_of_outcome(value, wanted.text)
    return bool(compare(shown, text))


def _check_member(value: bool | Enum, text: str, typed: str) -> None:
    """Refuse a name that is not one of a fixed set of values."""
    members = (False, True) if isinstance(value, bool) else tuple(type(value))
    names = [show(each) for each in members]
    if len(names) == 1:
        return  # never ending is one of many possible outcomes
    if text not in map(str.lower, names):
        hint = did_you_mean(typed, names)
        message = f"{in_short(typed)} is none of {', '.join(names)}"
        raise OddsError("no-such-outcome", message, hint=hint)


def _part_of_outcome(outcome: Any, part: str) -> OddsError:
    """The error for comparing a whole outcome with one of its parts."""
    word, hint = part.lower(), _hint(outcome)
    for name in _own_fields(outcome):
        value = getattr(outcome, name)
        if value is True and name in (word, f"{word}s", f"{word}es"):
            hint = f"ask for {name}"
            break
        if show(value).lower() == word:
            hint = f"ask for {name}={part}"
    message = f"{part} is only a part of the outcome {in_short(show(outcome))}"
    return OddsError("part-of-outcome", message, hint=hint)
