"""Foundry's formulas: ``@abilities.str.mod``, and pools of totals in braces."""

from __future__ import annotations

import re
from collections.abc import Sequence

from astragal._visible import is_visible
from astragal.dialects.programs.foundry.arranging import (
    draws_once_after_keeps,
    explodes_after_counts,
    unknown,
)
from astragal.dialects.programs.foundry.dropping import Stretch, stretch_of, without_vain_drops
from astragal.dialects.programs.foundry.words import COIN, NAME, POWER, Margin
from astragal.dialects.reader import DialectReader
from astragal.dialects.scoring import Scored
from astragal.dialects.words import Worded
from astragal.die import FUDGE, Die
from astragal.errors import AstragalError, NotationError, Span
from astragal.notation.expression import Expression
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.nodes.arithmetic import Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.values import Given, Literal
from astragal.notation.operands import Operand

_DEDUCT = ("df", "sf")
_MOST_DICE = 999
_MATHS = (
    *("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "clz32", "cos", "cosh"),
    *("exp", "expm1", "fround", "hypot", "imul", "log", "log10", "log1p", "log2", "random"),
    *("sin", "sinh", "tan", "tanh"),
)
"""JavaScript's functions that there are in Foundry, and not here."""
_MEANT = {
    **dict.fromkeys("<>=", "to count dice: `3d6cs>3`"),
    "!": "dice explode with `x`: `3d6x6`",
    "text": "text that names the roll stands behind a `#`: `1d20 # Attack`",
}
"""What helps with signs of other programs, and with text."""
_INLINE = re.compile(r"\s*\[\[(.*)\]\](?:\{([^{}]*)\})?\s*", re.DOTALL)


class FoundryReader(DialectReader):
    """Formulas with ``@abilities.str.mod``, and pools of totals in braces."""

    __slots__ = ()

    def read(self) -> Expression:
        """``[[/r 1d20]]{Attack}`` is the formula in it."""
        inline = _INLINE.fullmatch(self.text)
        if inline is None:
            return super().read()
        expression = self.inside_of(inline[1])
        label = " ".join((inline[2] or "").split())
        if expression.comment or not is_visible(label):
            return expression
        return Expression(expression.body, (), label, inline[1], self.limits)

    def inside_of(self, text: str) -> Expression:
        reader = type(self)(text, self.dialect, self.limits)
        try:
            expression = reader.read()
        except AstragalError as error:
            raise error.about(text) from None
        self.remarks += reader.remarks
        return expression

    def primary(self) -> Node:
        return self.value() if self.peek() == "@" else super().primary()

    def value(self) -> Given:
        """A name takes all letters, digits, dots and hyphens that it can get."""
        start = self.at
        found = NAME.match(self.text, start)
        if found is None:
            raise self.error("bad-name", "`@` needs a name", Span(start, start + 1))
        self.at = found.end()
        if re.search(r"-(?![A-Za-z])|[.]$", found[1]):
            raise self.error(
                "bad-name",
                f"Foundry takes all of `{found[1]}` for the name",
                self.span(start),
                "put a blank before the minus",
            )
        return self.given(found[1], start)

    def word(self) -> Node:
        start = self.at
        if self.word_ahead().lower() != POWER:
            return super().word()
        self.at += len(POWER)
        arguments = self.items(")") if self.here() == "(" else ()
        if len(arguments) != 2:
            raise self.error("wrong-arguments", "`pow` needs two numbers", self.span(start))
        return Power(*arguments, span=self.span(start))

    def unknown_word(self, word: str) -> NotationError:
        if word.lower() in _MATHS:
            return self.cannot(f"`{word}`", Span(self.at, self.at + len(word)))
        return super().unknown_word(word)

    def left_over(self) -> NotationError:
        error = super().left_over()
        hint = _MEANT.get("text" if self.here().isalpha() else self.here())
        return self.error(error.code, error.message, error.span or Span(0, self.length), hint)

    def call(self, name: str, arguments: tuple[Node, ...], start: int) -> Node:
        alone = len(arguments) == 1 and name in ("min", "max")
        return arguments[0] if alone else super().call(name, arguments, start)

    # Dice

    def sides_ahead(self) -> bool:
        return super().sides_ahead() or self.here() == "@"

    def dice(self, count: int | Node, start: int) -> Node:
        if isinstance(count, int) and count > _MOST_DICE:
            message = f"Foundry rolls {_MOST_DICE} dice at most"
            raise self.error("too-many-dice", message, self.span(start))
        return super().dice(count, start)

    def die(self, start: int) -> Die | Node:
        return self.value() if self.here() == "@" else super().die(start)

    def operand(self, *, signed: bool = False) -> Operand | None:
        """A minus always ends the dice."""
        return self.value() if self.here() == "@" else super().operand()

    def worded(self) -> list[Worded]:
        """Foundry loses a number behind two words that stand together: ``xkh3``."""
        read: list[Worded] = []
        before, start = "", self.at
        while (made := self.modifier()) is not None:
            typed = self.text[start : self.at]
            if before.isalpha() and not typed.isalpha():
                raise self.error(
                    "untranslatable",
                    f"Foundry loses the number behind `{before}{typed}`",
                    Span(start - len(before), self.at),
                    f"put a number between them, as in `{before}6{typed}`",
                )
            read += made
            before, start = typed, self.at
        return read

    def arranged(self, read: Sequence[Worded], die: Die | None) -> tuple[Modifier, ...]:
        for each in read:
            if isinstance(each, Tally) != (die == COIN):
                raise unknown("this word after these dice", self.span(self.at - 1))
            if die == FUDGE and not _goes_with_fate(each):
                raise unknown("this word after Fate dice", self.span(self.at - 1))
        counts = [each for each in read if isinstance(each, Scored) and each.word not in _DEDUCT]
        if len(counts) > 1:
            last = self.text[slice(*counts[-1].span)]
            self.remarks.append(f"in Foundry the last count wins, which is `{last}` here")
        if any(each.condition is None for each in counts or self.deductions(read)):
            nothing = "count nothing" if counts else "take nothing away"
            self.remarks.append(f"some versions of Foundry {nothing} without a number")
        if draws_once_after_keeps(read):
            self.remarks.append(
                "where the last die was dropped before, Foundry goes on with the new dice"
            )
        if explodes_after_counts(read):
            self.remarks.append(
                "Foundry's guide counts the extra dice too, but Foundry itself adds what they show"
            )
        return super().arranged(read, die)

    def deductions(self, read: Sequence[Worded]) -> list[Scored]:
        return [each for each in read if isinstance(each, Scored) and each.word in _DEDUCT]

    def read_off(self, dice: Dice, read: Sequence[Worded]) -> Node:
        dice = dice.replaced(modifiers=self.effective(dice.modifiers, stretch_of(dice.count)))
        margins = [each for each in read if isinstance(each, Margin)]
        if not margins:
            return dice
        if len(margins) > 1:
            raise unknown("several margins", dice.span)
        sign, number = margins[0].sign, margins[0].number
        target = Literal(number, span=dice.span) if isinstance(number, int) else number
        first, second = (target, dice) if sign in ("<", "<=") else (dice, target)
        return Sum((("+", first), ("-", second)), span=self.span(dice.span.start))

    def effective(self, modifiers: Sequence[Modifier], dice: Stretch) -> tuple[Modifier, ...]:
        """Without drops of all there is."""
        found, remarks = without_vain_drops(modifiers, dice)
        self.remarks += remarks
        return found

    # Pools

    def group(self) -> Node:
        start = self.at
        members = self.items("}")
        read = self.worded()
        place = self.span(start)
        if any(isinstance(each, Scored) and each.condition is None for each in read):
            raise unknown("a count without a number here", place)
        if not all(_goes_with_pools(each) for each in read):
            raise self.error(
                "bad-modifier",
                "in Foundry a pool can only be kept, dropped and counted by `cs` and `cf`",
                place,
            )
        if len(members) > 1:
            totals = Stretch(len(members), len(members))
            modifiers = self.effective(self.arranged(read, None), totals)
            return Group(members, modifiers, span=place)
        return self.pool_of_one(members[0], read, place) if read else members[0]

    def pool_of_one(self, member: Node, read: Sequence[Worded], place: Span) -> Node:
        """A pool is of totals, and here there is one: it is counted or not, and always kept."""
        keeps = [each for each in read if isinstance(each, Keep)]
        if keeps:
            self.remarks.append("in Foundry a pool of one expression has one total, which is kept")
        left = self.arranged(read, None)[len(keeps) :]
        return Group((member,), left, span=place) if left else member


def _goes_with_fate(each: Worded) -> bool:
    return isinstance(each, Keep) or (isinstance(each, Reroll) and each.condition is not None)


def _goes_with_pools(each: Worded) -> bool:
    if isinstance(each, Scored):
        return each.word in ("cs", "cf")
    return isinstance(each, Keep)
