"""What words make of the dice or the list that they follow."""

from __future__ import annotations

from collections.abc import Sequence

from astragal.dialects.arranging import counted_once
from astragal.dialects.loose import LooseReader
from astragal.dialects.programs.dice.words import TOTAL, Asked, place_of
from astragal.dialects.whole import constant
from astragal.dialects.words import Worded
from astragal.die import Die
from astragal.errors import Span
from astragal.notation.conditions import Comparison
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.each import Each
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_united import KeepUnited
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.sort import Sort
from astragal.notation.modifiers.worth import Case, Worth
from astragal.notation.nodes.arithmetic import Negate
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Literal
from astragal.notation.operands import Operand

Listed = Dice | Group | DiceGroup
ENDS = (Count, Worth, Each)
"""What leaves no dice that another word could look at."""
_LOWEST_LISTED = 1
"""What fails in a list that is no roll."""


class Following(LooseReader):
    """Reads words, and puts them behind dice, lists and numbers."""

    __slots__ = ("total",)
    total: int
    """where the last ``t`` ended, which makes one number of a list"""

    def operand(self, *, signed: bool = False) -> Operand | None:
        """A number in brackets in which nothing is rolled is a number."""
        found = super().operand(signed=signed)
        known = constant(found) if isinstance(found, Node) else None
        return found if known is None or known.denominator != 1 else int(known)

    def worded(self) -> list[Worded]:
        """Words come in the order of their levels; none comes back."""
        read: list[Worded] = []
        last = -1
        while (start := self.at) < self.length and (made := self.modifier()) is not None:
            place = place_of(self.text[start : self.at])
            if place < last:
                message = "this word binds tighter than the one before it"
                raise self.error("unexpected", message, Span(start, self.at), "use brackets")
            if last == TOTAL and place > TOTAL:
                message = "a total cannot be sorted"
                raise self.error("unexpected", message, Span(start, self.at))
            last = place
            self.total = self.at if place == TOTAL else self.total
            read += made
        return read

    def followed(self, node: Listed, read: Sequence[Worded], place: Span) -> Listed:
        """Dice or a list with the words behind it."""
        modifiers = list(node.modifiers)
        size = _size(node)
        die = node.die if isinstance(node, Dice) and isinstance(node.die, Die) else None
        for each in read:
            if any(isinstance(one, ENDS) for one in modifiers) and not isinstance(each, Sort):
                raise self.unknown("a word behind a count", place)
            for one in self.made(each, node, die, _left(size, modifiers)):
                self.check(one, die, modifiers)
                modifiers.append(one)
        return node.replaced(modifiers=tuple(modifiers), span=self.span(node.span.start))

    def check(self, modifier: Modifier, die: Die | None, before: Sequence[Modifier]) -> None:
        """What the library refuses or does in its own way."""
        if not isinstance(modifier, Explode | Reroll):
            return
        kinds = [type(each) for each in before]
        if die is None or type(modifier) in kinds:
            raise self.unknown("this word here", modifier.span)
        number = modifier.condition.operand if isinstance(modifier.condition, Comparison) else None
        if isinstance(number, Node):
            raise self.unknown("a number that is rolled here", modifier.span)
        if isinstance(modifier, Explode) and (
            die.total < 2 or (number or die.highest) <= die.lowest
        ):
            raise self.error("never-ends", "these dice would explode for ever", modifier.span)
        if isinstance(modifier, Reroll) and modifier.until and (number or 0) >= die.highest:
            raise self.unknown("re-rolling all faces", modifier.span)

    def made(self, word: Worded, node: Listed, die: Die | None, left: int | None) -> list[Modifier]:
        """The modifiers for a word; ``left`` is how many dice there are, if that is certain."""
        if not isinstance(word, Asked):
            assert isinstance(word, Modifier)
            return [word]
        if word.word in "^v":
            return self.all_but_one(word, left)
        if word.word == "o":
            return self.middle(word, left)
        if die is None and (isinstance(node, Dice) or word.number is None):
            raise self.unknown("this word here", word.span)
        number = word.number
        if number is None:
            assert die is not None
            number = die.highest
        if word.word == "a":
            return [Worth((Case(Comparison("=", number), 2 * number),), span=word.span)]
        if die is not None and number > die.highest:
            raise self.error("bad-condition", "no die can show so much", word.span)
        return [self.successes(word, number, die)]

    def all_but_one(self, word: Asked, left: int | None) -> list[Modifier]:
        if (word.word, left) == ("^", 1):
            return []
        if left is None or left < 2:
            raise self.unknown("all but one of one die", word.span)
        return [Keep(1, highest=word.word == "v", drop=True, span=word.span)]

    def successes(self, word: Asked, number: int, die: Die | None) -> Modifier:
        """``e5`` counts; ``f5`` takes away what shows the lowest, unless that succeeds too."""
        succeeds = Tally(Comparison(">=", number))
        lowest = _LOWEST_LISTED if die is None else die.lowest
        if word.word == "e" or number <= lowest:
            return Count((succeeds,), span=word.span)
        return counted_once((succeeds, Tally(Comparison("<=", lowest), -1)), die)

    def middle(self, word: Asked, left: int | None) -> list[Modifier]:
        """As many lowest as highest are dropped, one more of the lowest if that is uneven."""
        if left is None:
            raise self.unknown("the middle of so many dice", word.span)
        number = max(left - 2, 1) if word.number is None else word.number
        number += left if number <= 0 else 0
        above, odd = divmod(left - number, 2)
        if number < 1 or above < 1:
            raise self.unknown("the middle of so few dice", word.span)
        low = Keep(above + odd, highest=False, drop=True)
        return [KeepUnited((low, Keep(above, highest=True, drop=True)), span=word.span)]

    def number_followed(self, number: int, read: Sequence[Worded], start: int) -> Node:
        """``6a6``, ``6e5``: a number is a list of one."""
        for each in read:
            if not isinstance(each, Asked) or each.word in "o^v" or each.number is None:
                raise self.unexpected("a number is no dice, and this word needs some")
            if each.word == "a":
                if each is not read[-1]:
                    raise self.unknown("a word behind a number that was doubled", each.span)
                number *= 2 if number == each.number else 1
            else:
                fails = each.word == "f" and number <= _LOWEST_LISTED
                number = 1 if number >= each.number else -int(fails)
        node = Literal(abs(number), span=self.span(start))
        return Negate(node, span=node.span) if number < 0 else node


def _size(node: Listed) -> int | None:
    """How many numbers a list holds before any word; None if that is rolled."""
    if isinstance(node, Dice):
        return node.count if isinstance(node.count, int) else None
    if isinstance(node, Group):
        return len(node.members)
    sizes = [_left(_size(each), each.modifiers) for each in node.members if isinstance(each, Dice)]
    return None if None in sizes else sum(each or 0 for each in sizes)


def _left(count: int | None, modifiers: Sequence[Modifier]) -> int | None:
    """How many dice are left; None if that is rolled."""
    for each in modifiers:
        if count is None or isinstance(each, Explode):
            return None
        if isinstance(each, KeepUnited):
            count -= sum(part.number for part in each.parts)  # type: ignore[misc]
        elif isinstance(each, Keep) and isinstance(each.number, int):
            count = max(0, count - each.number) if each.drop else min(count, each.number)
        elif isinstance(each, Keep):
            return None
    return count
