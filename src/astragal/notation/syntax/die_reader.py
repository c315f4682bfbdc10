"""Reads the text after a ``d``: sides in digits, faces in braces, or rolled sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal._visible import in_short
from astragal.die import D10ISH, FUDGE, Die, numbered_die, standard_die
from astragal.errors import Span
from astragal.notation.conditions import check_order
from astragal.notation.nodes.node import Node
from astragal.notation.syntax.condition_reader import read_given
from astragal.notation.syntax.cursor import Cursor
from astragal.notation.syntax.mistakes import odd_character
from astragal.notation.texts import is_word, reads_as_dice
from astragal.symbols import BLANK, MOST, Symbols

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader


def read_die(reader: Reader, start: int) -> Die | Node:
    """Read the die after a ``d``; its count, or the ``d``, is at ``start``."""
    char = reader.peek()
    if "0" <= char <= "9":
        return _read_numbered_die(reader)
    if char in ("%", "F", "f"):
        reader.at += 1
        return standard_die(100) if char == "%" else FUDGE
    if char == "{":
        return read_faces(reader)
    if char == "(":
        return reader.inside(Span(reader.at, reader.at + 1))
    if char == "@":
        return read_given(reader)
    odd = odd_character(reader.text, reader.at) if char else None
    if odd is not None:
        raise odd
    place = reader.span(start)
    typed = reader.text[place.start : place.end]
    raise reader.error("missing-sides", "how many sides?", place, f"e.g. `{typed}6`")


def _read_numbered_die(cursor: Cursor) -> Die:
    """Read ``6``, ``66`` or ``10ish``."""
    start = cursor.at
    sides = cursor.digits()
    assert sides is not None
    if cursor.text[cursor.at : cursor.at + 3].lower() == "ish":
        cursor.at += 3
        if sides != 10:
            raise cursor.error(
                "no-such-die", "only a d10 has an -ish form", cursor.span(start), "e.g. `d10ish`"
            )
        return D10ISH
    die = Span(start - 1, cursor.at)
    if sides < 1:
        raise cursor.error("no-such-die", "a die needs at least one side", die)
    cursor.limits.check("sides", sides, die)
    return numbered_die(sides)


_LONGEST_FACE = 300
"""The longest face: a roll and its record repeat a face every time it comes up."""


def read_faces(cursor: Cursor) -> Die:
    """Read ``{2,3,5,7}`` or ``{0..99}``."""
    opening = Span(cursor.at, cursor.at + 1)
    cursor.at += 1
    if _symbols_ahead(cursor):
        return _read_symbols(cursor, opening)
    faces: list[int] = []
    while True:
        start = cursor.skip()
        low = _read_face(cursor, opening)
        high = _read_face(cursor, opening) if cursor.take("..") else low
        check_order(low, high, cursor.span(start))
        listed = len(faces) + high - low + 1
        cursor.limits.check("custom_faces", listed, cursor.span(opening.start))
        faces.extend(range(low, high + 1))
        if not cursor.take(","):
            break
    cursor.close("}", opening, (",", ".."))
    return Die(faces)


def _symbols_ahead(cursor: Cursor) -> bool:
    """True if the first face is symbols: a word, optionally after a number."""
    start = cursor.skip()
    cursor.digits()
    char = cursor.peek()
    cursor.at = start
    return char.isalpha() or char == "_"


def _read_symbols(cursor: Cursor, opening: Span) -> Die:
    """Read ``{hit,2hit+crit,blank}``."""
    faces: list[Symbols] = []
    while True:
        faces.append(_read_face_of_symbols(cursor, opening))
        cursor.limits.check("custom_faces", len(faces), cursor.span(opening.start))
        if not cursor.take(","):
            break
    cursor.close("}", opening, (",", "+"))
    return Die(faces)


def _read_face_of_symbols(cursor: Cursor, opening: Span) -> Symbols:
    start = cursor.skip()
    counts: dict[str, int] = {}
    while True:
        number, name = _read_symbol(cursor, opening)
        if name.lower() == BLANK:
            if counts or number is not None or cursor.peek() == "+":
                place = cursor.span(start)
                raise cursor.error("bad-symbols", "a blank face has no symbols beside", place)
            return Symbols()
        counts[name] = counts.get(name, 0) + (1 if number is None else number)
        if not 0 < counts[name] <= MOST:
            message = f"a face shows 1 to {MOST:,} of a symbol, not {in_short(counts[name])}"
            raise cursor.error("bad-symbols", message, cursor.span(start))
        if cursor.at - start > _LONGEST_FACE:
            message = f"a face with symbols has at most {_LONGEST_FACE} characters"
            raise cursor.error("bad-symbols", message, cursor.span(start))
        if not cursor.take("+"):
            return Symbols(counts)


def _read_symbol(cursor: Cursor, opening: Span) -> tuple[int | None, str]:
    """Read a symbol, with its number if that is typed."""
    cursor.skip()
    number = cursor.digits()
    start = cursor.skip()
    name = cursor.word_ahead()
    if not cursor.here():
        raise cursor.error("unclosed", "this `{` is never closed", opening)
    if not name and number is not None:
        raise cursor.error(
            "bad-symbols",
            "a die shows numbers or symbols, not both",
            cursor.span(opening.start),
            f"a blank face is `{BLANK}`",
        )
    if not is_word(name) or reads_as_dice(name):
        odd = odd_character(cursor.text, start)
        raise odd or cursor.unexpected("a face must be symbols such as `hit` or `2hit+crit`")
    cursor.at += len(name)
    return number, name


def _read_face(cursor: Cursor, opening: Span) -> int:
    face = cursor.integer()
    if face is not None:
        return face
    if not cursor.peek():
        raise cursor.error("unclosed", "this `{` is never closed", opening)
    raise odd_character(cursor.text, cursor.at) or cursor.unexpected(
        "a face must be a whole number"
    )
