"""Roll20's formulas: ``[[…]]``, ``@{…}``, text at the end, and groups of dice in braces."""

from __future__ import annotations

from collections.abc import Sequence

from astragal.dialects.dialect import compiled
from astragal.dialects.programs.roll20.arranging import arrange, matching, unknown
from astragal.dialects.reader import (
    DialectReader,
    bracket_label,
    given_value,
    rest_of_line,
    signed_comment,
)
from astragal.dialects.words import Pending, Worded
from astragal.dialects.writer import Writer
from astragal.die import Die
from astragal.errors import Span
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.each import Each
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.sort import Sort
from astragal.notation.nodes.arithmetic import Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Given, Literal

_TRACKER = compiled(r"\s*&\{tracker(?::[+-])?\}")
"""The mark for the turn tracker, which does not change the total."""
_TEXT = compiled(r"[^\d()+\-*/%{}\[\]<>=@#$&?\\]*")
"""The text that may follow a formula without a backslash."""


def character_value(reader: DialectReader, start: int) -> Given:
    """``@{str}``"""
    end = reader.text.find("}", start)
    if end < 0:
        reader.at = start + 2
        raise reader.error("unclosed", "this `{` is never closed", reader.span(start))
    reader.at = end + 1
    return given_value(reader, reader.text[start + 2 : end], start)


def inline_roll(reader: DialectReader, start: int) -> Node:
    """``[[1d6]]``: the total of an inline roll."""
    reader.at += 2
    reader.enter(reader.span(start))
    node = reader.joined()
    _skip_tracker(reader)
    reader.close("]]", reader.span(start))
    reader.leave()
    return node


def label(reader: DialectReader) -> str | None:
    inline = reader.peek() == "[" and reader.here(1) == "["
    return None if inline else bracket_label(reader)


def comment(reader: DialectReader) -> str:
    """The text after the formula; numbers and signs in it require a backslash in front."""
    _skip_tracker(reader)
    if reader.peek() == "\\":
        return signed_comment(reader)
    if not reader.text[reader.at - 1 : reader.at].isspace() or not reader.here().isalpha():
        return ""
    words = {row.word for row in reader.rows}
    if not _TEXT.fullmatch(reader.text, reader.at) or reader.letters_ahead().lower() in words:
        message = "text behind a formula has no numbers and signs in it, and no words for dice"
        hint = "put a backslash before the text; words for dice follow them without a blank"
        raise reader.error("unexpected", message, Span(reader.at, reader.length), hint)
    return rest_of_line(reader)


def _skip_tracker(reader: DialectReader) -> None:
    tracker = _TRACKER.match(reader.text, reader.at)
    reader.at = tracker.end() if tracker else reader.at


def pool(
    reader: DialectReader, count: int | Node, die: Die | Node, read: Sequence[Worded], start: int
) -> Node:
    known = die if isinstance(die, Die) else None
    modifiers = tuple(arrange(reader, read, known, count))
    if sum(isinstance(each, Reroll) for each in modifiers) > 1:
        reader.remarks.append(
            "Roll20 does not say how `ro` and `r` go together: read as one after the other"
        )
    if known is not None and any(_never_explodes(each, known) for each in modifiers):
        reader.remarks.append(
            "no face explodes here; to count dice that explode, put them in braces: `{5d6!!}>8`"
        )
    place = reader.span(start)
    dice = Dice(count, die, modifiers, span=place)
    matching = [each for each in read if isinstance(each, Pending) and each.word == "mt"]
    if not matching:
        return dice
    condition, least = matching[0].condition, matching[0].number
    if condition is not None:
        dice = dice.replaced(modifiers=(*modifiers, KeepMatching(condition, drop=False)))
    arguments = (dice, Literal(least)) if least not in (None, 2) else (dice,)
    return FunctionCall("matches", arguments, span=place)


def group(reader: DialectReader, members: tuple[Node, ...], start: int) -> Node:
    """A group in braces; sorting is left out, since it only changes the display."""
    read = [each for each in reader.worded() if not isinstance(each, Sort)]
    place = reader.span(start)
    if not all(isinstance(each, Keep | Tally) for each in read):
        message = "a group can only be kept, dropped and counted"
        raise reader.error("bad-modifier", message, place)
    modifiers = tuple(arrange(reader, read, None, len(members)))
    if len(members) > 1:
        return Group(members, modifiers, span=place)
    return _of_dice(members[0], modifiers, place) if modifiers else members[0]


def _never_explodes(modifier: Modifier, die: Die) -> bool:
    """True for an explosion that matches no face: ``5d6!!>8``."""
    bare = not isinstance(modifier, Explode) or modifier.condition is None
    return not bare and matching(modifier.condition, die) == []  # type: ignore[attr-defined]


def _of_dice(member: Node, modifiers: tuple[Modifier, ...], place: Span) -> Node:
    """``{4d6+3d8}k4``: applies words to the single dice; numbers are added to each die."""
    dice: list[Dice] = []
    added: list[Modifier] = []
    for sign, term in _terms(member):
        bare = term.inner if isinstance(term, Labelled) else term
        if isinstance(bare, Dice) and sign == "+":
            dice.append(_uncounted(bare, place))
        elif isinstance(bare, Literal | Given):
            added.append(Each(sign, bare.n if isinstance(bare, Literal) else bare, span=bare.span))
        else:
            raise unknown(f"`{term}` in braces", place)
    if not dice or (added and not isinstance(modifiers[0], Count)):
        raise unknown("a number in braces where dice are kept or dropped", place)
    if len(dice) > 1:
        return DiceGroup(tuple(dice), (*added, *modifiers), span=place)
    return dice[0].replaced(modifiers=(*dice[0].modifiers, *added, *modifiers), span=place)


def _terms(member: Node) -> Sequence[tuple[str, Node]]:
    return member.terms if isinstance(member, Sum) else [("+", member)]


def _uncounted(dice: Dice, place: Span) -> Dice:
    """The dice without sorting, which no longer matters; refused if they are a count."""
    if any(isinstance(each, Count) for each in dice.modifiers):
        raise unknown("a group of what was counted already", place)
    left = tuple(each for each in dice.modifiers if not isinstance(each, Sort))
    return dice.replaced(modifiers=left)


# Writing


class Roll20Writer(Writer):
    def dice(self, node: Dice) -> str:
        """Dice, in braces where a count or numbers for each die would be misread."""
        explodes = any(isinstance(each, Explode) for each in node.modifiers)
        parted = (Each, Count) if explodes else Each
        places = [at for at, each in enumerate(node.modifiers) if isinstance(each, parted)]
        if not places:
            return super().dice(node)
        before, after = node.modifiers[: places[0]], node.modifiers[places[0] :]
        return self.braced(super().dice(node.replaced(modifiers=before)), after, node)

    def call(self, node: FunctionCall) -> str:
        if node.name != "matches" or not isinstance(node.arguments[0], Dice):
            return super().call(node)
        dice, *least = node.arguments
        assert isinstance(dice, Dice)
        word = f"mt{self.node(least[0])}" if least else "mt"
        last = dice.modifiers[-1] if dice.modifiers else None
        if isinstance(last, KeepMatching):
            dice = dice.replaced(modifiers=dice.modifiers[:-1])
            word += self.condition(last.condition, None) or ""
        return super().dice(dice) + word
