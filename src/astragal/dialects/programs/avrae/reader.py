"""Avrae's formulas: sets in round brackets, and dice that are picked from outside of brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from astragal._visible import is_visible
from astragal.dialects.programs.avrae.arranging import arranged
from astragal.dialects.strict import StrictReader
from astragal.dialects.whole import is_exact_float, is_whole, never_negative, nodes_in
from astragal.dialects.words import Worded
from astragal.die import Die, standard_die
from astragal.errors import NotationError, Span
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_either import KeepEither
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.arithmetic import Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.nodes.values import Literal
from astragal.notation.operands import Operand

if TYPE_CHECKING:
    from astragal.dialects.dialect import Dialect

_KEEPS_NONE = re.compile(r"k[hl]0+(?!\d)")
_MOST_DICE = 1000
_COMPARED = {"==": "=", "!=": "!=", ">=": ">=", "<=": "<=", ">": ">", "<": "<"}
_NOTHING = Literal(0)
_ADVANTAGE = re.compile(r"\s(adv|dis)(?!\S)", re.IGNORECASE)
_NO_COMMENT = (",", ")")
"""What a comment cannot begin with."""
_DEFAULT = " 1d20"
_FRONT = re.compile(r"\s*!\w+[\s(+-]*")
_D20 = standard_die(20)
_VALUE = re.compile(r"\{[^\W\d]\w*\}")
_BOLD = re.compile(r"\*+(?!d[\d%])[^\W\d]")


class AvraeReader(StrictReader):
    """No blanks inside dice; sets in round brackets; text behind only in the chat."""

    __slots__ = ("advantage", "in_chat")

    def __init__(self, text: str, dialect: Dialect, limits: Limits) -> None:
        super().__init__(text, dialect, limits)
        self.in_chat = bool(self.command())
        self.advantage = ""
        """``adv`` or ``dis``, until a d20 has it"""

    def read(self) -> Expression:
        """In the chat, a word anywhere gives a d20 at the front advantage or disadvantage."""
        if not self.in_chat:
            return super().read()
        self.take_advantage()
        if not self.peek():
            self.text += _DEFAULT
            self.length = len(self.text)
        expression = super().read()
        if self.advantage:
            self.remarks.append(
                f"Avrae's `{self.advantage}` changes nothing but a d20 at the front"
            )
        return expression

    def take_advantage(self) -> None:
        found = list(_ADVANTAGE.finditer(self.text, self.at))
        words = {each[1] for each in found}
        if len(words) > 1 or words - {"adv", "dis"}:
            message = f"what Avrae makes of `{found[-1][1]}` here is not known"
            hint = "one of `adv` and `dis`, in small letters"
            raise self.error("not-known", message, Span(*found[-1].span(1)), hint)
        self.advantage = "".join(words)
        for each in found:
            start, end = each.span(1)
            self.text = f"{self.text[:start]}{' ' * (end - start)}{self.text[end:]}"

    def missing_value(self) -> NotationError:
        """A character's value in braces is for macros; sets have round brackets."""
        value = _VALUE.match(self.text, self.at)
        if value is not None:
            return self.for_macros(value[0], Span(*value.span()))
        if self.here() == "{":
            hint = "sets stand in round brackets: `(1d8, 2d4)kh1`"
            place = Span(self.at, self.at + 1)
            return self.error("unexpected", "`{` means nothing here in Avrae", place, hint)
        return super().missing_value()

    def comment(self) -> str:
        """In the chat, whatever follows the dice."""
        if not self.in_chat or self.peek() in _NO_COMMENT:
            return ""
        words = " ".join(self.text[self.at :].split())
        self.at = self.length
        return words if is_visible(words) else ""

    def label_ahead(self) -> bool:
        """In the chat, a bracket that is never closed begins the text behind."""
        ahead = super().label_ahead()
        return ahead and not (self.in_chat and "]" not in self.text[self.at :])

    def product_sign(self) -> str:
        """In the chat, ``*bold*`` is no product."""
        text = self.in_chat and _BOLD.match(self.text, self.skip())
        return "" if text else super().product_sign()

    def finished(self, body: Node) -> Node:
        found = list(nodes_in(body))
        dice = sum(each.count for each in found if isinstance(each, Dice))  # type: ignore[misc]
        if dice > _MOST_DICE:
            span = Span(0, self.length)
            raise self.error("too-many-dice", f"Avrae rolls {_MOST_DICE} dice at most", span)
        self.check_floats(body, 0)
        return body if is_whole(body) else FunctionCall("trunc", (body,), span=body.span)

    def comparison(self) -> Node:
        start = self.skip()
        left = self.sum()
        while sign := self.take(*_COMPARED):
            right = self.sum()
            self.check_equal(left, right, start)
            left = Compare(_COMPARED[sign], left, right, span=self.span(start))
        return left

    def check_equal(self, left: Node, right: Node, start: int) -> None:
        """Refuse to compare what is equal but for a hair there."""
        if not (is_exact_float(left) and is_exact_float(right)):
            self.check_floats(Sum((("+", left), ("-", right))), start)

    def unary(self) -> Node:
        """Behind a plus, dice and sets are one value."""
        plus = self.peek() == "+"
        node = super().unary()
        return Group((node,), span=node.span) if plus and node.kind is Kind.POOL else node

    def primary(self) -> Node:
        """A number may begin with its point."""
        found = self.decimal(0, self.at) if self.peek() == "." else None
        return found or super().primary()

    def decimal(self, whole: int, start: int) -> Node | None:
        """``2.`` is a number too."""
        found = super().decimal(whole, start)
        if found is None and self.at > start and self.take_here("."):
            return Literal(whole, span=self.span(start))
        return found

    def sides_ahead(self) -> bool:
        return self.here() == "%" or "0" <= self.here() <= "9"

    def operand(self, *, signed: bool = False) -> Operand | None:
        return self.digits()

    def dice(self, count: int | Node, start: int) -> Node:
        """Nothing follows from what is said of no dice."""
        if count != 0:
            return self.favoured(super().dice(count, start), start)
        self.take(*self.dialect.letters)
        die = self.die(start)
        self.worded()
        return Dice(0, die, span=self.span(start))

    def favoured(self, dice: Node, start: int) -> Node:
        """With advantage or disadvantage, if that was asked for and this is the d20 for it."""
        plain = isinstance(dice, Dice) and (dice.count, dice.die) == (1, _D20)
        if not self.advantage or not plain or not _FRONT.fullmatch(self.text, 0, start):
            return dice
        kept = Keep(1, highest=self.advantage == "adv", span=dice.span)
        self.advantage = ""
        return dice.replaced(count=2, modifiers=(kept, *dice.modifiers))  # type: ignore[attr-defined]

    def bracketed(self) -> Node:
        """``(1d6 + 2)``, whose dice are picked from outside too, or a set of several values."""
        start = self.at
        members, is_set = self.members()
        if is_set and not members:
            self.picking()
            return Literal(0, span=self.span(start))
        node: Node = Group(members) if is_set else members[0]
        inner = node.inner if isinstance(node, Labelled) else node
        if isinstance(inner, Dice):
            assert isinstance(inner.die, Die)
            read = arranged(self.picking(), inner.die, inner.modifiers)
            changed: Node = inner.replaced(modifiers=(*inner.modifiers, *read))
        else:
            changed = self.picked(inner, start)
        return node.replaced(inner=changed) if isinstance(node, Labelled) else changed

    def members(self) -> tuple[tuple[Node, ...], bool]:
        """What is in the brackets that come next, and whether it is a set."""
        opening = Span(self.at, self.at + 1)
        self.at += 1
        self.enter(opening)
        found: list[Node] = []
        comma = ""
        while self.peek() != ")" and (comma or not found):
            found.append(self.whole())
            comma = self.take(",")
            if comma and self.here().isspace() and self.peek() == ")":
                raise self.unexpected("a value was expected here")
        self.close(")", opening, (",",))
        self.leave()
        return tuple(found), len(found) != 1 or bool(comma)

    def picked(self, node: Node, start: int) -> Node:
        """A set with some of its values kept or dropped; any other value is a set of one."""
        at = self.at
        words = self.picking()
        if not words:
            return node
        self.check_picking(words, node, Span(at, self.at))
        read = self.arranged(words, None)
        group = node if isinstance(node, Group) else Group((node,))
        if len(group.members) > 1:
            return Group(group.members, (*group.modifiers, *read), span=self.span(start))
        return _one_picked(group, read, self.span(start))

    def picking(self) -> list[Worded]:
        """What follows brackets."""
        start = self.at
        words = self.worded()
        if not all(isinstance(each, Keep | KeepMatching) for each in words):
            raise self.error(
                "not-dice", "only `k` and `p` may follow brackets", Span(start, self.at)
            )
        return words

    def check_picking(self, words: Sequence[Worded], node: Node, span: Span) -> None:
        if _KEEPS_NONE.search(self.text, span.start, span.end) and not never_negative(node):
            raise self.error("untranslatable", "to keep nothing of a set cannot be said here", span)
        if any(isinstance(each, KeepMatching) for each in words):
            for member in node.members if isinstance(node, Group) else (node,):
                self.check_floats(member, span.start)
        keeps = [isinstance(each, KeepMatching) and not each.drop for each in words]
        if any(map(all, pairwise(keeps))) and not is_whole(node):
            message = "united keeps of values that are not whole cannot be said here"
            raise self.error("untranslatable", message, span)

    def left_over(self) -> NotationError:
        error = super().left_over()
        if not self.letters_ahead() or not self.text[self.at - 1].isspace():
            return error
        return self.error(
            error.code,
            error.message,
            error.span or Span(self.at, self.length),
            "leave out text behind the dice; advantage is `2d20kh1`, a label `1d20 [attack]`",
        )


def _one_picked(group: Group, read: Sequence[Modifier], span: Span) -> Node:
    """A set of one value, which is kept or not."""
    filters = []
    for each in read:
        parts = each.parts if isinstance(each, KeepEither) else (each,)
        ranked = [part for part in parts if isinstance(part, Keep) and part.number]
        if not ranked and not isinstance(each, Keep):
            filters.append(each)
        elif ranked and ranked[0].drop:
            return Product((("*", group), ("*", _NOTHING)), span=span)
    return Group(group.members, (*group.modifiers, *filters), span=span)
