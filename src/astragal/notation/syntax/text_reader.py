"""The parser of whole texts, with a method for each grammar rule in docs/notation.md."""

from __future__ import annotations

from astragal._value import made
from astragal._visible import is_visible
from astragal.errors import Span
from astragal.notation.cost import cost_of
from astragal.notation.elsewhere import refuse_doubled_sign, refuse_repeat
from astragal.notation.expression import Expression
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.logic import And, Not, Or
from astragal.notation.nodes.names import Binding, is_name
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.ranges import Ranges
from astragal.notation.nodes.several import Several
from astragal.notation.nodes.symbol_sum import SymbolSum
from astragal.notation.nodes.versus import Versus, bare_number, is_plain
from astragal.notation.syntax.condition_reader import (
    range_follows,
    read_operator,
)
from astragal.notation.syntax.mistakes import (
    ambiguous_comparison,
    left_over,
)
from astragal.notation.syntax.quick_reader import read_value
from astragal.notation.syntax.reader import COMPARISON_SIGNS, Reader
from astragal.notation.syntax.square_brackets import range_ahead, read_range
from astragal.notation.texts import reads_as_dice

_SIGNS = Sum.signs
_SCALES = Product.signs
_AFTER_TERM = (*_SIGNS, "", ")", ",", "}", ";")
"""Signs that may follow a term, but do not continue a product or a power."""
_JOINING = ("a", "A", "o", "O")
_NEVER_FIRST = (*_SIGNS, "n", "N")
_ENDS = ("", ")", ",", "}", ";", "&", "[", "#")
"""Signs after which ``and``, comparisons and arithmetic cannot continue."""


