"""Notation with values from sheets: dice are put in, and names that several have are refused."""

from __future__ import annotations

from collections.abc import Collection

from astragal.errors import NOWHERE, ParameterError
from astragal.notation.expression import Expression
from astragal.notation.putting_in import put_in
from astragal.outcome import Number
from astragal.table.people import Asked, People


def with_dice(
    expression: Expression, people: People, set_values: Collection[str] = ()
) -> Expression:
    """The expression with dice from the sheets in place of their names.

    Numbers stay names, so that a record shows where they come from. ``set_values`` are names that
    have been given otherwise.
    """
    if not expression.variables:
        return expression
    asked = Asked(people)
    length = 0

    def dice(name: str) -> tuple[str, Number | str] | None:
        nonlocal length
        try:
            found = None if name in set_values else asked(name)
        except ParameterError as error:
            having = people.having(name)
            error.hint = f"say whose: @{{{having[0].owner.name}: {having[0].name}}}"
            raise
        if found is None or not isinstance(found[1], str):
            return None
        # Added up before any of them is read, or put into the text.
        length += len(found[1])
        expression.limits.check("length", length, NOWHERE)
        return found

    return put_in(expression, dice)
