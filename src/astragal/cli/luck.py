"""How lucky a roll of dice was."""

from __future__ import annotations

from astragal.errors import AstragalError
from astragal.limits import STRANGERS
from astragal.notation.expression import Expression
from astragal.rolling.roll import Roll

_AT_ONCE = 20_000_000
"""Steps of exact arithmetic that take no time anybody would notice."""


def luck(roll: Roll) -> str:
    """How lucky the outcome is, if the odds take no time; "" if there is nothing to say."""
    expression, outcome = roll.experiment, roll.outcome
    if isinstance(outcome, tuple) or not isinstance(expression, Expression):
        return ""
    try:
        odds = expression.odds(variables=roll.variables, limits=STRANGERS.replaced(odds=_AT_ONCE))
    except AstragalError:
        return ""
    from astragal.probability.luck import Luck

    return Luck.of(odds, outcome).words
