"""Checks that functions return the same result for the same arguments, as odds require.

This cannot be proved for arbitrary functions. So some calls are repeated, selected by their number
alone; a function that refers to `random`, a clock or the like is repeated many times.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, TypeVar, cast

from astragal._visible import in_short, visible
from astragal.errors import RuleError

F = TypeVar("F", bound=Callable[..., Any])

WARY_TIMES, _FIRST_TIMES = 1_024, 8
"""Repeats of the first call: of a function that may change, and of any other. The number of repeats
halves whenever the number of calls doubles."""

_APART = 64
"""Later, one call in this many is repeated; if the function may change, every call."""

_FEWER, _SOME_TIMES = 4_096, 16
"""A function that may change: its first ``_FEWER`` calls have ``_SOME_TIMES`` repeats or more."""

_ENOUGH = 16
"""After this many repeats with equal results, calls of a function are repeated less often."""


class Known:
    """Statistics on all functions created from the same code."""

    def __init__(self, function: Any, code: Any) -> None:
        self.code = code
        within = function.func if isinstance(function, partial) else function
        self.changing = what_changes(function)
        self.ours = not self.changing and not (
            isinstance(within, FunctionType | MethodType) and _is_foreign(within.__module__)
        )
        """whether it belongs to Astragal or to Python itself, and so needs no repeats"""
        self.same = 0
        """number of repeats with equal results in this process, since the last difference"""


_MOST = 1_000
_known: dict[int, Known] = {}


def known_of(function: Any) -> Known:
    """Statistics on a function, by its code: a `lambda` in a rule is created on every run."""
    code = getattr(function, "__code__", function)
    found = _known.get(id(code))
    if found is None or found.code is not code:
        if len(_known) >= _MOST:
            _known.clear()
        found = _known[id(code)] = Known(function, code)
    return found


class Repeats:
    """A schedule of the calls of a function to repeat, and how often."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.wary = bool(known.changing)
        self._first = _FIRST_TIMES if known.same < _ENOUGH else 1
        self._call = 0
        """index of the next call to repeat"""
        self.ahead = sys.maxsize if known.ours else 1
        """number of calls up to and including that one"""

    def among(self, more: int) -> Iterator[tuple[int, int]]:
        """Positions to repeat among the next ``more`` calls, and the number of repeats."""
        place = self.ahead - 1
        self.ahead -= more
        while self.ahead <= 0:
            times, apart = self._times()
            yield place, times
            self.known.same += times
            self._call += apart
            self.ahead += apart
            place += apart

    def _times(self) -> tuple[int, int]:
        """Number of repeats for the next scheduled call, and the distance to the one after it."""
        call = self._call
        if self.wary:
            least = _SOME_TIMES if call < _FEWER else 1
            return max(least, WARY_TIMES >> call.bit_length()), 1
        return max(1, self._first >> call.bit_length()), 1 if call + 1 < self._first else _APART


def steady(function: F, repeats: Repeats | None = None) -> F:
    """Wrap a function to repeat some of its calls; a RuleError if the results differ."""
    known = known_of(function) if repeats is None else repeats.known
    if known.ours:
        return function
    following = Repeats(known) if repeats is None else repeats

    def called(*values: Any, **named: Any) -> Any:
        result = function(*values, **named)
        if following.ahead > 1:
            following.ahead -= 1
            return result
        for _, times in following.among(1):
            for _ in range(times):
                again = function(*values, **named)
                if not alike(result, again):
                    known.same = 0
                    given = ", ".join(map(in_short, (*values, *named.values())))
                    said = f"{_name(function)} returned {differing(result, again)} for {given}"
                    raise RuleError("unsteady", visible(said), hint=advice(known.changing))
        return result

    return cast(F, called)


def differing(one: Any, other: Any) -> str:
    """Two different results in words."""
    before, after = in_short(one), in_short(other)
    return f"{before} and then {after}" if before != after else f"two different results ({before})"


def _name(function: Any) -> str:
    name = getattr(function, "__name__", "<lambda>")
    return "a function" if name == "<lambda>" else f"the function {name}"


def advice(changing: str) -> str:
    """Advice for a rule or function that returned different results."""
    seen = f"it uses `{changing}`; " if changing else ""
    return (
        f"{seen}the same answers must lead to the same result: ask for what is random with a "
        "`yield`, take what changes (a clock, a counter, a file) as a parameter, and change no "
        "list, dict or set that outlives the call"
    )


def alike(one: Any, other: Any) -> bool:
    """True if two results are the same. Objects compared by identity only need the same type."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, FunctionType):
        return bool(one.__code__ == other.__code__)
    equality: object = type(one).__eq__
    return equality is object.__eq__ or bool(one == other)


# References of a function

_CHANGING = frozenset({"random", "secrets", "time", "uuid", "datetime"})
"""Modules with functions that return something else on each call."""


def what_changes(function: Any) -> str:
    """Name of something nondeterministic that a function may use; "" if none is found.

    This inspects the names in its code, and in the code of the functions it refers to.
    """
    waiting, met = [function], set[int]()
    while waiting:
        each = waiting.pop()
        if id(each) in met:
            continue
        met.add(id(each))
        if name := _changing_name(each):
            return name
        if isinstance(each, partial):
            waiting += [each.func, *each.args, *each.keywords.values()]
        elif isinstance(each, MethodType):
            waiting += [each.__func__, each.__self__]
        elif isinstance(each, FunctionType) and _is_foreign(each.__module__):
            if name := _imported_within(each.__code__):
                return name
            waiting += _referred(each)
    return ""


def _changing_name(value: Any) -> str:
    """Name of a nondeterministic module, function, class or `Random`; "" for anything else."""
    if isinstance(value, ModuleType):
        return value.__name__ if _changes(value.__name__) else ""
    if isinstance(value, BuiltinFunctionType | MethodType | FunctionType | type):
        owner = getattr(value, "__self__", None)
        module = value.__module__ or type(owner).__module__
        if _changes(module) or value.__name__ == "urandom":
            return f"{module}.{value.__name__}"
        return ""
    module = type(value).__module__
    return f"{module}.{type(value).__name__}" if module == "random" or ".random." in module else ""


def _changes(module: str) -> bool:
    return module in _CHANGING or module.endswith(".random")


def _is_foreign(module: str | None) -> bool:
    package = (module or "").partition(".")[0]
    return package != "astragal" and package not in sys.stdlib_module_names - {"__main__"}


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def _imported_within(code: CodeType) -> str:
    """A nondeterministic module imported inside a function; "" if there are none."""
    import dis

    for each in _codes(code):
        if not _CHANGING.isdisjoint(each.co_names):
            for step in dis.get_instructions(each):
                if step.opname == "IMPORT_NAME" and step.argval in _CHANGING:
                    return str(step.argval)
    return ""


def _referred(function: FunctionType) -> Iterator[Any]:
    """The globals, closure variables and defaults that a function refers to."""
    # In code order, so that every process finds the same name.
    names = dict.fromkeys(name for code in _codes(function.__code__) for name in code.co_names)
    for name in names:
        value = function.__globals__.get(name)
        yield value
        if isinstance(value, ModuleType):
            yield from (vars(value)[each] for each in names if each in vars(value))
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
