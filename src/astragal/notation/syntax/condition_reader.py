"""Reads conditions, and the operands of conditions and modifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal._visible import is_visible
from astragal.errors import NotationError, Span
from astragal.notation.conditions import Comparison, Condition, OneOf, Parity, Shows
from astragal.notation.nodes.names import Name
from astragal.notation.nodes.node import require_number
from astragal.notation.nodes.symbol_call import unknown_symbol
from astragal.notation.nodes.values import Given, Literal
from astragal.notation.operands import Operand
from astragal.notation.syntax.cursor import Cursor
from astragal.notation.syntax.mistakes import odd_character
from astragal.notation.texts import is_word
from astragal.symbols import BLANK

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader

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
_BACKWARDS = ("=>", "=<")
_FIRST = frozenset(sign[0] for sign in _OPERATORS)


def needed_condition(reader: Reader) -> Condition | None:
    """Read the condition that must come next, or return None. Here ``!=`` is inequality."""
    start = reader.skip()
    op = "!=" if reader.take("!=") else read_operator(reader)
    return _condition(reader, op, start)


def optional_condition(reader: Reader, modifier: int) -> Condition | None:
    """Read the condition directly after the modifier at ``modifier``, if there is one."""
    word = reader.text[modifier : reader.at]
    end = reader.at
    if reader.take_here("!=") and word not in ("!", "!!"):
        raise reader.error(
            "ambiguous-inequality",
            f"`{word}!=` reads two ways",
            reader.span(modifier),
            f"write `{word}≠3` for all but threes, `{word} !=3` to explode on threes afterwards",
        )
    reader.at = end
    start = reader.skip()
    op = read_operator(reader)
    if op is not None and start > end:
        raise reader.error(
            "ambiguous-comparison",
            f"this could be a condition of `{word}`, or compare the total",
            reader.span(modifier),
            f"write `{word}{op}…` without the space for a condition, `(…) {op} …` to compare",
        )
    return _condition(reader, op, start)


def _condition(reader: Reader, op: str | None, start: int) -> Condition | None:
    if reader.symbols is not None:
        return None if op is None else _shows(reader, reader.symbols, op, start)
    if op is None:
        return _bare_range(reader, start)
    several = _one_of(reader, op, start) or _parity(reader, op, start)
    if several is not None:
        return several
    low = _needed_operand(reader, start)
    upto = _needed_operand(reader, start) if range_follows(reader, op, start) else None
    return Comparison(op, low, upto, reader.span(start))


def _one_of(reader: Reader, op: str, start: int) -> OneOf | None:
    """Read a list ``[2,4..6]`` after ``=`` or ``≠``, if there is one."""
    if reader.peek() != "[":
        return None
    opening = Span(reader.at, reader.at + 1)
    if op not in ("=", "!="):
        raise reader.error(
            "bad-condition",
            f"a list cannot follow `{op}`",
            reader.span(start),
            "write `=[2,4,6]` or `≠[2,4,6]`",
        )
    reader.at += 1
    stretches = [_stretch(reader, start)]
    while reader.take(","):
        stretches.append(_stretch(reader, start))
    reader.close("]", opening, (",",))
    return OneOf(tuple(stretches), op == "=", reader.span(start))


def _stretch(reader: Reader, start: int) -> tuple[int, int]:
    """Read a number of a list, or a range such as ``4..6``."""
    low = reader.integer()
    high = reader.integer() if low is not None and reader.take("..") else low
    if low is None or high is None:
        raise reader.error(
            "missing-number",
            "a list holds whole numbers and runs of them",
            reader.span(start),
            "e.g. `=[2,4,6]` or `=[1,4..6]`",
        )
    return low, high


_PARITIES = {"even": True, "odd": False}


def _parity(reader: Reader, op: str, start: int) -> Parity | None:
    """Read ``even`` or ``odd`` after ``=``, unless an earlier roll has that name.

    The next modifier may follow directly, as after a number: ``c=evenc=10``.
    """
    reader.skip()
    ahead = reader.text[reader.at : reader.at + 4].lower()
    word = next((each for each in _PARITIES if ahead.startswith(each)), "")
    if not word or reader.word_ahead() in reader.kinds:
        return None
    if op != "=":
        other = "odd" if word == "even" else "even"
        raise reader.error(
            "bad-condition",
            f"`{word}` goes with `=` only",
            reader.span(start),
            f"write `={word}` or `={other}`",
        )
    reader.at += len(word)
    return Parity(_PARITIES[word], reader.span(start))


def _shows(reader: Reader, symbols: tuple[str, ...], op: str, start: int) -> Condition:
    """Read a symbol after ``=`` or ``≠``: ``=hit`` or ``≠hit``."""
    reader.skip()
    word = reader.word_ahead()
    if op not in ("=", "!=") or not is_word(word):
        example = (*symbols, BLANK)[0]
        reader.digits()
        raise reader.error(
            "missing-symbol",
            f"these dice show symbols, and `{op}` needs one to compare with"
            if op in ("=", "!=")
            else f"symbols have no order: `{op}` compares numbers",
            reader.span(start),
            f"write `={example}` or `≠{example}`",
        )
    at = reader.at
    reader.at += len(word)
    if word.lower() == BLANK:
        word = BLANK
    elif word not in symbols:
        raise unknown_symbol(word, symbols, reader.span(at))
    return Shows(word, op == "=", reader.span(start))


def range_follows(cursor: Cursor, op: str, start: int) -> bool:
    """Read ``..`` if it comes next; True if it did. It is only valid after ``=`` and ``≠``."""
    if not cursor.take(".."):
        return False
    if op not in ("=", "!="):
        raise cursor.error(
            "bad-range",
            f"a range cannot follow `{op}`",
            cursor.span(start),
            "write `5..7` or `≠5..7`",
        )
    return True


def read_operator(cursor: Cursor) -> str | None:
    """Read a comparison sign, if there is one (``!=`` is left to the caller)."""
    start = cursor.skip()
    if cursor.here() not in _FIRST:
        return None
    sign = cursor.take_here(*_BACKWARDS) or cursor.take_here(*_OPERATORS)
    if sign in _BACKWARDS:
        raise cursor.error(
            "unexpected",
            f"`{sign}` is written the other way round",
            cursor.span(start),
            f"write `{sign[::-1]}`",
        )
    if sign and cursor.here() in _FIRST:
        raise _no_comparison(cursor, start)
    return _OPERATORS[sign] if sign else None


def _no_comparison(cursor: Cursor, start: int) -> NotationError:
    """The error for ``<<`` and similar signs; the first character has been read."""
    while cursor.here() in _FIRST:
        cursor.at += 1
    typed = cursor.text[start : cursor.at]
    first = typed[0] if typed[0] in "<>" else "="
    ways = f"`{first}` or `{first}=`" if first != "=" else "`=`"
    if typed in ("<<", ">>") and not cursor.text[:start].rstrip()[-1:].isalpha():
        ways += f"; to count dice, as it does in Rollem, write `c{first}=3`"
    return cursor.error(
        "unexpected", f"`{typed}` is not a comparison", cursor.span(start), f"write {ways}"
    )


def _bare_range(reader: Reader, start: int) -> Condition | None:
    """Read ``7..9`` after a modifier. A single number is refused: its meaning is ambiguous."""
    if not reader.peek().isdigit() or not reader.peek().isascii():
        return None
    low = reader.digits()
    assert low is not None
    if not reader.take(".."):
        raise reader.error(
            "ambiguous-condition",
            f"does `{low}` mean exactly {low}, or a limit?",
            reader.span(start),
            f"write `={low}`, `>={low}` or `<={low}`",
        )
    upto = _needed_operand(reader, start)
    return Comparison("=", low, upto, reader.span(start))


def _needed_operand(reader: Reader, start: int) -> Operand:
    operand = _read_name(reader) or read_operand(reader, signed=True)
    if operand is not None:
        return operand
    if reader.skip() < len(reader.text):
        odd = odd_character(reader.text, reader.at)
        if odd is not None:
            raise odd
    raise reader.error(
        "missing-number", "compare with what number?", reader.span(start), "e.g. `>=5`"
    )


def _read_name(reader: Reader) -> Name | None:
    """Read the name of an earlier roll, if one comes next."""
    if not reader.kinds:
        return None
    start = reader.skip()
    word = reader.word_ahead()
    if word not in reader.kinds:
        return None
    reader.at += len(word)
    name = Name(word, reader.kinds[word], span=reader.span(start))
    require_number(name, word)
    return name


def read_operand(reader: Reader, *, signed: bool = False) -> Operand | None:
    """Read a whole number, ``@name`` or a roll in brackets; None if there is none."""
    char = reader.peek()
    if char == "@":
        return read_given(reader)
    if char == "(":
        node = reader.inside(Span(reader.at, reader.at + 1))
        require_number(node, "(…)")
        return node.n if isinstance(node, Literal) else node
    return reader.integer() if signed else reader.digits()


def read_given(cursor: Cursor) -> Given:
    """Read ``@name`` or ``@{any name}``."""
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
            "which value? `@` needs a name",
            cursor.span(start),
            "e.g. `@str` or `@{fire damage}`",
        )
    return Given(name, span=cursor.span(start))
