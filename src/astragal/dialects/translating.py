"""Texts from one program to another, and what each program makes of a text."""

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
"""All programs together may read as much as this many texts of the greatest length."""


@bounded
def translate(
    text: str, *, source: str = HERE, target: str = HERE, limits: Limits | None = None
) -> str:
    """A text of one program as one types it in another; ``"astragal"`` is our own notation.

    A NotationError says what the one does not understand, or what the other cannot say.

    >>> import astragal
    >>> astragal.translate("8d10>7", source="roll20")
    '8d10c>=7'
    >>> astragal.translate("4d6rr<=2", target="roll20")
    '4d6r<2'
    """
    check_program(target)
    return spelt(parse(text, dialect=source, limits=limits), target)


def check_program(name: str) -> None:
    """Refuse what is no program's name; a ParameterError suggests the nearest."""
    if name != HERE:
        find_dialect(name)


def spelt(expression: Expression, program: str) -> str:
    """The expression as one types it in a program; a NotationError if there is no way."""
    return str(expression) if program == HERE else write(expression, find_dialect(program))


class Meaning(Value):
    """What some programs make of a text: all the same expression, or one of them a refusal.

    >>> import astragal
    >>> (astragals, roll20s) = astragal.meanings("2d6r<3", ["astragal", "roll20"])
    >>> roll20s.programs, str(roll20s.expression), roll20s.mean()
    (('roll20',), '2d6rr<=3', Fraction(10, 1))
    """

    programs: tuple[str, ...]
    expression: Expression | None = None
    refusal: AstragalError | None = None
    remarks: tuple[str, ...] = ()
    """notes for their users about how it is read"""

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
    """The mean of numbers, or the chance of what is true; None for words and lists."""
    return odds.mean if odds.numeric or odds.truth else None


def _used(variables: Mapping[str, Number], expression: Expression) -> dict[str, Number]:
    return {name: variables[name] for name in expression.variables if name in variables}


@bounded
def meanings(
    text: str, programs: Iterable[str] | None = None, *, limits: Limits | None = None
) -> tuple[Meaning, ...]:
    """What each program makes of a text; those that agree stand together, refusals come last.

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
    """Refuse a text that all of these programs together would take long to read or write."""
    most = _TOGETHER * limits.length // max(1, programs)
    if length > most:
        raise LimitError(
            "too-long",
            f"for {programs} programs at once a text may have {most:,} characters, "
            f"and this one has {length:,}",
            hint="say which program is meant, or write it shorter",
        )


def _checked(programs: Any) -> list[str]:
    """The names in a list; one that is no program's is refused, and so is what is no list."""
    several = isinstance(programs, Iterable) and not isinstance(programs, str)
    listed = list(programs) if several else [programs]
    for each in listed:
        check_program(each)
    return listed


def _meaning(text: str, program: str, limits: Limits | None) -> Meaning:
    try:
        expression = parse(text, dialect=program, limits=limits)
        # Ours say what others mean by it, which is what all of this tells.
        return Meaning((program,), expression, None, () if program == HERE else expression.remarks)
    except AstragalError as error:
        return Meaning((program,), None, error)


def _joined(one: Meaning, other: Meaning) -> Meaning:
    """What two programs mean that mean the same."""
    remarks = tuple(dict.fromkeys((*one.remarks, *other.remarks)))
    return one.replaced(programs=(*one.programs, *other.programs), remarks=remarks)


class Spelling(Value):
    """How one types something in a program, or why one cannot."""

    program: str
    text: str | None = None
    refusal: AstragalError | None = None
    remarks: tuple[str, ...] = ()
    """notes for the program's users about that text"""


def spellings(expression: Expression, programs: Iterable[str] | None = None) -> list[Spelling]:
    """How one types an expression in each program but ours.

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
