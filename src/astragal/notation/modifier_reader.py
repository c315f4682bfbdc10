"""Reading what follows a group of dice."""

from __future__ import annotations

from typing import cast

from astragal.errors import NotationError, Span
from astragal.notation.conditions import Condition, Operand, Variable
from astragal.notation.cursor import Cursor
from astragal.notation.mistakes import odd_character, unknown_modifier
from astragal.notation.modifiers import (
    Burst,
    Clamp,
    Count,
    Explode,
    Keep,
    Modifier,
    Reroll,
    Sort,
    Tally,
    Unique,
)

_OPERATORS = {
    ">=": ">=",
    "≥": ">=",
    "<=": "<=",
    "≤": "<=",
    "≠": "!=",
    "==": "=",
    "=": "=",
    ">": ">",
    "<": "<",
}
_ARROWS = frozenset("▲▼")
_WORDS = ("kh", "kl", "k", "dh", "dl", "rr", "r", "min", "max", "c", "f", "u", "s")
_NOT_MODIFIERS = frozenset(
    ("cs", "cf", "ro", "ra", "mi", "ma", "sd", "sa", "adv", "dis", "advantage", "disadvantage")
)


def read_modifiers(cursor: Cursor) -> tuple[Modifier, ...]:
    """All the modifiers that stand next, in order."""
    modifiers: list[Modifier] = []
    signs: set[str] = set()
    while modifier := _read_modifier(cursor):
        modifiers.append(modifier)
        signs.add(cursor.text[modifier.span.start])
        if signs >= _ARROWS:
            raise cursor.error(
                "both-arrows",
                "▲ and ▼ cannot both stand on one group",
                modifier.span,
                "to keep the lowest of the highest three, write `kh3kl1`",
            )
    return tuple(modifiers)


def modifier_ahead(cursor: Cursor) -> bool:
    """Whether what stands next would be a modifier, were there dice before it."""
    char = cursor.peek()
    if char == "!":
        return cursor.here(1) != "="
    return char in ("▲", "▼", "♻") if not char.isalpha() else True


def _read_modifier(cursor: Cursor) -> Modifier | None:
    char = cursor.peek()
    if char in ("▲", "▼"):
        start = cursor.at
        count = _symbols(cursor, char)
        return Keep(count, highest=char == "▲", span=cursor.span(start))
    if char == "♻":
        start = cursor.at
        count = _symbols(cursor, char)
        return Reroll(lowest=count, span=cursor.span(start))
    if char == "!":
        return _read_explode(cursor)
    if char.isalpha():
        return _read_word(cursor)
    return None


def _symbols(cursor: Cursor, symbol: str) -> int:
    """How many of the symbol stand in a row (its emoji form included), passed over."""
    start = cursor.at
    count = 0
    while cursor.take_here(symbol):
        count += 1
        cursor.take_here("\ufe0f", "\ufe0e")
        cursor.limits.check("dice", count, cursor.span(start))
    return count


def _read_explode(cursor: Cursor) -> Explode:
    start = cursor.at
    spelt = cursor.take_here("!!", "!p", "!P", "!o", "!O", "!").lower()
    burst = cast(Burst, spelt)
    if burst in ("!p", "!o"):
        _refuse_not_equal(cursor, start)
    condition = read_condition(cursor, required=False)
    return Explode(burst, condition, span=cursor.span(start))


def _read_word(cursor: Cursor) -> Modifier:
    start = cursor.at
    letters = cursor.letters_ahead()
    word = next((word for word in _WORDS if letters.startswith(word)), None)
    if word is None or letters in _NOT_MODIFIERS:
        raise _unknown(cursor, letters)
    cursor.at += len(word)
    match word:
        case "kh" | "kl" | "k" | "dh" | "dl":
            count = read_operand(cursor)
            return Keep(
                1 if count is None else count,
                highest=word in ("kh", "k", "dh"),
                drop=word[0] == "d",
                span=cursor.span(start),
            )
        case "r" | "rr":
            _refuse_not_equal(cursor, start)
            condition = read_condition(cursor, required=False)
            return Reroll(condition, until=word == "rr", span=cursor.span(start))
        case "min" | "max":
            return _read_clamp(cursor, start, word)
        case "c":
            return _read_count(cursor, start)
        case "f":
            raise cursor.error(
                "nothing-counted",
                "`f` takes failures away from a count, and nothing is counted",
                cursor.span(start),
                "count first: `8d10c>=7f=1`",
            )
        case "u":
            return Unique(span=cursor.span(start))
        case _:
            return Sort(span=cursor.span(start))


