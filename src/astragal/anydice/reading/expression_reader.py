"""The parser of expressions."""

from __future__ import annotations

from astragal.anydice import mistakes
from astragal.anydice.reading.tokens import Token
from astragal.anydice.tree.call import Call
from astragal.anydice.tree.expressions import (
    Arithmetic,
    At,
    Comparison,
    Item,
    Number,
    Sequence,
    Throw,
    Unary,
    Variable,
)
from astragal.anydice.tree.node import Expression
from astragal.errors import Span
from astragal.limits import Limits

_BINDING = (("&", "|"), ("=", "!=", "<", ">", "<=", ">="), ("+", "-"), ("*", "/"), ("^",), ("@",))
"""The operators from loosest to tightest; ``d`` binds tighter than all of them."""
_LEVELS = {sign: level for level, signs in enumerate(_BINDING) for sign in signs}
_LEVELS["d"] = len(_BINDING)
_COMPARISON = _LEVELS["="]
_PREFIXES = ("d", "+", "-", "!", "#")


class ExpressionReader:
    """Parses expressions from a list of tokens."""

    def __init__(self, found: list[Token], limits: Limits) -> None:
        self._tokens = found
        self._place = 0
        self.token = found[0]
        self.behind = 0
        """the end of the last token"""
        self.limits = limits
        self._depth = 0
        self.crowded: list[tuple[Call, Call]] = []
        """calls with adjacent values, such as ``d6 d8``, each paired with a version that separates
        them"""

    # Tokens

    def ahead(self) -> Token:
        """The token after the next one."""
        return self._tokens[min(self._place + 1, len(self._tokens) - 1)]

    def advance(self) -> None:
        self.behind = self.token.end
        self._place += 1
        self.token = self._tokens[self._place]

    def take(self, sign: str, *, hint: str | None = None) -> Token:
        token = self.token
        if token.kind != sign:
            raise mistakes.expected(f"`{sign}`", token, hint=hint)
        self.advance()
        return token

    def take_word(self, word: str) -> None:
        if self.token.text != word:
            raise mistakes.expected(f"`{word}`", self.token)
        self.advance()

    def enter(self, opening: Token) -> None:
        """Count one more bracket around the following tokens; refused if nested too deeply."""
        self._depth += 1
        self.limits.check("depth", self._depth, Span(opening.start, opening.end))

    def leave(self) -> None:
        self._depth -= 1

    # Expressions

    def expression(self, level: int = 0) -> Expression:
        """An expression of operators that bind at least as tightly as ``level``."""
        left = self._unary()
        while True:
            sign = self.token.text
            binding = _LEVELS.get(sign)
            if binding is None or binding < level or self.token.kind == "string":
                return left
            apart = self.behind < self.token.start
            self.advance()
            apart = apart and self.behind == self.token.start
            right = self.expression(binding + 1)
            left = _joined(sign, binding, left, right, apart=apart)

    def _unary(self) -> Expression:
        token = self.token
        if token.text not in _PREFIXES:
            return self._value()
        self.enter(token)
        self.advance()
        operand = self._unary()
        self.leave()
        return Unary(token.text, operand, Span(token.start, operand.span.end))

    def _value(self) -> Expression:
        token = self.token
        kind = token.kind
        if kind == "number":
            self.limits.check("digits", len(token.text), Span(token.start, token.end))
            self.advance()
            return Number(int(token.text), Span(token.start, token.end))
        if kind == "variable":
            self.advance()
            return Variable(token.text, Span(token.start, token.end))
        if kind == "(":
            return self._group(token)
        if kind == "{":
            return self._sequence(token)
        if kind == "[":
            return self._call(token)
        raise mistakes.no_value(token, self._tokens[max(self._place - 1, 0)], self.ahead())

    def _open(self, opening: Token) -> None:
        self.enter(opening)
        self.advance()

    def _close(self, sign: str, opening: Token) -> None:
        if self.token.kind != sign:
            if self.token.kind == "end":
                raise mistakes.unclosed(opening.kind, opening)
            raise mistakes.expected(f"`{sign}`", self.token)
        self.advance()
        self.leave()

    def _group(self, opening: Token) -> Expression:
        self._open(opening)
        inside = self.expression()
        self._close(")", opening)
        return inside

    def _sequence(self, opening: Token) -> Expression:
        self._open(opening)
        items: list[Item] = []
        if self.token.kind != "}":
            items.append(self._item())
            while self.token.kind == ",":
                self.advance()
                items.append(self._item())
        self._close("}", opening)
        return Sequence(items, Span(opening.start, self.behind))

    def _item(self) -> Item:
        first = self.expression()
        last = times = None
        if self.token.kind == "dots":
            self.advance()
            last = self.expression()
        if self.token.kind == ":":
            self.advance()
            times = self.expression()
        return Item(first, last, times)

    def _call(self, opening: Token) -> Expression:
        self._open(opening)
        shape: list[str] = []
        arguments: list[Expression] = []
        while self.token.kind not in ("]", "end"):
            if self.token.kind == "word" and self.token.text != "d":
                shape.append(self.token.text)
                self.advance()
            else:
                shape.append("?")
                arguments.append(self.expression())
        self._close("]", opening)
        call = Call(" ".join(shape), arguments, Span(opening.start, self.behind))
        values = [_side_by_side(each) for each in arguments]
        if any(len(each) > 1 for each in values):
            several = iter(values)
            shape = [" ".join("?" * len(next(several))) if each == "?" else each for each in shape]
            parted = Call(" ".join(shape), [one for each in values for one in each], call.span)
            self.crowded.append((call, parted))
        return call


def _side_by_side(argument: Expression) -> list[Expression]:
    """The two values in ``d6 d8``, which is parsed as one."""
    found: list[Expression] = []
    while isinstance(argument, Throw) and argument.apart:
        sides = argument.sides
        found.insert(0, Unary("d", sides, Span(sides.span[0] - 1, sides.span[1])))
        argument = argument.count
    return [argument, *found]


def _joined(
    sign: str, binding: int, left: Expression, right: Expression, *, apart: bool
) -> Expression:
    if sign == "d":
        return Throw(left, right, apart=apart)
    if sign == "@":
        return At(left, right)
    if binding == _COMPARISON:
        return Comparison(sign, left, right)
    return Arithmetic(sign, left, right)
