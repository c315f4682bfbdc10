"""``roll`` and ``odds``: from text to a roll, or to its odds, in one call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from astragal.errors import RollError
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.outcome import Number
from astragal.rolling.roll import Roll
from astragal.rolling.sources import HandSource, Source

if TYPE_CHECKING:
    from astragal.odds.distribution import Distribution


def roll(
    notation: str | Expression,
    *,
    source: Source | None = None,
    faces: Iterable[int] | None = None,
    variables: Mapping[str, Number] | None = None,
    limits: Limits | None = None,
) -> Roll:
    """Roll notation, with faces from ``source`` (by default the system's secure generator).

    ``faces`` are faces somebody rolled by hand: exactly as many as there are dice.

    >>> import astragal
    >>> print(astragal.roll("2d20kh1 + 5", faces=[7, 14]))
    2d20kh1 + 5 → (~7~, 14) + 5 = 19
    >>> astragal.roll("1d20 + @str", variables={"str": 3}, source=astragal.SeededSource(1)).outcome
    23
    """
    if isinstance(notation, Expression):
        if limits is not None:
            raise RollError("two-limits", "an expression has the limits it was parsed with")
        expression = notation
    else:
        expression = parse(notation, limits=limits)
    if faces is None:
        return expression.roll(source, variables=variables)
    if source is not None:
        raise RollError("two-sources", "give a source or faces, not both")
    hand = HandSource(faces)
    rolled = expression.roll(hand, variables=variables)
    hand.finish()
    return rolled


def odds(
    notation: str | Expression,
    *,
    variables: Mapping[str, Number] | None = None,
    limits: Limits | None = None,
    tail: Fraction | None = None,
) -> Distribution:
    """The exact odds of notation; see ``Expression.odds``.

    >>> import astragal
    >>> astragal.odds("4d6kh3").mean
    Fraction(15869, 1296)
    >>> astragal.odds("1d20 + 5 >= 15").probability(True)
    Fraction(11, 20)
    """
    expression = notation if isinstance(notation, Expression) else parse(notation, limits=limits)
    return expression.odds(variables=variables, limits=limits, tail=tail)
