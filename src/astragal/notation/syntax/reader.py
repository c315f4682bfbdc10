"""The parser of the notation: a method for each rule of the grammar in docs/notation.md."""

from __future__ import annotations

import re

from astragal._visible import is_visible
from astragal.die import Die
from astragal.errors import Span
from astragal.limits import Limits
from astragal.notation.conditions import Condition
from astragal.notation.expression import Expression
from astragal.notation.functions import FUNCTIONS
from astragal.notation.modifiers.sort import Sort
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.logic import And, Not, Or
from astragal.notation.nodes.names import Binding, Name, is_name
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.nodes.ranges import Ranges
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.several import Several
from astragal.notation.nodes.sorted import Sorted
from astragal.notation.nodes.symbol_call import SymbolCall
from astragal.notation.nodes.symbol_dice import SymbolDice
from astragal.notation.nodes.symbol_sum import SymbolSum
from astragal.notation.nodes.values import Literal
from astragal.notation.nodes.versus import Versus, bare_number, is_plain
from astragal.notation.operands import Operand
from astragal.notation.syntax.condition_reader import (
    needed_condition,
    optional_condition,
    range_follows,
    read_given,
    read_operand,
    read_operator,
)
from astragal.notation.syntax.cursor import Cursor
from astragal.notation.syntax.die_reader import read_die
from astragal.notation.syntax.mistakes import (
    ambiguous_comparison,
    left_over,
    misplaced_word,
    missing_value,
    odd_character,
    other_die_letter,
    strange_character,
    unknown_word,
)
from astragal.notation.syntax.modifier_reader import modifier_ahead, read_modifiers
from astragal.notation.syntax.square_brackets import range_ahead, read_label, read_range
from astragal.notation.texts import is_word, joins, reads_as_dice

_SIGNS = Sum.signs
_SCALES = Product.signs
_COMPARISON = frozenset("=!<>≥≤≠")
_RANGE = re.compile(r"\d+\s*\.\.")


