"""The parser of programs: from text to syntax tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from astragal.anydice import mistakes
from astragal.anydice.builtins import BUILTINS
from astragal.anydice.calling.functions import Function, Parameter
from astragal.anydice.reading.expression_reader import ExpressionReader
from astragal.anydice.reading.tokens import Token, tokens
from astragal.anydice.tree.call import Call
from astragal.anydice.tree.node import Expression, Statement
from astragal.anydice.tree.statements import (
    Assign,
    Block,
    Define,
    If,
    Loop,
    Put,
    Result,
    Set,
)
from astragal.errors import Span
from astragal.limits import Limits


class Program(NamedTuple):
    """A parsed program."""

    statements: Block
    warnings: tuple[str, ...]


def read(text: str, limits: Limits) -> Program:
    """Parse a program; raises ProgramError if it is malformed."""
    limits.check("length", len(text), Span(0, len(text)))
    reader = Reader(tokens(text), limits)
    statements = reader.program()
    return Program(statements, tuple(_parted(statements, reader.crowded, text)))


def _parted(statements: Block, crowded: Iterable[tuple[Call, Call]], text: str) -> Iterator[str]:
    """Split adjacent values into arguments where only that fits a function; yields warnings."""
    if not crowded:
        return
    own = {each.function.shape for each in statements if isinstance(each, Define)}
    for call, parted in crowded:
        if not {call.shape} & {*own, *BUILTINS} and {parted.shape} & {*own, *BUILTINS}:
            call.shape, call.arguments = parted.shape, parted.arguments
            values = ", ".join(text[slice(*each.span)] for each in parted.arguments)
            yield (
                f"{text[slice(*call.span)]} is called with {values}; for AnyDice, values side by "
                "side like that are one"
            )


class Reader(ExpressionReader):
    """Parses statements, one after another."""

    def __init__(self, found: list[Token], limits: Limits) -> None:
        super().__init__(found, limits)
        self._inside = False
        """True inside a function definition"""
        self._statements: dict[str, Callable[[Token], Statement]] = {
            "output": self._output,
            "function": self._function,
            "set": self._set,
            "loop": self._loop,
            "if": self._if,
            "result": self._result,
        }

    def program(self) -> Block:
        block: Block = []
        while self.token.kind != "end":
            block.append(self._statement())
        return block

    def _statement(self) -> Statement:
        token = self.token
        if token.kind == "variable":
            if self.ahead().kind == ":":
                return self._assignment(token)
        elif token.kind == "word":
            read = self._statements.get(token.text)
            if read is not None and not (
                self.ahead().kind == ":" and token.text in "output set if"
            ):
                self.advance()
                return read(token)
        raise mistakes.no_statement(token, self.ahead(), self._joined_before())

    def _joined_before(self) -> str:
        """The text directly in front of the token, without blanks, such as the dice of `4d6kh3`."""
        place, start = self._place, self.token.start
        while place and self._tokens[place - 1].end == start:
            place -= 1
            start = self._tokens[place].start
        return "".join(each.text for each in self._tokens[place : self._place])

    def _assignment(self, token: Token) -> Statement:
        self.advance()
        self.advance()
        expression = self.expression()
        return Assign(token.text, expression, Span(token.start, expression.span.end))

    def _outside(self, token: Token) -> None:
        if self._inside:
            raise mistakes.misplaced(token.text, token, inside=True)

    def _output(self, token: Token) -> Statement:
        self._outside(token)
        expression = self.expression()
        name = None
        if self.token.text == "named":
            self.advance()
            name = self._string("a name", 'named "…"')
        return Put(expression, name, Span(token.start, self.behind))

    def _string(self, what: str, hint: str) -> str:
        token = self.token
        if token.kind != "string":
            raise mistakes.expected(f'{what} in "…"', token, hint=hint)
        self.advance()
        return token.text[1:-1]

    def _set(self, token: Token) -> Statement:
        self._outside(token)
        setting = self._string("a setting", 'set "explode depth" to 5')
        self.take_word("to")
        if self.token.kind == "string":
            text = self.token.text[1:-1]
            self.advance()
            return Set(setting, None, text, Span(token.start, self.behind))
        value = self.expression()
        return Set(setting, value, "", Span(token.start, value.span.end))

    def _loop(self, token: Token) -> Statement:
        variable = self.token
        if variable.kind != "variable":
            raise mistakes.expected("a variable", variable, hint="loop N over {1..6} { … }")
        self.advance()
        self.take_word("over")
        over = self.expression()
        block = self._block()
        return Loop(variable.text, over, block, Span(token.start, self.behind))

    def _if(self, token: Token) -> Statement:
        cases: list[tuple[Expression, Block]] = [(self.expression(), self._block())]
        otherwise: Block = []
        while self.token.text == "else":
            self.advance()
            if self.token.text != "if":
                otherwise = self._block()
                break
            self.advance()
            cases.append((self.expression(), self._block()))
        return If(cases, otherwise, Span(token.start, self.behind))

    def _result(self, token: Token) -> Statement:
        if not self._inside:
            raise mistakes.misplaced("result", token, inside=False)
        self.take(":", hint="result: …")
        expression = self.expression()
        if self.token.kind not in ("}", "end"):
            raise mistakes.after_result(self.token)
        return Result(expression, Span(token.start, expression.span.end))

    def _block(self, hint: str = "the block stands in { … }") -> Block:
        opening = self.take("{", hint=hint)
        self.enter(opening)
        block: Block = []
        while self.token.kind != "}":
            if self.token.kind == "end":
                raise mistakes.unclosed("{", opening)
            block.append(self._statement())
        self.advance()
        self.leave()
        return block

    def _function(self, token: Token) -> Statement:
        self._outside(token)
        self.take(":", hint="function: name A:n { result: … }")
        shape: list[str] = []
        parameters: list[Parameter] = []
        while self.token.kind in ("word", "variable"):
            part = self.token
            self.advance()
            if part.kind == "word":
                shape.append(part.text)
            else:
                shape.append("?")
                parameters.append(Parameter(part.text, self._type()))
        self._inside = True
        body = self._block(
            "names of functions have no digits"
            if self.token.kind == "number"
            else "parameters stand among the words: function: hit A:n vs B:n { … }"
        )
        self._inside = False
        span = Span(token.start, self.behind)
        return Define(Function(" ".join(shape), parameters, body, span), span)

    def _type(self) -> str:
        """The type of a parameter, or ``?`` if none is given."""
        if self.token.kind != ":":
            return "?"
        self.advance()
        token = self.token
        if token.text not in ("n", "s", "d", "?"):
            raise mistakes.expected(
                "the type n, s, d or ?", token, hint="A:n a number, A:s a sequence, A:d dice"
            )
        self.advance()
        return token.text
