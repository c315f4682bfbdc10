"""Descriptions of rolls as pieces of text with roles; formats decide how a role looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from astragal._visible import visible
from astragal.outcome import Named, show, verdict_of


class Role(StrEnum):
    """The role of a piece of text in the description of a roll.

    >>> import astragal
    >>> roll = astragal.roll("2d20kl1", faces=[20, 7])
    >>> [piece.text for piece in roll.line.pieces if piece.role is astragal.Role.DROPPED]
    ['20']
    """

    PLAIN = "plain"
    ROLLED = "rolled"
    """the thing rolled: notation, or the call of a rule"""
    DROPPED = "dropped"
    """a die or a result that does not count"""
    STROKE = "stroke"
    """the tildes around dropped dice, for output without strikethrough"""
    REPLACED = "replaced"
    """the face of a die before it was re-rolled or changed"""
    HIGH = "high"
    """a die that shows its highest face"""
    LOW = "low"
    """a die that shows its lowest face"""
    EXPLODED = "exploded"
    """the mark of an extra die"""
    COUNTED = "counted"
    """a die that counts as a success"""
    AGAINST = "against"
    """a die that counts as a failure and cancels a success"""
    OUTCOME = "outcome"
    """an outcome that is neither good nor bad"""
    SUCCESS = "success"
    FAILURE = "failure"
    CRITICAL = "critical"
    FUMBLE = "fumble"


MEANINGS = frozenset(
    {
        Role.HIGH,
        Role.LOW,
        Role.OUTCOME,
        Role.SUCCESS,
        Role.FAILURE,
        Role.CRITICAL,
        Role.FUMBLE,
    }
)
"""The roles that tell players what something means."""


class Piece(NamedTuple):
    """A text and its role.

    >>> import astragal
    >>> astragal.roll("1d6", faces=[6]).line.pieces[0]
    Piece(text='1d6', role=<Role.ROLLED: 'rolled'>)
    """

    text: str
    role: Role = Role.PLAIN


class Phrase(tuple[Piece, ...]):
    """Pieces in order; ``str`` joins them."""

    __slots__ = ()

    def __str__(self) -> str:
        return self[0][0] if len(self) == 1 else "".join([text for text, _ in self])

    def visible(self) -> Phrase:
        """A copy with every hidden character escaped."""
        return Phrase([Piece(visible(text), role) for text, role in self])

    def dropped(self) -> Phrase:
        """A copy between tildes, marked as not counting."""
        return Phrase([_TILDE, *self.all(Role.DROPPED), _TILDE])

    def all(self, role: Role) -> Phrase:
        """A copy with a single role, except for the tildes around dropped parts."""
        return Phrase(
            [
                Piece(str(Phrase(several)), Role.STROKE if strokes else role)
                for strokes, several in groupby(self, lambda each: each.role is Role.STROKE)
            ]
        )

    def without(self, *roles: Role) -> Phrase:
        """A copy with pieces of these roles made plain."""
        return phrase(piece.text if piece.role in roles else Phrase([piece]) for piece in self)

    def part(self, start: int, end: int) -> Phrase:
        """The pieces between two character positions."""
        return Phrase(_cut(self, start, end))


_NOBODY = ("", "")

Said: TypeAlias = str | Phrase
"""Text to show: plain, or in pieces."""

_TILDE = Piece("~", Role.STROKE)
_PLAIN = Role.PLAIN
_new = tuple.__new__
"""Creates a piece without checking its fields, because a large roll has many."""


@lru_cache(maxsize=512)
def piece(text: str, role: Role) -> Phrase:
    """A phrase of one piece, cached because most rolls repeat a few faces."""
    return Phrase([Piece(text, role)])


@lru_cache(maxsize=512)
def struck(text: str) -> Phrase:
    """Plain text between tildes, marked as not counting."""
    return Phrase([_TILDE, Piece(text, Role.DROPPED), _TILDE])


def phrase(parts: Iterable[Said]) -> Phrase:
    """Concatenate parts; adjacent plain text becomes one piece."""
    return joined("", parts)


def joined(separator: str, parts: Iterable[Said], before: str = "", after: str = "") -> Phrase:
    """Join parts with a separator and surrounding text; adjacent plain text becomes one piece."""
    pieces: list[Piece] = []
    plain, between = before, ""
    for part in parts:
        plain += between
        between = separator
        if isinstance(part, str):
            plain += part
            continue
        for each in part:
            if each[1] is _PLAIN:
                plain += each[0]
                continue
            if plain:
                pieces.append(_new(Piece, (plain, _PLAIN)))
                plain = ""
            pieces.append(each)
    plain += after
    if plain:
        pieces.append(_new(Piece, (plain, _PLAIN)))
    return Phrase(pieces)


def as_phrase(said: Said) -> Phrase:
    """Plain text as a phrase of one piece."""
    return said if isinstance(said, Phrase) else phrase([said])


def as_said(separator: str, parts: Sequence[Said], before: str = "", after: str = "") -> Said:
    """Like `joined`, but returns plain text if all parts are plain, as most dice are."""
    for part in parts:
        if not isinstance(part, str):
            return joined(separator, parts, before, after)
    return before + separator.join(parts) + after  # type: ignore[arg-type]


def outcome_phrase(outcome: Any, sides: tuple[str, str] = _NOBODY) -> Phrase:
    """An outcome as written by ``show``, with its role; each result of a list has its own.

    If the outcome has a ``told_to`` method, that supplies the text for the two ``sides``.
    """
    if type(outcome) is tuple or isinstance(outcome, Named):
        return joined(", ", (_bracketed(each) for each in outcome))
    if callable(tell := getattr(outcome, "told_to", None)):
        word, more = tell(*sides)
        return phrase([piece(word, role_of(outcome)), more])
    return piece(show(outcome), role_of(outcome))


def role_of(outcome: object) -> Role:
    """The role of an outcome: its verdict if it has one."""
    if type(outcome) is int:
        return Role.OUTCOME
    verdict = verdict_of(outcome)
    return Role.OUTCOME if verdict is None else Role(verdict.value)


def _bracketed(item: object) -> Phrase:
    said = outcome_phrase(item)
    return joined("", [said], "(", ")") if isinstance(item, tuple) else said


def _cut(pieces: Iterable[Piece], start: int, end: int) -> Iterator[Piece]:
    at = 0
    for text, role in pieces:
        if part := text[max(0, start - at) : max(0, end - at)]:
            yield Piece(part, role)
        at += len(text)
