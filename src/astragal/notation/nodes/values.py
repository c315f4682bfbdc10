"""Values: numbers in the text, and variables given by the caller."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from astragal._value import put
from astragal._visible import in_short
from astragal.errors import NOWHERE, Hints, NotationError, RollError, Span
from astragal.notation.nodes.node import Kind, Node, checked
from astragal.notation.operation import Chapter, Example
from astragal.notation.texts import is_word
from astragal.outcome import Number
from astragal.outcome import show as show_outcome
from astragal.rolling.frame import Frame

if TYPE_CHECKING:
    from fractions import Fraction

    from astragal.experiment.experiment import Variables
    from astragal.notation.columns import Columns
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law


class Literal(Node):
    """A whole number."""

    n: int

    kind = Kind.NUMBER
    chapter = Chapter.ARITHMETIC
    examples = (Example("7", "a number", (), "7"),)
    constant: ClassVar[bool] = True

    def __init__(self, n: int, *, span: Span = NOWHERE) -> None:
        if type(n) is not int or n < 0:
            raise NotationError(
                "bad-literal",
                f"a number in notation must be whole and 0 or more, not {in_short(n)}",
            )
        put(self, "n", n)
        put(self, "span", span)

    def value(self, frame: Frame) -> int:
        return self.n

    number = value

    def fixed(self, weigher: Weigher) -> Number:
        return self.n

    def law(self, weigher: Weigher) -> Law:
        return weigher.certain(self.n)

    def column(self, columns: Columns) -> Sequence[Number] | None:
        return columns.constant(self.n)

    def say(self, teller: Teller) -> str:
        return str(self.n)

    def describe(self) -> str:
        return str(self.n)

    def __str__(self) -> str:
        return str(self.n)


class Decimal(Node):
    """``2.5``: a number with decimals, which is exact. A whole number is a ``Literal``."""

    n: Fraction

    kind = Kind.NUMBER
    chapter = Chapter.ARITHMETIC
    examples = (Example("2.5", "a decimal, which is exact", (), "5/2"),)
    constant: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if _decimals(self.n.denominator) is None or self.n.denominator == 1 or self.n < 0:
            raise NotationError(
                "bad-literal",
                f"a decimal in notation has decimals and is more than 0, not {in_short(self.n)}",
            )

    def value(self, frame: Frame) -> Number:
        return checked(self.n, frame.limits, self.span)

    def fixed(self, weigher: Weigher) -> Number:
        return self.n

    def law(self, weigher: Weigher) -> Law:
        return weigher.certain(self.n)

    def column(self, columns: Columns) -> Sequence[Number] | None:
        return columns.constant(self.n)

    def say(self, teller: Teller) -> str:
        return str(self)

    def describe(self) -> str:
        return str(self)

    def __str__(self) -> str:
        places = _decimals(self.n.denominator) or 0
        digits = str(self.n.numerator * 10**places // self.n.denominator).zfill(places + 1)
        return f"{digits[:-places]}.{digits[-places:]}"


TYPED = (Literal, Decimal)
"""Numbers typed in the text."""


def _decimals(denominator: int) -> int | None:
    """The number of decimals of a fraction with this denominator; None if infinite."""
    counts = []
    for prime in (2, 5):
        counts.append(0)
        while denominator % prime == 0:
            denominator //= prime
            counts[-1] += 1
    return max(counts) if denominator == 1 else None


class Given(Node):
    """``@str``: a variable; the caller gives its value."""

    name: str

    chapter = Chapter.ARITHMETIC
    examples = (
        Example("1d20 + @str", "a value that the caller gives", (12,), "15", {"str": 3}),
        Example(
            "2d6 + @{fire damage}", "its name may have spaces", (1, 2), "7", {"fire damage": 4}
        ),
    )
    constant: ClassVar[bool] = True

    def __post_init__(self) -> None:
        tidy_name = " ".join(self.name.split())
        if not self.name or self.name != tidy_name or set(self.name) & set("{}"):
            raise NotationError(
                "bad-name", f"{in_short(self.name)} cannot name a value", span=self.span
            )

    def look_up(self, variables: Variables) -> Number:
        try:
            return variables[self.name]
        except KeyError:
            raise _missing(self, variables) from None

    def value(self, frame: Frame) -> Number:
        return checked(self.look_up(frame.variables), frame.limits, self.span)

    def fixed(self, weigher: Weigher) -> Number:
        return checked(self.look_up(weigher.variables), weigher.budget.limits, self.span)

    def law(self, weigher: Weigher) -> Law:
        return weigher.certain(self.fixed(weigher))

    def column(self, columns: Columns) -> Sequence[Number] | None:
        return columns.of_given(self)

    def say(self, teller: Teller) -> str:
        return show_outcome(self.look_up(teller.variables))

    def describe(self) -> str:
        return f"the value of {self.name}"

    def __str__(self) -> str:
        return f"@{self.name}" if is_word(self.name) else self.as_operand

    @property
    def as_count(self) -> str:
        return self.as_operand

    @property
    def as_operand(self) -> str:
        """The notation in braces, so that letters can follow."""
        return f"@{{{self.name}}}"

    @property
    def as_words(self) -> str:
        return str(self)


FIXED = (Literal, Decimal, Given)
"""Nodes with the same value in every roll: odds read the number, and need no law."""


def _missing(node: Given, given: Variables) -> RollError:
    return RollError(
        "missing-variable",
        f"no value was given for {node}",
        span=node.span,
        hint="given: " + ", ".join(sorted(given)[:8])
        if given
        else Hints(
            f"give it one: variables={{{in_short(node.name)}: 3}}",
            f"say what {node.name} stands for",
        ),
    )
