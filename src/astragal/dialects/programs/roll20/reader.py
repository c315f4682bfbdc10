"""Roll20's formulas: ``[[…]]``, ``@{…}``, text behind, and groups of dice in braces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from astragal._visible import is_visible
from astragal.dialects.programs.roll20.arranging import arrange, unknown
from astragal.dialects.programs.roll20.words import Matching
from astragal.dialects.reader import DialectReader
from astragal.dialects.scoring import is_settled
from astragal.dialects.words import Worded
from astragal.die import Die
from astragal.errors import NotationError, Span
from astragal.notation.conditions import Condition
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
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.values import Decimal, Given, Literal
from astragal.notation.operands import Operand

_HALF = Fraction(1, 2)
_TRACKER = re.compile(r"&\{tracker(?::[+-])?\}")
"""Whether the total goes to the turn tracker, which does not change it."""
_TEXT = re.compile(r"[^\d()+\-*/%{}\[\]<>=@#$&?\\]*")
"""What may stand behind a formula without a backslash before it."""
_OF_MACROS = ("?{", "%{", "&{", "#")
_TO_COUNT = "to count dice, put them in braces with what is added to each: `{3d6+1}>5`"


class Roll20Reader(DialectReader):
    """Formulas with ``[[…]]``, ``@{…}`` and groups of dice in braces."""

    __slots__ = ()

    def primary(self) -> Node:
        start = self.skip()
        node = self.inserted()
        if node is not None:
            return self.dice(node, start) if self.dice_ahead() else node
        self.refuse_macro()
        half = self.decimal(0, start) if self.here() == "." else None
        return half or super().primary()

    def inserted(self) -> Node | None:
        """An inline roll or a value of a character, whose number stands for it; else None."""
        start = self.at
        if self.take_here("@{"):
            return self.given(self.upto("}", start), start)
        if not self.take_here("[["):
            return None
        self.enter(self.span(start))
        node = self.whole()
        self.skip_tracker()
        self.close("]]", self.span(start))
        self.leave()
        return node

    def upto(self, closing: str, start: int) -> str:
        """The text before a closing bracket, which is taken too."""
        end = self.text.find(closing, self.at)
        if end < 0:
            raise self.error("unclosed", "this `{` is never closed", self.span(start))
        inside, self.at = self.text[self.at : end], end + 1
        return inside

    def refuse_macro(self) -> None:
        sign = next((each for each in _OF_MACROS if self.text.startswith(each, self.at)), None)
        if sign is not None:
            raise self.for_macros(sign, Span(self.at, self.at + len(sign)))

    def number(self) -> Node:
        start = self.at
        node = super().number()
        if isinstance(node, Literal) and self.text.startswith("t[", self.at):
            table = Span(start, self.at + 2)
            raise self.error(
                "no-such-table",
                "a formula does not know what is in this table",
                table,
                "read it as a macro of Roll20, with the table",
            )
        return node

    def label_ahead(self) -> bool:
        return self.peek() == "[" and self.here(1) != "["

    def comment(self) -> str:
        """Text behind the formula, which has no numbers or signs unless a backslash is before."""
        self.skip_tracker()
        if self.peek() == "\\":
            return super().comment()
        if not self.text[self.at - 1 : self.at].isspace() or not self.here().isalpha():
            return ""
        rest = self.text[self.at :]
        if not _TEXT.fullmatch(rest) or self.letters_ahead().lower() in self.words:
            raise self.unclear_text()
        self.at = self.length
        words = " ".join(rest.split())
        return words if is_visible(words) else ""

    def left_over(self) -> NotationError:
        """A comparison behind a sum may be meant for each die."""
        error = super().left_over()
        if self.here() not in self.dialect.comparisons:
            return error
        place = error.span or Span(self.at, self.length)
        return self.error(error.code, error.message, place, _TO_COUNT)

    def skip_tracker(self) -> None:
        tracker = _TRACKER.match(self.text, self.skip())
        self.at = tracker.end() if tracker else self.at

    @property
    def words(self) -> set[str]:
        return {row.word for row in self.rows}

    def unclear_text(self) -> NotationError:
        return self.error(
            "unexpected",
            "text behind a formula has no numbers and signs in it, and no words for dice",
            Span(self.at, self.length),
            "put a backslash before the text; words for dice follow them without a blank",
        )

    # Arithmetic

    def unary(self) -> Node:
        start = self.skip()
        node = super().unary()
        if self.text[start : start + 1] in ("-", "−"):
            operand = getattr(node, "operand", None)
            bare = isinstance(operand, Power) and "(" not in self.text[start : operand.span.start]
            if bare:
                raise unknown("a sign before a power", self.span(start))
        return node

    def power(self) -> Node:
        start = self.skip()
        base = self.labelled()
        if not self.take(*self.dialect.powers):
            return base
        exponent = self.unary()
        if isinstance(exponent, Power) and self.text[exponent.span.start - 1] != "(":
            raise unknown("one power after another", self.span(start))
        if isinstance(exponent, Decimal) and exponent.n == _HALF:
            return FunctionCall("sqrt", (base,), span=self.span(start))
        return Power(base, exponent, span=self.span(start))

    # Dice

    def sides_ahead(self) -> bool:
        return super().sides_ahead() or self.text.startswith(("[[", "@{"), self.at)

    def die(self, start: int) -> Die | Node:
        node = self.inserted()
        if node is None:
            return super().die(start)
        return self.sides(node.n, start) if isinstance(node, Literal) else node

    def operand(self, *, signed: bool = False) -> Operand | None:
        node = self.inserted()
        if node is None:
            return super().operand(signed=signed)
        return node.n if isinstance(node, Literal) else node

    def condition(self, bare: str | None) -> Condition | None:
        if self.text.startswith((">=", "<=", "=="), self.at):
            sign = self.text[self.at]
            raise self.error(
                "bad-condition",
                f"Roll20 has no `{self.text[self.at : self.at + 2]}`",
                Span(self.at, self.at + 2),
                f"`{sign}` includes the number" if sign != "=" else None,
            )
        return super().condition(bare)

    def arranged(self, read: Sequence[Worded], die: Die | None) -> tuple[Modifier, ...]:
        modifiers = super().arranged(read, die)
        if sum(isinstance(each, Reroll) for each in modifiers) > 1:
            self.remarks.append(
                "Roll20 does not say how `ro` and `r` go together: read as one after the other"
            )
        if die is not None and any(_never_explodes(each, die) for each in modifiers):
            self.remarks.append(
                "no face explodes here; to count dice that explode, put them in braces: `{5d6!!}>8`"
            )
        return modifiers

    def read_off(self, dice: Dice, read: Sequence[Worded]) -> Node:
        matching = [each for each in read if isinstance(each, Matching) and each.counts]
        if not matching:
            return dice
        condition, least = matching[0].condition, matching[0].least
        if condition is not None:
            dice = dice.replaced(modifiers=(*dice.modifiers, KeepMatching(condition, drop=False)))
        arguments = (dice, Literal(least)) if least != 2 else (dice,)
        return FunctionCall("matches", arguments, span=self.span(dice.span.start))

    # Groups

    def group(self) -> Node:
        """What is sorted only looks different."""
        start = self.at
        members = self.items("}")
        read = [each for each in self.worded() if not isinstance(each, Sort)]
        place = self.span(start)
        for each in read:
            if not isinstance(each, Keep | Tally):
                raise self.error(
                    "bad-modifier", "a group can only be kept, dropped and counted", place
                )
        modifiers = tuple(arrange(read, None))
        if len(members) > 1:
            return Group(members, modifiers, span=place)
        return _of_dice(members[0], modifiers, place) if modifiers else members[0]


def _never_explodes(modifier: Modifier, die: Die) -> bool:
    """``5d6!!>8``"""
    condition = modifier.condition if isinstance(modifier, Explode) else None
    return (
        condition is not None
        and is_settled(condition)
        and not any(map(condition.test(), die.faces))
    )


def _of_dice(member: Node, modifiers: tuple[Modifier, ...], place: Span) -> Node:
    """``{4d6+3d8}k4``: one expression in braces is taken die by die; numbers go to each die."""
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
    """The dice without their order, which does not matter any more."""
    if any(isinstance(each, Count) for each in dice.modifiers):
        raise unknown("a group of what was counted already", place)
    left = tuple(each for each in dice.modifiers if not isinstance(each, Sort))
    return dice.replaced(modifiers=left)