def _unknown(cursor: Cursor, letters: str) -> NotationError:
    start = cursor.at
    shown = cursor.text[start : start + len(letters)]
    if letters == "d" and cursor.here(1).isdigit():
        cursor.at += 1
        count = cursor.word_ahead()
        return cursor.error(
            "ambiguous-drop",
            f"`d{count}` could drop the lowest or the highest",
            Span(start, start + 1 + len(count)),
            f"write `dl{count}` or `dh{count}`; for a rolled number of dice, `(4d6)d{count}`",
        )
    return odd_character(cursor.text, start) or unknown_modifier(
        shown, Span(start, start + len(shown))
    )


def _read_clamp(cursor: Cursor, start: int, word: str) -> Clamp:
    bound = read_operand(cursor, signed=True)
    if bound is None:
        raise cursor.error(
            "missing-number",
            f"`{word}` needs a number",
            cursor.span(start),
            "`min2` raises each die to 2, `max5` caps it at 5",
        )
    return Clamp(bound, raises=word == "min", span=cursor.span(start))


def _read_count(cursor: Cursor, start: int) -> Count:
    tallies = [Tally(_needed_condition(cursor, start), 1)]
    while letter := cursor.take("c", "f", "C", "F").lower():
        tallies.append(Tally(_needed_condition(cursor, start), 1 if letter == "c" else -1))
    return Count(tuple(tallies), span=cursor.span(start))


def _needed_condition(cursor: Cursor, start: int) -> Condition:
    condition = read_condition(cursor, required=True)
    if condition is None:
        raise cursor.error(
            "missing-condition",
            "which dice are counted?",
            cursor.span(start),
            "e.g. `8d10c>=7` or `8d10c=10`",
        )
    return condition


def _refuse_not_equal(cursor: Cursor, start: int) -> None:
    """``r!=3`` could re-roll all but threes, or re-roll and then explode on threes."""
    if cursor.here() == "!" and cursor.here(1) == "=":
        word = cursor.text[start : cursor.at]
        raise cursor.error(
            "ambiguous-inequality",
            f"`{word}!=` reads two ways",
            Span(start, cursor.at + 2),
            f"write `{word}≠3` for all but threes, `{word} !=3` to explode on threes afterwards",
        )


def read_condition(cursor: Cursor, *, required: bool) -> Condition | None:
    """A condition, if one stands next. ``!=`` is one only where a condition must stand."""
    start = cursor.skip()
    if required and cursor.take("!="):
        op: str | None = "!="
    else:
        op = read_operator(cursor)
    if op is None:
        return _bare_range(cursor, start)
    low = _needed_operand(cursor, start)
    upto = None
    if op in ("=", "!=") and cursor.take(".."):
        upto = _needed_operand(cursor, start)
    return Condition(op, low, upto, cursor.span(start))


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
    if cursor.take_here("{"):
        end = cursor.text.find("}", cursor.at)
        if end < 0:
            raise cursor.error("unclosed", "this `{` is never closed", Span(start + 1, start + 2))
        name = " ".join(cursor.text[cursor.at : end].split())
        cursor.at = end + 1
    else:
        name = cursor.word_ahead()
        cursor.at += len(name)
    if not name or name[0].isdigit() or "{" in name:
        raise cursor.error(
            "bad-name",
            "which value? A name belongs behind `@`",
            cursor.span(start),
            "e.g. `@str` or `@{fire damage}`",
        )
    return Variable(name, cursor.span(start))
