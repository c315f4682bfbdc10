"""Expressions: numbers, variables, operators and sequences."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from astragal.anydice import mistakes
from astragal.anydice.budget import SHORT
from astragal.anydice.calling.open_number import OpenNumber
from astragal.anydice.calling.unknown import Element, Unknown
from astragal.anydice.dice import Dice
from astragal.anydice.operators import (
    ARITHMETIC,
    COMPARISONS,
    bool_of,
    compared,
    compared_elements,
    computed,
    counted,
)
from astragal.anydice.ranks import at_ranks
from astragal.anydice.tree.node import Expression, Node
from astragal.anydice.values import (
    Amount,
    digits_at,
    elements_at,
    length,
    settled,
    thrown,
)
from astragal.errors import ProgramError, Span

if TYPE_CHECKING:
    from astragal.anydice.state import State


class Number(Expression):
    __slots__ = ("number",)

    def __init__(self, number: int, span: Span) -> None:
        self.number = number
        self.span = span

    def value(self, state: State) -> Amount:
        return self.number


class Variable(Expression):
    __slots__ = ("name",)

    def __init__(self, name: str, span: Span) -> None:
        self.name = name
        self.span = span

    def value(self, state: State) -> Amount:
        try:
            return state.variables[self.name]
        except KeyError:
            raise mistakes.unknown_variable(self.name, self.span, state.variables) from None


class Unary(Expression):
    """One of ``d + - ! #`` in front of a value."""

    __slots__ = ("operand", "sign")

    steps = 80

    def __init__(self, sign: str, operand: Expression, span: Span) -> None:
        self.sign = sign
        self.operand = operand
        self.span = span

    def parts(self) -> Iterator[Node]:
        yield self.operand

    def value(self, state: State) -> Amount:
        value = self.operand.value(state)
        sign = self.sign
        if type(value) is OpenNumber:
            if sign in _OF_NUMBERS:
                return value.mapped(_OF_NUMBERS[sign])
            value = value if sign == "+" else value.known()
        if sign == "#":
            state.budget.spend_digits()
            return length(value)
        if sign == "d":
            state.budget.span = self.span
            return thrown(1, value, state.budget)
        if sign == "+":
            return value
        return _negated(value, state) if sign == "-" else _denied(value, state)


_OF_NUMBERS: Mapping[str, Callable[[int], int]] = {
    "-": operator.neg,
    "!": lambda number: 1 - bool_of(number),
    "#": length,
}
"""The unary operators on numbers."""


def _negated(value: Amount, state: State) -> Amount:
    if isinstance(value, Dice):
        return value.negated(state.budget)
    return -value if type(value) is int else -state.budget.summed(value)  # type: ignore[arg-type]


def _denied(value: Amount, state: State) -> Amount:
    if isinstance(value, Dice):
        if value.empty:
            return value
        total = value.total(state.budget)
        return total.mapped(lambda outcome: 1 - bool_of(outcome), state.budget)
    return 1 - bool_of(value if type(value) is int else state.budget.summed(value))  # type: ignore[arg-type]


class Arithmetic(Expression):
    """One of ``+ - * / ^ & |`` between two values."""

    __slots__ = ("left", "right", "sign", "whole")

    steps = 70

    def __init__(self, sign: str, left: Expression, right: Expression) -> None:
        self.sign = sign
        self.left = left
        self.right = right
        self.whole = ARITHMETIC[sign]
        self.span = Span(left.span[0], right.span[1])

    def parts(self) -> Iterator[Node]:
        yield self.left
        yield self.right

    def value(self, state: State) -> Amount:
        a, b = self.left.value(state), self.right.value(state)
        budget = state.budget
        try:
            if type(a) is int and type(b) is int and not budget.long:
                found = self.whole(a, b)
                if -SHORT < found < SHORT:
                    return found
            budget.span = self.span
            return computed(self.sign, a, b, budget)
        except ProgramError as error:
            error.span = error.span or self.span
            raise


class At(Expression):
    """``positions @ value``."""

    __slots__ = ("of", "positions")

    steps = 100

    def __init__(self, positions: Expression, of: Expression) -> None:
        self.positions = positions
        self.of = of
        self.span = Span(positions.span[0], of.span[1])

    def parts(self) -> Iterator[Node]:
        yield self.positions
        yield self.of

    def asked(self, state: State) -> Amount | Element:
        """The value; a single die of an unknown roll stays an ``Element``."""
        position, roll = settled(self.positions.value(state)), settled(self.of.value(state))
        if type(roll) is Unknown and type(position) is int and 1 <= position <= roll.count:
            return Element(roll, position)
        return self._value(position, roll, state)

    def value(self, state: State) -> Amount:
        positions, of = settled(self.positions.value(state)), settled(self.of.value(state))
        return self._value(positions, of, state)

    def _value(self, positions: Amount, value: Amount, state: State) -> Amount:
        if type(value) is tuple and type(positions) is int:
            return value[positions - 1] if 1 <= positions <= len(value) else 0
        if isinstance(positions, Dice):
            raise mistakes.no_dice_here("a position", self.positions.span)
        places = (positions,) if type(positions) is int else positions
        budget, lowest_first = state.budget, state.lowest_first
        budget.span = self.span
        if type(value) is Unknown:
            budget.spend_elements(len(places), _ASKED)  # type: ignore[arg-type]
            return budget.bounded(sum(map(value.at, places)))  # type: ignore[arg-type]
        budget.spend_elements(len(places), _LOOKED_UP)  # type: ignore[arg-type]
        if isinstance(value, Dice):
            return at_ranks(places, value, lowest_first=lowest_first, budget=budget)  # type: ignore[arg-type]
        if type(value) is int:
            budget.spend_digits()
            return digits_at(places, value, lowest_first=lowest_first)  # type: ignore[arg-type]
        return budget.bounded(elements_at(places, value))  # type: ignore[arg-type]


