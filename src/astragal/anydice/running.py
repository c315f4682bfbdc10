"""Runs a program."""

from __future__ import annotations

from astragal.anydice.budget import Budget
from astragal.anydice.deep import deep_recursion
from astragal.anydice.outputs import Outputs
from astragal.anydice.reading.reader import read
from astragal.anydice.state import State
from astragal.errors import NOWHERE, AstragalError, ProgramError
from astragal.limits import DEFAULT_LIMITS, Limits, check_limits

TRUNCATED = "The maximum function depth was exceeded, results are truncated."


def run(text: str, *, limits: Limits | None = None) -> Outputs:
    """Run a program written for AnyDice: its outputs with exact odds, in order, and its warnings.

    >>> from astragal import anydice
    >>> outputs = anydice.run('output [highest 3 of 4d6] named "strength"')
    >>> outputs["strength"].odds.mean
    Fraction(15869, 1296)
    """
    if not isinstance(text, str):
        raise ProgramError("not-a-text", "a program is a text")
    limits = DEFAULT_LIMITS if limits is None else check_limits(limits)
    try:
        return _run(text, limits)
    except AstragalError as error:
        raise error.about(text) from None
    except RecursionError:
        pass
    with deep_recursion():
        try:
            return _run(text, limits)
        except AstragalError as error:
            raise error.about(text) from None
        except RecursionError:
            raise limits.exceeded("depth", None, NOWHERE) from None


def _run(text: str, limits: Limits) -> Outputs:
    state = State(Budget(limits, limits.watch()))
    for statement in read(text, limits):
        statement.do(state)
    return Outputs(tuple(state.outputs), (TRUNCATED,) if state.cut_short else ())
