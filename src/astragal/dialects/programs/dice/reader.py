"""Reads dice, the library for Python: each operator has its level, and lists are added up."""

from __future__ import annotations

from itertools import chain

from astragal.dialects.dialect import Dialect
from astragal.dialects.programs.dice.following import ENDS, Following, Listed
from astragal.dialects.programs.dice.wild import fudge_dice, wild_dice
from astragal.dialects.whole import constant, never_negative
from astragal.die import Die
from astragal.errors import Span
from astragal.limits import Limits
from astragal.notation.conditions import Parity
from astragal.notation.modifiers.count import Count
from astragal.notation.modifiers.each import Each
from astragal.notation.modifiers.worth import Case, Worth
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Literal

_LEVELS = ("%", "/", "*")
"""Signs of products, from the one that binds tightest."""


class DiceReader(Following):
    """What follows dice stands in the order of the levels."""

    __slots__ = ()

    def __init__(self, text: str, dialect: Dialect, limits: Limits) -> None:
        super().__init__(text, dialect, limits)
        self.total = -1

    def is_total(self) -> bool:
        """Whether what was read last is one number and no list, as ``t`` makes of it."""
        return self.total >= 0 and not self.text[self.total : self.at].strip(" )")

    def is_list(self, node: Node) -> bool:
        """Whether what was read last is a list: dice that were neither added up nor counted."""
        counted = isinstance(node, Listed) and any(
            isinstance(each, Count) for each in node.modifiers
        )
        return isinstance(node, Listed) and not counted and not self.is_total()

    # Lists and arithmetic

    def whole(self) -> Node:
        """``2d6 | 3 | 1,2``: one list, of dice and numbers."""
        start = self.skip()
        parts = [self.part()]
        while self.take("|"):
            parts.append(self.part())
        if len(parts) == 1:
            return parts[0][0]
        place = self.span(start)
        members = tuple(chain.from_iterable(_spread(*part) for part in parts))
        if not any(listed for _, listed in members):
            return Group(tuple(node for node, _ in members), span=place)
        dice = [_as_dice(*member) for member in members]
        if None in dice:
            return Sum(tuple(("+", node) for node, _ in members), span=place)
        return DiceGroup(tuple(each for each in dice if each), span=place)

    def part(self) -> tuple[Node, bool]:
        """One part of a list, and whether it is a list itself."""
        node = self.array()
        return node, self.is_list(node)

    def array(self) -> Node:
        start = self.skip()
        members = [self.sum()]
        while self.take(","):
            members.append(self.sum())
        return Group(tuple(members), span=self.span(start)) if len(members) > 1 else members[0]

    def product(self) -> Node:
        return self.level(len(_LEVELS) - 1)

    def level(self, place: int) -> Node:
        """``%`` binds tighter than ``/``, and that tighter than ``*``."""
        if place < 0:
            return self.eached()
        start = self.skip()
        ours = self.dialect.products[_LEVELS[place]]
        factors = [("*", self.level(place - 1))]
        while self.take(_LEVELS[place]):
            factors.append((ours, self.level(place - 1)))
        return Product(tuple(factors), span=self.span(start)) if len(factors) > 1 else factors[0][1]

    def eached(self) -> Node:
        """``6d6 .+ 3``: each die."""
        start = self.skip()
        node = self.unary()
        whole = self.is_total()
        while sign := self.take(".+", ".-"):
            number = self.unary()
            if not isinstance(node, Listed) or not isinstance(number, Literal):
                raise self.unknown(f"`{sign}` here", self.span(start))
            if whole or any(isinstance(each, Count | Worth) for each in node.modifiers):
                raise self.unknown(f"`{sign}` behind what was counted", self.span(start))
            each = Each(sign[1], number.n, span=self.span(start))
            node = node.replaced(modifiers=(*node.modifiers, each), span=self.span(start))
        return node

    def unary(self) -> Node:
        """A sign; what was added up or counted does not take one."""
        start = self.skip()
        if self.take("+-"):
            return self.flipped(self.unary(), start)
        node = super().unary()
        if isinstance(node, Negate) and not (
            isinstance(node.operand, Literal | Negate) or self.is_list(node.operand)
        ):
            message = "dice leaves a total as it is behind `-`"
            raise self.error("untranslatable", message, self.span(start), "write `0 - …`")
        return node

    def flipped(self, node: Node, start: int) -> Node:
        """``+-`` adds even numbers and takes odd ones away."""
        place = self.span(start)
        if isinstance(node, Literal):
            return Negate(node, span=place) if node.n % 2 else node
        worth = Worth((Case(Parity(even=False), "-face"),), span=place)
        if not self.is_list(node):
            return Group((node,), (worth,), span=place)
        assert isinstance(node, Listed)
        if any(isinstance(each, ENDS) for each in node.modifiers):
            raise self.unknown("`+-` here", place)
        return node.replaced(modifiers=(*node.modifiers, worth))

    def number(self) -> Node:
        start = self.at
        node = super().number()
        read = self.worded() if isinstance(node, Literal) else ()
        return self.number_followed(node.n, read, start) if read else node  # type: ignore[attr-defined]

    def decimal(self, whole: int, start: int) -> Node | None:
        return None

    def bracketed(self) -> Node:
        """``(6d6x)^3``: words may follow brackets too."""
        start = self.at
        node = self.inside()
        if self.dice_ahead():
            return self.dice(node, start)
        at, whole = self.at, self.is_total()
        read = self.worded()
        if not read:
            return node
        place = Span(at, self.at)
        if whole:
            raise self.unknown("a word behind a total", place)
        if not isinstance(node, Listed):
            raise self.error("not-dice", "dice or a list must stand before this", place)
        return self.followed(node, read, place)

    # Dice

    def dice(self, count: int | Node, start: int) -> Node:
        letter = self.take(*self.dialect.letters).lower()
        die = self.die(start)
        self.check_negative(count, die, start)
        if letter == "w" or (letter == "u" and isinstance(die, Node)):
            return self.named_dice(letter, count, die, start)
        if letter == "u":
            assert isinstance(die, Die)
            die = Die(range(-die.highest, die.highest + 1))
        at = self.at
        read = self.worded()
        return self.followed(Dice(count, die, span=self.span(start)), read, Span(at, self.at))

    def named_dice(self, letter: str, count: int | Node, die: Die | Node, start: int) -> Node:
        """Dice that are looked at more than once."""
        place = self.span(start)
        if not isinstance(count, int) or (letter == "w" and not _standard(die)):
            raise self.unknown("these dice", place)
        at = self.at
        if self.worded():
            raise self.cannot("a word behind such dice", Span(at, self.at))
        if isinstance(die, Node):
            return fudge_dice(count, die, place, self.named)
        return wild_dice(count, die, place, self.named)

    def check_negative(self, count: int | Node, die: Die | Node, start: int) -> None:
        for each in (count, die):
            if isinstance(each, Node) and not never_negative(each):
                raise self.unknown("a number of dice or sides like this", self.span(start))


def _standard(die: Die | Node) -> bool:
    return isinstance(die, Die) and die.standard


def _spread(node: Node, listed: bool) -> list[tuple[Node, bool]]:
    """The parts of a list; its numbers are no lists themselves."""
    if isinstance(node, Group | DiceGroup) and listed and not node.modifiers:
        return [(each, isinstance(node, DiceGroup)) for each in node.members]
    return [(node, listed)]


def _as_dice(node: Node, listed: bool) -> Dice | None:
    """Dice, or a number as a die with just that face; None for what else is rolled."""
    if listed:
        plain = isinstance(node, Dice) and not any(isinstance(x, ENDS) for x in node.modifiers)
        return node if isinstance(node, Dice) and plain else None
    number = constant(node)
    if number is None or number.denominator != 1:
        return None
    return Dice(1, Die([int(number)]), span=node.span)
