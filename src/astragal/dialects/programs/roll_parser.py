"""roll-parser 3, a library for JavaScript: Roll20's words, with signs that mean what they say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from types import MappingProxyType

from astragal.dialects.arranging import as_written, counted_once
from astragal.dialects.dialect import DICE, JAVASCRIPT, Dialect
from astragal.dialects.loose import LooseReader
from astragal.dialects.normal import REMAINDER
from astragal.dialects.whole import nodes_in
from astragal.dialects.words import (
    Clamps,
    Counts,
    Explodes,
    Keeps,
    Marks,
    Rerolls,
    Worded,
    sorts,
)
from astragal.die import FUDGE, Die
from astragal.errors import NotationError, Span
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.sort import Sort
from astragal.notation.modifiers.worth import Worth
from astragal.notation.nodes.arithmetic import Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.values import Given

_NAME = re.compile(r"@(?:\{([^}]+)\}|([A-Za-z_]\w*))")


class RollParserReader(LooseReader):
    """A count of successes stands alone."""

    __slots__ = ()

    def rolls(self) -> Node:
        """``1d20+7 vs 15``: the total, to which the program adds what it means."""
        node = super().rolls()
        start = self.skip()
        if not self.take("vs", "VS"):
            return node
        if any(each.draws for each in nodes_in(self.sum())):
            raise self.cannot("a rolled number after `vs`", self.span(start))
        if isinstance(node, Dice) and any(map(_counts, node.modifiers)):
            raise self.alone(node)
        self.remarks.append("this is the total only: roll-parser says how well it does, too")
        return node

    def finished(self, body: Node) -> Node:
        for each in nodes_in(body):
            counts = isinstance(each, Dice) and any(map(_counts, each.modifiers))
            if counts and each is not body:
                raise self.alone(each)
        return body

    def alone(self, count: Node) -> NotationError:
        message = "nothing may stand around a count of successes"
        return self.error("unexpected", message, count.span)

    def primary(self) -> Node:
        return self.value() if self.peek() == "@" else super().primary()

    def value(self) -> Given:
        start = self.at
        found = _NAME.match(self.text, start)
        if found is None:
            raise self.error("bad-name", "`@` needs a name", Span(start, start + 1))
        self.at = found.end()
        return self.given(found[1] or found[2], start)

    def word(self) -> Node:
        start = self.at
        if self.word_ahead().lower() != "pow":
            return super().word()
        self.at += 3
        arguments = self.items(")") if self.peek() == "(" else ()
        if len(arguments) != 2:
            raise self.error("wrong-arguments", "`pow` needs two numbers", self.span(start))
        return Power(*arguments, span=self.span(start))

    def arranged(self, read: Sequence[Worded], die: Die | None) -> tuple[Modifier, ...]:
        self.refuse_picks(read)
        if die == FUDGE and any(isinstance(each, Explode | Reroll) for each in read):
            raise self.error(
                "bad-modifier", "Fate dice do not explode here", self.span(self.at - 1)
            )
        tallies = [each for each in read if isinstance(each, Tally)]
        if not tallies:
            return tuple(as_written(read, die))
        points = [each.points for each in read[-len(tallies) :] if isinstance(each, Tally)]
        if points not in ([1], [1, -1]):
            raise self.error("unexpected", "one count ends a roll", self.span(self.at - 1))
        return (*as_written(read[: -len(tallies)], die), counted_once(tallies, die))

    def refuse_picks(self, read: Sequence[Worded]) -> None:
        """Neighbours look at the same dice, and take other dice of equal ones."""
        for one, other in pairwise(read):
            if isinstance(one, Keep) and isinstance(other, Keep):
                what = "words that look at the same dice, and take others of equal ones,"
                raise self.cannot(what, Span(one.span.start, self.at))

    def group(self) -> Node:
        start = self.at
        members = self.items("}")
        read = self.worded()
        place = self.span(start)
        if len(members) == 1:
            read = [each for each in read if not isinstance(each, Sort)]
        if not all(isinstance(each, Keep) for each in read):
            raise self.unknown("a group with other words than keep and drop", place)
        modifiers = self.arranged(read, None)
        if len(members) > 1:
            return Group(members, modifiers, span=place)
        if not modifiers:
            return members[0]
        return self.kept_dice(members[0], modifiers, place)

    def kept_dice(self, member: Node, modifiers: tuple[Modifier, ...], place: Span) -> Node:
        """What is kept of all dice in an expression is added up, whatever else it does to them."""
        inside = list(nodes_in(member))
        dice = tuple(each for each in inside if isinstance(each, Dice))
        plain = all(isinstance(one.count, int) and not one.children for one in dice)
        if not dice or not plain or any(isinstance(each, Group | DiceGroup) for each in inside):
            raise self.unknown("a group like this", place)
        terms = member.terms if isinstance(member, Sum) else (("+", member),)
        if {("+", one) for one in dice} != {*terms}:
            self.remarks.append(
                "roll-parser adds up the dice that are kept, and leaves out all else in the braces"
            )
        if len(dice) == 1:
            return dice[0].replaced(modifiers=(*dice[0].modifiers, *modifiers), span=place)
        return DiceGroup(dice, modifiers, span=place)


def _counts(modifier: Modifier) -> bool:
    return isinstance(modifier, Count | Worth)


DIALECT = Dialect(
    "roll-parser",
    "roll-parser",
    words=(
        Keeps("kh"),
        Keeps("k"),
        Keeps("kl", highest=False),
        Keeps("dh", drop=True),
        Keeps("dl", highest=False, drop=True),
        Explodes("!", bare=None),
        Explodes("!!", bare=None, burst="!!"),
        Explodes("!p", bare=None, burst="!p"),
        Rerolls("r", bare=None, until=True, needed=True),
        Rerolls("ro", bare=None, needed=True),
        Clamps("min"),
        Clamps("max", raises=False),
        sorts("s"),
        sorts("sa"),
        sorts("sd", highest=True),
        Marks("cs", bare=None),
        Marks("cf", bare=None, good=False),
        Counts("", bare=None),
        Counts("f", points=-1),
    ),
    comparisons=MappingProxyType({each: each for each in ("<=", ">=", "<", ">", "=")}),
    products=MappingProxyType({"*": "*", "/": "/", "%": REMAINDER}),
    powers=("**", "^"),
    signs=("-",),
    functions=MappingProxyType({**JAVASCRIPT, "sqrt": "sqrt", "max": "max", "min": "min"}),
    dice=DICE,
    labels=False,
    groups=True,
    reader=RollParserReader,
    examples=(
        "4d6kh3",
        "5d10!=10>=8",
        "10d10>=3f<=5",
        "2d6r<2",
        "2d6ro<3",
        "1d20cs>19",
        "{2d6+1d8}kh2",
        "{1d8!, 1d6!}kh1",
    ),
)
