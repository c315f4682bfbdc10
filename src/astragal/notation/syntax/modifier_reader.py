"""Reads the modifiers after a group of dice; each modifier defines its own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.errors import NotationError, Span
from astragal.notation.modifiers.modifier import Modifier, all_modifiers
from astragal.notation.syntax.cursor import Cursor
from astragal.notation.syntax.mistakes import (
    dice_beside,
    is_foreign,
    left_over,
    odd_character,
    unknown_modifier,
)
from astragal.notation.syntax.quick_reader import read_keep
from astragal.notation.texts import JOINING

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader


_WORDS = {word for each in all_modifiers() for word in each.words}
"""Every word that begins a modifier."""
_CANDIDATES = {word: [each for each in all_modifiers() if word in each.words] for word in _WORDS}
"""The modifiers that may begin with each word."""

_FIRST = frozenset(char for word in _WORDS for char in (word[0], word[0].upper()))
_LONGEST = max(map(len, _WORDS))
_LETTERS = frozenset(word for word in _WORDS if word.isalpha())
"""The words of modifiers that consist of letters."""


def read_modifiers(reader: Reader) -> tuple[Modifier, ...]:
    """Read all modifiers that come next, in order."""
    modifiers: list[Modifier] = []
    checked = 0
    while True:
        before = reader.at
        char = reader.peek()
        keep = read_keep(reader.text, reader.at) if char in ("k", "d") else None
        if keep is not None:
            reader.at = keep.span.end
            modifiers.append(keep)
            continue
        if not modifiers and reader.at > before:
            _refuse_loose_inequality(reader)
        if char.isalpha() and reader.at >= checked:
            if reader.one_ahead(JOINING):
                return tuple(modifiers)
            checked = _check_letters(reader)
        if char not in _FIRST:
            return tuple(modifiers)
        modifiers.append(_read_modifier(reader, modifiers))


def _read_modifier(reader: Reader, before: list[Modifier]) -> Modifier:
    """Read the next modifier: of those starting with the word, the one that reads furthest."""
    start = reader.at
    ahead = reader.text[start : start + _LONGEST].lower()
    heads = [ahead[:size] for size in range(_LONGEST, 0, -1)]
    word = next(head for head in heads if head in _CANDIDATES)
    found: Modifier | None = None
    failure: NotationError | None = None
    end = start
    for candidate in _CANDIDATES[word]:
        if candidate.joint and candidate.joint not in reader.text:
            continue
        reader.at = start + len(word)
        try:
            modifier = candidate.read(reader, word, start, before)
        except NotationError as error:
            failure = error
            continue
        if modifier is not None and reader.at > end:
            found, end = modifier, reader.at
    # An error counts only if no other modifier reads further: `k0..4` is a condition.
    if failure is not None and (failure.span is None or failure.span.end > end):
        raise failure
    reader.at = start if found is None else end
    if found is None:
        raise _unknown(reader, word)
    return found


def _refuse_loose_inequality(cursor: Cursor) -> None:
    """Refuse ``1d20 != 5``: it may be meant as a comparison, but ``1d20!=5`` explodes."""
    if cursor.text.startswith("!=", cursor.at):
        raise cursor.error(
            "ambiguous-inequality",
            "`!=` after dice reads two ways",
            Span(cursor.at, cursor.at + 2),
            "write `≠` to compare, `!=` directly after the dice to explode",
        )


def modifier_ahead(cursor: Cursor) -> bool:
    """True if the next text could be a modifier of dice."""
    char = cursor.peek()
    if char in ("k", "d"):
        return True
    if char == "!":
        return cursor.here(1) != "="
    return (char.isalpha() and not cursor.one_ahead(JOINING)) or char in _FIRST


def _check_letters(cursor: Cursor) -> int:
    """Refuse letters unless all of them are modifiers: ``fire`` is not ``f`` plus other letters.

    Returns the end of the letters.
    """
    letters = cursor.letters_ahead()
    if is_foreign(letters.lower()) or not _are_modifiers(letters.lower()):
        raise _unknown(cursor, letters)
    return cursor.at + len(letters)


def _are_modifiers(letters: str) -> bool:
    """True if letters can be split into words of modifiers.

    Computed from the end, once per letter: a regular expression would try all splits, and their
    number doubles with every letter.
    """
    if letters in _LETTERS:
        return True
    parted = [False] * len(letters) + [True]
    for start in range(len(letters) - 1, -1, -1):
        ends = range(start + 1, min(len(letters), start + _LONGEST) + 1)
        parted[start] = any(parted[end] and letters[start:end] in _LETTERS for end in ends)
    return parted[0]


def _unknown(cursor: Cursor, letters: str) -> NotationError:
    start = cursor.at
    if letters in ("d", "D") and dice_beside(cursor):
        return left_over(cursor, named=False)
    if letters in ("d", "D") and cursor.here(1).isdigit():
        cursor.at += 1
        count = cursor.word_ahead()
        return cursor.error(
            "ambiguous-drop",
            f"`d{count}` could drop the lowest or the highest",
            Span(start, start + 1 + len(count)),
            f"write `dl{count}` or `dh{count}`; "
            "a rolled number of dice goes in brackets: `(4d6)d8`",
        )
    place = Span(start, start + len(letters))
    return odd_character(cursor.text, start) or unknown_modifier(letters, place)
