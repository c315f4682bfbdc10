"""Notation with values from sheets: dice are put in, and names that several have are refused."""

from __future__ import annotations

from collections.abc import Collection

from astragal.errors import ParameterError
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

    def dice(name: str) -> tuple[str, Number | str] | None:
        try:
            found = None if name in set_values else asked(name)
        except ParameterError as error:
            having = people.having(name)
            error.hint = f"say whose: @{{{having[0].owner.name}: {having[0].name}}}"
            raise
        return found if found is not None and isinstance(found[1], str) else None

    return put_in(expression, dice)
