"""Running a program."""

from __future__ import annotations

from astragal.anydice import mistakes
from astragal.anydice.budget import Budget
from astragal.anydice.deep import deep_recursion, with_room
from astragal.anydice.outputs import Outputs
from astragal.anydice.reading.reader import read
from astragal.anydice.state import State
from astragal.errors import AstragalError, ProgramError
from astragal.limits import DEFAULT_LIMITS, Limits, bounded, check_limits

TRUNCATED = "The maximum function depth was exceeded, results are truncated."


@bounded
def run(text: str, *, limits: Limits | None = None) -> Outputs:
    """Run a program written for AnyDice: its outputs with exact odds, in order, and its warnings.

    >>> from astragal import anydice
    >>> outputs = anydice.run('output [highest 3 of 4d6] named "strength"')
    >>> odds = outputs["strength"].odds
    >>> odds and odds.mean
    Fraction(15869, 1296)
    """
    if not isinstance(text, str):
        raise ProgramError("not-a-text", "a program is a text")
    limits = DEFAULT_LIMITS if limits is None else check_limits(limits)
    budget = Budget(limits, limits.watch())
    try:
        return with_room(lambda: _run(text, budget))
    except AstragalError as error:
        if error.code != mistakes.too_deep().code:
            raise error.about(text) from None
    except RecursionError:
        pass
    # The cost so far stays charged, but its memory is free again.
    budget.kept = 0
    with deep_recursion():
        try:
            return with_room(lambda: _run(text, budget))
        except AstragalError as error:
            raise error.about(text) from None
        except RecursionError:
            raise mistakes.too_deep().about(text) from None


def _run(text: str, budget: Budget) -> Outputs:
    state = State(budget)
    program = read(text, budget.limits)
    for statement in program.statements:
        statement.do(state)
    truncated = (TRUNCATED,) if state.cut_short else ()
    return Outputs(tuple(state.outputs), program.warnings + truncated)
