"""Reads a dialect's text into an expression: one grammar, which the dialect's tables fill in.

A dialect whose grammar differs has a subclass of the reader beside its tables, and overrides the
method of the rule in question.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, count
from typing import TYPE_CHECKING

from astragal._visible import is_visible
from astragal.dialects.arranging import as_written
from astragal.dialects.complaining import COMMAND, Complaining
from astragal.dialects.dialect import STRICT
from astragal.dialects.normal import QUOTIENTS, REMAINDER
from astragal.dialects.whole import never_negative
from astragal.die import Die, numbered_die, standard_die
from astragal.errors import Span
from astragal.limits import Limits
from astragal.notation.conditions import Comparison, Condition
from astragal.notation.expression import Expression
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.names import Binding, Name
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.several import Several
from astragal.notation.nodes.values import Decimal, Given, Literal
from astragal.notation.operands import Operand
from astragal.notation.texts import is_label

if TYPE_CHECKING:
    from astragal.dialects.dialect import Dialect
    from astragal.dialects.words import Worded

_NEVER_NEGATIVE = {REMAINDER: "%", "trunc": "//"}
"""What signs of products are for values that are never below zero."""


class DialectReader(Complaining):
    """Reads one text, from the rule that binds loosest to the tightest."""

    __slots__ = ("bindings", "remarks", "rows")

    def __init__(self, text: str, dialect: Dialect, limits: Limits) -> None:
        super().__init__(text, limits)
        self.dialect = dialect
        self.bindings: list[Binding] = []
        """rolls that the text uses more than once"""
        self.remarks: list[str] = []
        """what whoever typed the text should know about how it was read"""
        self.rows = sorted(dialect.words, key=lambda each: len(each.word), reverse=True)

    def read(self) -> Expression:
        self.command()
        body = self.rolls()
        comment = self.comment()
        if self.peek():
            raise self.left_over()
        finished = self.finished(body)
        return Expression(finished, tuple(self.bindings), comment, self.text, self.limits)

    # Hooks for dialects

    def command(self) -> str:
        """Take the chat command that the text begins with: ``/r 1d20``; else ""."""
        start = self.skip()
        found = COMMAND.match(self.text, start)
        if found is None or found[0].lower() not in self.dialect.commands:
            return ""
        self.at = found.end()
        return found[0]

    def rolls(self) -> Node:
        """The whole text without its comment."""
        start = self.skip()
        members = [self.whole()]
        while self.dialect.several and self.take(*self.dialect.several):
            if self.peek():
                members.append(self.whole())
        return Several(tuple(members), span=self.span(start)) if len(members) > 1 else members[0]

    def whole(self) -> Node:
        """One roll, or what is in brackets."""
        return self.comparison() if self.dialect.compares else self.sum()

    def finished(self, body: Node) -> Node:
        """What the program makes of the total in the end."""
        return body

    def comment(self) -> str:
        if not self.dialect.comments or not self.take(*self.dialect.comments):
            return ""
        words = " ".join(self.text[self.at :].split())
        self.at = self.length
        return words if is_visible(words) else ""

    # The grammar

    def comparison(self) -> Node:
        start = self.skip()
        left = self.sum()
        while sign := self.take(*STRICT):
            left = Compare(STRICT[sign], left, self.sum(), span=self.span(start))
        return left

    def sum(self) -> Node:
        start = self.skip()
        terms = [("+", self.product())]
        while sign := self.take("+", "-", "−"):
            terms.append(("+" if sign == "+" else "-", self.product()))
        return Sum(tuple(terms), span=self.span(start)) if len(terms) > 1 else terms[0][1]

    def product(self) -> Node:
        start = self.skip()
        factors = [("*", self.unary())]
        signed = bool({REMAINDER, *QUOTIENTS} & {*self.dialect.products.values()})
        plain = signed and never_negative(factors[0][1])
        while sign := self.product_sign():
            factor = self.unary()
            plain = plain and never_negative(factor)
            factors = self.times(factors, self.dialect.products[sign], factor, start, plain=plain)
        return self.multiplied(factors, start)

    def times(
        self, factors: list[tuple[str, Node]], sign: str, factor: Node, start: int, *, plain: bool
    ) -> list[tuple[str, Node]]:
        """The factors of a product and one more, which may be added to those given.

        What is rounded or left over is one factor.
        ``plain`` is whether none of them can be below zero.
        """
        if sign == "ceil" or (sign in (REMAINDER, *QUOTIENTS) and not plain):
            so_far = self.multiplied(factors, start)
            made = self.rounded(sign, so_far, factor, self.span(start))
            return [("*", made)]
        factors.append((_NEVER_NEGATIVE.get(sign, sign), factor))
        return factors

    def rounded(self, name: str, left: Node, right: Node, place: Span) -> Node:
        """A remainder, or a quotient that is rounded."""
        if name == REMAINDER:
            return FunctionCall(name, (left, right), span=place)
        quotient = Product((("*", left), ("/", right)), span=place)
        return FunctionCall(name, (quotient,), span=place)

    def multiplied(self, factors: Sequence[tuple[str, Node]], start: int) -> Node:
        return Product(tuple(factors), span=self.span(start)) if len(factors) > 1 else factors[0][1]

    def product_sign(self) -> str:
        at = self.at
        if self.dialect.powers and self.take(*self.dialect.powers):
            self.at = at
            return ""
        return self.take(*sorted(self.dialect.products, key=len, reverse=True))

    def unary(self) -> Node:
        start = self.skip()
        sign = self.take(*self.dialect.signs)
        if not sign:
            return self.power()
        self.enter(self.span(start))
        operand = self.unary()
        self.leave()
        return operand if sign == "+" else Negate(operand, span=self.span(start))

    def power(self) -> Node:
        """Powers bind tighter than a sign before them, and go from right to left."""
        start = self.skip()
        base = self.labelled()
        if not self.dialect.powers or not self.take(*self.dialect.powers):
            return base
        self.enter(self.span(start))
        exponent = self.unary()
        self.leave()
        return Power(base, exponent, span=self.span(start))

    def labelled(self) -> Node:
        start = self.skip()
        node = self.primary()
        labels = []
        while self.dialect.labels and self.label_ahead():
            labels.append(self.label())
        named = tuple(label for label in labels if label)
        if not named:
            return node
        if isinstance(node, Labelled):
            return Labelled(node.inner, (*node.labels, *named), span=self.span(start))
        return Labelled(node, named, span=self.span(start))

    def label_ahead(self) -> bool:
        return self.peek() == "["

    def label(self) -> str:
        """The text in square brackets; "" if it cannot be a label here, which changes no total."""
        opening = Span(self.skip(), self.at + 1)
        end = self.text.find("]", opening.end)
        if end < 0:
            raise self.error("unclosed", "this `[` is never closed", opening)
        label = " ".join(self.text[opening.end : end].split())
        self.at = end + 1
        return label if is_label(label) else ""

    def primary(self) -> Node:
        char = self.peek()
        if "0" <= char <= "9":
            return self.number()
        if char == "(":
            return self.bracketed()
        if char == "{" and self.dialect.groups:
            return self.group()
        if self.dice_ahead():
            return self.dice(1, self.at)
        if char.isalpha() or char == "_":
            return self.word()
        raise self.missing_value()

    def number(self) -> Node:
        start = self.at
        number = self.digits()
        assert number is not None
        if self.dice_ahead():
            return self.dice(number, start)
        return self.decimal(number, start) or Literal(number, span=self.span(start))

    def decimal(self, whole: int, start: int) -> Node | None:
        """``2.5``, which is exact; None if no decimals follow."""
        if self.here() != "." or not self.here(1).isdecimal():
            return None
        self.at += 1
        first = self.at
        decimals = self.digits()
        assert decimals is not None
        number = whole + Fraction(decimals, 10 ** (self.at - first))
        span = self.span(start)
        return Literal(whole, span=span) if number == whole else Decimal(number, span=span)

    def bracketed(self) -> Node:
        """``(…)``, or ``(…)d6`` with a count that is worked out."""
        start = self.at
        node = self.inside()
        return self.dice(node, start) if self.dice_ahead() else node

    def inside(self) -> Node:
        """What is in the round brackets that come next."""
        opening = Span(self.at, self.at + 1)
        self.at += 1
        self.enter(opening)
        node = self.whole()
        self.close(")", opening)
        self.leave()
        return node

    def group(self) -> Node:
        """``{2d6, 1d12}kh1``: totals, which are kept, dropped and counted like dice."""
        start = self.at
        members = self.items("}")
        if len(members) == 1:
            return self.group_of_one(members[0], start)
        return Group(members, self.modifiers(None), span=self.span(start))

    def group_of_one(self, member: Node, start: int) -> Node:
        """``{4d6}kh3``: what that means differs from program to program."""
        place = self.span(start)
        raise self.error("one-in-group", "there is only one expression in this group", place)

    def items(self, closing: str) -> tuple[Node, ...]:
        """Comma-separated expressions in the brackets that come next."""
        opening = Span(self.at, self.at + 1)
        self.at += 1
        self.enter(opening)
        items = [self.whole()]
        while self.take(","):
            items.append(self.whole())
        self.close(closing, opening, (",",))
        self.leave()
        return tuple(items)

    def word(self) -> Node:
        """A function."""
        start = self.at
        word = self.word_ahead()
        name = self.dialect.functions.get(word.lower())
        if name is None:
            raise self.unknown_word(word)
        self.at += len(word)
        if self.peek() != "(":
            raise self.error("missing-brackets", f"`{word}` needs brackets", self.span(start))
        return self.call(name, self.items(")"), start)

    def call(self, name: str, arguments: tuple[Node, ...], start: int) -> Node:
        return FunctionCall(name, arguments, span=self.span(start))

    # Dice

    def dice_ahead(self) -> bool:
        """Whether a letter for dice comes next with sides after it."""
        at = self.at
        take = self.take if self.dialect.spaced else self.take_here
        found = bool(take(*self.dialect.letters)) and self.sides_ahead()
        self.at = at
        return found

    def sides_ahead(self) -> bool:
        char = self.here()
        return "0" <= char <= "9" or char == "(" or bool(self.special_die())

    def special_die(self) -> str:
        """What stands for sides at the position, not taken; else ""."""
        longest = sorted(self.dialect.dice, key=len, reverse=True)
        return next((each for each in longest if self.text.startswith(each, self.at)), "")

    def dice(self, count: int | Node, start: int) -> Node:
        """A die and its modifiers; the count was read already."""
        die = self.lettered(self.take(*self.dialect.letters), start)
        read = self.worded()
        modifiers = self.arranged(read, die if isinstance(die, Die) else None)
        return self.read_off(Dice(count, die, modifiers, span=self.span(start)), read)

    def read_off(self, dice: Dice, read: Sequence[Worded]) -> Node:
        """What is made of dice in the end; ``read`` is all that followed them."""
        return dice

    def lettered(self, letter: str, start: int) -> Die | Node:
        """The die that a letter stands for, with the sides that follow it."""
        return self.die(start)

    def die(self, start: int) -> Die | Node:
        special = self.special_die()
        if special:
            self.at += len(special)
            return self.dialect.dice[special]
        if self.peek() == "(":
            node = self.inside()
            return self.sides(node.n, start) if isinstance(node, Literal) else node
        sides = self.digits()
        if sides is None:
            raise self.error("missing-sides", "how many sides?", self.span(start), "e.g. `2d6`")
        return self.sides(sides, start)

    def sides(self, sides: int, start: int) -> Die:
        """A die of so many sides, from 1 on; other programs have no ``d66`` of digits."""
        if sides < 1:
            raise self.error("no-such-die", "a die needs at least one side", self.span(start))
        self.limits.check("sides", sides, self.span(start))
        if numbered_die(sides).digits:
            self.remarks.append(f"`d{sides}` is a die of {sides} sides in {self.dialect.title}")
        return standard_die(sides)

    # What follows dice

    def modifiers(self, die: Die | None) -> tuple[Modifier, ...]:
        """Everything that follows dice, or a group if there is no die, in order of its effect."""
        return self.arranged(self.worded(), die)

    def worded(self) -> list[Worded]:
        """What the words that follow dice or a group make, as written."""
        read: list[Worded] = []
        while (made := self.modifier()) is not None:
            read += made
        return read

    def arranged(self, read: Sequence[Worded], die: Die | None) -> tuple[Modifier, ...]:
        """What was read, in the order of its effect."""
        return tuple((self.dialect.arrange or as_written)(read, die))

    def modifier(self) -> Sequence[Worded] | None:
        """What the next word makes; None if no word comes next."""
        here = self.at
        start = self.skip() if self.dialect.spaced else here
        if self.here().isspace():
            return None
        for row in self.rows:
            word = self.text[start : start + len(row.word)]
            if (word if self.dialect.cased else word.lower()) != row.word:
                continue
            self.at = start + len(word)
            made = row.read(self, start)
            if made is not None:
                return made
        self.at = here
        return None

    def condition(self, bare: str | None) -> Condition | None:
        """The condition that comes next; ``bare`` is what a number without a sign means."""
        start = self.at
        signs = self.dialect.comparisons
        sign = self.take(*sorted(signs, key=len, reverse=True))
        if not sign and bare is None:
            self.at = start
            return None
        operand = self.operand(signed=bool(sign))
        if operand is None:
            if sign:
                raise self.missing_number(start)
            self.at = start
            return None
        return Comparison(signs[sign] if sign else bare or "=", operand, span=self.span(start))

    def operand(self, *, signed: bool = False) -> Operand | None:
        """The whole number or the roll in brackets that comes next, or None."""
        if self.here() == "(":
            node = self.inside()
            return node.n if isinstance(node, Literal) else node
        return self.integer() if signed else self.digits()

    def given(self, name: str, start: int) -> Given:
        return Given(" ".join(name.split()), span=self.span(start))

    def named(self, name: str, node: Node) -> Name:
        """A roll that the text uses more than once; its name gets a number if it is taken."""
        taken = {each.name for each in self.bindings}
        names = chain([name], (f"{name}{number}" for number in count(2)))
        free = next(each for each in names if each not in taken)
        self.bindings.append(Binding(free, node, node.span))
        return Name(free, node.kind, span=node.span)
