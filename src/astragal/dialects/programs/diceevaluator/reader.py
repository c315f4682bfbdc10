"""Reads DiceEvaluator: each sign has its level, and everything is a list until it is added up."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from astragal.dialects.loose import LooseReader
from astragal.dialects.programs.diceevaluator import lists
from astragal.dialects.programs.diceevaluator.functions import FUNCTIONS
from astragal.dialects.programs.diceevaluator.lists import Part, Parts
from astragal.dialects.whole import never_negative
from astragal.die import Die
from astragal.errors import Span
from astragal.notation.conditions import Comparison, Condition, OneOf
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.nodes.arithmetic import Product
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.several import Several
from astragal.notation.nodes.values import Literal
from astragal.notation.operands import Operand

_FILTERS = (">", "<", ">=", "<=", "==")
"""Signs that keep what matches, from the one that binds loosest."""
_BURSTS: dict[str, Explode | None] = {"d!!": Explode("!!"), "d!": Explode(), "d": None}
_MOST_DICE = 1000
_MOST_REPEATS = 10
_MOST_NUMBER = 2**31 - 1
_MOST_LISTED = 100
_TEXT = "texts cannot be said here"
_ADDED_UP = "DiceEvaluator shows a list here, which is added up"


class DiceEvaluatorReader(LooseReader):
    """From the sign that binds loosest to the tightest: ``=``, products, counts, filters, ``+``."""

    __slots__ = ()

    def rolls(self) -> Node:
        """``3d6=, 4d8``: several rolls; so are brackets side by side."""
        start = self.skip()
        found = [self.roll()]
        while self.take(",") or self.peek() == "(":
            found.append(self.roll())
        return found[0] if len(found) == 1 else Several(tuple(found), span=self.span(start))

    def roll(self) -> Node:
        """One roll, added up."""
        start = self.skip()
        times = self.repeats("x")
        parts = self.expression()
        node = lists.total(parts, self.span(start))
        if (len(parts) != 1 or not parts[0].single) and _ADDED_UP not in self.remarks:
            self.remarks.append(_ADDED_UP)
        return Repeat(times, node, span=self.span(start)) if times > 1 else node

    def repeats(self, letter: str) -> int:
        """``3x2d6``: how often the rest is rolled, with a result each; 1 if nothing says so."""
        start = self.skip()
        times = self.digits()
        if times is None or not self.take_here(letter):
            self.at = start
            return 1
        if not 1 <= times <= _MOST_REPEATS:
            message = f"DiceEvaluator repeats 1 to {_MOST_REPEATS} times"
            raise self.error("bad-count", message, self.span(start))
        return times

    def whole(self) -> Node:
        """The sum of what is in brackets."""
        start = self.skip()
        return lists.total(self.expression(), self.span(start))

    # Levels

    def expression(self) -> Parts:
        """A list, or its sum if ``=`` follows."""
        start = self.skip()
        parts = self.products(("mod", "*", "/"), start)
        while self.sum_ahead():
            parts = (Part(lists.total(parts, self.span(start))),)
        return parts

    def sum_ahead(self) -> bool:
        found = self.peek() == "=" and self.here(1) != "="
        self.at += int(found)
        return found

    def products(self, signs: Sequence[str], start: int) -> Parts:
        """``mod`` binds loosest, then ``*``, then ``/``: each takes one number on both sides."""
        if not signs:
            return self.counts(start)
        left = self.products(signs[1:], start)
        while self.take(signs[0]):
            if self.here() == "/":
                raise self.unknown("`//`", self.span(start))
            place = Span(start, self.at)
            right = self.products(signs[1:], self.at)
            nodes = self.one(left, place), self.one(right, self.span(place.end))
            left = (Part(self.product_of(signs[0], *nodes, self.span(start))),)
        return left

    def product_of(self, sign: str, left: Node, right: Node, place: Span) -> Node:
        if sign == "*":
            return Product((("*", left), ("*", right)), span=place)
        plain = never_negative(left) and never_negative(right)
        if sign == "mod":
            ours = Product((("*", left), ("%", right)), span=place)
            return ours if plain else FunctionCall("rem", (left, right), span=place)
        if plain:
            return Product((("*", left), ("//", right)), span=place)
        quotient = Product((("*", left), ("/", right)), span=place)
        return FunctionCall("trunc", (quotient,), span=place)

    def counts(self, start: int) -> Parts:
        parts = self.filters(_FILTERS, start)
        while self.take("c"):
            parts = self.said(lists.counted(parts, self.span(start)), "this count", start)
        return parts

    def filters(self, signs: Sequence[str], start: int) -> Parts:
        """``>3`` keeps what is more than 3."""
        if not signs:
            return self.keeps("kl", start)
        parts = self.filters(signs[1:], start)
        while self.filter_ahead(signs[0]):
            op = "=" if signs[0] == "==" else signs[0]
            number = self.operand_of(self.filters(signs[1:], self.at), start)
            found = lists.filtered(parts, op, number, self.span(start))
            parts = self.said(found, "a filter of this list", start)
        return parts

    def filter_ahead(self, sign: str) -> bool:
        found = self.take(*sorted(_FILTERS, key=len, reverse=True))
        if found == sign:
            return True
        self.at -= len(found)
        return False

    def keeps(self, letters: str, start: int) -> Parts:
        """``k2`` keeps the highest, ``l2`` the lowest."""
        if not letters:
            return self.appended()
        parts = self.keeps(letters[1:], start)
        while self.take(letters[0]):
            count = self.operand_of(self.keeps(letters[1:], self.at), start)
            found = lists.kept(parts, count, letters[0] == "k", self.span(start))
            parts = self.said(found, "what is kept of this list", start)
        return parts

    def appended(self) -> Parts:
        """``+`` puts lists together, ``-`` with the numbers of the second below zero."""
        start = self.skip()
        parts = self.signed()
        while sign := self.take("+", "-"):
            more = self.signed()
            parts += more if sign == "+" else lists.negated(more, self.span(start))
        return parts

    def signed(self) -> Parts:
        start = self.skip()
        sign = self.take("+", "-")
        if not sign:
            return self.rerolled()
        self.enter(self.span(start))
        parts = self.signed()
        self.leave()
        return parts if sign == "+" else lists.negated(parts, self.span(start))

    def rerolled(self) -> Parts:
        """``d6rr1``: all is rolled again once if anything matches."""
        start = self.skip()
        parts = self.diced()
        while self.take("rr"):
            matching = self.matching(self.diced(), start)
            die = parts[0].node if len(parts) == 1 else None
            if not isinstance(die, Dice) or die.count != 1 or die.modifiers:
                raise self.cannot("several dice that are rolled again together", self.span(start))
            parts = (Part(die.replaced(modifiers=(Reroll(matching),)), many=True),)
        return parts

    # Values

    def diced(self) -> Parts:
        """``3d6``, ``d!6``, ``2d!!6``, or what has no dice."""
        start = self.skip()
        letter = self.dice_letter()
        if letter:
            return self.rolled(1, letter, start)
        parts = self.value()
        letter = self.dice_letter()
        if letter:
            count = self.operand_of(parts, start)
            parts = self.rolled(count, letter, start)
            if self.dice_letter():
                raise self.unknown("dice behind dice", self.span(start))
        return parts

    def dice_letter(self) -> str:
        at = self.skip()
        for letter in _BURSTS:
            if self.text[at : at + len(letter)].lower() == letter and self.sides_behind(letter):
                self.at = at + len(letter)
                return letter
        return ""

    def sides_behind(self, letter: str) -> bool:
        """Whether sides follow, so that ``d`` is no part of a word."""
        rest = self.text[self.at + len(letter) :].lstrip()
        return rest[:1].isdecimal() or rest[:1] in ("(", "[")

    def rolled(self, count: Operand, letter: str, start: int) -> Parts:
        if isinstance(count, int) and not 0 <= count <= _MOST_DICE:
            message = f"DiceEvaluator rolls {_MOST_DICE:,} dice at most"
            raise self.error("too-many-dice", message, self.span(start))
        if isinstance(count, Node) and not never_negative(count):
            raise self.unknown("a number of dice like this", self.span(start))
        die = self.sides_of(self.value(), start)
        explode = _BURSTS[letter]
        if explode is not None and not (isinstance(die, Die) and die.standard):
            raise self.unknown("dice like these that explode", self.span(start))
        modifiers = () if explode is None else (explode,)
        if count == 0 or die == Die([0]):
            return ()
        return (Part(Dice(count, die, modifiers, span=self.span(start)), many=True),)

    def sides_of(self, parts: Parts, start: int) -> Die | Node:
        """A number of sides, or a list of faces."""
        known = lists.numbers(parts)
        if known == [0]:
            return Die([0])
        if known is not None and len(known) == 1:
            return self.sides(known[0], start)
        if known is not None and known:
            return Die(known)
        node = self.one(parts, self.span(start))
        if not never_negative(node):
            raise self.unknown("a number of sides like this", self.span(start))
        return node

    def value(self) -> Parts:
        char = self.peek()
        start = self.at
        if "0" <= char <= "9":
            return self.number_or_run()
        if char == "(":
            self.at += 1
            self.enter(self.span(start))
            parts = self.expression()
            self.close(")", Span(start, start + 1))
            self.leave()
            return parts
        if char == "[":
            return self.square()
        if char == "'":
            raise self.error("untranslatable", _TEXT, Span(start, start + 1))
        if char.isalpha():
            return self.called()
        raise self.missing_value()

    def number_or_run(self) -> Parts:
        """``3``, ``0...9`` or ``2rd4``."""
        start = self.at
        low = self.digits()
        assert low is not None
        if low > _MOST_NUMBER:
            raise self.unknown("so large a number", self.span(start))
        if self.here() == "r" and self.here(1) != "r":
            return self.repeated(low, start)
        if self.here() == "." and self.here(1) != ".":
            raise self.unknown("decimals", self.span(start))
        if not self.take("..."):
            return (Part(Literal(low, span=self.span(start))),)
        self.skip()
        high = self.digits()
        if high is None or not low <= high < low + _MOST_LISTED:
            message = f"a run goes up, with {_MOST_LISTED} numbers at most"
            raise self.error("bad-range", message, self.span(start))
        return lists.listed(range(low, high + 1), self.span(start))

    def repeated(self, times: int, start: int) -> Parts:
        """``2rd4``: one list of all."""
        self.at += 1
        if times > _MOST_REPEATS:
            message = f"DiceEvaluator repeats a list {_MOST_REPEATS} times at most"
            raise self.error("bad-count", message, self.span(start))
        parts = self.signed()
        if self.peek() not in ("", ",", ")"):
            raise self.unknown("what follows a list that is repeated", self.span(start))
        return parts * times

    def square(self) -> Parts:
        """``[1/2/3]``: a list."""
        opening = Span(self.at, self.at + 1)
        end = self.text.find("]", self.at)
        if end < 0:
            raise self.error("unclosed", "this `[` is never closed", opening)
        typed = self.text[opening.end : end].replace(",", "/").split("/")
        self.at = end + 1
        place = self.span(opening.start)
        if [each.strip() for each in typed] == [""]:
            return ()
        try:
            return lists.listed([_whole(each) for each in typed], place)
        except ValueError:
            raise self.error("untranslatable", _TEXT, place) from None

    def called(self) -> Parts:
        start = self.at
        name = self.letters_ahead()
        function: Callable[..., Parts | None] | None = FUNCTIONS.get(name.lower())
        if function is None:
            raise self.unknown_word(name)
        self.at += len(name)
        if self.peek() != "(":
            raise self.error("missing-brackets", f"`{name}` needs brackets", self.span(start))
        arguments = self.arguments()
        return self.said(function(self, arguments, self.span(start)), f"`{name}` of these", start)

    def arguments(self) -> list[Parts]:
        opening = Span(self.at, self.at + 1)
        self.at += 1
        self.enter(opening)
        found = [self.expression()]
        while self.take(","):
            found.append(self.expression())
        self.close(")", opening, (",",))
        self.leave()
        return found

    # What a list must be

    def said(self, parts: Parts | None, what: str, start: int) -> Parts:
        if parts is None:
            raise self.cannot(what, self.span(start))
        return parts

    def one(self, parts: Parts, place: Span) -> Node:
        """The one number that a list must be."""
        if len(parts) != 1 or not parts[0].single:
            message = "one number was expected here, and this is a list"
            raise self.error("not-a-number", message, place, "`=` adds a list up: `(2d6=)*3`")
        return parts[0].node

    def operand_of(self, parts: Parts, start: int) -> Operand:
        known = lists.numbers(parts)
        if known is not None and len(known) == 1:
            return known[0]
        return self.one(parts, self.span(start))

    def matching(self, parts: Parts, start: int) -> Condition:
        known = lists.numbers(parts)
        if not known:
            raise self.unknown("this list here", self.span(start))
        if len(known) == 1:
            return Comparison("=", known[0])
        return OneOf(tuple((each, each) for each in sorted(known)))


def _whole(typed: str) -> int:
    number = int(typed)
    if not typed.strip().lstrip("-").isdecimal() or abs(number) > _MOST_NUMBER:
        raise ValueError
    return number
