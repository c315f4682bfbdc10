"""Foundry's formulas: ``@abilities.str.mod``, and pools of totals in braces."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from astragal._visible import is_visible
from astragal.dialects.dialect import compiled
from astragal.dialects.programs.foundry.arranging import (
    arrange,
    draws_once_after_keeps,
    explodes_after_counts,
    unknown,
)
from astragal.dialects.programs.foundry.words import COIN, NAME
from astragal.dialects.reader import DialectReader, given_value
from astragal.dialects.whole import quick_totals
from astragal.dialects.words import Pending, Worded
from astragal.die import FUDGE, Die
from astragal.errors import AstragalError, NotationError, Span
from astragal.notation.conditions import Comparison
from astragal.notation.expression import Expression
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.nodes.arithmetic import Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Given, Literal
from astragal.notation.operands import Operand

PASSED_OVER = "Foundry keeps all dice where all of them would be dropped"
DOUBTFUL = "where all dice would be dropped, Foundry keeps them, and here none are left"
NOT_HERE = "Foundry keeps all dice where all of them would be dropped, which cannot be said here"


class Stretch(NamedTuple):
    """The possible numbers of dice or totals; ``most`` is None if unlimited."""

    fewest: int
    most: int | None

    def capped(self, number: Stretch) -> Stretch:
        """The range after keeping a number of them."""
        ends = [end for end in (self.most, number.most) if end is not None]
        return Stretch(min(self.fewest, number.fewest), min(ends, default=None))

    def less(self, number: Stretch) -> Stretch:
        """The range after dropping a number of them."""
        fewest = 0 if number.most is None else max(self.fewest - number.most, 0)
        return Stretch(fewest, None if self.most is None else self.most - number.fewest)


def stretch_of(operand: Operand) -> Stretch:
    if isinstance(operand, int):
        return Stretch(operand, operand)
    totals = quick_totals(operand)
    return Stretch(int(min(totals)), int(max(totals))) if totals else Stretch(0, None)


def without_vain_drops(
    modifiers: Sequence[Modifier], dice: Stretch
) -> tuple[tuple[Modifier, ...], list[str]]:
    """The modifiers that have an effect in Foundry, and remarks about the others."""
    found: list[Modifier] = []
    remarks: list[str] = []
    for each in modifiers:
        if isinstance(each, Explode):
            dice = Stretch(dice.fewest, None)
        elif isinstance(each, Keep) and not each.drop:
            dice = dice.capped(stretch_of(each.number))
        elif isinstance(each, Keep):
            number = stretch_of(each.number)
            if dice.most is not None and number.fewest >= dice.most:
                remarks.append(PASSED_OVER)
                continue
            if number.most is None or number.most >= dice.fewest:
                remarks.append(_doubt(each, dice))
            dice = dice.less(number)
        found.append(each)
    return tuple(found), list(dict.fromkeys(remarks))


def _doubt(drop: Keep, dice: Stretch) -> str:
    """A remark if there may be no dice at all; otherwise the drop is refused."""
    if dice.fewest:
        raise NotationError("untranslatable", NOT_HERE, span=drop.span)
    return DOUBTFUL


_DEDUCT = ("df", "sf")
_MARGIN = "ms"
"""The word for a margin: the total minus a number, or the reverse with ``<`` or ``<=``."""
_INLINE = compiled(r"(?s)\s*\[\[(.*)\]\](?:\{([^{}]*)\})?\s*")


def opening(reader: DialectReader) -> Expression | None:
    """Read ``[[/r 1d20]]{Attack}`` as the formula in it; None for other texts."""
    inline = _INLINE.fullmatch(reader.text)
    if inline is None:
        return None
    inner = DialectReader(inline[1], reader.dialect, reader.limits)
    try:
        expression = inner.read()
    except AstragalError as error:
        raise error.about(inline[1]) from None
    reader.remarks += inner.remarks
    label = " ".join((inline[2] or "").split())
    if expression.comment or not is_visible(label):
        return expression
    return Expression(expression.body, (), label, inline[1], reader.limits)


def value(reader: DialectReader, start: int) -> Given:
    """A named value; names extend over all letters, digits, dots and hyphens."""
    found = NAME.match(reader.text, start)
    if found is None:
        raise reader.error("bad-name", "`@` needs a name", Span(start, start + 1))
    reader.at = found.end()
    if compiled(r".*(?:-(?![A-Za-z])|[.]$)").match(found[1]):
        message = f"Foundry takes all of `{found[1]}` for the name"
        hint = "put a blank before the minus"
        raise reader.error("bad-name", message, reader.span(start), hint)
    return given_value(reader, found[1], start)


def call(reader: DialectReader, name: str, arguments: tuple[Node, ...], start: int) -> Node | None:
    """``max(x)`` with one argument is the argument itself."""
    return arguments[0] if len(arguments) == 1 and name in ("max", "min") else None


# Dice


def pool(
    reader: DialectReader, count: int | Node, die: Die | Node, read: Sequence[Worded], start: int
) -> Node:
    place = reader.span(start)
    modifiers = _effective(reader, _arranged(reader, read, die), stretch_of(count))
    dice = Dice(count, die, modifiers, span=place)
    margins = [each for each in read if isinstance(each, Pending) and each.word == _MARGIN]
    if not margins:
        return dice
    if len(margins) > 1:
        raise unknown("several margins", dice.span)
    condition = margins[0].condition
    if not isinstance(condition, Comparison):
        raise reader.error("missing-number", f"`{_MARGIN}` needs a number", margins[0].span)
    number = condition.operand
    target = Literal(number, span=dice.span) if isinstance(number, int) else number
    first, second = (target, dice) if condition.op in ("<", "<=") else (dice, target)
    return Sum((("+", first), ("-", second)), span=place)


def _arranged(
    reader: DialectReader, read: Sequence[Worded], die: Die | Node | None
) -> Sequence[Modifier]:
    for one, other in pairwise(reader.typed):
        if one.isalpha() and not other.isalpha():
            message = f"Foundry loses the number behind `{one}{other}`"
            hint = f"put a number between them, as in `{one}6{other}`"
            raise reader.error("untranslatable", message, reader.span(reader.at - 1), hint)
    for each in read:
        if isinstance(each, Tally) != (die == COIN):
            raise unknown("this word after these dice", reader.span(reader.at - 1))
        with_face = isinstance(each, Reroll) and each.condition is not None
        if die == FUDGE and not isinstance(each, Keep) and not with_face:
            raise unknown("this word after Fate dice", reader.span(reader.at - 1))
    read = [each for each in read if not isinstance(each, Pending) or each.word != _MARGIN]
    scored = [each for each in read if isinstance(each, Pending)]
    counts = [each for each in scored if each.word not in _DEDUCT]
    if len(counts) > 1:
        last = reader.text[slice(*counts[-1].span)]
        reader.remarks.append(f"in Foundry the last count wins, which is `{last}` here")
    if any(each.condition is None for each in counts or scored):
        nothing = "count nothing" if counts else "take nothing away"
        reader.remarks.append(f"some versions of Foundry {nothing} without a number")
    if draws_once_after_keeps(read):
        reader.remarks.append(
            "where the last die was dropped before, Foundry goes on with the new dice"
        )
    if explodes_after_counts(read):
        reader.remarks.append(
            "Foundry's guide counts the extra dice too, but Foundry itself adds what they show"
        )
    return arrange(read, die if isinstance(die, Die) else None)


def _effective(
    reader: DialectReader, modifiers: Sequence[Modifier], dice: Stretch
) -> tuple[Modifier, ...]:
    """The modifiers without drops of all dice, which Foundry ignores."""
    found, remarks = without_vain_drops(modifiers, dice)
    reader.remarks += remarks
    return found


# Pools


def group(reader: DialectReader, members: tuple[Node, ...], start: int) -> Node:
    read = reader.worded()
    place = reader.span(start)
    if any(isinstance(each, Pending) and each.condition is None for each in read):
        raise unknown("a count without a number here", place)
    scored = [each for each in read if isinstance(each, Pending) and each.word in ("cs", "cf")]
    if not all(isinstance(each, Keep) or each in scored for each in read):
        message = "in Foundry a pool can only be kept, dropped and counted by `cs` and `cf`"
        raise reader.error("bad-modifier", message, place)
    if not read and len(members) == 1:
        return members[0]
    modifiers = _arranged(reader, read, None)
    if len(members) > 1:
        totals = Stretch(len(members), len(members))
        return Group(members, _effective(reader, modifiers, totals), span=place)
    # A pool keeps whole totals, and one expression has one total, so it is always kept.
    keeps = sum(isinstance(each, Keep) for each in read)
    if keeps:
        reader.remarks.append("in Foundry a pool of one expression has one total, which is kept")
    left = tuple(modifiers[keeps:])
    return Group(members, left, span=place) if left else members[0]
