"""rpg-dice-roller's formulas: groups of dice and of totals, decimals, descriptions after dice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import ceil, floor

from astragal.dialects.dialect import Dialect
from astragal.dialects.programs.rpg_dice_roller.arranging import COUNTS, arranged, last_of_each
from astragal.dialects.programs.rpg_dice_roller.grouping import group_of_dice, group_of_totals
from astragal.dialects.programs.rpg_dice_roller.stopping import stopped
from astragal.dialects.programs.rpg_dice_roller.tables import (
    FUNCTIONS,
    ROUNDING,
    Rough,
    rough,
    terms,
)
from astragal.dialects.strict import StrictReader
from astragal.dialects.whole import (
    constant,
    denominator,
    is_whole,
    never_negative,
    nodes_in,
    quick_totals,
)
from astragal.die import Die
from astragal.errors import NotationError, Span
from astragal.limits import Limits
from astragal.notation.conditions import Comparison, Condition
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.sort import Sort
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.values import Literal
from astragal.notation.operands import Operand
from astragal.notation.texts import is_label

_MOST_DICE = 999
_HUNDRED = Literal(100)
_LARGEST_EXACT = 2**53
_STARS = re.compile(r"\([\d\s+*/%^.-]*\*\*[\d\s+*/%^.-]*\)")
"""A power of typed numbers in brackets of their own, which the program fails at."""
_PAIRS = ("max", "min", "pow")
_STOPS = "rpg-dice-roller stops after 1,000 rolls for each die"
_FLOATS = "rpg-dice-roller works with floats: where a third decimal is exactly 5, it may round down"


def _is_short(node: Node) -> bool:
    """Whether a value has two decimals at most."""
    scale = denominator(node)
    return scale is not None and 100 % scale == 0


def _may_be_half(body: Node) -> bool:
    """Whether a total may be half-way between two hundredths: a float may go either way there.

    Those with 8 as denominator are exact there too.
    """
    rest = [(sign, term) for sign, term in _added(body) if not _is_short(term)]
    if rest[0][0] == "-":  # the other way round, halves are the same
        rest = [("-" if sign == "+" else "+", term) for sign, term in rest]
    node = Sum(tuple(rest)) if len(rest) > 1 else rest[0][1]
    scale = denominator(node)
    if scale is not None and scale % 40:
        return False
    totals = quick_totals(node)
    return totals is None or any(total.denominator in (40, 200) for total in totals)


def _added(body: Node) -> Sequence[tuple[str, Node]]:
    """What a total adds up, as far as that can be seen."""
    if isinstance(body, Sum):
        return body.terms
    if isinstance(body, Group) and not body.modifiers:
        return [("+", member) for member in body.members]
    return [("+", body)]


class RpgReader(StrictReader):
    """Numbers may have a sign, dice may not; descriptions follow dice and groups only."""

    __slots__ = ("ended", "rough", "whole_values", "within")

    def __init__(self, text: str, dialect: Dialect, limits: Limits) -> None:
        super().__init__(text, dialect, limits)
        self.ended = -1
        """where the last dice or group ended"""
        self.rough: dict[int, tuple[Node, Rough]] = {}
        """values that are rounded, by the identity of their nodes"""
        self.whole_values = True
        """whether what a condition is about to compare is whole"""
        self.within = False
        """whether the position is in braces"""

    def finished(self, body: Node) -> Node:
        self.check_rough(body)
        if _is_short(body):
            return body
        if _may_be_half(body):
            self.remarks.append(_FLOATS)
        larger = Product((("*", body), ("*", _HUNDRED)))
        rounded = FunctionCall("round_away", (larger,))
        return Product((("*", rounded), ("/", _HUNDRED)), span=body.span)

    def check_rough(self, body: Node) -> None:
        """Refuse to go on with what was rounded: that is done only in the end."""
        added = terms(body)
        loose = [node for node in added if id(node) in self.rough]
        short = all(_is_short(node) for node in added if id(node) not in self.rough)
        if len(loose) < len(self.rough) or len(loose) > 1 or (loose and not short):
            raise next(iter(self.rough.values()))[1].inexact()

    # Arithmetic

    def product(self) -> Node:
        start = self.skip()
        factors = [("*", self.unary())]
        while sign := self.product_sign():
            at = self.skip()
            factor = self.unary()
            if sign == "%" and constant(factor) == 0:
                continue  # a number stays as it is
            if sign == "%":
                self.check_text(factor, at, "after `%`")
                self.check_size(self.multiplied(factors, start), start)
                self.check_size(factor, start)
            factors.append((self.dialect.products[sign], factor))
        return self.multiplied(factors, start)

    def check_size(self, node: Node, start: int) -> None:
        """Refuse to divide by, or into, powers that floats do not have exactly."""
        if not any(isinstance(each, Power) for each in nodes_in(node)):
            return
        totals = quick_totals(node)
        if totals is None or max(map(abs, totals), default=0) > _LARGEST_EXACT:
            raise self.hair_off(start)

    def unary(self) -> Node:
        """Only numbers have a sign, which binds looser than a power."""
        start = self.skip()
        if self.here() != "-":
            return self.power()
        self.at += 1
        if not "0" <= self.here() <= "9":
            raise self.signed(self.span(start))
        number = self.number()
        if isinstance(number, Dice):
            raise self.signed(self.span(start))
        return Negate(self.raised(number, start), span=self.span(start))

    def signed(self, span: Span) -> NotationError:
        return self.error("unexpected", "in rpg-dice-roller only a number may have a sign", span)

    def power(self) -> Node:
        start = self.skip()
        base = self.labelled()
        return self.raised(base, start)

    def raised(self, base: Node, start: int) -> Node:
        """The base, or its power if one follows."""
        if not self.take(*self.dialect.powers):
            return base
        self.enter(self.span(start))
        exponent = self.unary()
        self.leave()
        self.check_exponent(exponent, start)
        times = constant(exponent)
        if times is None or times % 2 != 1:  # the sign of a number stays if that is odd
            self.check_text(base, start, "before a power")
        return Power(base, exponent, span=self.span(start))

    def check_exponent(self, exponent: Node, start: int) -> None:
        if not is_whole(exponent):
            message = "a power has no exact value here if its exponent may not be whole"
            raise self.error("untranslatable", message, self.span(start))

    def check_text(self, node: Node, start: int, where: str) -> None:
        """Refuse a value that may begin with a minus: it is put in as text, without brackets."""
        bracketed = self.text[start] == "(" and node.span.start > start
        bracketed = bracketed or isinstance(node, FunctionCall)
        if not bracketed and not never_negative(node):
            raise self.error(
                "untranslatable",
                f"rpg-dice-roller reads a value below zero {where} as something else",
                self.span(start),
                "put brackets round it",
            )

    def call(self, name: str, arguments: tuple[Node, ...], start: int) -> Node:
        span = self.span(start)
        if len(arguments) != (2 if name in _PAIRS else 1):
            needed = "two values" if name in _PAIRS else "one value"
            raise self.error("wrong-arguments", f"this function takes {needed} there", span)
        if name == "pow":
            self.check_exponent(arguments[1], start)
            return Power(*arguments, span=span)
        if name in FUNCTIONS:
            return self.tabulated(name, arguments[0], span)
        if name in ROUNDING and (found := self.rough.pop(id(arguments[0]), None)) is not None:
            return found[1].rounded(name)
        return FunctionCall(name, arguments, span=span)

    def tabulated(self, name: str, argument: Node, span: Span) -> Node:
        """A function without exact values, which are looked up in a table."""
        found = rough(name, argument, span)
        if found is None:
            return FunctionCall(name, (argument,), span=span)
        node = found.hundredths()
        self.rough[id(node)] = node, found
        return node

    # Dice

    def number(self) -> Node:
        start = self.at
        node = super().number()
        if isinstance(node, Dice) and self.text[start] == "0":
            raise self.error("bad-count", "a number of dice begins with 1 to 9", self.span(start))
        return node

    def inside(self) -> Node:
        start = self.at
        if found := _STARS.match(self.text, start):
            message = "rpg-dice-roller cannot read `**` between numbers in brackets"
            raise self.error("unexpected", message, Span(start, found.end()), "write `^`")
        return super().inside()

    def bracketed(self) -> Node:
        start = self.at
        node = self.inside()
        if not self.dice_ahead():
            return node
        count = self.fixed(node, start, "dice")
        if 0 < count < 1 or count < 0:
            raise self.error("bad-count", f"there cannot be {count} dice", self.span(start))
        return self.dice(int(count) or 1, start)  # no dice are one die there

    def fixed(self, node: Node, start: int, what: str) -> Fraction:
        """A number of dice or sides, for which nothing may be rolled."""
        found = constant(node)
        if found is None or not isinstance(node, Sum | Product | Power):
            message = f"in rpg-dice-roller, brackets for a number of {what} hold a calculation"
            raise self.error("bad-count", message, self.span(start))
        return found

    def dice(self, count: int | Node, start: int) -> Node:
        self.take(*self.dialect.letters)
        die = self.die(start)
        assert isinstance(die, Die)
        assert isinstance(count, int)
        if count > _MOST_DICE:
            message = f"rpg-dice-roller rolls {_MOST_DICE} dice at most"
            raise self.error("too-many-dice", message, self.span(start))
        self.whole_values = True
        modifiers = arranged(self.worded(), die, count)
        self.ended = self.at
        place = self.span(start)
        found = stopped(count, die, modifiers, self.limits.dice, place)
        if found is None:
            return Dice(count, die, modifiers, span=place)
        if _STOPS not in self.remarks:
            self.remarks.append(_STOPS)
        return found

    def die(self, start: int) -> Die | Node:
        if self.here() == "(":
            number = self.fixed(self.inside(), start, "sides")
            if number.denominator != 1:
                raise self.error("not-whole", "how many sides?", self.span(start))
            return self.sides(int(number), start)
        if self.here() == "0":
            message = "a number of sides begins with 1 to 9"
            raise self.error("no-such-die", message, self.span(start))
        return super().die(start)

    # What follows dice

    def operand(self, *, signed: bool = False) -> Operand | None:
        if not signed:
            return None if self.here() == "0" else self.digits()
        start = self.at
        number = self.decimals()
        if number is not None and number.denominator != 1:
            raise self.error("not-whole", "a bound must be whole here", self.span(start))
        return None if number is None else int(number)

    def decimals(self) -> Fraction | None:
        """A number with or without a sign and decimals."""
        start = self.at
        self.take_here("-")
        if self.digits() is None:
            self.at = start
            return None
        if self.here() == "." and "0" <= self.here(1) <= "9":
            self.at += 1
            self.digits()
        return Fraction(self.text[start : self.at])

    def condition(self, bare: str | None) -> Condition | None:
        start = self.at
        signs = self.dialect.comparisons
        sign = self.take_here(*sorted(signs, key=len, reverse=True))
        if not sign:
            return None
        number = self.decimals()
        if number is None:
            raise self.missing_number(start)
        return self.compared(signs[sign], number, start)

    def compared(self, op: str, number: Fraction, start: int) -> Comparison:
        span = self.span(start)
        if number.denominator == 1:
            return Comparison(op, int(number), span=span)
        if op in ("=", "!=") or not self.whole_values:
            raise self.error("not-whole", "a condition must be whole here", span)
        if op in (">", ">="):
            return Comparison(">", floor(number), span=span)
        return Comparison("<", ceil(number), span=span)

    # Groups and descriptions

    def group(self) -> Node:
        start = self.at
        if self.within:
            raise self.error("unexpected", "a group cannot be in a group", Span(start, start + 1))
        self.within = True
        members = self.items("}")
        self.within = False
        self.whole_values = all(map(is_whole, members))
        read = last_of_each(self.worded())
        self.ended = self.at
        span = self.span(start)
        if not all(isinstance(each, (Keep, Sort, *COUNTS)) for each in read):
            message = "a group can only be kept, dropped, counted and sorted"
            raise self.error("bad-modifier", message, span)
        if any(isinstance(each, COUNTS) for each in read):
            for member in members:
                self.check_floats(member, start)
        if len(members) > 1:
            return group_of_totals(members, read, span)
        return group_of_dice(members[0], read, span, partial(self.named, "t"))

    def labelled(self) -> Node:
        start = self.skip()
        node = self.primary()
        if self.at != self.ended:
            return node
        found = [each for each in self.descriptions() if is_label(each)][:1]
        if not found or isinstance(node, Labelled):
            return node
        return Labelled(node, tuple(found), span=self.span(start))

    def descriptions(self) -> Sequence[str]:
        """What is said after dice or a group."""
        found = []
        while opening := self.take("[", "/*", "//", "#"):
            found.append(" ".join(self.described(opening).split()))
        return found

    def described(self, opening: str) -> str:
        closing = {"[": "]", "/*": "*/"}.get(opening)
        start = self.at
        if closing is None:
            rest = self.text[start:].splitlines()
            self.at += len(rest[0]) if rest else 0
            return self.text[start : self.at]
        end = self.text.find(closing, start)
        if end < 0:
            place = Span(start - len(opening), start)
            raise self.error("unclosed", f"this `{opening}` is never closed", place)
        self.at = end + len(closing)
        return self.text[start:end]
