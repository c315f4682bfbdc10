"""Translates texts between programs, and compares how programs read a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from astragal._value import Value
from astragal.dialects.dialect import HERE, dialect_names, find_dialect, program_names
from astragal.dialects.normal import normal_form
from astragal.dialects.reading import parse
from astragal.dialects.writer import write
from astragal.errors import AstragalError, LimitError
from astragal.limits import DEFAULT_LIMITS, Limits, bounded, check_limits
from astragal.notation.expression import Expression
from astragal.outcome import Number
from astragal.probability.distribution import Distribution

_NOTHING: Mapping[str, Number] = {}
_TOGETHER = 10
"""The limit for all programs together, in texts of the greatest length."""


@bounded
def translate(
    text: str, *, source: str = HERE, target: str = HERE, limits: Limits | None = None
) -> str:
    """Translate a text from one program to another; ``"astragal"`` is our own notation.

    A NotationError if the source does not understand it or the target cannot express it.

    >>> import astragal
    >>> astragal.translate("8d10>7", source="roll20")
    '8d10c>=7'
    >>> astragal.translate("4d6rr<=2", target="roll20")
    '4d6r<2'
    """
    check_program(target)
    return spelt(parse(text, dialect=source, limits=limits), target)


def check_program(name: str) -> None:
    """Refuse an unknown program; the ParameterError suggests the nearest name."""
    if name != HERE:
        find_dialect(name)


def spelt(expression: Expression, program: str) -> str:
    """Write an expression for a program; a NotationError if the program cannot express it."""
    return str(expression) if program == HERE else write(expression, find_dialect(program))


class Meaning(Value):
    """The meaning of a text in programs that agree, or the refusal of one program.

    >>> import astragal
    >>> (astragals, roll20s) = astragal.meanings("2d6r<3", ["astragal", "roll20"])
    >>> roll20s.programs, str(roll20s.expression), roll20s.mean()
    (('roll20',), '2d6rr<=3', Fraction(10, 1))
    """

    programs: tuple[str, ...]
    expression: Expression | None = None
    refusal: AstragalError | None = None
    remarks: tuple[str, ...] = ()
    """notes for users about the reading"""

    def mean(
        self, variables: Mapping[str, Number] = _NOTHING, limits: Limits | None = None
    ) -> Fraction | None:
        """The mean of the total; None if it has none, or none within the limits."""
        if self.expression is None:
            return None
        try:
            values = _used(variables, self.expression)
            return mean_of(self.expression.odds(variables=values, limits=limits))
        except AstragalError as error:
            if error.code == "stopped":
                raise
            return None


def mean_of(odds: Distribution) -> Fraction | None:
    """The mean of numbers, or the chance of an event; None for words and lists."""
    return odds.mean if odds.numeric or odds.truth else None


def _used(variables: Mapping[str, Number], expression: Expression) -> dict[str, Number]:
    return {name: variables[name] for name in expression.variables if name in variables}


@bounded
def meanings(
    text: str, programs: Iterable[str] | None = None, *, limits: Limits | None = None
) -> tuple[Meaning, ...]:
    """The meanings of a text in each program, grouped by agreement, with refusals last.

    >>> for each in meanings("4d6!>5", ["astragal", "roll20"]):
    ...     print(*each.programs, each.expression)
    astragal 4d6!>5
    roll20 4d6!>=5
    """
    read: dict[Any, Meaning] = {}
    names = program_names() if programs is None else _checked(programs)
    if isinstance(text, str):
        _check_together(len(text), len(names), check_limits(limits or DEFAULT_LIMITS))
    for program in names:
        new = _meaning(text, program, limits)
        alike = program if new.expression is None else normal_form(new.expression)
        read[alike] = new if alike not in read else _joined(read[alike], new)
    return tuple(sorted(read.values(), key=lambda each: each.expression is None))


def _check_together(length: int, programs: int, limits: Limits) -> None:
    """Refuse a text that is too long to be read or written by this many programs."""
    most = _TOGETHER * limits.length // max(1, programs)
    if length > most:
        raise LimitError(
            "too-long",
            f"for {programs} programs at once a text may have {most:,} characters, "
            f"and this one has {length:,}",
            hint="say which program is meant, or write it shorter",
        )


def _checked(programs: Any) -> list[str]:
    """A list of programs; refused if it has an unknown name or is not a list."""
    several = isinstance(programs, Iterable) and not isinstance(programs, str)
    listed = list(programs) if several else [programs]
    for each in listed:
        check_program(each)
    return listed


def _meaning(text: str, program: str, limits: Limits | None) -> Meaning:
    try:
        expression = parse(text, dialect=program, limits=limits)
        # Our own remarks explain what other programs read, which the result shows anyway.
        return Meaning((program,), expression, None, () if program == HERE else expression.remarks)
    except AstragalError as error:
        return Meaning((program,), None, error)


def _joined(one: Meaning, other: Meaning) -> Meaning:
    """Merge two equal meanings."""
    remarks = tuple(dict.fromkeys((*one.remarks, *other.remarks)))
    return one.replaced(programs=(*one.programs, *other.programs), remarks=remarks)


class Spelling(Value):
    """The text of an expression in a program, or the reason why there is none."""

    program: str
    text: str | None = None
    refusal: AstragalError | None = None
    remarks: tuple[str, ...] = ()
    """notes for the program's users about the text"""


def spellings(expression: Expression, programs: Iterable[str] | None = None) -> list[Spelling]:
    """The text of an expression in each program except ours.

    >>> [each.text for each in spellings(parse("2d6!!"), ["roll20"])]
    ['2d6!!']
    """
    names = dialect_names() if programs is None else tuple(programs)
    _check_together(len(str(expression)), len(names), expression.limits)
    return list(_spellings(expression, names))


def _spellings(expression: Expression, programs: Iterable[str]) -> Iterator[Spelling]:
    for program in programs:
        try:
            text = spelt(expression, program)
            remarks = () if program == HERE else parse(text, dialect=program).remarks
            yield Spelling(program, text, remarks=remarks)
        except AstragalError as error:
            yield Spelling(program, None, error)
