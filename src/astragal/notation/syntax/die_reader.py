"""Reads what follows a ``d``: sides in digits, faces in braces, or sides that are rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.die import D10ISH, FUDGE, Die, numbered_die, standard_die
from astragal.errors import Span
from astragal.notation.conditions import check_order
from astragal.notation.nodes.node import Node
from astragal.notation.syntax.condition_reader import read_given
from astragal.notation.syntax.cursor import Cursor
from astragal.notation.syntax.mistakes import odd_character

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader


def read_die(reader: Reader, start: int) -> Die | Node:
    """The die after a ``d``; ``start`` is where its count or the ``d`` is."""
    char = reader.peek()
    if "0" <= char <= "9":
        return _read_numbered_die(reader)
    if char in ("%", "F", "f"):
        reader.at += 1
        return standard_die(100) if char == "%" else FUDGE
    if char == "{":
        return _read_custom_die(reader)
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
    """``6``, ``66`` or ``10ish``."""
    start = cursor.at
    sides = cursor.digits()
    assert sides is not None
    if cursor.text[cursor.at : cursor.at + 3].lower() == "ish":
        cursor.at += 3
        if sides != 10:
            raise cursor.error(
                "no-such-die", "only a d10 has an -ish form", cursor.span(start), "write `d10ish`"
            )
        return D10ISH
    die = Span(start - 1, cursor.at)
    if sides < 1:
        raise cursor.error("no-such-die", "a die needs at least one side", die)
    cursor.limits.check("sides", sides, die)
    return numbered_die(sides)


def _read_custom_die(cursor: Cursor) -> Die:
    """``{2,3,5,7}`` or ``{0..99}``."""
    opening = Span(cursor.at, cursor.at + 1)
    cursor.at += 1
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


def _read_face(cursor: Cursor, opening: Span) -> int:
    face = cursor.integer()
    if face is not None:
        return face
    if not cursor.peek():
        raise cursor.error("unclosed", "this `{` is never closed", opening)
    raise odd_character(cursor.text, cursor.at) or cursor.unexpected(
        "a face must be a whole number"
    )
