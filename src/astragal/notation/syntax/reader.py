"""One reading of one text: a method for each rule of the grammar in docs/notation.md."""

from __future__ import annotations

import re

from astragal.die import FUDGE, Die
from astragal.errors import Span
from astragal.limits import Limits
from astragal.notation.conditions import Condition
from astragal.notation.expression import Expression
from astragal.notation.functions import FUNCTIONS
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.call import Call
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.names import Binding, Name, is_name
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.nodes.ranges import Ranges
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.values import Literal
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
from astragal.notation.syntax.die_reader import read_custom_die, read_numbered_die
from astragal.notation.syntax.mistakes import (
    left_over,
    missing_value,
    misspelt_range,
    odd_character,
    other_die_letter,
    strange_character,
    unknown_word,
)
from astragal.notation.syntax.modifier_reader import modifier_ahead, read_modifiers
from astragal.notation.syntax.range_reader import range_ahead, read_range
from astragal.notation.texts import is_label, is_visible, reads_as_dice

_SIGNS = Sum.signs
_SCALES = Product.signs
_COMPARISON = frozenset("=!<>≥≤≠")
_RANGE = re.compile(r"\d+\s*\.\.")


class Reader(Cursor):
    """Reads an expression, from the loosest rule to the tightest."""

    __slots__ = ("kinds",)

    def __init__(self, text: str, limits: Limits) -> None:
        super().__init__(text, limits)
        self.kinds: dict[str, Kind] = {}

    def read(self) -> Expression:
        bindings = []
        while binding := self.binding():
            bindings.append(binding)
        body = self.reading()
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
            raise self.error("bad-comment", "there is something invisible in this comment", place)
        return words

    # What modifiers read behind their words

    def operand(self, *, signed: bool = False) -> Operand | None:
        return read_operand(self, signed=signed)

    def condition_ahead(self) -> bool:
        """Whether a condition stands next: a comparison sign, or a range."""
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
        node = self.comparison()
        if not self.take(";"):
            if not self.peek():
                raise self.error(
                    "nothing-rolled",
                    f"`{word}` is named, but nothing is rolled with it",
                    name,
                    f"go on with `; {word}`",
                )
            raise left_over(self, named=True)
        self.kinds[word] = node.kind
        return Binding(word, node, self.span(start))

    def reading(self) -> Node:
        """A total, with or without ranges behind it."""
        start = self.skip()
        total = self.comparison()
        ranges = []
        while self.peek() == "[" and range_ahead(self):
            ranges.append(read_range(self))
        return Ranges(total, tuple(ranges), span=self.span(start)) if ranges else total

    def comparison(self) -> Node:
        start = self.skip()
        left = self.sum()
        if self.peek() not in _COMPARISON:
            return left
        sign = self.at
        op = self.comparison_sign()
        if op is None:
            return left
        self.refuse_ambiguous(left, start, sign)
        right = self.sum()
        upto = self.sum() if range_follows(self, op, sign) else None
        node = Compare(op, left, right, upto, span=self.span(start))
        again = self.skip()
        if self.comparison_sign() is not None:
            raise self.error(
                "chained-comparison",
                "only one comparison can be made at a time",
                self.span(again),
                "for a range, write `(2d6) = 7..9`",
            )
        return node

    def comparison_sign(self) -> str | None:
        return "!=" if self.take("!=") else read_operator(self)

    def refuse_ambiguous(self, left: Node, start: int, sign: int) -> None:
        """``8d10>=7`` could count dice or compare the total; behind a bracket it is the total."""
        pool = left.last_pool
        if pool is None or pool.single or ")" in self.text[pool.span.end : sign]:
            return
        dice = self.text[pool.span.start : pool.span.end]
        total = self.text[start:sign].strip()
        op = self.text[sign : self.at]
        operand = self.operand_ahead()
        counted = re.match(r"-?\d+(\.\.\d+)?", operand)
        number = counted[0] if counted else "5"
        raise self.error(
            "ambiguous-comparison",
            "this could count dice or compare the total",
            Span(pool.span.start, self.at + len(operand)),
            f"`{dice}c{op}{number}` counts the dice that match, "
            f"`({total}){op}{operand or number}` compares the total",
        )

    def operand_ahead(self) -> str:
        """What stands next, up to white space or a bracket, for showing."""
        end = self.skip()
        while (
            end < len(self.text)
            and not self.text[end].isspace()
            and self.text[end] not in "()[];#,"
        ):
            end += 1
        return self.text[self.at : end]

    def sum(self) -> Node:
        start = self.skip()
        terms = [("+", self.product())]
        while self.peek() in _SIGNS:
            sign = _SIGNS[self.text[self.at]]
            self.at += 1
            terms.append((sign, self.product()))
        return Sum(tuple(terms), span=self.span(start)) if len(terms) > 1 else terms[0][1]

    def product(self) -> Node:
        start = self.skip()
        factors = [("*", self.unary())]
        while self.peek() in _SCALES:
            factors.append((self.scale(), self.unary()))
        return Product(tuple(factors), span=self.span(start)) if len(factors) > 1 else factors[0][1]

    def scale(self) -> str:
        """The sign of a product, passed over."""
        sign = self.take("**", "//") or self.text[self.at]
        if sign == "**":
            place = Span(self.at - 2, self.at)
            raise self.error("unexpected", "there are no powers", place, "multiply: `3*3`")
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
            labels.append(self.label())
        return Labelled(inner, tuple(labels), span=self.span(start)) if labels else node

    def label(self) -> str:
        """What stands in square brackets, if it is no range."""
        opening = self.at
        end = self.text.find("]", opening)
        if end < 0:
            raise self.error("unclosed", "this `[` is never closed", Span(opening, opening + 1))
        self.at = end + 1
        label = " ".join(self.text[opening + 1 : end].split())
        place = Span(opening, end + 1)
        wrong = misspelt_range(label, place)
        if wrong is not None:
            raise wrong
        if not is_label(label):
            raise self.error("bad-label", "a label needs words, and nothing invisible", place)
        return label

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
            raise self.error("not-whole", "numbers are whole here", place, "a half is `1/2`")
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
        """Whether a ``d`` that starts a die, rather than a word, stands next."""
        if self.peek() not in ("d", "D"):
            return False
        here = self.at
        self.at += 1
        following = self.peek()
        starts_die = "0" <= following <= "9" or following in ("%", "{", "(", "@")
        self.at = here
        return starts_die or reads_as_dice(self.word_ahead())

    def dice(self, count: int | Node, start: int) -> Dice:
        """A die, its count already read, and its modifiers."""
        self.at += 1
        die = self.die(start)
        modifiers = read_modifiers(self)
        return Dice(count, die, modifiers, span=self.span(start))

    def die(self, start: int) -> Die | Node:
        char = self.peek()
        if "0" <= char <= "9":
            return read_numbered_die(self)
        if char == "%":
            self.at += 1
            return Die(100)
        if char in ("F", "f"):
            self.at += 1
            return FUDGE
        if char == "{":
            return read_custom_die(self)
        if char == "(":
            opening = Span(self.at, self.at + 1)
            return self.inside(opening)
        if char == "@":
            return read_given(self)
        odd = odd_character(self.text, self.at) if char else None
        if odd is not None:
            raise odd
        place = self.span(start)
        typed = self.text[place.start : place.end]
        raise self.error("missing-sides", "how many sides?", place, f"e.g. `{typed}6`")

    def inside(self, opening: Span) -> Node:
        """What stands in round brackets."""
        self.at = opening.end
        self.enter(opening)
        node = self.comparison()
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
        if node.kind is Kind.POOL and modifier_ahead(self):
            raise self.error(
                "after-bracket",
                "modifiers stand straight behind the dice, inside the bracket",
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
        items = [self.comparison()]
        while self.take(","):
            items.append(self.comparison())
        self.refuse_range()
        self.close(closing, opening, (",",))
        self.leave()
        return tuple(items)

    def repeat(self, times: int, start: int) -> Repeat:
        """``6x(4d6kh3)``, its count already read."""
        self.at += 1
        if self.peek() != "(":
            raise self.error(
                "missing-brackets",
                "what is repeated stands in brackets",
                self.span(start),
                "e.g. `6x(4d6kh3)`; times is `*` or `×`",
            )
        opening = Span(self.at, self.at + 1)
        self.at += 1
        self.enter(opening)
        body = self.reading()
        self.close(")", opening)
        self.leave()
        return Repeat(times, body, span=self.span(start))

    def word(self) -> Node:
        """A function or a name."""
        start = self.at
        word = self.word_ahead()
        self.at += len(word)
        span = self.span(start)
        if word in self.kinds:
            return Name(word, self.kinds[word], span=span)
        if word.lower() in FUNCTIONS:
            name = word.lower()
            if self.peek() != "(":
                example = FUNCTIONS[name].example
                raise self.error(
                    "missing-brackets", f"`{word}` needs brackets", span, f"e.g. `{example}`"
                )
            opening = Span(self.at, self.at + 1)
            arguments = self.items(opening, ")", f"`{name}` of what?")
            return Call(name, arguments, span=self.span(start))
        self.refuse_foreign_dice(start)
        raise odd_character(self.text, start) or unknown_word(word, span, self.kinds)
