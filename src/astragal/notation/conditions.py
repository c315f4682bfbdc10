"""Conditions on one die, as modifiers use them: ``>=5``, ``=3``, ``7..9``, ``≠1``."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from astragal._value import Value, field
from astragal.die import Die
from astragal.errors import NOWHERE, NotationError, RollError, Span
from astragal.outcome import Number

Test: TypeAlias = Callable[[Number], bool]
Variables: TypeAlias = Mapping[str, Number]
"""The values the caller gave, by name."""


class Variable(Value):
    """``@str``: a value the caller gives."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)

    def __post_init__(self) -> None:
        tidy_name = " ".join(self.name.split())
        if not self.name or self.name != tidy_name or set(self.name) & set("{}"):
            raise NotationError("bad-name", f"not a name: {self.name!r}", span=self.span)

    def __str__(self) -> str:
        return f"@{self.name}" if is_word(self.name) else f"@{{{self.name}}}"

    @property
    def enclosed(self) -> str:
        """The form that may stand right before letters."""
        return f"@{{{self.name}}}"

    def look_up(self, variables: Variables) -> Number:
        try:
            return variables[self.name]
        except KeyError:
            raise _missing(self, variables) from None


def _missing(name: Variable, given: Variables) -> RollError:
    return RollError(
        "missing-variable",
        f"no value was given for {name}",
        span=name.span,
        hint="given: " + ", ".join(sorted(given)[:8])
        if given
        else f"in Python: variables={{{name.name!r}: 3}}; on the command line: --set '{name.name}=3'",
    )


def is_word(name: str) -> bool:
    """Whether a name needs no braces: a letter or ``_``, then letters, digits and ``_``."""
    return name.isidentifier() and name.isascii()


Operand: TypeAlias = int | Variable
"""A whole number, typed or given by the caller."""


def resolve(operand: Operand, variables: Variables) -> int:
    """The operand's value, which must be a whole number."""
    if isinstance(operand, int):
        return operand
    number = operand.look_up(variables)
    if isinstance(number, Fraction):
        raise RollError(
            "not-whole", f"{operand} is {number}, not a whole number", span=operand.span
        )
    return number


def show_operand(operand: Operand) -> str:
    return str(operand) if isinstance(operand, int) else operand.enclosed


_MIRRORED = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.gt,
    "<=": operator.ge,
    ">": operator.lt,
    ">=": operator.le,
}
"""What holds between the number and a value that matches: ``value < n`` is ``n > value``."""

_SIGNS = {"=": "=", "!=": "≠", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
"""How each comparison prints: straight after dice ``!=`` would explode."""

_WORDS = {
    "=": "{}",
    "!=": "anything but {}",
    "<": "less than {}",
    "<=": "{} or less",
    ">": "more than {}",
    ">=": "{} or more",
}


class Condition(Value):
    """A comparison with one number, or (with ``upto``) with the numbers from one to another."""

    op: str
    operand: Operand
    upto: Operand | None = None
    span: Span = field(default=NOWHERE, compare=False)

    def __post_init__(self) -> None:
        if self.op not in _WORDS or (self.upto is not None and self.op not in ("=", "!=")):
            raise NotationError("bad-condition", f"no such comparison: {self.op}", span=self.span)
        if isinstance(self.operand, int) and isinstance(self.upto, int):
            check_order(self.operand, self.upto, self.span)

    @property
    def operands(self) -> tuple[Operand, ...]:
        return (self.operand,) if self.upto is None else (self.operand, self.upto)

    def __str__(self) -> str:
        low = show_operand(self.operand)
        if self.upto is not None:
            between = f"{low}..{show_operand(self.upto)}"
            bare = isinstance(self.operand, int) and self.operand >= 0
            return between if self.op == "=" and bare else f"{_SIGNS[self.op]}{between}"
        return _SIGNS[self.op] + low

    def meaning(self) -> str:
        low = str(self.operand)
        return _WORDS[self.op].format(low if self.upto is None else f"{low} to {self.upto}")

    def bounds(self, variables: Variables) -> tuple[int, int]:
        """The two numbers it compares with; the same one twice where there is but one."""
        low = resolve(self.operand, variables)
        if self.upto is None:
            return low, low
        high = resolve(self.upto, variables)
        check_order(low, high, self.span)
        return low, high

    def test(self, variables: Variables) -> Test:
        """A function that says whether a value matches."""
        low, high = self.bounds(variables)
        if self.upto is None:
            return partial(_MIRRORED[self.op], low)
        if self.op == "=":
            return lambda value: low <= value <= high
        return lambda value: not low <= value <= high

    def matches_every_face(self, die: Die, variables: Variables) -> bool:
        """Whether no face of the die fails to match."""
        if self.op != "!=":
            matches = self.test(variables)
            return matches(die.lowest) and matches(die.highest)
        low, high = self.bounds(variables)
        if isinstance(die.faces, range):
            return high < die.lowest or die.highest < low
        return not any(low <= face <= high for face in die.faces)


def check_order(low: int, high: int, span: Span) -> None:
    """Refuse a range that runs backwards."""
    if low > high:
        raise NotationError(
            "backwards-range",
            f"this range runs backwards: {low} is more than {high}",
            span=span,
            hint=f"write `{high}..{low}`",
        )
