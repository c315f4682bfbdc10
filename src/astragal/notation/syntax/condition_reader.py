"""Reading conditions, and the numbers and values they compare with."""

from __future__ import annotations

from astragal.errors import Span
from astragal.notation.conditions import Condition, Operand, Variable
from astragal.notation.nodes import is_visible
from astragal.notation.syntax.cursor import Cursor
from astragal.notation.syntax.mistakes import odd_character

_OPERATORS = {
    ">=": ">=",
    "≥": ">=",
    "<=": "<=",
    "≤": "<=",
    "≠": "!=",
    "<>": "!=",
    "==": "=",
    "=": "=",
    ">": ">",
    "<": "<",
}


def needed_condition(cursor: Cursor) -> Condition | None:
    """The condition that must stand next; None if it does not. Here ``!=`` is inequality."""
    start = cursor.skip()
    op = "!=" if cursor.take("!=") else read_operator(cursor)
    return _condition(cursor, op, start)


def optional_condition(cursor: Cursor, modifier: int) -> Condition | None:
    """The condition of the modifier that starts at ``modifier``, if one stands straight behind it."""
    word = cursor.text[modifier : cursor.at]
    end = cursor.at
    if cursor.take_here("!=") and word not in ("!", "!!"):
        raise cursor.error(
            "ambiguous-inequality",
            f"`{word}!=` reads two ways",
            cursor.span(modifier),
            f"write `{word}≠3` for all but threes, `{word} !=3` to explode on threes afterwards",
        )
    cursor.at = end
    start = cursor.skip()
    op = read_operator(cursor)
    if op is not None and start > end:
        raise cursor.error(
            "ambiguous-comparison",
            f"this could be a condition of `{word}`, or compare the total",
            cursor.span(modifier),
            f"write `{word}{op}…` without the space for a condition, `(…) {op} …` to compare",
        )
    return _condition(cursor, op, start)


def _condition(cursor: Cursor, op: str | None, start: int) -> Condition | None:
    if op is None:
        return _bare_range(cursor, start)
    low = _needed_operand(cursor, start)
    upto = _needed_operand(cursor, start) if range_follows(cursor, op, start) else None
    return Condition(op, low, upto, cursor.span(start))


def range_follows(cursor: Cursor, op: str, start: int) -> bool:
    """Whether ``..`` stands next, passed over; it goes with ``=`` and ``≠`` only."""
    if not cursor.take(".."):
        return False
    if op not in ("=", "!="):
        raise cursor.error(
            "bad-range",
            f"a range cannot stand behind `{op}`",
            cursor.span(start),
            "write `5..7` or `≠5..7`",
        )
    return True


def read_operator(cursor: Cursor) -> str | None:
    """A comparison sign, if one stands next (``!=`` is left to the caller)."""
    start = cursor.skip()
    backwards = cursor.take_here("=>", "=<")
    if backwards:
        raise cursor.error(
            "unexpected",
            f"`{backwards}` is written the other way round",
            cursor.span(start),
            f"write `{backwards[::-1]}`",
        )
    sign = cursor.take_here(*_OPERATORS)
    return _OPERATORS[sign] if sign else None


def _bare_range(cursor: Cursor, start: int) -> Condition | None:
    """``7..9`` straight after a modifier; a number alone would be a guess."""
    if not cursor.peek().isdigit() or not cursor.peek().isascii():
        return None
    low = cursor.digits()
    assert low is not None
    if not cursor.take(".."):
        raise cursor.error(
            "ambiguous-condition",
            f"does `{low}` mean exactly {low}, or a limit?",
            cursor.span(start),
            f"write `={low}`, `>={low}` or `<={low}`",
        )
    upto = _needed_operand(cursor, start)
    return Condition("=", low, upto, cursor.span(start))


def _needed_operand(cursor: Cursor, start: int) -> Operand:
    operand = read_operand(cursor, signed=True)
    if operand is not None:
        return operand
    if cursor.skip() < len(cursor.text):
        odd = odd_character(cursor.text, cursor.at)
        if odd is not None:
            raise odd
    raise cursor.error(
        "missing-number", "compare with what number?", cursor.span(start), "e.g. `>=5`"
    )


def read_operand(cursor: Cursor, *, signed: bool = False) -> Operand | None:
    """A whole number or ``@name``, if one stands next."""
    if cursor.peek() == "@":
        return read_variable(cursor)
    return cursor.integer() if signed else cursor.digits()


def read_variable(cursor: Cursor) -> Variable:
    """``@name`` or ``@{any name}``."""
    start = cursor.at
    cursor.at += 1
    braced = bool(cursor.take_here("{"))
    if braced:
        end = cursor.text.find("}", cursor.at)
        if end < 0:
            raise cursor.error("unclosed", "this `{` is never closed", Span(start + 1, start + 2))
        name = " ".join(cursor.text[cursor.at : end].split())
        cursor.at = end + 1
    else:
        name = cursor.word_ahead()
        cursor.at += len(name)
    if not name or "{" in name or not is_visible(name) or (name[0].isdigit() and not braced):
        raise cursor.error(
            "bad-name",
            "which value? A name belongs behind `@`",
            cursor.span(start),
            "e.g. `@str` or `@{fire damage}`",
        )
    return Variable(name, cursor.span(start))