_LOOKED_UP, _ASKED = 20, 400
"""The steps of reading one position of a sequence, and of an unknown roll."""


class Comparison(Expression):
    """One of ``= != < > <= >=`` between two values."""

    __slots__ = ("_left", "_right", "holds", "left", "right", "sign")

    steps = 80

    def __init__(self, sign: str, left: Expression, right: Expression) -> None:
        self.sign = sign
        self.left = left
        self.right = right
        self.holds = COMPARISONS[sign]
        self._left = left.asked if isinstance(left, At) else left.value
        self._right = right.asked if isinstance(right, At) else right.value
        self.span = Span(left.span[0], right.span[1])

    def parts(self) -> Iterator[Node]:
        yield self.left
        yield self.right

    def value(self, state: State) -> Amount:
        a, b = self._left(state), self._right(state)
        if type(b) is int:
            if type(a) is int:
                return 1 if self.holds(a, b) else 0
            if type(a) is tuple:
                return counted(self.sign, a, b, state.budget)
        state.budget.span = self.span
        if type(a) is Element or type(b) is Element:
            return compared_elements(self.sign, a, b, state.budget)
        return compared(self.sign, a, b, state.budget)  # type: ignore[arg-type]


class Throw(Expression):
    """``count d sides``; ``apart`` if they look like two values, as in ``d6 d8``."""

    __slots__ = ("apart", "count", "sides")

    steps = 400

    def __init__(self, count: Expression, sides: Expression, *, apart: bool = False) -> None:
        self.count = count
        self.sides = sides
        self.apart = apart
        self.span = Span(count.span[0], sides.span[1])

    def parts(self) -> Iterator[Node]:
        yield self.count
        yield self.sides

    def value(self, state: State) -> Amount:
        count, sides = settled(self.count.value(state)), settled(self.sides.value(state))
        state.budget.span = self.span
        return thrown(count, sides, state.budget)


class Item(Node):
    """A part of a sequence: a value or a range, and its number of repetitions."""

    __slots__ = ("first", "last", "times")

    steps = 120

    def __init__(
        self, first: Expression, last: Expression | None, times: Expression | None
    ) -> None:
        self.first = first
        self.last = last
        self.times = times
        self.span = Span(first.span[0], (times or last or first).span[1])

    def parts(self) -> Iterator[Node]:
        yield self.first
        if self.last:
            yield self.last
        if self.times:
            yield self.times

    def elements(self, state: State) -> tuple[int, ...]:
        value = settled(self.first.value(state))
        if self.last is None:
            found = _spliced(value, state)
        else:
            first = _whole("the start of a range", value, self.first, state)
            last = _whole("the end of a range", self.last.value(state), self.last, state)
            state.count_range(first, last, self.span)
            found = tuple(range(first, last + 1))
        if self.times is None:
            return found
        times = _whole("a repeat", self.times.value(state), self.times, state)
        state.count_elements(times * len(found), self.span)
        return found * times


def _spliced(value: Amount, state: State) -> tuple[int, ...]:
    if type(value) is int:
        return (value,)
    if type(value) is tuple:
        return value
    table = value.total(state.budget).table  # type: ignore[union-attr]
    state.budget.spend_elements(len(table), _OUTCOME)
    return tuple(table)


_OUTCOME = 10
"""The steps of turning one outcome into an element."""


def _whole(where: str, value: Amount, node: Expression, state: State) -> int:
    """The value as a number; a sequence counts as its sum, dice are refused."""
    value = settled(value)
    if isinstance(value, Dice):
        raise mistakes.no_dice_here(where, node.span)
    return value if type(value) is int else state.budget.summed(value)  # type: ignore[arg-type]


class Sequence(Expression):
    """``{ … }``. A sequence of plain numbers is built once."""

    __slots__ = ("_known", "items")

    steps = 150

    def __init__(self, items: list[Item], span: Span) -> None:
        self.items = items
        self.span = span
        self._known: tuple[int, ...] | None = None
        if all(each.last is None and each.times is None for each in items):
            firsts = [each.first for each in items]
            if all(type(first) is Number for first in firsts):
                self._known = tuple(first.number for first in firsts)  # type: ignore[attr-defined]

    def parts(self) -> Iterator[Node]:
        return iter(self.items)

    def value(self, state: State) -> Amount:
        if self._known is not None:
            return self._known
        if len(self.items) == 1:
            return self.items[0].elements(state)
        found: list[int] = []
        for item in self.items:
            more = item.elements(state)
            state.count_elements(len(more), self.span)
            found += more
        state.budget.spend_elements(len(found), 1)
        return tuple(found)
