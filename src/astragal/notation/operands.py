"""Operands of modifiers and conditions: a number, a variable, a name or a roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from astragal._value import Value
from astragal.errors import RollError
from astragal.notation.operation import Operation
from astragal.outcome import Number

if TYPE_CHECKING:
    from astragal.notation.nodes.node import Node
    from astragal.rolling.frame import Frame

Operand: TypeAlias = "int | Node"
"""A whole number, or a node whose value must be one."""

V = TypeVar("V")

_PLAIN = (int, str, bool, type(None))


def spell(operand: Operand) -> str:
    """The operand as typed after a comparison sign."""
    return str(operand) if isinstance(operand, int) else operand.as_operand


def spell_count(operand: Operand) -> str:
    """The operand as typed after a letter."""
    return str(operand) if isinstance(operand, int) else operand.as_count


def say(operand: Operand) -> str:
    """The operand in words."""
    return str(operand) if isinstance(operand, int) else operand.as_words


def operands_in(value: Any) -> list[Node]:
    """The nodes among the operands of a modifier or condition, in the order written."""
    if isinstance(value, Value):
        if _is_node(value):
            return [value]  # type: ignore[list-item]
        parts = [getattr(value, name) for name in value._positional]
    elif type(value) is tuple:
        parts = list(value)
    else:
        return []
    rest = [part for part in parts if type(part) not in _PLAIN]
    return [node for part in rest for node in operands_in(part)] if rest else []


def with_numbers(value: V, number_of: Callable[[Node], int]) -> V:
    """A modifier or condition with every node among its operands replaced by a number."""
    found: Any = value
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Value):
        if _is_node(value):
            found = number_of(found)
        else:
            changed = [with_numbers(getattr(value, name), number_of) for name in value._positional]
            keywords = {name: getattr(value, name) for name in value._keywords}
            found = type(value)(*changed, **keywords)
    elif type(found) is tuple:  # not a span, which is a named tuple
        found = tuple([with_numbers(each, number_of) for each in found])
    return found  # type: ignore[no-any-return]


def _is_node(value: object) -> bool:
    return isinstance(value, Operation) and value.is_node


def whole_operand(node: Node, number: Number) -> int:
    """The value of an operand as an int; a RollError unless it is whole."""
    if number.denominator != 1:
        raise RollError("not-whole", f"{node} is {number}, not a whole number", span=node.span)
    return int(number)


def rolled_operand(node: Node, frame: Frame) -> int:
    """The value of an operand in a roll; a RollError unless it is whole."""
    return whole_operand(node, node.number(frame))
