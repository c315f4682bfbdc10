"""The node of a function call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from astragal.anydice import mistakes
from astragal.anydice.builtins import BUILTINS
from astragal.anydice.dice import EMPTY
from astragal.anydice.tree.node import Expression, Node
from astragal.anydice.values import Amount
from astragal.errors import Span

if TYPE_CHECKING:
    from astragal.anydice.state import State


class Call(Expression):
    """``[ … ]``. Its shape is its words, with a ``?`` for each argument."""

    __slots__ = ("arguments", "shape")

    steps = 500

    def __init__(self, shape: str, arguments: Sequence[Expression], span: Span) -> None:
        self.shape = shape
        self.arguments = arguments
        self.span = span

    def parts(self) -> Iterator[Node]:
        return iter(self.arguments)

    def value(self, state: State) -> Amount:
        if state.depth >= state.most_calls:
            state.truncated = True
            state.cut_short = True
            return EMPTY
        function = state.functions.get(self.shape) or BUILTINS.get(self.shape)
        if function is None:
            raise mistakes.unknown_function(self.shape, self.span, [*state.functions, *BUILTINS])
        arguments = [each.value(state) for each in self.arguments]
        state.budget.span = self.span
        return function.call(arguments, state)
