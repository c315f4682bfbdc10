"""The words after dice in Avrae, where adjacent words of one kind are merged.

Merged words apply to the same dice. The writer separates words by brackets where Avrae would merge
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from astragal.dialects.complaining import missing_number
from astragal.dialects.stretches import (
    Stretch,
    compared,
    condition_for,
    gaps,
    joined,
    stretches_of,
)
from astragal.dialects.words import (
    Conditional,
    Keeps,
    Made,
    Pending,
    Refuses,
    Word,
    Worded,
    says,
)
from astragal.dialects.writer import Writer
from astragal.die import Die
from astragal.errors import NOWHERE, NotationError, Span
from astragal.notation.conditions import Comparison, Condition, Ranked
from astragal.notation.modifiers.clamp import Clamp
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_either import KeepEither
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.dialects.writer import Writer


class KeepsSome(Keeps):
    """``kh3``; ``kh0`` keeps nothing, and no die shows less than 0."""

    default = None

    def read(self, reader: DialectReader, start: int) -> Made:
        at = reader.at
        if reader.digits() == 0 and not self.drop:
            return (KeepMatching(Comparison("<", 0), span=reader.span(start)),)
        reader.at = at
        return super().read(reader, start)


class RefusesRanks(Refuses):
    """``eh1``; ``eh0`` has no effect of its own, but merges the words on both sides of it."""

    kind: str

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.digits()
        if number is None:
            raise missing_number(reader, start)
        return super().read(reader, start) if number else (Pending(self.kind),)


class Ranks(Word):
    """``roh1`` ``rah1``: re-rolls the highest or lowest dice once, or adds a die for one."""

    highest: bool = True
    adds: bool = False

    def made(self, number: int, span: Span = NOWHERE) -> Modifier:
        if self.adds:
            return Explode("!o", Ranked(1, self.highest), span=span)
        return Reroll(Ranked(number, self.highest), span=span)

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.digits()
        if number is None:
            raise missing_number(reader, start)
        if not number:
            return (Pending("!o" if self.adds else "ro"),)
        return (self.made(number, reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        aim = getattr(worded, "condition", None)
        if not isinstance(aim, Ranked) or not says(worded, self.made, aim.number):
            return None
        return f"{self.word}{aim.number}"


class AddsOnce(Conditional):
    """``ra6``: adds one die if any die matches."""

    needed = True

    def made(self, condition: Condition | None, span: Span = NOWHERE) -> Modifier:
        return Explode("!o", condition, at_most=1, span=span)


Picking = Keep | KeepMatching


def arranged(
    read: Sequence[Worded], die: Die | None, before: Sequence[Modifier] = ()
) -> list[Modifier]:
    """Merge adjacent words of one kind; ``before`` has the modifiers in front of them."""
    clamps = [each for each in (*before, *read) if isinstance(each, Clamp)]
    faces = [] if die is None else [die.lowest, die.highest]
    shown = [0, *faces, *(each.bound for each in clamps)]
    values = range(min(shown[1:], default=0), max(shown) + 1)
    found: list[Modifier] = []
    for _, neighbours in groupby(enumerate(read), _kind):
        several = [each for _, each in neighbours if not isinstance(each, Pending)]
        found += _united(several, die, values)  # type: ignore[arg-type]
    return found


def _kind(numbered: tuple[int, Worded]) -> object:
    """A key that is equal for words that merge; clamps never merge."""
    place, each = numbered
    match each:
        case Keep() | KeepMatching():
            return "drop" if each.drop else "keep"
        case Reroll():
            return "rr" if each.until else "ro"
        case Explode():
            return each.burst
        case Pending():
            return each.word
    return (place,)


def _united(read: list[Modifier], die: Die | None, values: range) -> Sequence[Modifier]:
    if len(read) < 2:
        return read
    first = read[0]
    if isinstance(first, Keep | KeepMatching):
        return _picking(read, die, values)  # type: ignore[arg-type]
    return [_aiming(read, values)]  # type: ignore[arg-type]


def _aiming(read: list[Explode | Reroll], values: range) -> Modifier:
    """Merge re-rolls or explosions: they apply to dice that match any of the conditions."""
    first = read[0]
    conditions = [each.condition for each in read if each.condition is not None]
    ranked = [each for each in conditions if isinstance(each, Ranked)]
    if not ranked:
        return first.replaced(condition=_either(conditions, values))
    if isinstance(first, Explode):
        return Explode("!o", ranked[0], span=first.span)  # a rank always matches a die
    others = [each for each in conditions if each not in ranked]
    low, high = values[0], values[-1]
    if (
        any(max(low, each[0]) <= min(high, each[1]) for each in _stretches(others))
        or len({each.highest for each in ranked}) > 1
    ):
        raise NotationError(
            "untranslatable",
            "re-rolls of ranks together with others cannot be said here",
            span=Span(first.span.start, read[-1].span.end),
        )
    return first.replaced(condition=max(ranked, key=lambda each: each.number))


def _picking(read: list[Picking], die: Die | None, values: range) -> Sequence[Modifier]:
    """Merge keeps or drops, which look at the same dice."""
    ranked = [each for each in read if isinstance(each, Keep)]
    if not ranked:
        return _filtering(read, die, values)  # type: ignore[arg-type]
    if len(ranked) < len(read) or len({each.highest for each in ranked}) > 1:
        return [KeepEither(tuple(read), span=Span(read[0].span.start, read[-1].span.end))]
    return [max(ranked, key=lambda each: int(each.number))]  # type: ignore[arg-type]


def _filtering(read: list[KeepMatching], die: Die | None, values: range) -> Sequence[Modifier]:
    if read[0].drop:
        return read  # these look at single dice, so merging changes nothing
    conditions = [each.condition for each in read]
    if die is not None:
        return [read[0].replaced(condition=_either(conditions, values))]
    left_out = gaps(joined(_stretches(conditions)))
    return [KeepMatching(compared(each), drop=True) for each in left_out]


def _either(conditions: Sequence[Condition], values: range) -> Condition:
    """The union of conditions as one condition."""
    if len(conditions) == 1:
        return conditions[0]
    return condition_for(_stretches(conditions), 0, values[-1])


def _stretches(conditions: Iterable[Condition]) -> list[Stretch]:
    """The ranges that match any of the conditions."""
    return [stretch for each in conditions for stretch in stretches_of(each) or ()]


class AvraeWriter(Writer):
    """Writes sets in round brackets.

    Brackets also separate words that Avrae would merge: ``(4d6kh3)kl1``.
    """

    def group(self, node: Group) -> str:
        members = ", ".join(map(self.node, node.members))
        comma = "," if len(node.members) == 1 else ""
        return self.parted(f"({members}{comma})", node.modifiers, node)

    def dice(self, node: Dice) -> str:
        return self.parted(super().dice(node.replaced(modifiers=())), node.modifiers, node)

    def parted(self, text: str, modifiers: tuple[Modifier, ...], node: Node) -> str:
        for before, each in zip((None, *modifiers), modifiers, strict=False):
            if _would_unite(before, each):
                text = f"({text})"
            text += self.modifiers((each,), node)
        return text

    def worded(self, part: Worded) -> str | None:
        if not isinstance(part, KeepEither):
            return super().worded(part)
        parts = [self.worded(each) for each in part.parts]
        return None if None in parts else "".join(map(str, parts))


def _would_unite(one: Modifier | None, other: Modifier) -> bool:
    """True for two keeps or two drops, except drops by condition, which merging does not change."""
    kinds = [_drops(each) for each in (one, other)]
    by_condition = isinstance(one, KeepMatching) and isinstance(other, KeepMatching)
    return kinds == [False, False] or (kinds == [True, True] and not by_condition)


def _drops(modifier: Modifier | None) -> bool | None:
    """True for drops, false for keeps, None for other modifiers."""
    first = modifier.parts[0] if isinstance(modifier, KeepEither) else modifier
    return first.drop if isinstance(first, Keep | KeepMatching) else None