class Reader(Cursor):
    """Reads one text, from the rule that binds loosest to the tightest."""

    __slots__ = ("kinds", "named_symbols", "symbols")

    def __init__(self, text: str, limits: Limits) -> None:
        super().__init__(text, limits)
        self.kinds: dict[str, Kind] = {}
        self.named_symbols: dict[str, tuple[str, ...]] = {}
        """the symbols of each name that stands for some"""
        self.symbols: tuple[str, ...] | None = None
        """those on the dice whose modifiers are being read; None if they show numbers"""

    def read(self) -> Expression:
        bindings = []
        while binding := self.binding():
            bindings.append(binding)
        body = self.several()
        comment = self.comment()
        if self.peek():
            raise left_over(self, named=bool(bindings))
        return Expression(body, tuple(bindings), comment, self.text, self.limits)

    def comment(self) -> str:
        if not self.take("#"):
            return ""
        start = self.at
        words = " ".join(self.text[start:].split())
        self.at = self.length
        if not is_visible(words):
            place = Span(start, self.length)
            raise self.error("bad-comment", "this comment has an invisible character in it", place)
        return words

    # What modifiers read after their words

    def operand(self, *, signed: bool = False) -> Operand | None:
        return read_operand(self, signed=signed)

    def condition_ahead(self) -> bool:
        """Whether a condition comes next: a comparison sign or a range."""
        here = self.at
        char, at = self.peek(), self.at
        self.at = here
        if char == "!":
            return self.text.startswith("!=", at)
        return char in _COMPARISON or bool(_RANGE.match(self.text, at))

    def optional_condition(self, modifier: int) -> Condition | None:
        return optional_condition(self, modifier)

    def needed_condition(self) -> Condition | None:
        return needed_condition(self)

    # The grammar

    def binding(self) -> Binding | None:
        """``p = 10d4;`` where p is a new name."""
        char = self.peek()
        if not char.isalpha() and char != "_":
            return None
        start = self.at
        word = self.word_ahead()
        if word in self.kinds or reads_as_dice(word):
            return None
        self.at += len(word)
        name = self.span(start)
        # `p = 3` names; `p == 3` and `p => 3` were meant as comparisons.
        if not self.take("=") or self.here() in ("=", "<", ">"):
            self.at = start
            return None
        if not is_name(word):
            raise self.error("bad-name", f"`{word}` cannot be a name", name, "choose another word")
        node = self.truth()
        if not self.take(";"):
            if not self.peek():
                raise self.error(
                    "nothing-rolled",
                    f"`{word}` is defined, but nothing is rolled",
                    name,
                    f"to roll it, add `; {word}`",
                )
            raise left_over(self, named=True)
        self.kinds[word] = node.kind
        self.named_symbols[word] = node.symbols
        return Binding(word, node, self.span(start))

    def several(self) -> Node:
        """One roll or more, with commas between them."""
        start = self.skip()
        rolls = [self.reading()]
        while self.take(","):
            rolls.append(self.reading())
        return Several(tuple(rolls), span=self.span(start)) if len(rolls) > 1 else rolls[0]

    def reading(self) -> Node:
        """A total, with or without ranges after it."""
        start = self.skip()
        total = self.truth()
        ranges = []
        while self.peek() == "[" and range_ahead(self):
            ranges.append(read_range(self))
        return Ranges(total, tuple(ranges), span=self.span(start)) if ranges else total

    def truth(self) -> Node:
        """Comparisons joined by words: ``or`` binds loosest, then ``and``, then ``not``."""
        start = place = self.skip()
        either: list[Node] = []
        both: list[Node] = []
        while True:
            denied = self.denials()
            node = self.comparison()
            for at in reversed(denied):
                self.leave()
                node = Not(node, span=self.span(at))
            both.append(node)
            word = self.take_word("and", "or")
            if word != "and":
                either.append(self.joined(And, both, place))
                both, place = [], self.skip()
            if not word:
                return self.joined(Or, either, start)

    def denials(self) -> list[int]:
        """Take every ``not`` that comes next; where each of them is."""
        found = []
        while self.take_word("not"):
            found.append(self.at - len("not"))
            self.enter(self.span(found[-1]))
        return found

    def joined(self, join: type[And | Or], nodes: list[Node], start: int) -> Node:
        return join(tuple(nodes), span=self.span(start)) if len(nodes) > 1 else nodes[0]

    def comparison(self) -> Node:
        start = self.skip()
        left = self.sum()
        if self.peek() not in _COMPARISON:
            return self.versus(left, start) if self.take_word("vs") else left
        sign = self.at
        op = self.comparison_sign()
        if op is None:
            return left
        # After a bracket, as in `(8d10)>=7`, only the total can be meant.
        pool = left.last_pool
        if pool is None or pool.kind is Kind.SYMBOLS:
            pass  # that is refused for another reason
        elif not pool.single and ")" not in self.text[pool.span.end : sign]:
            raise ambiguous_comparison(self, pool.span, start, sign)
        right = self.sum()
        upto = self.sum() if range_follows(self, op, sign) else None
        node = Compare(op, left, right, upto, span=self.span(start))
        self.refuse_chain()
        return node

    def versus(self, left: Node, start: int) -> Versus:
        """``1d20 vs 1d20``; the first side and the word were read already."""
        place = self.skip()
        right = self.sum()
        for side, begins in ((left, start), (right, place)):
            if is_plain(side) and side.span.start == begins:  # its span is without brackets
                raise bare_number(left, right)
        node = Versus(left, right, span=self.span(start))
        self.refuse_chain()
        return node

    def refuse_chain(self) -> None:
        again = self.skip()
        if self.comparison_sign() is not None or self.take_word("vs"):
            raise self.error(
                "chained-comparison",
                "only one comparison can be made at a time",
                self.span(again),
                "for a range, write `(2d6) = 7..9`; for two limits, `a = 1d20; a > 5 and a < 15`",
            )

    def comparison_sign(self) -> str | None:
        return "!=" if self.take("!=") else read_operator(self)

    def sum(self) -> Node:
        start = self.skip()
        terms = [("+", self.product())]
        while self.peek() in _SIGNS:
            sign = _SIGNS[self.text[self.at]]
            self.at += 1
            terms.append((sign, self.product()))
        if len(terms) == 1:
            return terms[0][1]
        symbols = all(term.kind is Kind.SYMBOLS for _, term in terms)
        return (SymbolSum if symbols else Sum)(tuple(terms), span=self.span(start))

    def product(self) -> Node:
        start = self.skip()
        factors = [("*", self.unary())]
        while self.peek() in _SCALES:
            factors.append((self.scale(), self.unary()))
        return Product(tuple(factors), span=self.span(start)) if len(factors) > 1 else factors[0][1]

    def scale(self) -> str:
        """Take the sign of a product."""
        sign = self.take("**", "//") or self.text[self.at]
        if sign == "**":
            place = Span(self.at - 2, self.at)
            raise self.error("unexpected", "there are no powers", place, "multiply instead: `3*3`")
        if sign != "//":
            self.at += 1
        return _SCALES.get(sign, sign)

    def unary(self) -> Node:
        if self.peek() not in _SIGNS:
            return self.labelled()
        start = self.at
        sign = _SIGNS[self.text[start]]
        self.at += 1
        self.enter(self.span(start))
        operand = self.unary()
        self.leave()
        return operand if sign == "+" else Negate(operand, span=self.span(start))

    def labelled(self) -> Node:
        start = self.skip()
        node = self.primary()
        inner, labels = (node.inner, [*node.labels]) if isinstance(node, Labelled) else (node, [])
        while self.peek() == "[" and not range_ahead(self):
            labels.append(read_label(self))
        return Labelled(inner, tuple(labels), span=self.span(start)) if labels else node

    def primary(self) -> Node:
        char = self.peek()
        if "0" <= char <= "9":
            return self.number()
        if char == "(":
            return self.bracketed()
        if char == "{":
            return self.group()
        if char == "@":
            return self.given()
        if char in ("d", "D") and (self.dice_ahead() or self.word_ahead() in ("d", "D")):
            return self.dice(1, self.at)
        if char.isalpha() or char == "_":
            return self.word()
        raise missing_value(self)

    def given(self) -> Node:
        """``@str``, or ``@{n}d6`` with a given count."""
        node = read_given(self)
        return self.dice(node, node.span.start) if self.dice_ahead() else node

    def number(self) -> Node:
        start = self.at
        number = self.digits()
        assert number is not None
        end = self.at
        following = self.peek()
        if following in ("d", "D") and (self.at == end or self.dice_ahead()):
            return self.dice(number, start)
        if following in ("x", "X"):
            return self.repeat(number, start)
        if following.isalpha():
            self.refuse_foreign_dice(start)
        if following == "." and not self.text.startswith("..", self.at):
            self.at += 1
            self.digits()
            place = self.span(start)
            raise self.error("not-whole", "numbers must be whole", place, "a half is `1/2`")
        self.at = end
        return Literal(number, span=Span(start, end))

    def refuse_foreign_dice(self, start: int) -> None:
        self.at = start
        word = self.word_ahead()
        dice = other_die_letter(word)
        if dice is not None:
            raise self.error(
                "unknown-word",
                f"`{word}` is not dice here",
                Span(start, start + len(word)),
                f"write `{dice}`",
            )

    def dice_ahead(self) -> bool:
        """Whether a ``d`` comes next that starts a die, not a word."""
        if self.peek() not in ("d", "D"):
            return False
        here = self.at
        self.at += 1
        following = self.peek()
        starts_die = "0" <= following <= "9" or following in ("%", "{", "(", "@")
        self.at = here
        return starts_die or reads_as_dice(self.word_ahead())

    def dice(self, count: int | Node, start: int) -> Dice:
        """A die and its modifiers; the count was read already."""
        self.at += 1
        die = read_die(self, start)
        before, symbolic = self.symbols, isinstance(die, Die) and die.symbolic
        self.symbols = die.symbols if isinstance(die, Die) and symbolic else None
        modifiers = read_modifiers(self)
        self.symbols = before
        counted = bool(modifiers) and modifiers[-1].counts
        kind = SymbolDice if symbolic and not counted else Dice
        return kind(count, die, modifiers, span=self.span(start))

    def inside(self, opening: Span) -> Node:
        """The expression in round brackets."""
        self.at = opening.end
        self.enter(opening)
        node = self.truth()
        self.refuse_range()
        self.close(")", opening)
        self.leave()
        return node

    def refuse_range(self) -> None:
        if self.peek() == "[":
            raise strange_character("[", self.at)

    def bracketed(self) -> Node:
        """``(…)``, or ``(…)d6`` with a rolled count."""
        start = self.at
        node = self.inside(Span(start, start + 1))
        after = self.at
        if self.dice_ahead():
            return self.dice(node, start)
        if node.kind in (Kind.POOL, Kind.SYMBOLS) and modifier_ahead(self):
            raise self.error(
                "after-bracket",
                "modifiers go directly after the dice, inside the brackets",
                Span(self.at, self.at + max(1, len(self.letters_ahead()))),
                "e.g. `(4d6kh3)`",
            )
        self.at = after
        return node

    def group(self) -> Group:
        """``{2d6, 1d12}kh1``."""
        opening = Span(self.at, self.at + 1)
        members = self.items(opening, "}", "there is nothing in this group")
        modifiers = read_modifiers(self)
        return Group(members, modifiers, span=self.span(opening.start))

    def items(self, opening: Span, closing: str, empty: str) -> tuple[Node, ...]:
        """Comma-separated expressions up to the closing bracket."""
        self.at = opening.end
        self.enter(opening)
        if self.peek() == closing:
            raise self.error("empty-group", empty, Span(opening.start, self.at + 1))
        items = [self.truth()]
        while self.take(","):
            items.append(self.truth())
        self.refuse_range()
        self.close(closing, opening, (",",))
        self.leave()
        return tuple(items)

    def repeat(self, times: int, start: int) -> Node:
        """``6x(4d6kh3)``; the count was read already."""
        self.at += 1
        if self.peek() != "(":
            raise self.error(
                "missing-brackets",
                "put what is repeated in brackets",
                self.span(start),
                "e.g. `6x(4d6kh3)`; to multiply, write `*` or `×`",
            )
        opening = Span(self.at, self.at + 1)
        self.at += 1
        self.enter(opening)
        body = self.reading()
        self.close(")", opening)
        self.leave()
        repeat = Repeat(times, body, span=self.span(start))
        sort = self.sort()
        return repeat if sort is None else Sorted(repeat, sort, span=self.span(start))

    def sort(self) -> Sort | None:
        """``s`` or ``sh`` after a list."""
        after = self.at
        self.skip()
        start, word = self.at, self.letters_ahead()
        if word.lower() not in Sort.words:
            self.at = after
            return None
        self.at += len(word)
        return Sort.read(self, word.lower(), start, ())

    def word(self) -> Node:
        """A function or a name."""
        start = self.at
        word = self.word_ahead()
        self.at += len(word)
        span = self.span(start)
        if word in self.kinds:
            return Name(word, self.kinds[word], self.named_symbols[word], span=span)
        if word.lower() in FUNCTIONS:
            name = word.lower()
            if self.peek() != "(":
                example = FUNCTIONS[name].example
                raise self.error(
                    "missing-brackets", f"`{word}` needs brackets", span, f"e.g. `{example}`"
                )
            opening = Span(self.at, self.at + 1)
            if FUNCTIONS[name].reads_symbols:
                return self.symbol_call(name, start, opening)
            arguments = self.items(opening, ")", f"`{name}` of what?")
            return FunctionCall(name, arguments, span=self.span(start))
        if joins(word):
            raise misplaced_word(word, span)
        self.refuse_foreign_dice(start)
        raise odd_character(self.text, start) or unknown_word(self, word, span, self.kinds)

    def symbol_call(self, name: str, start: int, opening: Span) -> SymbolCall:
        """``count(p, hit, crit)``: symbols, and the names of some."""
        self.at = opening.end
        self.enter(opening)
        if self.peek() == ")":
            place = Span(opening.start, self.at + 1)
            raise self.error("empty-group", f"`{name}` of what?", place)
        inner = self.comparison()
        read, places = [], []
        while self.take(","):
            at = self.skip()
            word = self.word_ahead()
            if not is_word(word):
                raise self.unexpected("a symbol was expected here")
            self.at += len(word)
            read.append(word)
            places.append(self.span(at))
        self.close(")", opening, (",",))
        self.leave()
        return SymbolCall(name, inner, tuple(read), tuple(places), span=self.span(start))
