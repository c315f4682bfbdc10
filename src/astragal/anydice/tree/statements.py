"""Statements: assignments, outputs, settings, loops, conditions and results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from astragal.anydice import mistakes
from astragal.anydice.calling.open_number import OpenNumber
from astragal.anydice.tree.node import Expression, Node, Statement, steps_of
from astragal.anydice.values import Amount, described, settled
from astragal.errors import Span

if TYPE_CHECKING:
    from astragal.anydice.calling.functions import Function
    from astragal.anydice.state import State

Block = list[Statement]


def do_all(block: Block, state: State) -> Amount | None:
    """Execute statements until one has a result."""
    for statement in block:
        result = statement.do(state)
        if result is not None:
            return result
    return None


class Assign(Statement):
    __slots__ = ("expression", "name")

    def __init__(self, name: str, expression: Expression, span: Span) -> None:
        self.name = name
        self.expression = expression
        self.span = span

    def parts(self) -> Iterator[Node]:
        yield self.expression

    def do(self, state: State) -> Amount | None:
        value = self.expression.value(state)
        state.variables[self.name] = value.shared() if type(value) is OpenNumber else value
        return None


class Result(Statement):
    __slots__ = ("expression",)

    def __init__(self, expression: Expression, span: Span) -> None:
        self.expression = expression
        self.span = span

    def parts(self) -> Iterator[Node]:
        yield self.expression

    def do(self, state: State) -> Amount | None:
        return self.expression.value(state)


class Put(Statement):
    """``output``."""

    __slots__ = ("expression", "name")

    def __init__(self, expression: Expression, name: str | None, span: Span) -> None:
        self.expression = expression
        self.name = name
        self.span = span

    def parts(self) -> Iterator[Node]:
        yield self.expression

    def do(self, state: State) -> Amount | None:
        state.budget.span = self.span
        state.put(self.expression.value(state), self.name, self.span)
        return None


class Define(Statement):
    """``function:``."""

    __slots__ = ("function",)

    def __init__(self, function: Function, span: Span) -> None:
        self.function = function
        self.span = span

    def do(self, state: State) -> Amount | None:
        state.define(self.function)
        return None


class Set(Statement):
    """``set "…" to …``."""

    __slots__ = ("setting", "text", "to")

    def __init__(self, setting: str, to: Expression | None, text: str, span: Span) -> None:
        self.setting = setting
        self.to = to
        self.text = text
        self.span = span

    def parts(self) -> Iterator[Node]:
        if self.to:
            yield self.to

    def do(self, state: State) -> Amount | None:
        state.set(self.setting, self.to.value(state) if self.to else self.text, self.span)
        return None


class Loop(Statement):
    __slots__ = ("_steps", "block", "name", "over")

    def __init__(self, name: str, over: Expression, block: Block, span: Span) -> None:
        self.name = name
        self.over = over
        self.block = block
        self.span = span
        self._steps = steps_of(block)

    def parts(self) -> Iterator[Node]:
        yield self.over
        yield from self.block

    def do(self, state: State) -> Amount | None:
        elements = settled(self.over.value(state))
        if type(elements) is not tuple:
            raise mistakes.not_a_sequence(described(elements), self.over.span)
        # A short loop often ends early, so its turns are charged afterwards.
        many = len(elements) > _SHORT
        if many:
            state.budget.span = self.over.span
            state.budget.spend((_TURN + self._steps) * len(elements))
        result, turns = self._turned(elements, state)
        if not many:
            state.budget.spend((_TURN + self._steps) * turns)
        return result

    def _turned(self, elements: tuple[int, ...], state: State) -> tuple[Amount | None, int]:
        """The result, if there is one, and the number of turns."""
        name, block = self.name, self.block
        turns = 0
        for element in elements:
            state.variables[name] = element
            turns += 1
            for statement in block:
                result = statement.do(state)
                if result is not None:
                    return result, turns
        return None, turns


_SHORT = 100
_TURN = 50
"""The steps of one turn of a loop, on top of its nodes."""


class If(Statement):
    """Conditions with their blocks, and the block for the case that none holds."""

    __slots__ = ("cases", "otherwise")

    def __init__(self, cases: list[tuple[Expression, Block]], otherwise: Block, span: Span) -> None:
        self.cases = cases
        self.otherwise = otherwise
        self.span = span

    def parts(self) -> Iterator[Node]:
        for condition, block in self.cases:
            yield condition
            yield from block
        yield from self.otherwise

    def do(self, state: State) -> Amount | None:
        for condition, block in self.cases:
            truth = condition.value(state)
            if type(truth) is OpenNumber:
                truth = int(truth.holds())
            if type(truth) is not int:
                raise mistakes.no_condition(described(truth), condition.span)
            if truth:
                return do_all(block, state)
        return do_all(self.otherwise, state)