class TextReader(Reader):
    """Reads a text, from the loosest rule to the tightest."""

    __slots__ = ()

    def read(self) -> Expression:
        bindings = []
        while "=" in self.text and (binding := self.binding()):
            bindings.append(binding)
        body = self.several()
        comment = self.comment(body) if self.at < self.length else ""
        if self.peek():
            raise left_over(self, named=bool(bindings))
        if comment or "?" in self.text:  # ``?`` follows every choice
            return Expression(body, tuple(bindings), comment, self.text, self.limits)
        given = tuple(bindings)
        fields = {"body": body, "bindings": given, "text": self.text, "limits": self.limits}
        cost = cost_of(given, body, self.limits)
        return made(Expression, {**fields, "cost": cost, "leaves_choices": False})

    def comment(self, body: Node) -> str:
        if not self.take("#"):
            return ""
        refuse_repeat(self, body)
        start = self.at
        words = " ".join(self.text[start:].split())
        self.at = self.length
        if not is_visible(words):
            place = Span(start, self.length)
            raise self.error("bad-comment", "this comment has an invisible character in it", place)
        return words

    def binding(self) -> Binding | None:
        """Read ``p = 10d4;``, where p is a new name; None if no binding comes next."""
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
        """Read one or more rolls, separated by commas."""
        start = self.skip()
        first = self.reading()
        if self.peek() != ",":
            return first
        rolls = [first]
        while self.take(","):
            rolls.append(self.reading())
        return Several(tuple(rolls), span=self.span(start))

    def reading(self) -> Node:
        """Read a total, with or without ranges after it."""
        start = self.skip()
        total = self.truth()
        ranges = []
        while self.peek() == "[" and range_ahead(self):
            ranges.append(read_range(self))
        return Ranges(total, tuple(ranges), span=self.span(start)) if ranges else total

    def truth(self) -> Node:
        """Read comparisons joined by words: ``or`` binds loosest, then ``and``, then ``not``."""
        start = place = self.skip()
        first: Node | None = read_value(self.text, start, self.limits)
        if first is not None:
            self.at = first.span.end
            if self.peek() == "[":
                self.at, first = start, self.labelled()
        # A sign or ``not`` may come first.
        elif self.text[start : start + 1] not in _NEVER_FIRST:
            first = self.labelled(quickly=False)
        if first is not None and self.peek() in _ENDS:
            return first
        either: list[Node] = []
        both: list[Node] = []
        while True:
            denied = [] if first is not None else self.denials()
            node = self.comparison(first, start)
            first = None
            for at in reversed(denied):
                self.leave()
                node = Not(node, span=self.span(at))
            both.append(node)
            word = self.take_word("and", "or") if self.peek() in _JOINING else ""
            if not (word or either) and len(both) == 1:
                return node
            if word != "and":
                either.append(self.joined(And, both, place))
                both, place = [], self.skip()
            if not word:
                return self.joined(Or, either, start)

    def denials(self) -> list[int]:
        """Read every ``not`` that comes next; returns their positions."""
        found = []
        while self.take_word("not"):
            found.append(self.at - len("not"))
            self.enter(self.span(found[-1]))
        return found

    def joined(self, join: type[And | Or], nodes: list[Node], start: int) -> Node:
        return join(tuple(nodes), span=self.span(start)) if len(nodes) > 1 else nodes[0]

    def comparison(self, first: Node | None = None, start: int = 0) -> Node:
        """Read a sum, optionally compared with another; ``first`` is its first value, if read."""
        start = self.skip() if first is None else start
        left = self.sum(first, start)
        if self.peek() not in COMPARISON_SIGNS:
            joined = self.peek() in ("v", "V") and self.take_word("vs")
            return self.versus(left, start) if joined else left
        sign = self.at
        op = self.comparison_sign()
        if op is None:
            return left
        # After a bracket, as in `(8d10)>=7`, only the total can be meant.
        pool = left.last_pool
        if pool is None or pool.kind is Kind.SYMBOLS:
            pass  # refused later, for another reason
        elif not pool.single and ")" not in self.text[pool.span.end : sign]:
            raise ambiguous_comparison(self, pool.span, start, sign)
        right = self.sum()
        upto = self.sum() if range_follows(self, op, sign) else None
        node = Compare(op, left, right, upto, span=self.span(start))
        self.refuse_chain()
        return node

    def versus(self, left: Node, start: int) -> Versus:
        """Read ``1d20 vs 1d20``; the first side and the word have been read."""
        place = self.skip()
        right = self.sum()
        for side, begins in ((left, start), (right, place)):
            if is_plain(side) and side.span.start == begins:  # its span excludes brackets
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
                "e.g. `(2d6) = 7..9` for a range, `a = 1d20; a > 5 and a < 15` for two limits",
            )

    def comparison_sign(self) -> str | None:
        return "!=" if self.take("!=") else read_operator(self)

    def sum(self, first: Node | None = None, start: int = 0) -> Node:
        start = self.skip() if first is None else start
        terms = [("+", self.term(first, start))]
        while (char := self.peek()) in _SIGNS:
            self.at += 1
            if self.here() == char:
                refuse_doubled_sign(self, terms[-1][1])
            terms.append((_SIGNS[char], self.term()))
        if len(terms) == 1:
            return terms[0][1]
        symbols = {Kind.SYMBOLS}.issuperset([term.kind for _, term in terms])
        return (SymbolSum if symbols else Sum)(tuple(terms), span=self.span(start))

    def term(self, first: Node | None = None, start: int = 0) -> Node:
        """Read a product; most are a single value, which is read in one step."""
        if first is None:
            start = self.skip()
            first = read_value(self.text, start, self.limits)
            if first is None:
                return self.product()
            self.at = first.span.end
            if self.peek() == "[":  # a label
                self.at = start
                return self.product()
        return first if self.peek() in _AFTER_TERM else self.product(first, start)

    def product(self, first: Node | None = None, start: int = 0) -> Node:
        start = self.skip() if first is None else start
        factors = [("*", self.unary() if first is None else self.power(first, start))]
        while self.peek() in _SCALES:
            factors.append((self.scale(), self.unary()))
        return Product(tuple(factors), span=self.span(start)) if len(factors) > 1 else factors[0][1]

    def scale(self) -> str:
        """Read the sign of a product."""
        sign = self.take("//") or self.take(*_SCALES)
        return _SCALES[sign]

    def unary(self) -> Node:
        if self.peek() not in _SIGNS:
            return self.power()
        start = self.at
        sign = _SIGNS[self.text[start]]
        self.at += 1
        self.enter(self.span(start))
        operand = self.unary()
        self.leave()
        return operand if sign == "+" else Negate(operand, span=self.span(start))

    def power(self, base: Node | None = None, start: int = 0) -> Node:
        """Read ``a ** b``; it binds tighter than a sign before the base."""
        start = self.skip() if base is None else start
        base = base or self.labelled()
        if not self.take("**"):
            return base
        self.enter(self.span(start))
        exponent = self.unary()
        self.leave()
        return Power(base, exponent, span=self.span(start))
