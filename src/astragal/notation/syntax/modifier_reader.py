"""Reading what follows a group of dice."""

from __future__ import annotations

import re
from typing import cast

from astragal.errors import NotationError, Span
from astragal.notation.conditions import Condition
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
from astragal.notation.syntax.condition_reader import (
    needed_condition,
    optional_condition,
    read_operand,
)
from astragal.notation.syntax.cursor import Cursor
from astragal.notation.syntax.mistakes import is_foreign, odd_character, unknown_modifier

_ARROWS = frozenset("▲▼")
_WORDS = ("kh", "kl", "k", "dh", "dl", "rr", "r", "min", "max", "c", "f", "u", "s")
_MADE_OF_MODIFIERS = re.compile(f"(?:{'|'.join(_WORDS)})+", re.IGNORECASE | re.ASCII)


def read_modifiers(cursor: Cursor) -> tuple[Modifier, ...]:
    """All the modifiers that stand next, in order."""
    modifiers: list[Modifier] = []
    signs: set[str] = set()
    checked = 0
    while True:
        before = cursor.at
        char = cursor.peek()
        if not modifiers and cursor.at > before:
            _refuse_loose_inequality(cursor)
        if char.isalpha() and cursor.at >= checked:
            checked = _check_letters(cursor)
        modifier = _read_modifier(cursor, char)
        if modifier is None:
            return tuple(modifiers)
        modifiers.append(modifier)
        signs.add(char)
        if signs >= _ARROWS:
            raise cursor.error(
                "both-arrows",
                "▲ and ▼ cannot both stand on one group",
                modifier.span,
                "to keep the lowest of the highest three, write `kh3kl1`",
            )


def _refuse_loose_inequality(cursor: Cursor) -> None:
    """``1d20 != 5`` is meant as a comparison, ``1d20!=5`` explodes."""
    if cursor.text.startswith("!=", cursor.at):
        raise cursor.error(
            "ambiguous-inequality",
            "`!=` behind dice reads two ways",
            Span(cursor.at, cursor.at + 2),
            "write `≠` to compare, `!=` straight after the dice to explode",
        )


def modifier_ahead(cursor: Cursor) -> bool:
    """Whether what stands next would be a modifier, were there dice before it."""
    char = cursor.peek()
    if char == "!":
        return cursor.here(1) != "="
    return char in ("▲", "▼", "♻") if not char.isalpha() else True


def _read_modifier(cursor: Cursor, char: str) -> Modifier | None:
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
    return Explode(burst, optional_condition(cursor, start), span=cursor.span(start))


def _read_word(cursor: Cursor) -> Modifier:
    start = cursor.at
    word = next(word for word in _WORDS if cursor.text[start : start + 3].lower().startswith(word))
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
            condition = optional_condition(cursor, start)
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


def _check_letters(cursor: Cursor) -> int:
    """Letters in a row must be modifiers to the last: ``fire`` is not ``f`` and something else.

    Returns where the row ends.
    """
    letters = cursor.letters_ahead()
    if is_foreign(letters.lower()) or not _MADE_OF_MODIFIERS.fullmatch(letters):
        raise _unknown(cursor, letters)
    return cursor.at + len(letters)


def _unknown(cursor: Cursor, letters: str) -> NotationError:
    start = cursor.at
    if letters in ("d", "D") and cursor.here(1).isdigit():
        cursor.at += 1
        count = cursor.word_ahead()
        return cursor.error(
            "ambiguous-drop",
            f"`d{count}` could drop the lowest or the highest",
            Span(start, start + 1 + len(count)),
            f"write `dl{count}` or `dh{count}`; a rolled number of dice goes in brackets: `(4d6)d8`",
        )
    place = Span(start, start + len(letters))
    return odd_character(cursor.text, start) or unknown_modifier(letters, place)


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
    condition = needed_condition(cursor)
    if condition is None:
        raise cursor.error(
            "missing-condition",
            "which dice are counted?",
            cursor.span(start),
            "e.g. `8d10c>=7` or `8d10c=10`",
        )
    return condition
