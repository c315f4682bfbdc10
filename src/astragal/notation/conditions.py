"""Conditions on one die, as modifiers use them: ``>=5``, ``=3``, ``7..9``, ``≠1``."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from astragal._value import Value, field
from astragal.dice import Die
from astragal.errors import NOWHERE, NotationError, RollError, Span
from astragal.rolling.outcome import Number

Variables: TypeAlias = Mapping[str, Number]
"""The values the caller gave, by name."""


class Variable(Value):
    """``@str``: a value the caller gives."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)

    def __post_init__(self) -> None:
        if not self.name or self.name != " ".join(self.name.split()) or set(self.name) & set("{}"):
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
    def literal(self) -> bool:
        """Whether no variable is needed to know what matches."""
        return isinstance(self.operand, int) and not isinstance(self.upto, Variable)

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

    def matching(self, variables: Variables) -> Container[int]:
        """The whole numbers that match: what dice are tested against."""
        low, high = self.bounds(variables)
        match self.op:
            case "=":
                return range(low, high + 1)
            case ">=":
                return range(low, _ENDLESS)
            case ">":
                return range(low + 1, _ENDLESS)
            case "<=":
                return range(-_ENDLESS, low + 1)
            case "<":
                return range(-_ENDLESS, low)
            case _:
                return _Outside(range(low, high + 1))

    def marks(self, values: Sequence[Number], variables: Variables) -> list[int]:
        """1 for each value that matches, 0 for each that does not; values may be fractions here."""
        low, high = self.bounds(variables)
        match self.op:
            case "=":
                return [+(low <= value <= high) for value in values]
            case ">=":
                return [+(value >= low) for value in values]
            case ">":
                return [+(value > low) for value in values]
            case "<=":
                return [+(value <= low) for value in values]
            case "<":
                return [+(value < low) for value in values]
            case _:
                return [+(not low <= value <= high) for value in values]

    def matches_every_face(self, die: Die, variables: Variables) -> bool:
        """Whether no face of the die fails to match."""
        matching = self.matching(variables)
        if isinstance(matching, _Outside):
            return not any(face in die.faces for face in _within(matching.inside, die))
        return die.lowest in matching and die.highest in matching


_ENDLESS = 1 << 20_000
"""Past any number the limits allow: membership in a range with such an end is still one comparison."""


class _Outside(Value):
    """All whole numbers but those inside."""

    inside: range

    def __contains__(self, number: object) -> bool:
        return number not in self.inside


def _within(numbers: range, die: Die) -> range:
    """The part of a range that a die's faces could fall into."""
    return range(max(numbers.start, die.lowest), min(numbers.stop, die.highest + 1))


def check_order(low: int, high: int, span: Span) -> None:
    """Refuse a range that runs backwards."""
    if low > high:
        raise NotationError(
            "backwards-range",
            f"this range runs backwards: {low} is more than {high}",
            span=span,
            hint=f"write `{high}..{low}`",
        )
